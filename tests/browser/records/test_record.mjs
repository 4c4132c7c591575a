// test_record.mjs: the move list, rewinding, undo and redo; games and positions in and out.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { equal, scratch, test } from "../harness.mjs";

const THREE = `[Event "First"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {a comment
[Site "not a tag"]
} 3. d4 1-0

[Event "Second"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "*"]

1. e4 e5 2. f4 exf4 *

[Event "Third"]
[White "Fool"]
[Black "Mate"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
`;

test("rewind by click, arrows, buttons and slider", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    for (const [index, move] of ["e4", "c5", "Nf3", "d6", "d4", "cxd4"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    await one.page.getByRole("button", { name: "c5" }).click();
    await one.at(2);
    await one.status("After Black's move 1 of 3");
    await one.stands("g1", "white knight");
    await one.click("g1"); // an earlier position is for looking
    await one.message("earlier position");
    await one.page.locator(".status").click();
    await one.page.keyboard.press("Tab");
    await one.page.locator("body").evaluate(() => document.activeElement.blur());
    await one.page.keyboard.press("ArrowRight");
    await one.at(3);
    await one.stands("f3", "white knight");
    await one.page.keyboard.press("Home");
    await one.at(0);
    await one.shot("rewound");
    await one.page.keyboard.press("End");
    await one.at(6);
    await one.page.getByRole("button", { name: "One move back" }).click();
    await one.at(5);
    await one.stands("c5", "black pawn");
    await one.page.getByRole("button", { name: "To the start" }).click();
    await one.at(0);
    await one.page.locator(".rewind input").fill("4");
    await one.at(4);
    await one.stands("d6", "black pawn");
    await one.stands("d4", "empty");
    await one.page.getByRole("button", { name: "To the end" }).click();
    await one.at(6);
    await one.page.getByLabel("Black has taken P").waitFor();
    await one.status("White to move");
    await one.click("e4"); // after a mouse click the arrow keys go through the game as well
    await one.page.keyboard.press("ArrowLeft");
    await one.page.keyboard.press("ArrowLeft");
    await one.at(4);
    await one.page.keyboard.press("End");
    await one.at(6);
    await one.page.keyboard.press("ArrowUp"); // and comes back to the squares
    await one.page.keyboard.press("ArrowLeft");
    await one.until(() => one.page.evaluate(() => document.activeElement.dataset.square), "d5");
    await one.at(6);
});

test("an old file in Latin-1, with a fault: names are right, and what is wrong is said", async (player) => {
    const one = await player();
    await one.go("#/open");
    await one.page.getByLabel("From a file").setInputFiles({
        name: "old.pgn", mimeType: "text/plain",
        buffer: Buffer.from('[White "M\xfcller"]\n[Black "Anna"]\n\n1. e4 c5 2. Ke3 1-0\n', "latin1"),
    });
    await one.at(2);
    await one.page.getByText("Müller").first().waitFor();
    await one.message("a king does not move that way");
    await one.page.getByText("Sicilian Defense (B20)").waitFor();
});

test("undo, redo and playing on from an earlier position", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    for (const [index, move] of ["e4", "e5", "Nf3"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    await one.page.getByRole("button", { name: "Undo" }).click();
    await one.at(2);
    await one.stands("g1", "white knight");
    await one.page.getByRole("button", { name: "Redo" }).click();
    await one.at(3);
    await one.page.getByRole("button", { name: "e4" }).click();
    await one.at(1);
    await one.page.getByRole("button", { name: "Play on from here" }).click();
    await one.status("Black to move");
    await one.move("c7", "c5");
    await one.at(2);
    equal(await one.page.locator(".move").allTextContents(), ["e4", "c5"]);
});

test("a PGN of many games is opened and gone through", async (player) => {
    const one = await player();
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(THREE.replace("Morphy", "Staunton")); // a name of its own: all tests share a server
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    const rows = one.page.locator(".games .row");
    await rows.nth(2).waitFor();
    equal(await rows.count(), 3);
    await one.shot("collection");
    await one.page.getByLabel("Find a player or an event").fill("anders");
    await one.until(() => rows.count(), 1);
    await rows.first().click();
    await one.at(4);
    equal(await one.page.locator(".move").allTextContents(), ["e4", "e5", "f4", "exf4"]);
    await one.page.locator(".strip.white", { hasText: "Anderssen" }).waitFor();
    await one.page.getByRole("button", { name: "Next game" }).click();
    await one.status("Black wins by checkmate (5.1.1)");
    await one.page.getByRole("button", { name: "Previous game" }).click();
    await one.page.getByRole("button", { name: "Previous game" }).click();
    await one.at(5);
    await one.page.locator(".strip.white", { hasText: "Staunton" }).waitFor();
    await one.shot("file");

    // The server keeps none of these games until somebody plays on.
    const kept = () => one.page.evaluate(async () => (await (await fetch("/api/games?limit=200")).json())
        .games.filter(({ white }) => ["Staunton", "Anderssen", "Fool"].includes(white)).map(({ white }) => white));
    const before = (await kept()).length;
    await one.page.getByRole("button", { name: "Nf3" }).click();
    await one.at(3);
    await one.stands("f3", "white knight");
    await one.page.getByRole("button", { name: "Play on from here" }).click();
    await one.status("Black to move");
    equal(await one.page.locator(".move").allTextContents(), ["e4", "e5", "Nf3"]);
    await one.move("b8", "c6");
    await one.at(4);
    equal((await kept()).length, before + 1, "games kept");
    await one.page.goBack();
    await one.page.getByText("Game 1 of 3").waitFor();
    await one.at(3); // where it was left
    await one.page.getByRole("button", { name: "One move back" }).click();
    await one.at(2);
    await one.page.reload(); // the file and the place in it are kept
    await one.page.getByText("Game 1 of 3").waitFor();
    await one.at(2);
    await one.page.getByRole("button", { name: "Next game" }).click();
    await one.page.getByText("Game 2 of 3").waitFor();
    await one.page.getByRole("link", { name: "Open", exact: true }).click();
    await one.page.reload();
    await one.until(() => rows.count(), 3);
    const two = await player(); // the file belongs to the first player's tab alone
    await two.go("#/file/1");
    await two.page.getByRole("heading", { name: "Open a game or a position" }).waitFor();
    equal(await two.page.locator(".games .row").count(), 0);
});

test("a browser that keeps no files says so", async (player) => {
    const one = await player();
    await one.page.addInitScript(() => { // as if storage were forbidden or the disk full
        IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
    });
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(THREE);
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.message("after a reload it must be opened again");
    equal(await one.page.locator(".games .row").count(), 3);
});

test("a file is dropped on the page", async (player) => {
    const one = await player();
    const cdp = await one.page.context().newCDPSession(one.page);
    const drop = async (name, text) => {
        const file = join(scratch, name);
        writeFileSync(file, text);
        const data = { items: [], files: [file], dragOperationsMask: 1 };
        for (const type of ["dragEnter", "dragOver", "drop"])
            await cdp.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
    };
    await one.go();
    await drop("position.fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n");
    await one.status("Black to move");
    await one.stands("e2", "white pawn");
    await drop("three.pgn", THREE);
    await one.page.locator(".games .row").nth(2).waitFor();
    await drop("one.pgn", "1. d4 d5 2. c4 *");
    await one.at(3);
    await drop("board.config", "10\n4 5\nw k 3 4\nb k 0 0\n~\nisValidScan\n");
    await one.until(() => one.page.locator(".game .board [role=gridcell]").count(), 20);
});

test("a file is opened; FEN and PGN go out as they came in", async (player) => {
    const one = await player({ permissions: ["clipboard-read", "clipboard-write"] });
    await one.go("#/open");
    await one.page.getByLabel("From a file").setInputFiles({
        name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(THREE.split("\n\n[")[0]) });
    await one.at(5);
    await one.page.getByRole("button", { name: "Export" }).click();
    await one.page.getByRole("button", { name: "Copy FEN" }).click();
    equal(await one.page.evaluate(() => navigator.clipboard.readText()),
          "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3");
    await one.page.getByRole("button", { name: "Copy PGN" }).click();
    const pgn = await one.page.evaluate(() => navigator.clipboard.readText());
    equal(pgn.trim(), THREE.split("\n\n[")[0]);
    await one.shot("export");
    const saved = await one.saved(one.page.getByText("Save as a file"));
    equal([saved.name.endsWith(".pgn"), saved.bytes.toString().trim()], [true, pgn.trim()]);
    await one.page.keyboard.press("Escape");

    await one.go("#/open");
    const text = one.page.getByLabel("FEN, PGN or Lab 3 config");
    await text.fill("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.page.locator("h1.status", { hasText: /[Dd]raw|stalemate/ }).waitFor();
});

test("a position pasted on any page is opened", async (player) => {
    const one = await player();
    await one.go();
    const paste = (text) => one.page.evaluate((data) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", data);
        const event = new Event("paste", { bubbles: true }); // Firefox makes no ClipboardEvent with data
        document.body.dispatchEvent(Object.defineProperty(event, "clipboardData", { value: clipboardData }));
    }, text);
    await paste("FEN: 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"); // as people write it
    await one.status("Black to move");
    await one.stands("e2", "white pawn");
    await paste("1. d4 d5 2. c4 *");
    await one.at(3);
});

test("a Lab 3 config is opened, and nonsense is refused in words", async (player) => {
    const one = await player();
    await one.go("#/open");
    const text = one.page.getByLabel("FEN, PGN or Lab 3 config");
    const open = one.page.getByRole("button", { name: "Open", exact: true });
    await text.fill("1. Ke3");
    await open.click();
    await one.message("a king does not move that way"); // of a game, as far as it can be read
    await one.go("#/open");
    await text.fill("10\n4 5\nw k 3 4\nb k 0 0\n~\nisValidScan\n");
    await open.click();
    await one.status("White to move");
    equal(await one.page.locator(".board [role=gridcell]").count(), 20);
    await one.stands("e1", "white king");
});
