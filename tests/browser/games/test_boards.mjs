// test_boards.mjs: boards of other sizes, other rule sets, the set-up editor, coordinates.
import { equal, test } from "../harness.mjs";

async function resize(one, files, ranks) {
    await one.page.getByLabel("Columns").fill(String(files));
    await one.page.getByLabel("Columns").press("Enter");
    await one.page.getByLabel("Rows").fill(String(ranks));
    await one.page.getByLabel("Rows").press("Enter");
}

const put = async (one, name, ...squares) => {
    await one.page.getByRole("radio", { name, exact: true }).check({ force: true });
    for (const square of squares) await one.click(square);
};

test("a 4x5 board is set up by mouse and played", async (player) => {
    const one = await player();
    await one.go("#/setup");
    await one.page.getByRole("button", { name: "Empty", exact: true }).click();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("lab");
    await resize(one, 4, 5);
    await put(one, "white king", "d1");
    await put(one, "white rook", "a1");
    await put(one, "black king", "a5");
    await put(one, "black pawn", "c2", "b3");
    await one.click("b3"); // the same square again empties it
    await one.page.getByText("This position can be played.").waitFor();
    equal(await one.page.getByLabel("FEN").inputValue(), "k3/4/4/2p1/R2K w - - 0 1");
    await one.shot("editor");
    await one.page.getByRole("button", { name: "Play this position" }).click();
    await one.status("White to move · check");
    equal(await one.page.locator(".board [role=gridcell]").count(), 20);
    await one.shot("board-4x5");
    await one.move("d1", "c2");
    await one.at(1);
    await one.stands("c2", "white king");
});

test("faults of a set-up are shown", async (player) => {
    const one = await player();
    await one.go("#/setup");
    await one.page.getByRole("button", { name: "Empty", exact: true }).click();
    await one.page.locator(".faults:not(.fine) li").first().waitFor();
    equal(await one.page.getByRole("button", { name: "Play this position" }).isDisabled(), true);
    // By keyboard: letters on squares.
    await one.cell("a1").focus();
    await one.page.keyboard.press("Shift+K");
    for (let i = 0; i < 7; i += 1) await one.page.keyboard.press("ArrowRight");
    await one.page.keyboard.press("k");
    await one.page.getByText("This position can be played.").waitFor();
    equal(await one.page.getByLabel("FEN").inputValue(), "8/8/8/8/8/8/8/K6k w - - 0 1");
    await one.page.keyboard.press("Delete");
    await one.page.locator(".faults:not(.fine) li").first().waitFor();
    await one.shot("editor-faults");
    await one.page.getByLabel("FEN").fill("8/8/3x");
    await one.page.getByLabel("FEN").press("Enter");
    await one.page.locator(".faults:not(.fine) li").first().waitFor();
});

test("a 12x10 board with two-digit ranks", async (player) => {
    const one = await player();
    await one.make({ rules: "lab", fen: "rnbqkbnrqqnn/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/"
        + "RNBQKBNRQQNN w - - 0 1" });
    equal(await one.page.locator(".board [role=gridcell]").count(), 120);
    await one.move("l1", "k3");
    await one.at(1);
    await one.stands("k3", "white knight");
    await one.move("j9", "j7");
    await one.at(2);
    await one.type("k3j5");
    await one.at(3);
    await one.shot("board-12x10");
    await one.page.getByRole("button", { name: "Flip" }).click();
    const [x] = await one.middle("a1");
    const [toX] = await one.middle("l1");
    equal(x > toX, true, "flipped:");
});

test("the smallest and the largest board", async (player) => {
    const one = await player();
    await one.make({ rules: "lab", fen: "K w - - 0 1" });
    equal(await one.page.locator(".board [role=gridcell]").count(), 1);
    await one.click("a1");
    await one.message("no legal move");
    await one.make({ rules: "lab", fen: `${"32/".repeat(31)}KQ30 w - - 0 1` });
    equal(await one.page.locator(".board [role=gridcell]").count(), 1024);
    await one.move("b1", "af31");
    await one.at(1);
    await one.stands("af31", "white queen");
    await one.shot("board-32x32");
});

test("COMP 250: king capture, x and y, history texts", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("king-capture");
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
    await one.choose("Coordinates", "xy");
    const label = await one.cell("e2").getAttribute("aria-label");
    equal(label.startsWith("4, 6, white pawn"), true, label);
    // The king walks into check and is taken.
    const moves = [["e2", "e4"], ["e7", "e5"], ["d1", "h5"], ["e8", "e7"], ["h5", "e5"],
                   ["a7", "a6"], ["e5", "e7"]];
    for (const [index, [from, to]] of moves.entries()) {
        await one.move(from, to);
        await one.at(index + 1);
    }
    await one.page.locator("h1.status", { hasText: "White wins" }).waitFor();
    const texts = (await one.page.locator(".move").allTextContents()).flatMap((text) => text.split("\n"));
    equal(texts, ["WHITE♙ at 4, 6 to 4, 4", "BLACK♟ at 4, 1 to 4, 3", "WHITE♕ at 3, 7 to 7, 3",
                  "BLACK♚ at 4, 0 to 4, 1", "WHITE♕ at 7, 3 captures ♟ at 4, 3",
                  "BLACK is in check", "BLACK♟ at 0, 1 to 0, 2", "BLACK is in check",
                  "WHITE♕ at 4, 3 captures ♚ at 4, 1", "WHITE has won"]);
    equal((await one.page.locator(".ending").getByRole("region", { name: "Every move of the game" }).textContent()).split("\n"), texts,
          "the ending card prints them:");
    await one.until(() => one.page.locator(".moves").evaluate((list) => {
        const [box, all] = [list.querySelector("[aria-current]").getBoundingClientRect(), list.getBoundingClientRect()];
        return box.top >= all.top && box.bottom <= all.bottom;
    }), true, "the last move is in sight beside the card:");
    await one.shot("king-capture");
});

test("coordinates in the style of each handout", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const labels = async () => {
        const all = await one.page.locator(".labels text").allTextContents();
        return `${all[0]} ${all[7]} ${all[8]} ${all[15]}`;
    };
    const styles = { a1: "a h 8 1", rc: "0 7 0 7", xy: "0 7 0 7", n1: "1 8 8 1" };
    for (const [style, wanted] of Object.entries(styles)) {
        await one.choose("Coordinates", style);
        equal(await labels(), wanted, style);
    }
    await one.choose("Coordinates", "rc");
    await one.move("e2", "e4");
    await one.at(1);
    equal(await one.page.locator(".move").allTextContents(), ["6 4 4 4"]);
    await one.type("1 4 3 4"); // and moves are typed as they are written
    await one.at(2);
    await one.stands("e5", "black pawn");
    await one.choose("Coordinates", "xy");
    await one.type("6, 7, 5, 5");
    await one.at(3);
    await one.stands("f3", "white knight");
    await one.choose("Coordinates", "rc");
    equal((await one.cell("a8").getAttribute("aria-label")).startsWith("0, 0, black rook"), true);
});

test("a rule set of one's own, with its own pieces", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("own");
    const text = one.page.getByLabel("Rule set");
    await text.fill("name = mine\nbord = 5x5");
    await one.page.locator(".faults", { hasText: "Line 2" }).waitFor();
    await text.fill("name = mine\ntitle = Chargers\nparent = chess\nboard = 5x5\n"
        + "start = cnbqk/ppppp/5/PPPPP/CNBQK\npiece c charger = leap 1,2 slide 1,0 value 8.5\n"
        + "double-step = no\nen-passant = no\ncastling = no\n");
    await one.page.locator(".faults:empty").waitFor({ state: "attached" });
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
    await one.move("a1", "b3");
    await one.at(1);
    await one.page.locator(".piece-letter", { hasText: "C" }).first().waitFor();
    await one.stands("b3", "white charger");
    await one.shot("own-pieces");
    const two = await player(); // another player, who has not written the rules, sees the names as well
    await two.go(new URL(one.page.url()).hash);
    await two.stands("b3", "white charger");
    await two.page.getByRole("link", { name: "Edit" }).click();
    await two.page.getByText("This position can be played.").waitFor();
    equal(await two.page.getByLabel("Rules", { exact: true }).inputValue(), "own");
    await one.page.getByRole("link", { name: "Edit" }).click(); // goes on in the editor
    await one.page.getByText("This position can be played.").waitFor();
    await put(one, "black charger", "a5", "c3");
    await one.until(() => one.page.getByLabel("FEN").inputValue(),
                    "1nbqk/ppppp/1Cc2/PPPPP/1NBQK b - - 0 1");
    await one.page.getByRole("button", { name: "Play this position" }).click();
    await one.status("Black to move");
    await one.stands("c3", "black charger");
});

test("the pieces of every shipped game are drawn, and said by their names", async (player) => {
    const one = await player();
    await one.make({ rules: "wolf" });
    await one.stands("b1", "white nightrider");
    await one.stands("f1", "white fox");
    equal(await one.page.locator(".piece-letter").count(), 0);
    await one.shot("wolf");
    await one.choose("Pieces", "letters");
    equal(await one.page.locator(".board .piece-letter").count(), 40);
    await one.go("#/open"); // all on small boards
    await one.page.evaluate(async () => {
        const { pieceGroup } = await import("./board/pieces.js");
        const { namesOf } = await import("./start/rules.js");
        document.documentElement.dataset.pieces = "drawn";
        const bare = [];
        for (const rule of await (await fetch("api/rules")).json())
            for (const { letter, name } of rule.kinds)
                if (pieceGroup(letter, namesOf(rule)).querySelector(".piece-letter")) bare.push(`${rule.name} ${name}`);
        if (bare.length > 0) throw new Error(`no drawing: ${bare}`);
    });
});

test("Chess960 starts from a shuffled row; a touch of the first page's board begins", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("chess960");
    const row = async () => Promise.all([..."abcdefgh"].map(async (file) =>
        (await one.cell(`${file}1`).getAttribute("aria-label")).split(" ").at(-1)));
    const seen = new Set();
    for (let i = 0; i < 8; i += 1) {
        await one.page.getByLabel("Rules", { exact: true }).selectOption(i % 2 ? "chess960" : "chess");
        const pieces = await row();
        seen.add(pieces.join());
        const [left, right] = [pieces.indexOf("rook"), pieces.lastIndexOf("rook")];
        const bishops = pieces.indexOf("bishop") + pieces.lastIndexOf("bishop");
        equal(pieces.indexOf("king") > left && pieces.indexOf("king") < right, true, `${pieces}`);
        equal(bishops % 2, 1, `${pieces}`);
    }
    equal(seen.size > 1, true, "shuffled:");
    const shown = await row();
    await one.click("e2");
    await one.status("White to move");
    await one.has("e2", "selected");
    equal(await row(), shown);
    await one.has("e4", "target");
});
