// test_pointer.mjs: unusual gestures of fingers and other pointers, and the list of moves.
import { equal, test } from "../harness.mjs";

// Makes pointer events as the browser would, on the middles of squares, without pauses: a resting finger is a long press.
async function point(player, ...events) {
    const made = [];
    for (const [type, square, { pointerId = 7, isPrimary = true, offset = 0 } = {}] of events) {
        const [x, clientY] = await player.middle(square);
        made.push([type, { bubbles: true, cancelable: true, clientX: x + offset, clientY, pointerId, isPrimary, button: 0, pointerType: "touch" }]);
    }
    await player.page.evaluate((all) => {
        const svg = document.querySelector(".board svg, svg.board");
        svg.setPointerCapture = () => {}; // synthetic events have no pointer to capture
        for (const [type, values] of all) svg.dispatchEvent(new PointerEvent(type, values));
    }, made);
}

const lifted = (player) => player.page.locator(".board .lifted").count();

test("a drag that the system takes away lays the piece back and moves nothing", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    await point(one, ["pointerdown", "e2"], ["pointermove", "e4"]);
    await one.until(() => lifted(one), 1);
    await point(one, ["pointercancel", "e4"]);
    await one.until(() => lifted(one), 0);
    await point(one, ["pointerup", "e4"]);
    await one.stands("e2", "white pawn");
    await one.move("d2", "d4"); // and the board can be used as before
    await one.at(1);
    await one.stands("e2", "white pawn");
});

test("a second finger neither takes a piece nor drops the one that is held", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const second = { pointerId: 8, isPrimary: false };
    await point(one, ["pointerdown", "e2"], ["pointermove", "e3"], ["pointerdown", "a2", second], ["pointermove", "a4", second],
        ["pointerup", "a4", second]);
    await one.until(() => lifted(one), 1);
    await point(one, ["pointermove", "e4"], ["pointerup", "e4"]);
    await one.at(1);
    await one.stands("e4", "white pawn");
    await one.stands("a2", "white pawn");
});

test("a screen reader's click, which no pointer made, plays; one of a pointer does not play twice", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    const click = (square) => one.cell(square).evaluate((cell) =>
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 })));
    await click("g1");
    await one.has("f3", "target");
    await click("f3");
    await one.at(1);
    await one.stands("f3", "white knight");
    await one.click("b8");
    await one.has("c6", "target"); // still chosen: the click that follows the press is no second one
    await one.click("c6");
    await one.at(2);
});

test("the list says which move is shown, and a game that Black begins is numbered so", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7" });
    const list = one.page.locator(".moves");
    for (const [from, to, ply] of [["e7", "e5", 1], ["e2", "e4", 2], ["e8", "e7", 3]]) {
        await one.move(from, to);
        await one.at(ply);
    }
    const rows = () => list.locator("li").evaluateAll((items) =>
        items.map((item) => [...item.children].map((child) => child.textContent).join(" ")));
    equal(await rows(), ["7. … e5", "8. e4 Ke7"]);
    const current = async () => (await list.locator("[aria-current]").allTextContents()).join();
    await one.until(current, "Ke7");
    await list.getByRole("button", { name: "e5" }).click();
    await one.until(current, "e5");
    await one.page.getByRole("button", { name: "To the start" }).click();
    await one.until(current, "");
    await one.page.getByRole("button", { name: "One move forward" }).click();
    await one.until(current, "e5");
});
