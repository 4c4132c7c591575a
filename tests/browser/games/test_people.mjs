// test_people.mjs: two browsers against each other, spectators, clocks, an engine, a server that
// dies in mid-game.
import { Server, equal, test } from "../harness.mjs";

test("two browsers against each other, a third one watching", async (player) => {
    const white = await player({ permissions: ["clipboard-read", "clipboard-write"] });
    const black = await player();
    const watcher = await player();
    await white.go();
    await white.page.getByRole("radio", { name: "By link" }).check();
    await white.page.getByRole("button", { name: "Play", exact: true }).click();
    await white.page.getByText("As links").click();
    const link = white.page.getByLabel("Black's seat", { exact: true });
    const watch = white.page.getByLabel("To watch", { exact: true });
    await white.page.getByText("These links work on this machine only.").waitFor(); // by 127.0.0.1
    await white.shot("share");
    await white.page.getByRole("button", { name: "Copy Black's seat" }).click();
    equal(await white.page.evaluate(() => navigator.clipboard.readText()), await link.inputValue());
    await black.page.goto(await link.inputValue());
    await watcher.page.goto(await watch.inputValue());
    await white.page.keyboard.press("Escape");
    for (const each of [white, black, watcher]) await each.status("White to move");
    equal(black.page.url().includes("/#/game/") && !/game\/[^/]+\/./.test(black.page.url()), true,
          "the token does not stay in the address:");

    await black.click("e2"); // not Black's piece, not Black's turn
    await black.message("White's turn");
    await black.hasNot("e2", "selected");
    await watcher.click("e2");
    await watcher.message("watching");
    equal(await watcher.page.locator(".typed").isVisible(), false);

    const moves = [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]];
    for (const [index, [from, to]] of moves.entries()) {
        await (index % 2 === 0 ? white : black).move(from, to);
        for (const each of [white, black, watcher]) await each.at(index + 1);
    }
    for (const each of [white, black, watcher]) await each.status("Black wins by checkmate (5.1.1)");
    await black.stands("h4", "black queen");
    // Black sits at the bottom of its own board.
    const [, h1] = await black.middle("h1");
    const [, h8] = await black.middle("h8");
    equal(h8 > h1, true, "Black's board is turned:");
});

test("draw offers, takebacks and resignation between two browsers", async (player) => {
    const white = await player();
    const black = await player();
    const { id, seats } = await white.make({ rules: "chess" }, ["white"]);
    await black.go(`#/game/${id}/${seats.black}`);
    await black.status("White to move");
    await white.move("e2", "e4");
    await black.at(1);
    await white.page.getByRole("button", { name: "Ask to take back" }).click();
    await black.page.locator(".offer", { hasText: "take the last move back" }).waitFor();
    await black.page.getByRole("button", { name: "Accept" }).click();
    await white.stands("e2", "white pawn");
    await white.stands("e4", "empty");
    await white.move("d2", "d4");
    await black.stands("d4", "white pawn");
    await black.page.getByRole("button", { name: "Offer a draw" }).click();
    await white.page.getByRole("button", { name: "Decline" }).click();
    await black.page.locator(".offer").waitFor({ state: "hidden" });
    await black.page.getByRole("button", { name: "Resign" }).click();
    await black.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
    await white.page.locator("h1.status", { hasText: "White wins" }).waitFor();
});

test("names and any clock are entered on the first page", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByLabel("White's name").fill("Vera Menchik");
    await one.page.getByLabel("Black's name").fill("<b>Sonja</b>");
    await one.page.getByLabel("Clock").selectOption("other");
    await one.page.getByLabel("Minutes").fill("2.5");
    await one.page.getByLabel("Seconds a move").fill("600");
    await one.shot("home-clock");
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.page.locator(".strip.white", { hasText: "Vera Menchik" }).waitFor();
    await one.page.locator(".strip.black", { hasText: "<b>Sonja</b>" }).waitFor();
    await one.until(() => one.page.locator(".strip.white .clock").textContent(), "2:30");
    await one.move("e2", "e4");
    await one.at(1);
    await one.move("e7", "e5");
    await one.until(async () => /^1[0-2]:/.test(await one.page.locator(".strip.black .clock").textContent()), true); // ten minutes more
    await one.go();
    await one.page.getByLabel("Clock").selectOption("other");
    await one.page.getByLabel("Minutes").fill("9999"); // more than a day
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    equal(await one.page.getByLabel("Minutes").evaluate((field) => field.validity.rangeOverflow), true);
    equal(new URL(one.page.url()).hash, "#/");
});

test("clocks run, and a flag falls", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", clock: { initial_ms: 19000, increment_ms: 0 } });
    await one.move("e2", "e4"); // the first move starts them
    const clock = one.page.locator(".strip.black .clock");
    await one.page.locator(".strip.black .clock.running.low").waitFor();
    const first = await clock.textContent();
    await one.until(async () => (await clock.textContent()) !== first, true, "it ticks:");
    await one.shot("clock");
    await one.make({ rules: "chess", clock: { initial_ms: 100, increment_ms: 0 } });
    await one.type("e4");
    await one.page.locator("h1.status", { hasText: "White wins" }).waitFor();
});

test("a game against an engine", async (player) => {
    const one = await player();
    await one.go();
    await one.page.getByRole("radio", { name: "Engine" }).check();
    await one.page.getByLabel("Strength").selectOption({ label: "Beginner" });
    await one.page.getByLabel("Thinks for").selectOption({ label: "A tenth of a second" });
    equal(await one.page.getByLabel("Black's name").isVisible(), false, "an engine has its own name");
    await one.shot("home-engine");
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.status("White to move");
    for (const [index, move] of ["h3", "a3", "b3"].entries()) { // legal after any two answers: no check, and b3 stays free
        await one.type(move);
        await one.at(2 * index + 2);
    }
    await one.page.locator(".strip.black .tag", { hasText: "engine" }).waitFor();
    await one.shot("engine");
});

test("reload and a killed server in mid-game", async (player) => {
    const server = await new Server().start();
    const one = await player({}, server);
    const { id } = await one.make({ rules: "chess" });
    await one.move("e2", "e4");
    await one.at(1);
    await one.page.reload();
    await one.at(1);
    await one.stands("e4", "white pawn");
    await one.move("e7", "e5");
    await one.at(2);
    await server.stop("SIGKILL");
    await one.message("connection is lost");
    await server.start(server.port);
    await one.page.locator(".game:not(.offline)").waitFor();
    one.errors.length = 0; // the browser itself notes each failed connection
    await one.move("g1", "f3");
    await one.at(3);
    equal(one.page.url().endsWith(`#/game/${id}`), true);
    await one.page.reload();
    await one.at(3);
    equal(await one.page.locator(".move").allTextContents(), ["e4", "e5", "Nf3"]);
    equal(await server.stop(), 0);
    one.errors.length = 0;
});
