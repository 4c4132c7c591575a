// test_study.mjs: games from files: faulty ones open, variations and comments are shown, made and kept.
import { equal, test } from "../harness.mjs";
import { axe } from "../axe.mjs";

const ANNOTATED = `[Event "Study"]
[White "Anna"]
[Black "Ben"]
[Result "*"]

{Two knights} 1. e4 {[%clk 0:05:00] [%eval 0.3] king's pawn} e5 {[%clk 0:04:58] [%eval 0.2]} (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6 $1)
2. Nf3 $1 {[%csl Gf3][%cal Gf3e5] [%clk 0:04:50] [%eval 0.4] develops} Nc6 {[%clk 0:04:40] [%eval 0.35]} *
`;
const FAULTY = `[Event "x"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Ke3 a6 4. O-O 1-0
`;
const MATED = `[Event "y"]
[White "C"]
[Black "D"]
[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4# 1/2-1/2
`;

async function open(one, text) {
    await one.go("#/open");
    await one.put(one.page.getByLabel("FEN, PGN or Lab 3 config"), text);
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
}

test("a line of moves without tags has no fault; one that is not legal has its own", async (player) => {
    const one = await player();
    await open(one, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
    await one.at(6);
    await one.page.locator(".move", { hasText: "a6" }).waitFor();
    await open(one, "1. e4 e5 2. Ke3");
    await one.page.locator(".fault").first().waitFor();
    equal(await one.page.locator(".fault").count(), 1);
    await one.message("The king on e1 cannot move to e3");
});

test("a game with an illegal move opens at the fault, the refused move drawn with its reason", async (player) => {
    const one = await player({ bypassCSP: true });
    await open(one, FAULTY);
    await one.at(4);
    await one.message("The king on e1 cannot move to e3: a king does not move that way. (Laws, 3.8");
    await one.has("e3", "bad-move");
    await one.page.locator(".arrow.refused").waitFor();
    await one.page.locator(".raw", { hasText: "Ke3 a6 4. O-O" }).waitFor(); // the text after the fault is shown
    equal(await one.page.locator(".raw s").textContent(), "Ke3"); // and only what was refused is struck out
    equal(await one.page.evaluate(() => {
        const [list, raw] = [".moves", ".raw"].map((name) => document.querySelector(name).getBoundingClientRect());
        return raw.top >= list.top && raw.bottom <= list.bottom;
    }), true, "and in sight:");
    await one.status("After Black's move 2 of 2"); // the record's result belongs behind what could not be read
    await one.page.getByText("in this game").waitFor();
    await one.page.locator(".rewind button").first().click();
    await one.at(0);
    await one.page.locator(".fault", { hasText: "Ke3" }).click();
    await one.at(4);
    await one.page.locator(".fault-place", { hasText: "Line 6, column 24" }).waitFor();
    await axe(one, "faults");
    await one.shot("faulty");
});

test("a list marks faulty games; a result that contradicts the board is told", async (player) => {
    const one = await player();
    await open(one, `${FAULTY}\n${ANNOTATED}\n${MATED}`);
    const rows = one.page.locator(".games .row");
    await rows.nth(2).waitFor();
    await one.until(async () => (await one.page.locator(".faulty").count()), 2);
    equal(await rows.nth(0).locator(".faulty").count(), 1);
    equal(await rows.nth(1).locator(".faulty").count(), 0);
    await rows.nth(2).click();
    await one.status("Black wins by checkmate (5.1.1)");
    await one.page.locator(".fault", { hasText: "the result is 1/2-1/2, the board says 0-1" }).waitFor();
    await one.page.getByRole("link", { name: "Game 3 of 3" }).click();
    await one.page.getByLabel("Find a player or an event").fill("anna");
    await one.until(() => rows.count(), 1);
    await rows.first().click();
    await one.at(4);
    await one.page.getByRole("link", { name: "Game 2 of 3" }).click(); // the search text must still be there
    await one.until(() => one.page.getByLabel("Find a player or an event").inputValue(), "anna");
    equal(await rows.count(), 1);
});

test("a list that was left while its games were checked, by a server that was busy, is marked on return", async (player) => {
    const one = await player();
    let left;
    const free = new Promise((resolve) => { left = resolve; });
    let asked = 0;
    await one.page.route("**/api/check", async (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
        await free;
        return route.fulfill({ status: 429, contentType: "application/problem+json", body: "{}" });
    });
    await open(one, `${FAULTY}\n${ANNOTATED}\n${MATED}`);
    const rows = one.page.locator(".games .row");
    await rows.nth(1).click();
    await one.at(4);
    await one.page.getByRole("link", { name: "Game 2 of 3" }).click();
    await rows.nth(2).waitFor();
    left();
    await one.until(async () => (await one.page.locator(".faulty").count()), 2);
    one.errors.length = 0; // the 429
});

test("files of the wild: NULs behind a result, a position without a king, forms that are not written so", async (player) => {
    const one = await player();
    const wild = '[Event "x"]\n[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\u0000\u0000\n';
    await open(one, `${wild}\n[Event "y"]\n[Result "*"]\n\n1. b4 e6 2. bb5 exd6 *\n`);
    await one.until(async () => (await one.page.locator(".faulty").count()), 2); // both were checked
    await one.page.locator(".games .row").first().click();
    await one.page.locator(".move", { hasText: "e5" }).waitFor();
    await one.page.locator(".fault").first().waitFor();
    await one.page.getByRole("button", { name: "Play on from here" }).click();
    await one.page.locator("main[data-ready^='#/game/']").waitFor({ state: "attached" });
    await one.stands("e5", "black pawn");
    await open(one, '[Event "y"]\n[Result "*"]\n\n1. b4 e6 2. bb5 e5 *\n');
    await one.page.locator(".fault", { hasText: "bb5" }).waitFor();
    equal(await one.page.locator(".fault span:last-child").allTextContents(), ["bb5: bb5 is written b5."]);
    await open(one, '[Event "z"]\n[Result "*"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb1 *\n');
    await one.message("The FEN tag is no position to play from: Black has no king"); // said when the list is there
    equal(await one.page.locator(".fault", { hasText: "Black has no king" }).count(), 1);
});

test("where a record has a result and no rule ends the game, that is said", async (player) => {
    const one = await player();
    for (const [tag, said] of [['[Termination "Time forfeit"]\n', "which says: Time forfeit"], ["", "which does not say why"]]) {
        await open(one, `[White "A"]\n[Black "B"]\n[Result "1-0"]\n${tag}\n1. e4 e5 2. Nf3 1-0\n`);
        await one.status("1-0: the record gives White the win");
        await one.page.locator(".heading .why").click();
        await one.page.locator(".explanation", { hasText: said }).waitFor();
        equal(await one.page.locator(".explanation", { hasText: "The game goes on" }).count(), 0);
    }
});

test("the clock of one side is shown where the record has no other", async (player) => {
    const one = await player();
    await open(one, '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} *\n');
    await one.at(2);
    await one.page.keyboard.press("ArrowLeft");
    await one.at(1);
    equal(await one.page.locator(".clock:visible").allTextContents(), ["10:00"]);
    await one.page.keyboard.press("ArrowRight");
    await one.at(2);
    equal((await one.page.locator(".clock:visible").allTextContents()).sort(), ["10:00", "9:58"]);
});

test("a list of long games in Cyrillic is marked, too", async (player) => {
    const one = await player();
    const long = `1. e4 {${"шах и мат ".repeat(9000)}} e4 *`;
    await open(one, ["A", "B"].map((name) => `[White "${name}"]\n\n${long}\n`).join("\n"));
    await one.until(async () => (await one.page.locator(".faulty").count()), 2);
});

test("a game that ended by a fivefold repetition says so in a study", async (player) => {
    const one = await player();
    await open(one, `[Result "1/2-1/2"]\n\n${Array.from({ length: 8 }, (_, at) => `${at + 1}. ${at % 2 ? "Ng1 Ng8" : "Nf3 Nf6"}`).join(" ")} 1/2-1/2\n`);
    await one.status("Draw by fivefold repetition (9.6.1)");
    await one.page.locator(".rewind button").nth(1).click();
    await one.status("After White's move 8 of 8");
});

test("variations, comments, signs, marks, clocks and evaluations are shown", async (player) => {
    const one = await player({ bypassCSP: true });
    await open(one, ANNOTATED);
    await one.at(4);
    await one.page.getByText("king's pawn").waitFor();
    await one.page.getByText("Two knights").waitFor();
    equal(await one.page.locator(".variation > .move").allTextContents(), ["1… c5", "2. Nf3", "2. Nc3", "Nc6", "2… d6!"]);
    await one.page.locator(".moves > li > .move", { hasText: "Nf3!" }).click();
    await one.at(3);
    equal(await one.page.locator(".arrows .mark").count(), 2);
    await one.page.getByRole("img", { name: "Evaluation by move" }).waitFor();
    await one.until(() => one.page.locator(".strip.white .clock").textContent(), "4:50");
    await one.page.getByText("King's Knight Opening").waitFor();
    await axe(one, "study");
    if (!process.env.FIREFOX) { // Firefox cannot be set to a theme here
        await one.page.emulateMedia({ colorScheme: "dark" }); // a sign is as light as the theme is dark
        await one.until(() => one.page.locator(".variation .nag").first().evaluate((sign) => getComputedStyle(sign).color), "rgb(127, 211, 155)");
    }
    await one.page.locator(".variation .move", { hasText: "Nc3" }).click();
    await one.stands("c3", "white knight");
    await one.status("Variation, after White's move 2");
    const [shown, around] = await one.page.locator(".variation .move[aria-current]").evaluate((move) => [move, move.parentElement].map((each) => getComputedStyle(each).color));
    equal(shown === around, false, "the move on the board can be read on its ground:");
    await one.page.locator("body").press("ArrowUp"); // the move beside it
    await one.stands("f3", "white knight");
    await one.shot("study");
});

test("a study is made by playing on, and goes out as PGN", async (player) => {
    const one = await player();
    await open(one, ANNOTATED);
    await one.at(4);
    const pgn = async () => {
        await one.page.getByRole("button", { name: "Export" }).click();
        const text = await one.page.getByRole("textbox", { name: "PGN" }).inputValue();
        await one.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
        return text;
    };
    equal(await pgn(), ANNOTATED); // as it came in
    await one.page.locator(".rewind button").first().click();
    await one.at(0);
    await one.move("d2", "d4");
    await one.page.locator(".variation .move", { hasText: "1. d4" }).waitFor();
    await one.stands("d4", "white pawn");
    await one.move("d7", "d5");
    await one.page.locator(".variation", { hasText: "d5" }).first().waitFor();
    await one.page.getByText("Comments, signs and marks").click();
    await one.page.getByLabel("Comment on this move").fill("closed game");
    await one.page.getByRole("button", { name: "Interesting move" }).click();
    await one.page.locator(".variation .move", { hasText: "d5!?" }).waitFor();
    await one.page.locator(".variation .comment", { hasText: "closed game" }).waitFor();
    const [x, y] = await one.middle("d5");
    await one.page.mouse.move(x, y);
    await one.page.mouse.down({ button: "right" });
    await one.page.mouse.move(...await one.middle("d4"), { steps: 3 });
    await one.page.mouse.up({ button: "right" });
    await one.page.locator(".arrows .mark-G").waitFor();
    await one.until(async () => (await pgn()).includes("[%cal Gd5d4]"), true);
    await one.page.getByRole("button", { name: "Make it the main line" }).click();
    await one.page.locator(".moves > li > .move", { hasText: "d5!?" }).waitFor();
    const text = (await pgn()).replace(/\s+/g, " ");
    equal(/1\. d4 \(1\. e4 .*\) 1\.\.\. d5 \$5 \{\[%cal Gd5d4\] closed game\}/s.test(text), true, text);
    equal(text.includes("[%clk 0:05:00] [%eval 0.3] king's pawn"), true, "kept:");
    await one.page.getByRole("button", { name: "Delete from here" }).click();
    await one.at(1);
    equal((await pgn()).includes("closed game"), false);
    await one.page.reload(); // and the tab keeps it
    await one.at(1);
    equal((await pgn()).includes("closed game"), false);
    equal((await pgn()).includes("1. d4"), true);
});

test("a comment is kept while it is typed, and who goes on meanwhile is not brought back", async (player) => {
    const one = await player();
    await open(one, "1. e4 e5 2. Nf3 *");
    await one.at(3);
    await one.page.getByText("Comments, signs and marks").click();
    let release;
    const gate = new Promise((resolve) => { release = resolve; });
    await one.page.route("**/api/tree", async (route) => {
        await gate;
        await route.continue();
    });
    const field = one.page.getByLabel("Comment on this move");
    await field.fill("develops");
    await one.page.getByRole("button", { name: "One move back" }).click();
    await one.at(2);
    release();
    await one.page.locator(".comment", { hasText: "develops" }).waitFor();
    await one.at(2);
    await field.fill("the same");
    await one.page.locator(".comment", { hasText: "the same" }).waitFor(); // the field still has the focus
    equal(await field.evaluate((each) => each === document.activeElement && each.value), "the same");
});

test("by touch a pen is chosen, and the finger draws", async (player) => {
    const one = await player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await open(one, ANNOTATED);
    await one.at(4);
    await one.page.getByText("Comments, signs and marks").tap();
    await one.page.getByRole("button", { name: "Red pen" }).tap();
    await one.tap("e4");
    await one.page.locator(".arrows .mark-R").waitFor();
    await one.at(4);
});

test("a study is played on from, also from a variation", async (player) => {
    const one = await player();
    await open(one, ANNOTATED);
    await one.at(4);
    await one.page.locator(".variation .move", { hasText: "c5" }).click();
    await one.stands("c5", "black pawn");
    await one.page.getByRole("button", { name: "Play on from here" }).click();
    await one.status("White to move");
    await one.at(2);
    equal(await one.page.locator(".move").allTextContents(), ["e4", "c5"]);
    await one.move("g1", "f3");
    await one.at(3);
    await one.page.getByRole("button", { name: "Study" }).click(); // and back into a study
    await one.page.locator(".annotate").waitFor();
    await one.at(3);
});

test("board and game go out as pictures", async (player) => {
    const one = await player();
    await one.make({ rules: "capablanca", fen: "start", moves: "e2e4 e7e5" });
    await one.page.getByRole("button", { name: "Export" }).click();
    const saved = async (name) => (await one.saved(one.page.getByRole("button", { name }))).bytes;
    equal((await saved("Picture (SVG)")).toString().startsWith("<svg"), true);
    equal((await saved("Picture (PNG)")).subarray(1, 4).toString(), "PNG");
    const film = await saved("Moving picture (GIF)");
    const decoded = await one.page.evaluate(async (bytes) => { // by the browser's own reader
        const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
        await decoder.completed;
        const { image } = await decoder.decode({ frameIndex: 2 });
        const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
        return [frameCount, repetitionCount, image.displayWidth / image.displayHeight > 1, image.duration];
    }, [...film]);
    equal(decoded, [3, null, true, 4000000]); // null: Infinity, as JSON has it
});
