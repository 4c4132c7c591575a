// firefox.mjs: the page in Debian's Firefox: a refusal, the keyboard alone, promotion by touch.  run BUILD firefox
// Playwright drives an unpatched Firefox by WebDriver BiDi, which its pinned version has, not yet as a public part.
import { createRequire } from "node:module";
import { join } from "node:path";
import { Player, Server, equal } from "./harness.mjs";

const { _bidiFirefox: firefox } = createRequire(join(process.env.WORK, "package.json"))("playwright-core");
const server = await new Server().start();
const browser = await firefox.launch({ executablePath: process.env.FIREFOX, headless: true });
let failed = 0;

async function test(name, options, body) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const one = new Player(await context.newPage(), server);
    try {
        await body(one);
        equal(one.errors.filter((text) => !/\b(403|409|422)\b/.test(text)), [], "errors in the browser:");
        console.log(`ok     ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAILED ${name}\n  ${error.stack}`);
    }
    await context.close();
}

await test("a refused move says why and is marked", {}, async (one) => {
    await one.make({ rules: "chess" });
    await one.click("d1");
    await one.click("d4");
    await one.message("the pawn on d2 is in the way");
    await one.has("d2", "bad-at");
    await one.drag("e2", "e4");
    await one.at(1);
});

await test("a game by keyboard alone", {}, async (one) => {
    await one.make({ rules: "chess" });
    await one.type("e4");
    await one.at(1);
    await one.cell("e7").focus();
    await one.page.keyboard.press("Enter");
    await one.has("e5", "target");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await one.page.keyboard.press(key);
    await one.at(2);
    await one.stands("e5", "black pawn");
});

await test("a pawn that is tapped to the last row asks what it becomes", {}, async (one) => {
    await one.make({ rules: "chess", fen: "8/5P1k/8/8/8/8/8/K7 w - - 0 1" });
    // BiDi of this version sends no touches: the events of a finger are made in the page, the click last, on
    // what lies under the finger by then. A pointer that is none cannot be captured.
    const tap = async (square) => {
        const [x, y] = await one.middle(square);
        await one.page.evaluate(([left, top]) => {
            Element.prototype.setPointerCapture = () => {};
            const at = { clientX: left, clientY: top, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, bubbles: true, cancelable: true };
            const under = () => document.elementFromPoint(left, top);
            under().dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
            under().dispatchEvent(new PointerEvent("pointerup", at));
            under().dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
        }, [x, y]);
    };
    await tap("f7");
    await one.has("f8", "target");
    await tap("f8");
    await one.until(() => one.page.locator("dialog.promotion").count(), 1); // it stays open under the finger
    const dialog = one.page.locator("dialog.promotion");
    await dialog.waitFor();
    await dialog.locator("[data-letter=n]").click();
    await one.at(1);
    await one.stands("f8", "white knight");
});

await browser.close();
const code = await server.stop();
console.log(`${failed === 0 && code === 0 ? "passed" : "failed"} in ${await browser.version()}`);
process.exit(failed === 0 && code === 0 ? 0 : 1);
