// test_drag.mjs: counts the browser's work for each move of a finger that drags over the largest board on a phone.
import { equal, test } from "../harness.mjs";

// Counts the work of the main thread from its trace: elements with a new style, objects with a new layout, paints.
// A busy machine changes times but not these counts.
async function traced(one, act) {
    const session = await one.page.context().newCDPSession(one.page);
    const { frameTree: { frame } } = await session.send("Page.getFrameTree");
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", { transferMode: "ReportEvents",
        traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] } });
    await act();
    const ended = new Promise((resolve) => { session.once("Tracing.tracingComplete", resolve); });
    await session.send("Tracing.end");
    await ended;
    const own = ({ args }) => (args.beginData ?? args.data)?.frame === frame.id; // the trace has other pages, too
    const sum = (name, count) => events.filter((event) => event.name === name && own(event)).reduce((all, event) => all + (count(event.args) ?? 0), 0);
    return { styles: sum("UpdateLayoutTree", (args) => args.elementCount), paints: sum("Paint", () => 1),
             layouts: sum("Layout", (args) => args.beginData?.dirtyObjects) };
}

test("a drag over a board of 32x32 on a phone costs a few elements a move, not a thousand", async (player) => {
    const one = await player({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await one.page.addInitScript(() => { // on a busy machine no finger rests long enough to be a long press
        const wait = window.setTimeout;
        window.setTimeout = (call, ms, ...rest) => wait(call, ms === 450 ? 1e8 : ms, ...rest);
    });
    const row = (letter) => letter.repeat(32);
    await one.make({ rules: "lab", fen: [`${row("r").slice(1)}k`, row("p"), ...Array(28).fill("32"), row("P"), `${row("R").slice(1)}K`].join("/") + " w - - 0 1" });
    const [x, y] = await one.middle("p2");
    const [, top] = await one.middle("p28");
    const moves = 60;
    const touch = (session, type, at) => session.send("Input.dispatchTouchEvent", { type, touchPoints: at === null ? [] : [{ x, y: at }] });
    const frame = () => one.page.evaluate(() => new Promise(requestAnimationFrame));
    const hand = await one.page.context().newCDPSession(one.page);
    await touch(hand, "touchStart", y);
    for (let i = 1; i <= 6; i += 1) await touch(hand, "touchMove", y - 2 * i); // it is lifted, and its targets are shown
    await one.page.locator(".piece.lifted").waitFor({ state: "attached" });
    await one.has("p3", "target");
    await frame();
    const places = new Set();
    const cost = await traced(one, async () => {
        for (let i = 1; i <= moves; i += 1) {
            await touch(hand, "touchMove", y - 12 + (top - y) * i / moves);
            await frame();
            places.add(await one.page.locator(".piece.lifted").getAttribute("style"));
        }
    });
    await touch(hand, "touchEnd", null);
    equal(places.size > moves / 2, true, `it follows the finger, ${places.size} places:`);
    console.log(`       a move of the finger: ${Object.entries(cost).map(([name, count]) => `${(count / moves).toFixed(1)} ${name}`).join(", ")}`);
    equal(cost.styles / moves <= 12 && cost.layouts / moves <= 12 && cost.paints / moves <= 2, true, JSON.stringify(cost));
});
