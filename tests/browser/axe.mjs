// axe.mjs: no serious finding of axe on the page as it is.
import { axePath, equal } from "./harness.mjs";

export async function axe(one, where) {
    await one.page.evaluate(() => Promise.allSettled(
        document.getAnimations().map((animation) => animation.finished)));
    if (!await one.page.evaluate(() => "axe" in window)) await one.page.addScriptTag({ path: axePath });
    const found = await one.page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
        return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
    });
    equal(found, [], `axe, ${where}:`);
}
