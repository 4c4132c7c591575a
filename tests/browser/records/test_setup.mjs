// test_setup.mjs: the editor and the first page: castling as boxes, pieces dragged from the palette, faults
// shown where they are, games as cards, rule-set files.
import { equal, test } from "../harness.mjs";
import { axe } from "../axe.mjs";

const fen = (one) => one.page.getByLabel("FEN", { exact: true }).inputValue();

test("castling rights are boxes, preset for kings and rooks at home", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.go("#/setup");
    const box = (name) => one.page.getByLabel(name);
    await one.until(() => box("White may castle kingside").isChecked(), true);
    await one.cell("h1").focus();
    await one.page.keyboard.press("Delete");
    await one.until(() => fen(one), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    equal(await box("White may castle kingside").isDisabled(), true);
    await one.page.keyboard.press("R");
    await one.until(async () => (await fen(one)).includes(" w KQkq "), true);
    await box("Black may castle queenside").uncheck();
    await one.until(async () => (await fen(one)).includes(" w KQk "), true);
    await axe(one, "editor");
    await one.page.reload(); // what was set up is still there, and so is what was typed and not opened
    await one.until(async () => (await fen(one)).includes(" w KQk "), true);
    await one.page.getByRole("link", { name: "Open", exact: true }).click();
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("1. e4");
    await one.page.getByRole("link", { name: "Set up", exact: true }).click();
    await one.until(async () => (await fen(one)).includes(" w KQk "), true);
    await one.page.getByRole("link", { name: "Open", exact: true }).click();
    equal(await one.page.getByLabel("FEN, PGN or Lab 3 config").inputValue(), "1. e4");
});

test("a board of another size than the rules' says so, and which rules take it is a click away", async (player) => {
    const one = await player();
    await one.go("#/setup");
    await one.page.locator(".faults.fine").waitFor();
    await one.page.getByLabel("Columns", { exact: true }).fill("5");
    await one.page.keyboard.press("Tab");
    await one.page.locator(".faults", { hasText: "Chess by the FIDE Laws is played on 8x8." }).waitFor();
    await one.page.locator(".faults").getByRole("button", { name: "Chess on any board" }).click();
    await one.page.locator(".faults.fine").waitFor();
    equal((await fen(one)).split(" ").slice(0, 3), ["rnbqk/ppppp/5/5/5/5/PPPPP/RNBQK", "w", "-"]);
});

test("pieces are dragged from the palette to the board", async (player) => {
    const one = await player();
    await one.go("#/setup");
    await one.page.getByRole("button", { name: "Empty", exact: true }).click();
    await one.cell("e4").waitFor();
    const queen = one.page.locator(".brush", { has: one.page.getByLabel("white queen") });
    await queen.scrollIntoViewIfNeeded();
    const from = await queen.boundingBox();
    await one.page.mouse.move(from.x + 10, from.y + 10);
    await one.page.mouse.down();
    await one.page.mouse.move(...await one.middle("e4"), { steps: 4 });
    await one.page.mouse.up();
    await one.stands("e4", "white queen");
});

test("why is this set-up impossible: the squares are marked", async (player) => {
    const one = await player();
    await one.go("#/setup");
    await one.page.getByLabel("FEN", { exact: true }).fill("4k3/8/8/8/8/8/8/P3R1K1 w - - 0 1");
    await one.page.keyboard.press("Enter");
    const tint = (square) => one.cell(square).evaluate((cell) => cell.dataset.tint ?? "");
    await one.until(() => tint("e8"), "why-check");
    equal([await tint("a1"), await tint("e1"), await tint("g1")], ["why-check", "why-check", ""]); // of both faults
    await one.page.setViewportSize({ width: 1280, height: 600 });
    const [panel, said] = await Promise.all([".panel", ".faults li"].map((name) => one.page.locator(name).first().boundingBox()));
    equal(said.y + said.height <= panel.y + panel.height, true, `what is wrong is in sight, ${said.y} in ${panel.y + panel.height}:`);
    const play = await one.page.getByRole("button", { name: "Play this position" }).boundingBox();
    equal(play.y + play.height <= panel.y + panel.height, true, `and so is what follows from it, ${play.y}:`);
    await one.shot("impossible");
});

test("games are cards with small boards; what is special is told", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.go("#/");
    await one.page.getByRole("button", { name: "All games …" }).click();
    const cards = one.page.locator(".game-card");
    await cards.first().waitFor();
    equal(await cards.count() > 30, true, "cards:");
    equal(await one.page.locator(".game-card .mini").count(), await cards.count());
    await axe(one, "games");
    await one.shot("cards");
    await one.page.getByLabel("Find a game").fill("atomic");
    await one.until(() => cards.count(), 1);
    await cards.first().click();
    await one.page.getByText("How it is played").click();
    await one.page.getByText("A capture explodes").waitFor();
    // The rules are also shown beside a game, for players who came by a link.
    for (const [wanted, told] of [[{ rules: "atomic" }, "A capture explodes"], [{ rules_text: "name = mine\nparent = crazyhouse\n" }, "What is taken changes sides"]]) {
        await one.make(wanted);
        await one.page.getByText("How it is played").click();
        await one.page.locator(".panel .told", { hasText: told }).waitFor();
    }
    await one.make({ rules: "chess" });
    equal(await one.page.getByText("How it is played").isVisible(), false);
});

test("a dropped rule-set file becomes a rule set of one's own, and greets without an error", async (player) => {
    const one = await player();
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("name = tiny\ntitle = Tiny chess\nparent = gardner\n");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.until(() => one.page.locator(".home [role=gridcell]").count(), 25);
    equal(await one.page.locator(".faults li").count(), 0);
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
});

test("a position of a study, or one that was set up, is played against the engine", async (player) => {
    const one = await player();
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("1. e4 e5 2. Nf3 *");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.at(3);
    await one.page.getByRole("button", { name: "Play against …" }).click();
    await one.page.getByText("The game begins with the position on the board.").waitFor();
    await one.page.getByRole("radio", { name: "Engine" }).check();
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.at(4); // the engine has answered
    await one.status("White to move");
    await one.go("#/setup");
    await one.page.getByLabel("FEN", { exact: true }).fill("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1");
    await one.page.keyboard.press("Enter");
    await one.until(() => one.cell("e1").getAttribute("aria-label"), "e1, empty");
    await one.page.getByRole("button", { name: "Play against …" }).click();
    await one.page.getByText("The game begins with the position on the board.").waitFor();
    await one.page.getByRole("radio", { name: "Engine" }).check();
    await one.page.getByLabel("Clock").selectOption("60+0");
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.at(1); // the engine has Black, which is to move
    await one.stands("a1", "white rook");
    equal(await one.page.locator(".clock:visible").count(), 2);
});

test("boards and pieces have looks, kept over a reload", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const dark = () => one.cell("a1").locator(".ground").evaluate((rect) => getComputedStyle(rect).fill);
    const wood = await dark();
    await one.choose("Board", "green");
    equal(await dark() !== wood, true, "another board:");
    await one.choose("Pieces", "letters");
    await one.until(() => one.page.locator(".pieces .piece-letter").count(), 32);
    await one.page.reload();
    await one.until(() => one.page.locator(".pieces .piece-letter").count(), 32);
    await one.stands("e1", "white king");
});
