// test_whole_games.mjs: whole games by mouse, by touch and by keyboard alone; castling, en passant and
// promotion; what a refused move shows.
import { equal, test } from "../harness.mjs";

const SCHOLAR = [["e2", "e4"], ["e7", "e5"], ["d1", "h5"], ["b8", "c6"], ["f1", "c4"], ["g8", "f6"],
                 ["h5", "f7"]];

test("a whole game by mouse, clicking and dragging", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
    await one.shot("start");
    await one.click("g1");
    await one.has("g1", "selected");
    for (const square of ["f3", "h3"]) await one.has(square, "target");
    await one.hasNot("e2", "target");
    const fill = (square) => one.cell(square).locator(".tint")
        .evaluate((tint) => getComputedStyle(tint).fill);
    equal(await fill("g1"), "rgb(76, 143, 232)", "selected is blue:");
    equal(await fill("f3"), "rgb(88, 173, 92)", "targets are green:");
    await one.shot("selected");
    await one.click("g1");
    await one.hasNot("g1", "selected");
    for (const [index, [from, to]] of SCHOLAR.entries()) {
        if (index % 2 === 0) await one.move(from, to);
        else await one.drag(from, to);
        await one.at(index + 1);
        await one.has(to, "last");
    }
    await one.status("White wins by checkmate (5.1.1)");
    await one.has("e8", "check");
    await one.click("e8");
    await one.message(/^The game is over: White wins by checkmate \(5\.1\.1\)\.$/);
    await one.shot("mate");
});

test("a whole game by touch", async (player) => {
    const one = await player({ viewport: { width: 390, height: 844 }, hasTouch: true,
                               isMobile: true, deviceScaleFactor: 2 });
    await one.go();
    await one.page.getByRole("button", { name: "Play", exact: true }).tap();
    await one.status("White to move");
    for (const [index, [from, to]] of SCHOLAR.entries()) {
        await one.move(from, to, true);
        await one.at(index + 1);
        if (index === 1) await one.shot("phone");
    }
    await one.status("White wins by checkmate (5.1.1)");
    const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    equal(wide <= 0, true, "nothing sticks out:");
});

test("a whole game by keyboard alone", async (player) => {
    const one = await player();
    const press = async (...keys) => { for (const key of keys) await one.page.keyboard.press(key); };
    const tabTo = async (reached) => {
        for (let i = 0; i < 40; i += 1) {
            await press("Tab");
            if (await one.page.evaluate(reached)) return;
        }
        throw new Error("the Tab key does not lead there");
    };
    await one.go();
    await tabTo(() => document.activeElement.textContent === "Play");
    await press("Enter");
    await one.status("White to move");
    await tabTo(() => document.activeElement.closest?.("[role=grid]") !== null);
    await press("Home", "PageDown", "ArrowUp", ..."12345".split("").map(() => "ArrowRight"));
    equal(await one.page.evaluate(() => document.activeElement.dataset.square), "f2");
    await press("Enter");
    await one.has("f3", "target");
    await press("ArrowUp");
    await press("Enter");
    await one.at(1);
    await press("PageUp", "ArrowDown", "ArrowLeft");
    equal(await one.page.evaluate(() => document.activeElement.dataset.square), "e7");
    await press(" ");
    await one.has("e5", "target");
    await press("Escape");
    await one.hasNot("e7", "selected");
    await press(" ");
    await one.has("e5", "target");
    await press("ArrowDown", "ArrowDown", " ");
    await one.at(2);
    await one.shot("keyboard");
    await press("g", "4"); // letters on the board go to the box
    equal(await one.page.evaluate(() => document.activeElement.value), "g4");
    await press("Enter");
    await one.at(3);
    await one.page.keyboard.type("d8h4");
    await press("Enter");
    await one.status("Black wins by checkmate (5.1.1)");
    const spoken = await one.page.locator(".unseen").textContent();
    equal(spoken.includes("Qh4#"), true, `spoken "${spoken}":`);
});

test("castling on both sides", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
    await one.click("e1");
    for (const square of ["c1", "g1"]) await one.has(square, "target");
    await one.click("g1");
    await one.at(1);
    await one.stands("f1", "white rook");
    await one.drag("e8", "c8");
    await one.at(2);
    await one.stands("d8", "black rook");
    await one.stands("c8", "black king");
    equal(await one.page.locator(".move").allTextContents(), ["O-O", "O-O-O"]);
});

test("castling in Chess960 by putting the king on its rook", async (player) => {
    const one = await player();
    await one.make({ rules: "chess960", fen: "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1" });
    await one.move("e1", "g1");
    await one.at(1);
    await one.stands("g1", "white king");
    await one.stands("f1", "white rook");
});

test("en passant", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1" });
    await one.move("d7", "d5");
    await one.at(1);
    await one.click("e5");
    await one.has("d6", "capture");
    await one.click("d6");
    await one.at(2);
    await one.stands("d5", "empty");
    await one.page.getByLabel("White has taken p").waitFor();
});

test("promotion by picker, by key, and thought better of", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "7k/P7/8/8/8/8/p7/7K w - - 0 1" });
    const picker = one.page.locator("dialog.promotion");
    await one.move("a7", "a8");
    await picker.waitFor();
    await one.shot("promotion");
    await one.page.keyboard.press("Escape");
    await one.stands("a7", "white pawn");
    await one.move("a7", "a8");
    await picker.getByRole("button", { name: "white knight" }).click();
    await one.at(1);
    await one.stands("a8", "white knight");
    await one.move("a2", "a1");
    await picker.waitFor();
    await one.page.keyboard.press("r");
    await one.at(2);
    await one.stands("a1", "black rook");
});

test("a refused move says why and marks its squares", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await one.click("a1");
    await one.has("a1", "selected");
    await one.click("a5");
    await one.message("the pawn on a2 is in the way");
    await one.has("a2", "bad-at");
    await one.shot("refused");
    await one.page.keyboard.press("Escape");
    await one.hasNot("a2", "bad-at");
    await one.type("Ke3");
    await one.page.locator(".message.bad").waitFor();
    equal((await one.page.locator(".message").textContent()).length > 10, true);

    await one.make({ rules: "chess", fen: "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1" });
    await one.drag("e2", "d3");
    await one.message("in check from the rook on e8");
    await one.has("e8", "bad-by");
    await one.has("e1", "bad-king");
    await one.stands("e2", "white bishop");
    equal(await one.page.locator(".arrow").count(), 1);
    await one.shot("pinned");

    await one.make({ rules: "chess", fen: "4k3/8/b7/8/8/8/8/4K2R w K - 0 1" });
    await one.type("O-O");
    await one.page.locator(".message.bad").waitFor();
    await one.has("f1", "bad-at");
    await one.has("a6", "bad-by");
});

test("a draw is claimed when it may be: threefold, fifty moves", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const claim = one.page.getByRole("button", { name: /Claim a draw:/ });
    let ply = 0;
    for (let round = 0; round < 2; round += 1)
        for (const move of ["Nf3", "Nf6", "Ng1", "Ng8"]) {
            equal(await claim.count(), 0);
            await one.type(move);
            await one.at(ply += 1);
        }
    await claim.click();
    await one.status("Draw by threefold repetition (9.2)");

    await one.make({ rules: "chess", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80" });
    equal(await claim.count(), 0);
    await one.move("a1", "a7");
    await one.page.getByRole("button", { name: "Claim a draw: fifty moves without capture or pawn move" }).click();
    await one.status("Draw by the 50-move rule (9.3)");
});

test("a draw is claimed with the move that is intended", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", pgn: "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *" });
    const claim = one.page.getByRole("button", { name: "Claim a draw with a move …" });
    await claim.click();
    await one.message("the position would occur for the third time");
    await one.click("b8");
    await one.message("has no move to claim with");
    await one.click("f6");
    await one.has("g8", "target");
    await one.hasNot("e4", "target");
    await one.shot("claim");
    await one.click("g8");
    await one.status("Draw by threefold repetition (9.2)");
    await one.at(7); // the move was not played
    await one.page.locator(".heading .why").click();
    const why = one.page.locator(".explanation");
    await why.getByText("With Ng8 the position would have been on the board 3 times:").waitFor();
    equal(await why.locator(".link").allTextContents(), ["Start position", "2... Ng8"]);

    await one.make({ rules: "chess", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 99 80" });
    await claim.click();
    await one.type("Ra8+"); // by keyboard
    await one.status("Draw by the 50-move rule (9.3)");

    await one.make({ rules: "chess", fen: "4k3/p7/8/8/8/8/P7/R3K3 w - - 99 80" });
    await claim.click();
    await one.type("a4"); // a pawn move makes no fiftieth
    await one.message("With that move no draw can be claimed (9.2.1, 9.3.1).");
    await why.getByText("Why this claim is wrong").waitFor();
    await why.getByText("With a4 a position would arise that has not been on the board before.").waitFor();
    await why.getByText("With a4 there would be 0 moves without capture or pawn move.").waitFor();
    await one.move("a1", "b1"); // the player may still make another move
    await one.at(1);
});

test("the score bar follows the Lab 3 score, whichever way the board lies", async (player) => {
    const one = await player();
    const white = () => one.page.locator(".score-white").evaluate((part) => {
        const [box, all] = [part.getBoundingClientRect(), part.parentElement.getBoundingClientRect()];
        return { share: box.height / all.height, below: Math.abs(box.bottom - all.bottom) < 2 };
    });
    await one.make({ rules: "lab", fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
    await one.page.getByRole("img", { name: "Score of White: 0.0" }).waitFor();
    await one.until(async () => Math.abs((await white()).share - 0.5) < 0.02, true, "even");
    await one.make({ rules: "lab", fen: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1" });
    const text = one.page.locator(".score-text");
    await one.until(async () => parseFloat(await text.textContent()) > 8, true, "a queen ahead");
    await one.until(async () => (await white()).share > 0.75, true, "White's share");
    equal((await white()).below, true, "White is below");
    await one.page.getByRole("button", { name: "Flip" }).click();
    equal((await white()).below, false, "White is above");
    await one.move("d1", "d7"); // Black takes the queen
    await one.at(1);
    await one.move("e8", "d7");
    await one.page.getByRole("img", { name: /^Score of White: [+−]?0\./ }).waitFor();
});

test("verdicts name squares as the board does", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    for (const [style, sentence] of [["a1", "on a2 is in the way"], ["rc", "on 6, 0 is in the way"],
                                     ["xy", "on 0, 6 is in the way"], ["n1", "on 1, 2 is in the way"]]) {
        await one.choose("Coordinates", style);
        if (style === "a1") await one.click("a1"); // after a refusal the piece stays picked up
        await one.has("a1", "selected");
        await one.click("a4");
        await one.message(sentence);
    }
    await one.choose("Coordinates", "xy");
    await one.type("a1a4");
    await one.message("on 0, 6 is in the way");
});
