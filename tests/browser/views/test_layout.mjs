// test_layout.mjs: at every size nothing overlaps, nothing is cut off, nothing shifts; the first view is small.
import { equal, test } from "../harness.mjs";

const PHONES = [[320, 640], [375, 667], [560, 900], [768, 1024], [812, 375], [667, 375]]; // phones and tablets, which are held and touched
const SCREENS = [[1280, 600], [1366, 657], [1920, 1080], [3840, 2160]];
const FAULTY = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.2] a comment of some length, to be read} e5 {[%eval 0.1]} (1... c5 2. Nf3) 2. Nf3 {[%eval 0.3]} Nc6 3. Ke3 a6 1-0\n";

// What sticks out of the window, is cut inside a button, or lies over another control.
export const findings = (page) => page.evaluate(() => {
    const { clientWidth: width, scrollWidth } = document.documentElement; // innerWidth of a phone grows with what sticks out
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const name = (element) => `${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className} ${(element.textContent ?? "").slice(0, 20)}`;
    const found = [];
    const widest = () => [...document.querySelectorAll("body *")].findLast((each) => each.getBoundingClientRect().right > scrollWidth - 1);
    if (scrollWidth > width) found.push(`the page is ${scrollWidth} wide: ${name(widest() ?? document.body)}`);
    const controls = [...document.querySelectorAll("main button, main .button, main select, main input:not([type=radio]):not([type=checkbox]), .bar a, .bar button")]
        .filter((each) => seen(each) && !each.closest("[role=grid], .moves, .games, .causes, .fault-list, .cards, .skip"));
    for (const each of controls) {
        const box = each.getBoundingClientRect();
        if (box.left < -1 || box.right > width + 1) found.push(`${name(each)} sticks out`);
        if (each.tagName === "BUTTON" && each.scrollWidth > each.clientWidth + 2) found.push(`${name(each)} is cut`);
    }
    // The visible part of an element that is scrolled within the page.
    const shown = (element) => {
        let { left, top, right, bottom } = element.getBoundingClientRect();
        for (let around = element.parentElement; around !== document.documentElement; around = around.parentElement) {
            if (getComputedStyle(around).overflowY === "visible") continue;
            const box = around.getBoundingClientRect();
            [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
        }
        return { left, top, right, bottom };
    };
    const boxes = controls.map(shown);
    for (const [index, one] of controls.entries())
        for (const [at, two] of controls.entries()) {
            if (at <= index || one.contains(two) || two.contains(one)) continue;
            const [a, b] = [boxes[index], boxes[at]];
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
            if (over) found.push(`${name(one)} lies over ${name(two)}`);
        }
    for (const each of [...document.querySelectorAll(".segment")].filter(seen))
        if (each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right + 1 || each.scrollWidth > each.clientWidth + 1)
            found.push(`${name(each)} sticks out of its group`);
    for (const card of [...document.querySelectorAll("main .card, main .panel")].filter(seen)) {
        const { left, right } = card.getBoundingClientRect();
        if (left < 4 || right > width - 4) found.push(`${name(card)} touches the edge`);
    }
    const message = document.querySelector(".message:not(:empty)");
    if (message && message.scrollHeight > message.clientHeight + 2) found.push("the message is cut");
    return found;
});

// Opens a view once and looks at it at every size. With `wholly` the page itself must not scroll, only its panel.
export async function seenAt(one, sizes, view, shot = null, wholly = false) {
    for (const [width, height] of sizes) {
        await one.page.setViewportSize({ width, height });
        await one.page.evaluate(() => new Promise(requestAnimationFrame));
        equal(await findings(one.page), [], `${view}, ${width}x${height}:`);
        const over = await one.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        if (wholly) equal(over <= 0, true, `${view}, ${width}x${height}, ${over} px higher than the screen:`);
        if (shot) await one.shot(`${shot}-${width}`);
    }
}

for (const [kind, sizes] of [["held", PHONES], ["screens", SCREENS]])
    test(`layout, ${kind}: nothing overlaps, is cut or sticks out, in every view and size`, async (player) => {
        const [[width, height]] = sizes;
        const held = kind === "held";
        const one = await player({ viewport: { width, height }, bypassCSP: true, hasTouch: held, isMobile: held });
        await one.go("#/");
        await seenAt(one, sizes, "first page", "layout-home");
        await one.go("#/join");
        await seenAt(one, sizes, "join");
        await one.go("#/bots");
        await one.page.locator(".bots-here li").first().waitFor();
        await seenAt(one, sizes, "arena");
        await one.go("#/setup");
        await seenAt(one, sizes, "editor", "layout-editor", !held);
        await one.make({ rules: "chess", clock: { initial_ms: 300000, increment_ms: 0 } });
        await one.type("Ra5");
        await one.message("is in the way");
        await seenAt(one, sizes, "game", "layout-game", !held);
        await one.make({ rules: "chess", fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" });
        await one.page.locator(".heading .why").click();
        await one.page.locator(".cause").first().waitFor();
        await seenAt(one, sizes, "why", null, !held);
        await one.go("#/open");
        await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(FAULTY);
        await one.page.getByRole("button", { name: "Open", exact: true }).click();
        await one.page.locator(".fault").first().waitFor();
        await seenAt(one, sizes, "study", "layout-study", !held);
    });

test("on a phone the board stays in sight while its reasons are read, held either way", async (player) => {
    const one = await player({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await one.make({ rules: "chess", fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" });
    await one.page.locator(".heading .why").tap();
    const places = () => one.page.evaluate(() => {
        const [board, cause] = [".game .board", ".cause"].map((name) => document.querySelector(name).getBoundingClientRect());
        return { board: board.top >= 0 && board.bottom <= innerHeight, cause: cause.top >= 0 && cause.bottom <= innerHeight,
                 apart: cause.top >= board.bottom || cause.left >= board.right };
    });
    await one.page.locator(".cause").first().waitFor();
    await one.until(async () => JSON.stringify(await places()), JSON.stringify({ board: true, cause: true, apart: true }));
    await one.page.locator(".cause").last().tap(); // further down, which scrolls
    equal((await places()).board, true);
    await one.page.setViewportSize({ width: 667, height: 375 });
    await one.page.locator(".teacher summary").scrollIntoViewIfNeeded();
    await one.until(async () => (await places()).board, true);
    equal(await one.page.evaluate(() => scrollY > 100), true, "the page was scrolled:");
});

// Whether the boxes of two elements lie apart.
const apart = (one, names) => one.page.evaluate((all) => {
    const [a, b] = all.map((name) => document.querySelector(name).getBoundingClientRect());
    return a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
}, names);

test("on a phone the game is gone through right below the board, and nothing is said over it", async (player) => {
    for (const [width, height] of [[320, 568], [375, 667], [768, 1024]]) {
        const one = await player({ viewport: { width, height }, hasTouch: true, isMobile: true });
        await one.go("#/open");
        await one.page.getByLabel("FEN, PGN or Lab 3 config").fill('[White "Duke Karl / Count Isouard"]\n[Black "Morphy"]\n[Result "*"]\n\n'
            + "1. e4 {[%clk 1:30:00]} d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 Bh3 5. Bxb7 Bxg2 6. Bxa8 Bxh1 7. Bxh1 g6 8. Bb7 Nf6 9. Qf3 Nd5 10. Nxd5 c6 11. Nxe7 Bxe7 *");
        await one.page.getByRole("button", { name: "Open", exact: true }).click();
        await one.at(22);
        const { below, right } = await one.page.evaluate(() => {
            const [seat, steps] = [".seat.bottom", ".rewind"].map((name) => document.querySelector(name).getBoundingClientRect());
            return { below: steps.top - seat.bottom, right: innerWidth - steps.right };
        });
        equal(below > 0 && below < 48 && right > 0, true, `${width}x${height}, ${below} px below the board:`);
        equal(await apart(one, [".strip.white .lead", ".strip.white .clock"]), true, `${width}x${height}, material and clock:`);
        await one.tap("e1");
        await one.tap("e4");
        await one.message("a king does not move that way");
        equal(await apart(one, [".message", ".rewind"]), true, `${width}x${height}, message and buttons:`);
        await one.make({ rules: "chess", fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" });
        await one.move("a1", "a8", true);
        await one.page.locator(".ending").waitFor();
        const under = await one.page.evaluate(() => {
            const [seat, ending] = [".seat.bottom", ".ending"].map((name) => document.querySelector(name).getBoundingClientRect());
            return ending.top - seat.bottom;
        });
        equal(under > 0 && under < 48, true, `${width}x${height}, the card of the end ${under} px below the board:`);
        await one.go("#/setup");
        await one.page.locator(".faults:not(:empty)").waitFor();
        equal(await apart(one, [".faults", ".palette"]), true, `${width}x${height}, the verdict on the set-up and the palette:`);
    }
});

test("on a large screen the panel is as high as the board, and the list of moves takes the room", async (player) => {
    const one = await player({ viewport: { width: 3840, height: 2160 } });
    await one.make({ rules: "chess" });
    const heights = await one.page.evaluate(() => [".panel", ".table", ".moves"].map((name) => document.querySelector(name).getBoundingClientRect().height));
    equal(heights[0] > .95 * heights[1] && heights[2] > .4 * heights[1], true, JSON.stringify(heights));
});

test("on a low screen five moves and more are in sight while two play", async (player) => {
    const one = await player({ viewport: { width: 1366, height: 657 } });
    await one.make({ rules: "chess", clock: { initial_ms: 300000, increment_ms: 0 } }, ["white"]);
    const height = () => one.page.locator(".moves").evaluate((list) => list.clientHeight);
    equal(await height() >= 5 * 31, true, `${await height()} px:`);
});

test("another view begins at its top", async (player) => {
    const one = await player({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await one.make({ rules: "chess" });
    const edit = one.page.locator(".tools .edit");
    await edit.scrollIntoViewIfNeeded();
    equal(await one.page.evaluate(() => scrollY > 50), true, "scrolled:");
    await edit.tap();
    await one.page.locator('main[data-ready="#/setup"] .editor').waitFor();
    equal(await one.page.evaluate(() => scrollY), 0);
});

test("the page does not creep while a study is gone through", async (player) => {
    const one = await player({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await one.go("#/open");
    const moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *";
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(moves);
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.at(16);
    const before = await one.page.evaluate(() => scrollY);
    for (let ply = 15; ply >= 2; ply -= 1) {
        await one.page.locator("body").press("ArrowLeft");
        await one.at(ply);
    }
    equal(await one.page.evaluate(() => scrollY), before);
});

// Counts requests and work, which a busy machine does not change.
test("the first view needs one round trip behind the page, and little work", async (player) => {
    const one = await player({ serviceWorkers: "block" });
    const asked = [];
    let named = [];
    await one.page.route("**/*", async (route) => {
        const { pathname } = new URL(route.request().url());
        asked.push(pathname);
        if (pathname === "/") {
            const response = await route.fetch();
            const html = await response.text();
            named = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, name]) => `/${name}`);
            await route.fulfill({ response, body: html });
        } else if (named.includes(pathname)) await route.continue();
        // All other requests wait for ever: each would be a second round trip.
    });
    const session = await one.page.context().newCDPSession(one.page);
    await session.send("Performance.enable"); // it counts from here on
    await one.page.goto(`${one.server.address}/`);
    await one.page.locator(".home .piece").nth(31).waitFor({ state: "attached" });
    await one.page.getByRole("button", { name: "Play", exact: true }).waitFor();
    equal(asked.filter((name, index) => asked.indexOf(name) !== index && name !== "/icon.svg"), [], "asked for twice:");
    equal(asked.length <= 34, true, `${asked.length} requests:`);
    const { metrics } = await session.send("Performance.getMetrics");
    const count = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    equal(count.Nodes < 6000 && count.LayoutCount > 0 && count.LayoutCount <= 12 && count.RecalcStyleCount <= 24, true,
          `nodes, layouts, styles ${[count.Nodes, count.LayoutCount, count.RecalcStyleCount]}:`);
    await one.page.unrouteAll({ behavior: "ignoreErrors" });
});

// Measures the first view when all of it has come: requests, bytes over the wire, and bytes unpacked. The list of games is left out.
export async function firstView(one) {
    const session = await one.page.context().newCDPSession(one.page);
    const asked = new Map();
    const ended = (requestId, wire) => { if (asked.has(requestId)) asked.get(requestId).wire = wire; };
    session.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => { if (!url.includes("/api/games")) asked.set(requestId, { unpacked: 0 }); });
    session.on("Network.dataReceived", ({ requestId, dataLength }) => { if (asked.has(requestId)) asked.get(requestId).unpacked += dataLength; });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => ended(requestId, encodedDataLength));
    session.on("Network.loadingFailed", ({ requestId }) => ended(requestId, 0));
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await one.go("#/");
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    await one.page.waitForLoadState("load");
    await one.until(() => [...asked.values()].every(({ wire }) => wire !== undefined), true, "all has come:");
    await session.detach();
    const sum = (what) => [...asked.values()].reduce((all, each) => all + each[what], 0);
    return { requests: asked.size, wire: sum("wire"), unpacked: sum("unpacked") };
}

test("the first view: few requests, under 200 KB, and it works with the network gone", async (player) => {
    const one = await player({ serviceWorkers: "allow" });
    const { requests, wire, unpacked } = await firstView(one);
    equal(wire > 50 * 1024 && unpacked < 200 * 1024 && requests < 40, true, `${wire} bytes, unpacked ${unpacked}, in ${requests} requests:`);
    // Every module of the first view is named in the page itself: none waits for another.
    const [preloaded, loaded] = await one.page.evaluate(() => [
        [...document.querySelectorAll("link[rel=modulepreload]")].map(({ href }) => href),
        performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"))]);
    equal(loaded.filter((name) => !preloaded.includes(name) && !name.endsWith("/worker.js")), []);
    // After a single visit the network fails.
    await one.page.evaluate(async () => (await navigator.serviceWorker.ready).active.postMessage("keep the page")); // as after some seconds
    await one.until(() => one.page.evaluate(async () => !!navigator.serviceWorker.controller && !!await caches.match("start/bots.js")), true, "the whole page is kept:");
    const { id } = await one.make({ rules: "chess" });
    await one.type("e4");
    await one.at(1);
    await one.go("#/"); // and comes back: the game is read as it stands
    await one.look(id);
    await one.at(1);
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("1. e4 c5 2. Nf3 (2. c3 d5) d6 *");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.page.locator(".variation").waitFor();
    await one.page.context().setOffline(true);
    await one.page.reload();
    await one.page.locator(".variation").waitFor(); // the study that was open
    await one.look(id);
    await one.stands("e4", "white pawn");
    await one.page.getByRole("link", { name: "Set up", exact: true }).click();
    await one.page.locator(".editor").waitFor();
    await one.page.getByRole("link", { name: "New game", exact: true }).click();
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    one.errors.length = 0; // what could not be fetched
});
