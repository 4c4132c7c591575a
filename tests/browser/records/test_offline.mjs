// test_offline.mjs: everything that needs no other person works without the network, judged by the referee in the browser.
import { readdirSync } from "node:fs";
import { Server, absent, equal, test } from "../harness.mjs";

// All parts of the page. A part that is still on its way when the server stops would never come.
const PARTS = ["referee.wasm.gz", ...readdirSync(new URL("../../../web", import.meta.url), { recursive: true }).filter((name) => /\.(js|css)$/.test(name) && name !== "worker.js")];

// Makes one visit that is long enough for the worker to keep the page with the referee. The test stops the server instead of
// the network, because a browser that is set offline still lets its workers through. Null if there is no referee.
async function visited(player) {
    const server = await new Server().start();
    const one = await player({ serviceWorkers: "allow" }, server);
    await one.go("#/open");
    if (await without(one)) return null;
    await one.page.evaluate(async () => (await navigator.serviceWorker.ready).active.postMessage("keep the page")); // as after some seconds
    await one.until(() => one.page.evaluate(async (names) => !!navigator.serviceWorker.controller
        && (await Promise.all(names.map((name) => caches.match(name)))).every(Boolean), PARTS), true, "the whole page is kept:");
    return one;
}

async function goOffline(one) {
    await one.server.stop();
    await one.page.reload();
    await one.page.locator("main[data-ready]").waitFor({ state: "attached" });
}

async function openText(one, text) {
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(text);
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
}

// A server that was built without the compiler for the browser has no referee to send.
const without = async (one) => {
    const { status } = await fetch(`${one.server.address}/referee.wasm.gz`);
    if (status === 404) absent.add("this build has no referee for the browser");
    return status === 404;
};

const strip = (one, text) => one.page.locator("#network:not([hidden])", { hasText: text }).waitFor();

test("with the network gone a study is opened, played on, judged, kept and exported", async (player) => {
    const one = await visited(player);
    if (!one) return;
    await goOffline(one);
    await openText(one, "1. f3 e5 2. g4 {never seen before} *");
    await strip(one, "This browser judges by itself");
    await one.at(3);
    // A refusal with its reason, and what is in the way; the legal moves of a piece.
    await one.click("d8");
    await one.has("h4", "target");
    await one.hasNot("d4", "target");
    await one.click("d6");
    await one.message("the pawn on d7 is in the way");
    await one.has("d7", "bad-at");
    await one.click("h4"); // the queen is still picked up
    await one.at(4);
    await one.status("Black wins by checkmate (5.1.1)");
    await one.page.getByRole("button", { name: "Why?" }).click();
    await one.page.locator(".explanation", { hasText: "Why this is checkmate" }).waitFor();
    await one.page.locator(".cause", { hasText: "f2" }).first().waitFor();
    // A variation is entered by keyboard.
    await one.page.keyboard.press("ArrowLeft");
    await one.at(3);
    await one.type("Nc6");
    await one.page.locator(".variation", { hasText: "Nc6" }).waitFor();
    // It is kept over a reload and can be exported.
    await one.page.reload();
    await one.page.locator(".variation", { hasText: "Nc6" }).waitFor();
    await one.page.getByRole("button", { name: "Export" }).click();
    await one.page.getByRole("button", { name: "Moving picture (GIF)" }).click(); // which needs the server
    await one.page.getByRole("button", { name: "The server cannot be reached. Is it still running?" }).waitFor();
    const pgn = await one.page.getByLabel("PGN", { exact: true }).inputValue();
    equal(/g4 \{ ?never seen before ?\}/.test(pgn) && pgn.includes("Qh4#") && pgn.includes("Nc6"), true, pgn);
    await one.page.keyboard.press("Escape");
    // When the network is back, the strip disappears and the game can be continued on the server.
    await one.server.start(one.server.port);
    await one.page.locator("#network").waitFor({ state: "hidden" });
    await one.page.getByRole("button", { name: "Play on from here" }).click();
    await one.page.locator("main[data-ready^='#/game/']").waitFor({ state: "attached" });
    await one.server.stop();
    one.errors.length = 0; // what could not be fetched
});

test("with the network gone the findings of check are shown, each a click away", async (player) => {
    const one = await visited(player);
    if (!one) return;
    await goOffline(one);
    await openText(one, '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ke3 d6 1/2-1/2\n');
    await strip(one, "This browser judges by itself");
    const faults = one.page.locator(".fault-list .fault");
    await faults.nth(2).waitFor();
    const told = await faults.allTextContents();
    equal(told.some((text) => text.includes("Ke3") && text.includes("king does not move that way")), true, JSON.stringify(told));
    equal(told.some((text) => /1\/2-1\/2/.test(text)), true, JSON.stringify(told));
    await faults.filter({ hasText: "Ke3" }).click();
    await one.at(6);
    await one.has("e3", "bad-move");
    // The server says the same.
    await one.server.start(one.server.port);
    const answer = await fetch(`${one.server.address}/api/check`, { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ pgn: await one.page.evaluate(async () => (await import("./study/collection.js")).choose(1).pgn) }) });
    const { findings } = await answer.json();
    equal(told.length, findings.length, JSON.stringify(findings));
    for (const { text } of findings)
        equal(told.some((shown) => shown.toLowerCase().includes(text.toLowerCase())), true, `${text}: ${JSON.stringify(told)}`);
    await one.server.stop();
    one.errors.length = 0; // what could not be fetched
});

test("with the network gone two at one board begin a study, in any game and language", async (player) => {
    const one = await visited(player);
    if (!one) return;
    await goOffline(one);
    await one.page.evaluate(() => { location.hash = "#/"; });
    await one.page.locator(".home [role=gridcell]").first().waitFor();
    await one.page.locator("#language").selectOption("de");
    await strip(one, "Dieser Browser urteilt selbst"); // it moves the page down, so a click waits for it
    await one.page.getByRole("button", { name: "Spielen", exact: true }).click();
    await one.page.locator("main[data-ready^='#/file/']").waitFor({ state: "attached" });
    await one.click("e1");
    await one.click("e3");
    await one.message("So zieht ein König nicht");
    await one.move("e2", "e4");
    await one.at(1);
    await one.page.locator("#language").selectOption("en");
    // A position is set up, judged and played.
    await one.page.evaluate(() => { location.hash = "#/setup"; });
    await one.page.locator(".editor").waitFor();
    await one.page.getByRole("button", { name: "Empty", exact: true }).click();
    await one.page.locator(".faults", { hasText: "White has no king" }).waitFor();
    await one.page.getByLabel("FEN", { exact: true }).fill("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    await one.page.keyboard.press("Enter");
    await one.page.locator(".faults", { hasText: "This position can be played." }).waitFor();
    await one.page.getByRole("button", { name: "Play this position" }).click();
    await one.status("Draw by stalemate (5.2.1)");
    // What was opened before is in the list and can be opened again.
    await one.page.evaluate(() => { location.hash = "#/open"; });
    await one.page.locator(".kept .row").nth(1).click(); // two at least: it waits for the second
    await one.stands("e4", "white pawn");
    one.errors.length = 0; // what could not be fetched
});

test("a game of the server can be asked about and studied with the network gone", async (player) => {
    const one = await visited(player);
    if (!one) return;
    const { id } = await one.make({ rules: "chess" });
    for (const [ply, move] of ["e4", "e5", "Qh5", "Ke7"].entries()) {
        await one.type(move);
        await one.at(ply + 1);
    }
    await one.go("#/"); // and comes back: the game is read as it stands
    await one.look(id);
    await one.at(4);
    await goOffline(one);
    await one.at(4);
    await one.page.getByRole("button", { name: "Why?" }).click();
    await one.page.locator(".explanation").waitFor();
    await one.page.getByRole("button", { name: "Study", exact: true }).click();
    await one.page.locator("main[data-ready^='#/file/']").waitFor({ state: "attached" });
    await one.type("Qxe5#");
    await one.status("White wins by checkmate (5.1.1)");
    one.errors.length = 0; // what could not be fetched
});

test("a server that is gone, seen by a page that had the referee in its memory only", async (player) => {
    const server = await new Server().start();
    const one = await player({}, server);
    await one.go("#/open");
    if (await without(one)) return;
    equal(await one.page.evaluate(async () => !!await (await import("./common/referee.js")).prepare()), true); // as after some seconds, by plain HTTP
    await openText(one, "1. e4 *");
    await one.at(1);
    await server.stop();
    await one.move("e7", "e5");
    await one.at(2);
    await strip(one, "This browser judges by itself");
    await one.click("e1");
    await one.click("e3");
    await one.message("a king does not move that way");
    one.errors.length = 0; // what could not be fetched
});

test("a page without the referee says what it can do with the network gone", async (player) => {
    const server = await new Server().start();
    const one = await player({}, server);
    await one.page.route("**/referee.wasm.gz", (route) => route.fulfill({ status: 404 }));
    await one.go("#/open");
    await openText(one, "1. e4 *");
    await one.at(1);
    await server.stop();
    await one.type("e5");
    await strip(one, "to judge moves needs the server");
    await one.message("The server cannot be reached");
    await one.page.keyboard.press("Escape");
    await one.page.locator("main").focus();
    await one.page.keyboard.press("ArrowLeft"); // what was looked at can still be looked at
    await one.at(0);
    one.errors.length = 0; // what could not be fetched
});

test("over plain HTTP a tab has every view after some seconds, and says what does not come", async (player) => {
    const server = await new Server().start();
    const one = await player({}, server);
    const early = await player({}, server);
    if (await without(one)) return;
    await one.page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await one.page.clock.install();
    await one.go("#/");
    const come = ["editor.js", "study.js", "referee.wasm.gz"].map((name) => one.page.waitForResponse((answer) => answer.url().endsWith(name)));
    await one.page.clock.fastForward(6000);
    await Promise.all(come);
    await early.go("#/");
    await server.stop();
    await one.page.getByRole("link", { name: "Set up", exact: true }).click();
    await one.page.locator(".faults.fine").waitFor(); // judged here
    await early.page.getByRole("link", { name: "Set up", exact: true }).click();
    await early.page.locator("main", { hasText: "The server cannot be reached." }).waitFor();
    for (const each of [one, early]) each.errors.length = 0; // what could not be fetched
});
