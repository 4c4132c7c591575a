// test_firefox.mjs: touch in Debian's Firefox, which cannot be sent real touches yet.  run BUILD firefox
import { test } from "./harness.mjs";

test("in Firefox a pawn that is tapped to the last row asks what it becomes", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", fen: "8/5P1k/8/8/8/8/8/K7 w - - 0 1" });
    // BiDi of this version sends no touches, so the page makes the events of a finger. The click comes last, on
    // whatever lies under the finger by then. Such a pointer is not real and cannot be captured.
    const tap = async (square) => {
        const [x, y] = await one.middle(square);
        await one.page.evaluate(([left, top]) => {
            Element.prototype.setPointerCapture = () => {};
            const at = { clientX: left, clientY: top, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, bubbles: true, cancelable: true };
            const under = () => document.elementFromPoint(left, top);
            under().dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
            under().dispatchEvent(new PointerEvent("pointerup", at));
            under().dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
        }, [x, y]);
    };
    await tap("f7");
    await one.has("f8", "target");
    await tap("f8");
    await one.until(() => one.page.locator("dialog.promotion").count(), 1); // it stays open under the finger
    const dialog = one.page.locator("dialog.promotion");
    await dialog.waitFor();
    await dialog.locator("[data-letter=n]").click();
    await one.at(1);
    await one.stands("f8", "white knight");
});
