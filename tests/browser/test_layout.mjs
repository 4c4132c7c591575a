// test_layout.mjs: at every size nothing overlaps, nothing is cut, nothing creeps; the first view is light.
import { equal, test } from "./harness.mjs";
import { axe } from "./axe.mjs";

const SIZES = [[320, 640], [375, 667], [768, 1024], [1280, 600], [1366, 657], [1920, 1080], [3840, 2160], [812, 375]];
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
    for (const [index, one] of controls.entries())
        for (const two of controls.slice(index + 1)) {
            if (one.contains(two) || two.contains(one)) continue;
            const a = one.getBoundingClientRect();
            const b = two.getBoundingClientRect();
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
            if (over) found.push(`${name(one)} lies over ${name(two)}`);
        }
    const message = document.querySelector(".message:not(:empty)");
    if (message && message.scrollHeight > message.clientHeight + 2) found.push("the message is cut");
    return found;
});

for (const [width, height] of SIZES)
    test(`layout ${width}x${height}: nothing overlaps, is cut or sticks out, in every view`, async (player) => {
        const one = await player({ viewport: { width, height }, bypassCSP: true, hasTouch: width < 1000, isMobile: width < 1000 });
        await one.go("#/");
        equal(await findings(one.page), [], "first page:");
        await one.go("#/setup");
        equal(await findings(one.page), [], "editor:");
        await one.make({ rules: "chess", clock: { initial_ms: 300000, increment_ms: 0 } });
        await one.page.locator(".move-box").fill("Ra5");
        await one.page.keyboard.press("Enter");
        await one.message("is in the way");
        equal(await findings(one.page), [], "game:");
        await one.make({ rules: "chess", fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" });
        await one.page.locator(".heading .why").click();
        await one.page.locator(".cause").first().waitFor();
        equal(await findings(one.page), [], "why:");
        await one.go("#/open");
        await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(FAULTY);
        await one.page.getByRole("button", { name: "Open", exact: true }).click();
        await one.page.locator(".fault").first().waitFor();
        equal(await findings(one.page), [], "study:");
        await one.shot(`layout-${width}`);
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

// By counts, which no busy machine changes: what is asked for, and how much work the page makes of it.
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
        // all else waits for ever: it would be a second round trip
    });
    await one.page.goto(`${one.server.address}/`);
    await one.page.locator(".home .piece").nth(31).waitFor({ state: "attached" });
    await one.page.getByRole("button", { name: "Play", exact: true }).waitFor();
    equal(asked.filter((name, index) => asked.indexOf(name) !== index && name !== "/icon.svg"), [], "asked for twice:");
    equal(asked.length <= 34, true, `${asked.length} requests:`);
    const session = await one.page.context().newCDPSession(one.page);
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    const count = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    equal(count.Nodes < 6000 && count.LayoutCount <= 40 && count.RecalcStyleCount <= 80, true,
          `nodes, layouts, styles ${[count.Nodes, count.LayoutCount, count.RecalcStyleCount]}:`);
    await one.page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the first view: few requests, under 200 KB, and it works with the network gone", async (player) => {
    const one = await player();
    const sizes = new Map();
    one.page.on("response", async (response) => {
        const body = await response.body().catch(() => Buffer.alloc(0));
        sizes.set(response.url(), body.length);
    });
    await one.go("#/");
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    await one.page.waitForLoadState("load");
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    equal(bytes < 200 * 1024 && sizes.size < 40, true, `${bytes} bytes in ${sizes.size} requests:`);
    // Every module of the first view is named in the page itself: none waits for another.
    const [preloaded, loaded] = await one.page.evaluate(() => [
        [...document.querySelectorAll("link[rel=modulepreload]")].map(({ href }) => href),
        performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"))]);
    equal(loaded.filter((name) => !preloaded.includes(name) && !name.endsWith("/worker.js")), []);
    await one.page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await one.page.reload(); // through the worker, which keeps what it serves
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    await one.page.context().setOffline(true);
    await one.page.reload();
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    await one.page.getByRole("link", { name: "Set up", exact: true }).click();
    await one.page.locator(".editor").waitFor();
    one.errors.length = 0; // what could not be fetched
});

for (const colorScheme of ["light", "dark"])
    test(`axe has no violation in the new views, ${colorScheme}`, async (player) => {
        const one = await player({ colorScheme, bypassCSP: true });
        await one.go("#/open");
        await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(FAULTY);
        await one.page.getByRole("button", { name: "Open", exact: true }).click();
        await one.page.locator(".fault").first().waitFor();
        await one.page.getByText("Comments, signs and marks").click();
        await axe(one, "study");
        await one.go("#/setup");
        await axe(one, "editor");
        await one.make({ rules: "chess", fen: "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1" });
        await one.page.locator(".heading .why").click();
        await one.page.locator(".cause").first().waitFor();
        await axe(one, "ending and explanation");
    });
