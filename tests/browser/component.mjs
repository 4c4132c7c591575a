// component.mjs: tests <arbiter-board> from the built package in a real browser: node component.mjs PACKAGE, with WORK as for
// main.mjs. No server of Arbiter runs: the page, the element and the library are files.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import assert from "node:assert/strict";

const require = createRequire(join(process.env.WORK, "package.json"));
const { chromium } = require("playwright-core");
const folder = process.argv[2];
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
    try {
        const path = join(folder, normalize(new URL(request.url, "http://x").pathname));
        const bytes = await readFile(path);
        response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/plain" }).end(bytes);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, timeout: 300000,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
page.setDefaultTimeout(300000); // reached only by what never happens, however busy the machine is
const errors = [];
page.on("pageerror", error => errors.push(error.stack));
page.on("console", message => message.type() === "error" && !/favicon/.test(message.location().url) && errors.push(message.text()));
let passed = 0;
const step = async (name, body) => {
    await body();
    passed++;
    console.log(`ok     ${name}`);
};
const cell = (board, square) => page.locator(`#${board} [data-square="${square}"]`);
const middle = async (board, square) => {
    const box = await cell(board, square).locator(".ground").boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};
const click = async (board, square) => page.mouse.click(...await middle(board, square));
const label = (board, square) => cell(board, square).getAttribute("aria-label");
const words = board => page.locator(`#${board} .words`).textContent();
const history = () => page.evaluate(() => document.getElementById("chess").game.history().join(" "));

try {
    await page.goto(`http://127.0.0.1:${server.address().port}/board/demo.html`);
    await cell("chess", "e2").waitFor();
    await cell("grand", "a1").waitFor();
    await cell("holes", "d1").waitFor();

    await step("the line below says at once whose turn it is, and again after Escape", async () => {
        assert.equal(await words("chess"), "White to move");
        assert.equal(await words("grand"), "White to move");
        await cell("chess", "b1").focus();
        await page.keyboard.press("Enter");
        assert.equal(await words("chess"), "b1, white knight: a3, c3");
        await page.keyboard.press("Escape");
        assert.equal(await words("chess"), "White to move");
    });
    await step("click to click plays, the event is heard", async () => {
        await click("chess", "e2");
        assert.match(await label("chess", "e4"), /may go here/);
        await click("chess", "e4");
        assert.equal(await label("chess", "e4"), "e4, white pawn, last move");
        assert.equal(await page.locator("#moves").textContent(), "e4");
    });
    await step("a drag plays", async () => {
        await page.mouse.move(...await middle("chess", "e7"));
        await page.mouse.down();
        await page.mouse.move(...await middle("chess", "e6"), { steps: 3 });
        await page.mouse.move(...await middle("chess", "e5"), { steps: 3 });
        await page.mouse.up();
        assert.equal(await history(), "e4 e5");
    });
    await step("by keyboard: arrows and Enter, and a typed move", async () => {
        await cell("chess", "g1").focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("Enter");
        assert.equal(await history(), "e4 e5 Nf3");
        await page.keyboard.type("Nc6");
        await page.keyboard.press("Enter");
        assert.equal(await history(), "e4 e5 Nf3 Nc6");
    });
    await step("a screen reader hears what can be lifted, where it goes, whose turn it is", async () => {
        assert.equal(await words("chess"), "Nc6. White to move");
        await cell("chess", "b1").focus();
        await page.keyboard.press("Enter");
        assert.equal(await words("chess"), "b1, white knight: a3, c3");
        await page.keyboard.press("Escape");
        await cell("chess", "a1").focus();
        await page.keyboard.press("Enter");
        assert.equal(await words("chess"), "This piece has no legal move.");
        await cell("chess", "a7").focus();
        await page.keyboard.press("Enter");
        assert.equal(await words("chess"), "This pawn is Black's: White is to move.");
    });
    await step("marks by keyboard, in the names of their squares", async () => {
        await cell("chess", "d4").focus();
        await page.keyboard.press("Shift+Enter");
        assert.equal(await label("chess", "d4"), "d4, empty, circle (Green pen)");
        await cell("chess", "f1").focus();
        await page.keyboard.press("Enter");
        await cell("chess", "b5").focus();
        await page.keyboard.press("Shift+Enter");
        await page.keyboard.press("Escape");
        assert.equal(await label("chess", "f1"), "f1, white bishop, arrow to b5 (Green pen)");
        assert.deepEqual(await page.evaluate(() => document.getElementById("chess").marks), ["Gd4", "Gf1b5"]);
        await page.evaluate(() => { document.getElementById("chess").marks = []; });
    });
    await step("a refused move says why", async () => {
        await page.keyboard.type("Bb8");
        await page.keyboard.press("Enter");
        assert.match(await words("chess"), /bishop/i);
        assert.equal(await history(), "e4 e5 Nf3 Nc6");
    });
    await step("the right button marks and draws", async () => {
        const [x, y] = await middle("chess", "d4");
        await page.mouse.click(x, y, { button: "right" });
        await page.mouse.move(...await middle("chess", "f1"));
        await page.mouse.down({ button: "right" });
        await page.mouse.move(...await middle("chess", "b5"));
        await page.mouse.up({ button: "right" });
        assert.deepEqual(await page.evaluate(() => document.getElementById("chess").marks), ["Gd4", "Gf1b5"]);
        assert.equal(await page.locator("#chess .arrows .mark").count(), 2);
        await page.evaluate(() => { document.getElementById("chess").marks = ["Re4"]; });
        assert.equal(await page.locator("#chess .arrows .mark-R").count(), 1);
    });
    await step("any board: 10 by 10, and 5 by 5 turned round", async () => {
        assert.equal(await page.locator("#grand [role=gridcell]").count(), 100);
        assert.equal(await page.locator("#gardner [role=gridcell]").count(), 25);
        const [top, bottom] = [await middle("gardner", "a1"), await middle("gardner", "a5")];
        assert.ok(top[1] < bottom[1]);
        await page.evaluate(() => document.getElementById("gardner").setAttribute("fen", "k4/4P/5/5/K4 w - - 0 1"));
    });
    await step("a promotion is chosen", async () => {
        await click("gardner", "e4");
        await click("gardner", "e5");
        assert.equal(await page.locator("#gardner dialog button").first().getAttribute("aria-label"), "white queen");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => document.getElementById("gardner").words.textContent === "White to move");
        await click("gardner", "e4");
        await click("gardner", "e5");
        await page.locator('#gardner dialog button[aria-label="white knight"]').click();
        assert.equal(await label("gardner", "e5"), "e5, white knight, last move");
    });
    await step("holes are no squares, and kinds of a rule set's own have their names", async () => {
        assert.equal(await label("holes", "a1"), "a1, no square");
        assert.equal(await page.locator("#holes [tabindex='0']").getAttribute("data-square"), "f1"); // not on a hole
        assert.equal(await page.locator("#holes .hole").count(), 32);
        await cell("holes", "d1").focus();
        await page.keyboard.press("Enter");
        assert.equal(await words("holes"), "White to move");
        assert.equal(await label("grand", "g2"), "g2, white cardinal");
        await cell("grand", "g2").focus();
        await page.keyboard.press("Enter");
        assert.match(await words("grand"), /^g2, white cardinal: /);
        await page.keyboard.press("Escape");
    });
    await step("pieces in hand, by keyboard, click and drag", async () => {
        const hand = colour => page.locator(`#house .hand[aria-label="${colour}'s hand"]`);
        const board = moves => page.evaluate(list => list.map(move => document.getElementById("house").play(move).legal).every(Boolean), moves);
        const last = () => page.evaluate(() => document.getElementById("house").game.history().at(-1));
        assert.equal(await hand("White").textContent(), "nothing in hand");
        assert.ok(await board(["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"]));
        await hand("Black").getByRole("button", { name: "black pawn, 1 in hand" }).click();
        assert.equal(await words("house"), "This pawn is Black's: White is to move.");
        await hand("White").getByRole("button", { name: "white pawn, 1 in hand" }).focus();
        await page.keyboard.press("Enter");
        assert.match(await words("house"), /^white pawn: .*d4/);
        assert.match(await label("house", "d4"), /may go here/);
        for (let step = 0; step < 3; step++) { // from a1, where the focus is
            await page.keyboard.press("ArrowRight");
            await page.keyboard.press("ArrowUp");
        }
        await page.keyboard.press("Enter");
        assert.equal(await last(), "P@d4");
        const black = await hand("Black").getByRole("button").boundingBox();
        await page.mouse.move(black.x + 20, black.y + 20);
        await page.mouse.down();
        await page.mouse.move(...await middle("house", "e5"), { steps: 4 });
        assert.equal(await page.locator("#house .ghost").count(), 1);
        await page.mouse.up();
        assert.equal(await page.locator("#house .ghost").count(), 0);
        assert.equal(await last(), "P@e5");
        assert.ok(await board(["dxe5", "h6"]));
        await hand("White").getByRole("button").click();
        await click("house", "d4");
        assert.equal(await last(), "P@d4");
    });
    await step("Enter on another piece of one's own picks that one up", async () => {
        await page.evaluate(() => document.getElementById("holes").reset());
        await cell("holes", "c3").focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        assert.match(await words("holes"), /^d3, white pawn: d4, d5/);
        await page.keyboard.press("Escape");
    });
    await step("sizes, goals and checks, and an element that is not on a page yet", async () => {
        const made = await page.evaluate(() => {
            const seen = {};
            const add = attributes => {
                const board = document.createElement("arbiter-board");
                for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
                document.querySelector("main").append(board);
                const cells = [...board.shadowRoot.querySelectorAll("[role=gridcell]")];
                const about = square => cells.find(({ dataset }) => dataset.square === square)?.getAttribute("aria-label");
                return { board, cells, about };
            };
            const done = ({ board, cells }) => (board.remove(), cells.length);
            const one = add({ rules: "anyboard", fen: "K w - - 0 1" });
            seen.one = [one.about("a1"), done(one)];
            const small = add({ rules: "anyboard", fen: "k4/5/5/5/5/4K w - - 0 1", coordinates: "nonsense" });
            seen.small = [small.about("e1"), done(small)];
            const large = add({ rules: "anyboard", fen: `k31${"/32".repeat(30)}/31K w - - 0 1` });
            seen.large = [large.about("af1"), large.board.play("af1af2").legal, done(large)];
            const hill = add({ rules: "kingofthehill" });
            seen.hill = [hill.about("d4"), done(hill)];
            const regal = add({ rules: "coregal", fen: "4k3/8/8/8/8/8/5r2/K4Q2 w - - 0 1" });
            seen.regal = [regal.about("a1"), regal.about("f1"), done(regal)];
            const loose = document.createElement("arbiter-board");
            seen.loose = loose.play("e4").san;
            loose.marks = ["Ge2e4"];
            document.querySelector("main").append(loose);
            seen.kept = [loose.fen.split(" ")[1], loose.marks.join()];
            loose.setAttribute("label", "Mine");
            loose.setAttribute("rules", "gardner");
            const named = () => loose.shadowRoot.querySelector("[role=grid]").getAttribute("aria-label");
            seen.label = [named()];
            loose.removeAttribute("label");
            seen.label.push(named());
            try { loose.game = 5; } catch (error) { seen.thrown = error.name; }
            loose.remove();
            return seen;
        });
        assert.deepEqual(made, {
            one: ["a1, white king", 1], small: ["e1, white king", 30], large: ["af1, white king", true, 1024], hill: ["d4, empty, goal", 64],
            regal: ["a1, white king", "f1, white queen, in check", 64], loose: "e4", kept: ["b", "Ge2e4"], label: ["Mine", "Board"], thrown: "TypeError",
        });
    });
    await step("readonly refuses hands, takes program moves; undo; a bad FEN is told", async () => {
        await page.evaluate(() => document.getElementById("chess").setAttribute("readonly", ""));
        await click("chess", "f1");
        await click("chess", "b5");
        assert.equal(await history(), "e4 e5 Nf3 Nc6");
        assert.equal(await page.evaluate(() => document.getElementById("chess").play("Bb5").san), "Bb5");
        await page.locator("#back").click();
        assert.equal(await words("chess"), "Taken back. White to move");
        assert.equal(await page.locator("#moves").textContent(), "e4 e5 Nf3 Nc6");
        assert.equal(await page.evaluate(() => document.getElementById("chess").undo()), true);
        await page.evaluate(() => document.getElementById("chess").setAttribute("fen", "nonsense"));
        assert.notEqual(await words("chess"), "");
    });
    await step("a grid with one tab stop, and nothing that axe finds, light or dark", async () => {
        assert.equal(await page.locator("#grand [role=gridcell][tabindex='0']").count(), 1);
        await page.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
        for (const colorScheme of ["dark", "light"]) {
            await page.emulateMedia({ colorScheme });
            const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations
                .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 100)}`));
            assert.deepEqual(found, [], colorScheme);
        }
    });
    await step("by touch: tap to tap, a pen for circles, a piece from the hand", async () => {
        const context = await browser.newContext({ viewport: { width: 412, height: 900 }, hasTouch: true, isMobile: true });
        const phone = await context.newPage();
        phone.on("pageerror", error => errors.push(error.stack));
        await phone.goto(page.url());
        const square = (board, name) => phone.locator(`#${board} [data-square="${name}"] .tint`); // what a finger meets first
        await square("chess", "e2").tap();
        await square("chess", "e4").tap();
        assert.equal(await phone.locator("#moves").textContent(), "e4");
        await phone.locator("#draw").tap();
        await square("chess", "d5").tap();
        assert.deepEqual(await phone.evaluate(() => document.getElementById("chess").marks), ["Gd5"]);
        await phone.evaluate(() => { for (const move of ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8"]) document.getElementById("house").play(move); });
        await phone.locator("#house .hand button").last().tap();
        await square("house", "e5").tap();
        assert.equal(await phone.evaluate(() => document.getElementById("house").game.history().at(-1)), "P@e5");
        assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 412);
        await context.close();
    });
    assert.deepEqual(errors, []);
    console.log(`${passed} passed, 0 failed`);
} catch (error) {
    console.log(error.stack, errors.join("\n"));
    await page.screenshot({ path: join(process.env.WORK, "component-failed.png") }).catch(() => {});
    console.log(`${passed} passed, 1 failed`);
    process.exitCode = 1;
} finally {
    await browser.close();
    server.close();
}
