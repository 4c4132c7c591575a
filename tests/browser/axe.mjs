// axe.mjs: axe must report nothing on the present page, of whatever impact, in the light and the dark theme.
import { axePath, equal } from "./harness.mjs";

// The rules of axe about colours, the only ones that depend on the theme.
const COLOURS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

export async function axe(one, where) {
    if (process.env.FIREFOX) return; // the page's policy is enforced there, so axe cannot be loaded
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
