// test_details.mjs: what a player notices when it is wrong: taps, marks, numbers, sentences, layout.
import { axe } from "../axe.mjs";
import { Server, equal, test } from "../harness.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PROMOTES = "4k3/7P/8/8/8/8/8/4K3 w - - 0 1";

test("a tap that opens the choice of a promotion does not choose", async (player) => {
    const one = await player(PHONE);
    await one.make({ rules: "chess", fen: PROMOTES });
    await one.page.evaluate(() => { // counts clicks: the one that the browser makes of a tap comes last
        window.clicks = 0;
        addEventListener("click", () => { window.clicks += 1; }, true);
    });
    await one.move("h7", "h8", true);
    await one.page.locator(".promotion[open]").waitFor();
    await one.until(() => one.page.evaluate(() => window.clicks), 2, "clicks of two taps:");
    equal(await one.page.locator(".promotion[open]").count(), 1, "the choice is still open:");
    await one.at(0);
    await one.page.getByRole("button", { name: "white rook" }).tap();
    await one.at(1);
    await one.stands("h8", "white rook");
});

test("three-check numbers its moves from 1", async (player) => {
    const one = await player();
    await one.make({ rules: "three-check" });
    for (const [index, move] of ["e4", "e5", "Nf3"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    equal(await one.page.locator(".moves .number").allTextContents(), ["1.", "2."]);
});

test("what is typed and pressed before the game is here is not lost", async (player) => {
    const one = await player({ serviceWorkers: "block" });
    await one.go("#/setup"); // another board is shown before the game's
    const made = await one.page.evaluate(async () => (await fetch("/api/games", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).json());
    await one.page.evaluate(([id, seats]) => localStorage.setItem(`arbiter.seats.${id}`, JSON.stringify(seats)), [made.id, made.seats]);
    let release;
    const gate = new Promise((resolve) => { release = resolve; });
    await one.page.route(`**/api/games/${made.id}`, async (route) => {
        await gate;
        await route.continue();
    });
    await one.page.evaluate((id) => { location.hash = `#/game/${id}`; }, made.id);
    await one.type("Ra5");
    await one.page.getByRole("button", { name: "Export", exact: true }).click();
    release();
    await one.message("is in the way");
    await one.page.locator("dialog[open]").waitFor();
});

test("an earlier position is named by the number of its move", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7" });
    for (const [index, move] of ["e5", "e4", "Ke7", "Ke2"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    for (const text of ["After Black's move 8 of 9", "After White's move 8 of 9",
                        "After Black's move 7 of 9", "Start position"]) {
        await one.page.getByRole("button", { name: "One move back" }).click();
        await one.status(text);
    }
});

test("a piece that is dragged over a square where it may not go does not make it green", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const tint = (square) => one.cell(square).locator(".tint").evaluate((rect) => getComputedStyle(rect).fill);
    const [x, y] = await one.middle("e2");
    await one.page.mouse.move(x, y);
    await one.page.mouse.down();
    await one.has("e4", "target");
    await one.page.mouse.move(...await one.middle("d5"), { steps: 3 });
    await one.has("d5", "over");
    equal(await tint("d5"), "rgba(0, 0, 0, 0)");
    await one.page.mouse.move(...await one.middle("e4"), { steps: 3 });
    await one.has("e4", "over");
    equal(await tint("e4"), "rgb(88, 173, 92)");
    await one.page.mouse.up();
    await one.at(1);
});

test("who must capture is shown an arrow from the taker to what it takes", async (player) => {
    const one = await player();
    await one.make({ rules: "antichess", fen: "8/8/8/3p4/4P3/8/P7/8 w - - 0 1" });
    await one.click("a2");
    await one.click("a3");
    await one.message("can capture, and must");
    const [, x, y, turn] = /translate\((\d+) (\d+)\) rotate\((-?\d+)\)/.exec(
        await one.page.locator(".arrow").getAttribute("transform"));
    equal([x, y, turn].map(Number), [450, 450, -135]); // from e4 towards d5
    await one.stands("d5", "can be taken");
    await one.stands("e4", "attacks");
});

test("White who touches a black piece is told whose it is", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" }, ["white"]);
    await one.click("g8");
    await one.message("This knight is Black's: White is to move.");
});

test("taking a move back ends the claim of a draw", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/8/8/8/8/8/4P3/R3K3 w Q - 97 80" });
    for (const [index, move] of ["Ra2", "Kd8"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    const claim = one.page.getByRole("button", { name: "Claim a draw with a move" });
    await claim.click();
    await one.message("Show the move");
    await one.page.getByRole("button", { name: "Undo" }).click();
    await one.at(1);
    await one.page.locator(".message:empty").waitFor({ state: "attached" });
    await one.page.getByRole("button", { name: "Redo" }).click();
    await one.at(2);
    equal(await claim.getAttribute("aria-pressed"), "false");
});

test("Tab stops once on the board, on a square that has a name", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const stops = [];
    for (let i = 0; i < 40; i += 1) {
        await one.page.keyboard.press("Tab");
        stops.push(await one.page.evaluate(() => {
            const { activeElement: at } = document;
            return at.closest(".board") ? at.getAttribute("aria-label") ?? `nameless ${at.tagName}` : "";
        }));
    }
    equal([...new Set(stops.filter(Boolean))], ["a1, white rook"]);
});

for (const [width, height] of [[1366, 657], [1280, 600], [1280, 800]])
    test(`what is said of a refused move is whole at ${width}x${height}`, async (player) => {
        const one = await player({ viewport: { width, height } });
        await one.make({ rules: "chess", fen: "4k3/8/8/8/4r3/8/4R3/4K2R w K - 0 1" });
        await one.click("e2");
        await one.click("d2");
        const message = one.page.locator(".message.bad");
        await message.waitFor();
        const { cut, under } = await message.evaluate((element) => ({
            cut: element.scrollHeight - element.clientHeight,
            under: element.getBoundingClientRect().bottom
                - document.querySelector(".record").getBoundingClientRect().top }));
        equal([cut <= 0, under <= 0], [true, true], `cut by ${cut}, over the moves by ${under}:`);
    });

test("the page stays where it is while the list of moves scrolls", async (player) => {
    const one = await player({ viewport: { width: 375, height: 667 } });
    const pgn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. e4 e5 6. d4 d5 7. c4 c5 8. b4 b5 9. a4 a5 *";
    await one.make({ rules: "chess", pgn });
    await one.at(18);
    await one.page.keyboard.press("Home");
    await one.at(0);
    const before = await one.page.evaluate(() => { // the lower half of the list is out of sight
        const box = document.querySelector(".moves").getBoundingClientRect();
        scrollTo(0, scrollY + box.top + box.height / 2 - innerHeight);
        return scrollY;
    });
    for (let ply = 1; ply <= 17; ply += 1) {
        await one.page.keyboard.press("ArrowRight");
        await one.at(ply);
    }
    equal(await one.page.evaluate(() => scrollY), before);
    const inside = await one.page.locator(".moves [aria-current]").evaluate((button) =>
        button.getBoundingClientRect().bottom <= button.closest(".moves").getBoundingClientRect().bottom + 1);
    equal(inside, true, "the move shown is in sight:");
});

test("a game is printed on light paper with all its moves", async (player) => {
    const one = await player({ colorScheme: "dark" });
    const pgn = "1. e4 e5 2. d4 d5 3. c4 c5 4. b4 b5 5. a4 a5 6. h4 h5 7. g4 g5 8. f4 f5 9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 *";
    await one.make({ rules: "chess", pgn });
    await one.at(24);
    await one.onPaper();
    const look = await one.page.evaluate(() => {
        const list = document.querySelector(".moves");
        return { paper: getComputedStyle(document.body).backgroundColor,
                 ink: getComputedStyle(document.body).color,
                 hidden: list.scrollHeight > list.clientHeight + 1 };
    });
    equal(look, { paper: "rgb(246, 244, 239)", ink: "rgb(31, 35, 33)", hidden: false });
    await one.shot("print");
    await one.page.emulateMedia({ media: null, colorScheme: null });
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("1. e4 e5 2. Ke3 *");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.page.locator(".fault").first().waitFor();
    await one.page.locator(".annotate summary").click();
    await one.page.locator(".heading .why").click();
    await one.page.locator(".explanation").waitFor();
    await one.page.emulateMedia({ media: "print" });
    equal(await one.page.locator(".moves [aria-current]").evaluate((move) => [getComputedStyle(move).color, getComputedStyle(move).backgroundColor]),
          ["rgb(31, 35, 33)", "rgba(0, 0, 0, 0)"], "the move on the board, whose ground no printer prints:");
    equal(await one.page.locator(".panel :is(button:not(.move), select, summary, input, textarea)").evaluateAll((all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 60))), [], "nothing to press on paper:");
    await one.shot("print-study");
});

test("Copy works over plain HTTP, where there is no clipboard to write to", async (player) => {
    const one = await player({ permissions: ["clipboard-read", "clipboard-write"] });
    await one.page.addInitScript(() => {
        window.readBack = () => Clipboard.prototype.readText.call(window.kept);
        window.kept = navigator.clipboard;
        Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await one.make({ rules: "chess" });
    await one.page.getByRole("button", { name: "Export" }).click();
    const button = one.page.getByRole("button", { name: "Copy FEN" });
    await button.click();
    await one.until(() => button.textContent(), "Copied");
    equal(await one.page.evaluate(() => window.readBack()),
          await one.page.getByLabel("FEN", { exact: true }).inputValue());
});

test("Lab 3's score stands beside Lab 3's rules only", async (player) => {
    const one = await player();
    const shown = () => one.page.locator(".score, .score-text").evaluateAll((parts) =>
        parts.map((part) => part.checkVisibility()));
    await one.make({ rules: "chess" });
    await one.status("White to move");
    equal(await shown(), [false, false]);
    await one.make({ rules: "lab", fen: "k6K/8/8/8/8/8/8/R7 w - - 0 1" });
    await one.until(async () => (await shown()).join(), "true,true");
});

test("a server for all addresses says such as other devices can open", async (player) => {
    const server = await new Server().start(0, "--listen", "0.0.0.0");
    try {
        const last = () => server.said.at(-1); // the address of this machine alone
        const one = await player({}, server);
        await one.go();
        await one.until(last, `http://127.0.0.1:${server.port}/`);
        for (const said of server.said) {
            equal(/^http:\/\/[1-9][0-9.]+:[0-9]+\/$/.test(said), true, said);
            server.address = new URL(said).origin;
            await one.go();
            await one.page.locator(".board [role=gridcell]").first().waitFor();
        }
        // Chromium's remark that over plain HTTP this header does nothing
        one.errors = one.errors.filter((text) => !text.startsWith("The Cross-Origin-Opener-Policy header"));
    } finally {
        await server.stop();
    }
});

test("a result whose reason the game does not tell is not explained", async (player) => {
    const one = await player();
    const game = (tags, result) => ({ rules: "chess", pgn: `${tags}[Result "${result}"]\n\n1. e4 e5 2. Nf3 Nc6 ${result}\n` });
    for (const [tags, result, text] of [
        ["", "1-0", "White wins; the record does not say by which rule"],
        ['[Termination "Abandoned"]\n', "0-1", "Black wins; the record does not say by which rule"],
        ["", "1/2-1/2", "Draw; the record does not say by which rule"],
        ['[Termination "Time forfeit"]\n', "1-0", "White wins on time (6.9)"]]) {
        const { id } = await one.make(game(tags, result));
        await one.status(text);
        const pgn = await one.page.evaluate(async (which) => (await fetch(`/api/games/${which}/pgn`)).text(), id);
        equal(pgn.trim().endsWith(`Nc6 ${result}`), true, pgn);
    }
});

test("COMP 250's rules choose its coordinates, and its history goes out", async (player) => {
    const one = await player();
    await one.make({ rules: "king-capture" });
    equal(await one.page.locator(".style select").inputValue(), "xy");
    await one.type("4 6 4 4");
    await one.at(1);
    await one.page.getByRole("button", { name: "Export" }).click();
    equal(await one.page.getByRole("textbox", { name: "History (COMP 250)" }).inputValue(), "WHITE\u2659 at 4, 6 to 4, 4");
});

test("a game that is not here says so, without a board or anything to press that does nothing", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.go("#/game/123");
    await one.page.getByRole("heading", { name: "There is no such game here." }).waitFor();
    equal(await one.page.locator("main :is(button, input, .board, .score)").count(), 0);
    await axe(one, "no such game");
    await one.page.locator("main").getByRole("link", { name: "New game" }).click();
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    one.errors = one.errors.filter((text) => !/404/.test(text));
});
