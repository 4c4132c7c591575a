// test_why.mjs: "Why?": mate, stalemate, pins, draws, flags, claims and set-ups explain themselves on the
// board; by mouse, by touch, by keyboard.
import { equal, test } from "../harness.mjs";
import { axe } from "../axe.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const tint = (one, square) => one.cell(square).evaluate((cell) => cell.dataset.tint ?? "");
const causes = (one) => one.page.locator(".cause").allTextContents();

test("why is this mate: each flight square with its attacker, by mouse and by key", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.make({ rules: "chess", fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" });
    await one.move("a1", "a8");
    await one.status("White wins by checkmate (5.1.1)");
    await one.page.locator(".ending", { hasText: "article 5.1.1" }).waitFor();
    await one.page.locator(".heading .why").click();
    await one.page.getByRole("heading", { name: "Why this is checkmate" }).waitFor();
    const found = await causes(one);
    equal(found.length, 7);
    equal(found[0], "The rook on a8 gives check to the king on g8. (3.9.1)");
    equal(found.filter((text) => text.includes("cannot move to f8: the rook on a8 would attack it there. (3.9.2)")).length, 1);
    equal(found.at(-1), "No piece can take the rook on a8 or stand between. (3.9.1)");
    equal(await Promise.all(["a8", "f8", "f7"].map((square) => tint(one, square))), ["why-by", "why-flight", "why-own"]);
    await one.page.locator(".cause", { hasText: "to h8" }).focus(); // alone on the board
    equal(await Promise.all(["h8", "f8"].map((square) => tint(one, square))), ["why-flight", ""]);
    await one.stands("h8", "closed to it");
    await axe(one, "explanation");
    await one.shot("why-mate");
    await one.page.getByRole("region", { name: "Why?" }).getByRole("button", { name: "Close" }).click();
    equal(await tint(one, "a8"), "");
    await one.page.locator("body").press("?");
    await one.page.getByRole("heading", { name: "Why this is checkmate" }).waitFor();
});

test("why can this piece not move: a pin, on the board and in words", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1" });
    await one.click("c3");
    await one.message("The knight on c3 is pinned: it stands between the bishop on b4 and the king on e1.");
    await one.has("b4", "bad-by");
    await one.page.locator(".heading .why").click();
    await one.page.getByRole("heading", { name: "The piece on c3" }).waitFor();
    await one.page.locator(".explanation", { hasText: "A knight goes two squares straight and one to the side, over anything." }).waitFor();
    equal(await tint(one, "b4"), "why-by");
    // A move that would leave the king in check also shows a single arrow to the king.
    const shapes = () => one.page.locator(".arrows .arrow").evaluateAll((all) => all.map((each) => each.outerHTML));
    const [pin] = await shapes();
    equal([...new Set(await shapes())], [pin]);
    await one.make({ rules: "chess", fen: "4k3/4n3/8/8/8/8/4R3/K7 w - - 0 1" }); // Black's knight is, and White is to move
    await one.page.locator(".heading .why").click();
    await one.page.locator(".explanation", { hasText: "no rule ends it, and the side to move has no pinned piece." }).waitFor();
});

test("a rest of the mouse over a square says its verdict for the piece in hand", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await one.click("c1");
    await one.page.mouse.move(...await one.middle("g5"), { steps: 3 });
    await one.message("The bishop on c1 cannot move to g5: the pawn on d2 is in the way.");
    await one.has("d2", "bad-at");
    equal(await one.page.locator(".message.bad").count(), 0); // nothing was tried
});

test("a refusal stays when the mouse rests where it was clicked", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await one.click("c1");
    await one.click("g5"); // moving there starts the timer of a resting pointer, which the click stops
    await one.page.locator(".message.bad").waitFor();
    await one.page.waitForTimeout(1500); // longer than a pointer must rest before the page asks
    equal(await one.page.locator(".message.bad").count(), 1);
});

test("a long press asks about a square, by touch", async (player) => {
    const one = await player(PHONE);
    await one.make({ rules: "chess" });
    const press = async (square, answer) => {
        const [x, y] = await one.middle(square);
        const session = await one.page.context().newCDPSession(one.page);
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
        await one.page.locator(answer).waitFor();
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await press("c1", ".explanation h2");
    await one.page.getByRole("heading", { name: "The piece on c1" }).waitFor();
    await one.page.getByRole("region", { name: "Why?" }).getByRole("button", { name: "Close" }).tap();
    await one.tap("d1");
    await one.has("d1", "selected");
    await press("d5", ".message:has-text('d5')");
    await one.message("The queen on d1 cannot move to d5: the pawn on d2 is in the way.");
    await one.at(0);
});

test("a refused move also says how the piece does move", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await one.drag("g1", "g4");
    await one.message("A knight goes two squares straight and one to the side, over anything.");
});

test("why is this a draw: the earlier positions of a repetition are links", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    for (const [index, move] of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    await one.page.getByRole("button", { name: "Claim a draw: the position occurs" }).click();
    await one.status("Draw by threefold repetition (9.2)");
    await one.page.locator(".heading .why").click();
    await one.page.locator(".explanation", { hasText: "has been on the board 3 times" }).waitFor();
    equal(await causes(one), [], "that the king stands behind its pieces is no reason:");
    await one.page.locator(".explanation").getByRole("button", { name: "2... Ng8" }).click();
    await one.at(4);
});

test("why was this claim wrong: the count is shown", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", regulations: "standard", fen: "4k3/p7/8/8/8/8/P7/R3K3 w - - 99 80" });
    await one.page.getByRole("button", { name: "Claim a draw with a move …" }).click();
    await one.click("a2"); // this only points at the pawn; touching it would end the claim (9.4)
    await one.message("has no move to claim with");
    await one.click("a4");
    await one.message("the intended move has been made");
    await one.page.locator(".rulings", { hasText: "9.5.3" }).waitFor();
    const why = one.page.locator(".explanation");
    await why.getByText("Why this claim is wrong").waitFor();
    await why.getByText("With a4 there would be 0 moves without capture or pawn move.").waitFor();
    await one.at(1);
});

test("a flag fell: the line by which the other side could still mate is played", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "7k/5K2/8/6N1/8/8/7p/8 w - - 0 1", clock: { initial_ms: 100, increment_ms: 0 } });
    await one.type("Nf3"); // the clocks start with the first move, and nobody answers it
    await one.status("White wins on time (6.9)");
    const found = await one.page.evaluate(async () => (await fetch(`/api/games/${location.hash.split("/")[2]}/explain?win=1`)).json());
    equal(found.win.white.answer, "yes");
    await one.page.locator(".heading .why").click();
    await one.page.getByRole("button", { name: "Play the line" }).first().click();
    await one.until(async () => (await one.page.locator(".explanation .line").textContent()).split(" ").length
        >= Math.min(3, found.win.white.line.length), true, "moves of the line:");
});

test("a dead position has its proof", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1" });
    await one.move("e1", "e2");
    await one.page.locator(".ending", { hasText: "5.2.2" }).waitFor();
    await one.page.locator(".heading .why").click();
    await one.page.locator(".explanation", { hasText: "White cannot win by any series of legal moves: the pieces that are left do not suffice." }).waitFor();
});

test("a teacher's view: attacked squares, pins and all moves of a side", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.make({ rules: "chess", fen: "4k3/8/8/8/1b6/2N5/8/R3K3 w - - 0 1" });
    await one.page.getByText("Teacher's view").click();
    await one.page.getByLabel("Squares that White attacks").check();
    await one.until(() => tint(one, "a5"), "attack-white");
    await one.stands("a5", "attacked by White once");
    await one.page.getByLabel("Pins").check();
    await one.until(() => tint(one, "c3"), "why-pin");
    await one.page.getByLabel("All moves of Black").check();
    await one.until(() => one.page.locator(".legal-black").count() .then((count) => count > 5), true);
    await axe(one, "teacher's view");
    await one.shot("teacher");
    await one.move("a1", "a8"); // it follows the game
    await one.until(() => tint(one, "b8"), "attack-white");
});

test("by keyboard: ? on a square asks about it", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await one.cell("c1").focus();
    await one.page.keyboard.press("?");
    await one.page.getByRole("heading", { name: "The piece on c1" }).waitFor();
    await one.until(async () => (await one.page.locator(".unseen").textContent()).includes("c1"), true, "spoken:");
});

test("five fast arrow presses go back five plies without the server", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    for (const [index, move] of ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    await one.page.evaluate(() => document.activeElement.blur());
    await one.page.route("**/api/**", () => {}); // no answer comes any more
    for (let press = 0; press < 5; press += 1) await one.page.locator("body").press("ArrowLeft");
    await one.at(1);
    await one.stands("e4", "white pawn");
    await one.stands("e7", "black pawn");
});

test("a move shows before the server answers, and is taken back if refused", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    let answer;
    const asked = new Promise((resolve) => { answer = resolve; });
    await one.page.route("**/moves*", async (route) => {
        await asked;
        await route.fulfill({ status: 409, contentType: "application/problem+json",
                              body: JSON.stringify({ title: "Conflict", status: 409, detail: "not now" }) });
    });
    await one.move("e2", "e4");
    await one.stands("e4", "white pawn");
    answer();
    await one.message("Not now.");
    await one.stands("e2", "white pawn");
    one.errors.length = 0;
});
