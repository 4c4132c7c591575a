// test_hands.mjs: pieces in hand, dropped by mouse, touch, keyboard and text; boards with holes; goals
// and counted checks; all that in the set-up editor.
import { readFileSync } from "node:fs";
import { axe } from "../axe.mjs";
import { equal, test } from "../harness.mjs";

const rules = (name) => readFileSync(new URL(`../../../examples/rules/${name}.rules`, import.meta.url), "utf8");
const CRAZYHOUSE = { rules_text: rules("crazyhouse"), fen: "4k3/pppp4/8/8/8/8/4P3/4K3[QNPPrnp] w - - 0 1" };

const inHand = (one, letter) => one.page.locator(`.hand [data-letter="${letter}"]`);
const middleOf = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};
const hands = (one) => one.page.locator(".hand").evaluateAll((all) => all.map((hand) =>
    [...hand.querySelectorAll("button")].map(({ dataset, textContent }) => dataset.letter + textContent).join(" ")));

test("pieces are dropped by mouse: click, drag, a refusal, the way back", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.go();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("crazyhouse"); // it comes with the server
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
    equal(await one.page.locator(".rules-title").textContent(), "Crazyhouse");
    await one.make(CRAZYHOUSE);
    equal(await hands(one), ["p1 n1 r1", "P2 N1 Q1"]);
    await inHand(one, "N").click();
    await one.page.locator('.hand .selected[data-letter="N"]').waitFor();
    for (const square of ["f6", "a1"]) await one.has(square, "target");
    for (const square of ["e2", "a7"]) await one.hasNot(square, "target");
    const fill = await one.cell("f6").locator(".tint").evaluate((tint) => getComputedStyle(tint).fill);
    equal(fill, "rgb(88, 173, 92)", "targets are green:");
    await axe(one, "hands");
    await one.shot("hands");
    await one.click("a7"); // a refused drop says why
    await one.message("The knight in hand cannot be dropped on a7: the pawn on a7 is there.");
    await one.has("a7", "bad-at");
    await inHand(one, "N").click(); // put back
    await one.hasNot("f6", "target");
    await inHand(one, "p").click();
    await one.message("This pawn is Black's: White is to move.");
    await inHand(one, "P").click();
    await one.has("e6", "target");
    await one.hasNot("e8", "target");
    await one.hasNot("b1", "target");
    await inHand(one, "N").click();
    await one.has("b1", "target");
    await one.click("f6");
    await one.at(1);
    await one.status("Black to move · check");
    await one.stands("f6", "white knight");
    equal(await hands(one), ["p1 n1 r1", "P2 Q1"]);
    await one.type("p@a5"); // does not answer the check
    await one.message("would still be in check");
    await one.type("Ke7");
    await one.at(2);

    const [x, y] = await middleOf(inHand(one, "Q"));
    await one.page.mouse.move(x, y);
    await one.page.mouse.down();
    const [toX, toY] = await one.middle("h4");
    await one.page.mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 3 });
    await one.page.mouse.move(toX, toY, { steps: 3 });
    await one.has("h4", "over");
    await one.page.locator(".ghost").waitFor();
    await one.page.mouse.up();
    await one.at(3);
    await one.stands("h4", "white queen");
    equal(await one.page.locator(".ghost").count(), 0);
    await one.type("N@e6");
    await one.at(4);
    equal(await one.page.locator(".move").allTextContents(), ["N@f6+", "Ke7", "Q@h4", "N@e6"]);
    await one.page.getByRole("button", { name: "N@f6+" }).click(); // shows the hands of an earlier position
    await one.at(1);
    equal(await hands(one), ["p1 n1 r1", "P2 Q1"]);
    await one.choose("Coordinates", "rc");
    equal((await one.page.locator(".move").allTextContents()).slice(0, 2), ["N@ 2 5", "0 4 1 4"]);
});

test("pieces are dropped by touch, and what is taken comes into the hand", async (player) => {
    const one = await player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await one.make({ ...CRAZYHOUSE, fen: "4k3/8/8/3p4/4P3/8/8/4K3[Nn] w - - 0 1" });
    await one.move("e4", "d5", true);
    await one.at(1);
    equal(await hands(one), ["n1", "P1 N1"]);
    await inHand(one, "n").tap();
    await one.has("c3", "target");
    await one.tap("c3");
    await one.at(2);
    await one.stands("c3", "black knight");
    await inHand(one, "P").tap();
    await one.has("c2", "target");
    await one.shot("hands-phone");
    await one.tap("c2");
    await one.at(3);
    await one.page.getByText("nothing in hand").waitFor();
    const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    equal(wide <= 0, true, "nothing sticks out:");
});

test("pieces are dropped by keyboard alone", async (player) => {
    const one = await player();
    await one.make(CRAZYHOUSE);
    const press = async (...keys) => { for (const key of keys) await one.page.keyboard.press(key); };
    const focused = () => one.page.evaluate(() =>
        document.activeElement.dataset.square ?? document.activeElement.getAttribute("aria-label"));
    await one.cell("a1").focus();
    await press("Tab");
    equal(await focused(), "white pawn, 2 in hand");
    await press("Tab", "Enter"); // chooses the knight; the focus then goes on to the squares
    await one.has("b3", "target");
    equal(await focused(), "a1");
    await press("ArrowRight", "ArrowUp", "ArrowUp", "Enter");
    await one.at(1);
    await one.stands("b3", "white knight");
    await one.page.locator(".unseen", { hasText: "N@b3. Black to move" }).waitFor({ state: "attached" });
    await one.page.keyboard.type("r@h1");
    await press("Enter");
    await one.at(2);
    await one.status("White to move · check");
});

test("a board with holes, drawn and told; goals; checks that are left", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.make({ rules_text: rules("troitzky") });
    equal(await one.page.locator(".cell.hole").count(), 32);
    await one.page.getByRole("gridcell", { name: "a1, no square", exact: true }).waitFor();
    await axe(one, "holes");
    await one.click("a1");
    await one.message("There is no square here.");
    await one.move("d2", "e4");
    await one.at(1);
    await one.click("e9");
    await one.click("j10"); // the bishop cannot go to a hole
    await one.message("The bishop on e9 cannot leave the board.");
    await one.shot("holes");

    await one.make({ rules_text: `${rules("3check")}\ngoal = d4 e4\n`, fen: "4k3/8/8/8/8/8/8/4K2Q w - - 2+3 0 1" });
    equal(await one.page.locator(".tag.checks").allTextContents(), ["3 checks to win", "2 checks to win"]);
    await one.page.getByRole("gridcell", { name: "d4, empty, goal", exact: true }).waitFor();
    await one.move("h1", "h8");
    await one.at(1);
    equal(await one.page.locator(".tag.checks").allTextContents(), ["3 checks to win", "1 check to win"]);
});

test("hands, holes and counted checks go through the editor and back", async (player) => {
    const one = await player();
    await one.make({ ...CRAZYHOUSE, fen: "Q~7/4k3/8/8/8/8/4P3/4K3[Nnp] w - - 0 1" });
    await one.page.getByRole("link", { name: "Edit" }).click();
    const fen = one.page.getByLabel("FEN");
    const playable = one.page.getByText("This position can be played.");
    await playable.waitFor();
    equal(await fen.inputValue(), "Q~7/4k3/8/8/8/8/4P3/4K3[Nnp] w - - 0 1");
    await inHand(one, "R").click();
    await inHand(one, "n").click({ button: "right" });
    await one.page.getByRole("radio", { name: "Empty the square" }).check({ force: true });
    await inHand(one, "N").click();
    await inHand(one, "q").focus();
    await one.page.keyboard.press("Delete"); // there is no queen in hand to remove
    await one.click("e2");
    equal(await fen.inputValue(), "Q~7/4k3/8/8/8/8/8/4K3[Rp] w - - 0 1");
    await playable.waitFor();
    await one.shot("editor-hands");
    await one.page.getByRole("button", { name: "Play this position" }).click();
    await one.status("White to move");
    equal(await hands(one), ["p1", "R1"]);

    // A game of Crazyhouse goes out as PGN and comes back by its tag.
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 *");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.at(6);
    equal(await hands(one), ["", "P1"]);

    // A rule set with holes and counted checks, written on the first page.
    await one.go();
    await one.page.getByLabel("Rules", { exact: true }).selectOption("own");
    await one.page.getByLabel("Rule set").fill("name = holed\nboard = 5x4\nstart = *k3/5/2*2/3K* b\nchecks-win = 2\n"
        + "castling = no\ndouble-step = no\nen-passant = no\n");
    await one.page.locator(".board .hole").first().waitFor();
    await one.page.getByRole("link", { name: "Set up a position" }).click();
    await one.until(() => fen.inputValue(), "*k3/5/2*2/3K* b - - 2+2 0 1");
    await one.click("a4"); // nothing can stand there
    await one.page.getByLabel("Checks to give").fill("1+2");
    await one.page.getByLabel("Checks to give").press("Enter");
    await one.until(() => fen.inputValue(), "*k3/5/2*2/3K* b - - 1+2 0 1");
    await playable.waitFor();
    await one.page.getByRole("button", { name: "Play this position" }).click();
    await one.status("Black to move");
    equal(await one.page.locator(".tag.checks").allTextContents(), ["2 checks to win", "1 check to win"]);
    equal(await one.page.locator(".board .hole").count(), 3);
    await one.go("#/open"); // a FEN can be read by the player's own rules as well
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("*k3/5/2*2/2K1* w - - 2+1 0 1");
    await one.page.getByLabel("Rules", { exact: true }).selectOption("own");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.status("White to move");
    await one.stands("c1", "white king");
});
