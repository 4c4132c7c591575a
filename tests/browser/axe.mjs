// axe.mjs: axe finds nothing on the page as it is, whatever the impact, in the light theme and in the dark one.
import { axePath, equal } from "./harness.mjs";

// What axe asks about colours, all that a theme changes.
const COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

export async function axe(one, where) {
    if (process.env.FIREFOX) return; // whose policy lets no script of ours in
    if (!await one.page.evaluate(() => "axe" in window)) await one.page.addScriptTag({ path: axePath });
    for (const [colorScheme, only] of [["light", {}], ["dark", COLOURS]]) {
        await one.page.emulateMedia({ colorScheme });
        const found = await one.page.evaluate(async (rules) => {
            await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
            const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...rules });
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
        }, only);
        equal(found, [], `axe, ${where}, ${colorScheme}:`);
    }
    await one.page.emulateMedia({ colorScheme: null });
}
