// test_playing.mjs: two people at one game: moves in advance, presence, names, offers, a rematch.
import { equal, test } from "../harness.mjs";

async function pair(player, wanted = { rules: "chess" }) {
    const one = await player();
    const made = await one.make(wanted, ["white"]);
    const two = await player();
    await two.go(`#/game/${made.id}/${made.seats.black}`);
    await two.at(0);
    return [one, two, made];
}

test("a move in advance is played when its turn comes, and forgotten if it is not legal", async (player) => {
    const [one, two] = await pair(player);
    await one.move("e2", "e4");
    await one.at(1);
    await two.move("e7", "e5");
    await one.at(2);
    await one.move("g1", "f3");
    await one.at(3);
    await one.click("f3"); // Black thinks
    await one.click("e5");
    await one.has("e5", "ahead");
    await two.move("b8", "c6");
    await two.at(5);
    await one.at(5);
    equal(await one.page.locator(".move").last().textContent(), "Nxe5");
    await one.click("e5");
    await one.click("e6"); // no knight's move
    await one.has("e6", "ahead");
    await two.move("c6", "e5");
    await one.at(6);
    await one.hasNot("e6", "ahead");
    await one.at(6);
});

test("who is here, what they are called, and whose turn it is, by the tab's title", async (player) => {
    const [one, two, made] = await pair(player);
    await one.until(() => one.page.title(), "● Your turn · Arbiter");
    await one.until(async () => (await one.page.locator(".strip.black .tag").first().textContent()), "");
    await two.page.getByRole("button", { name: "My name" }).click();
    await two.page.getByRole("textbox", { name: "My name" }).fill("Bea");
    await two.page.keyboard.press("Enter");
    await one.page.locator(".strip.black .name", { hasText: "Bea" }).waitFor();
    const three = await player();
    await three.go(`#/game/${made.id}`);
    await one.page.locator(".watchers", { hasText: "1 is watching" }).waitFor();
    await two.page.close();
    await one.page.locator(".strip.black .tag", { hasText: "away" }).waitFor();
});

test("a declined offer is told; names stand in offers", async (player) => {
    const [one, two] = await pair(player, { rules: "chess", white: "Ada", black: "Bea" });
    await one.move("e2", "e4");
    await one.at(1);
    await one.page.getByRole("button", { name: "Offer a draw" }).click();
    await two.page.getByText("Ada offers a draw.").waitFor();
    await two.page.getByRole("button", { name: "Decline" }).click();
    await one.message("Bea declines the draw.");
    await one.page.getByRole("button", { name: "Ask to take back" }).click();
    await two.page.getByText("Ada asks to take the last move back.").waitFor();
    await two.page.getByRole("button", { name: "Accept" }).click();
    await one.at(0);
});

test("another game from the ending card, colours changed", async (player) => {
    const [one, two] = await pair(player, { rules: "chess", clock: { initial_ms: 60000, increment_ms: 0 } });
    await one.move("e2", "e4");
    await two.at(1);
    await two.page.getByRole("button", { name: "Resign" }).click();
    await two.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await one.page.locator(".ending", { hasText: "You have won" }).waitFor();
    await two.page.locator(".ending", { hasText: "You have lost" }).waitFor();
    equal(await one.page.evaluate(async () => (await import("/common/sound.js")).sounds.last), "won", "heard:");
    await one.shot("ending");
    await one.page.getByRole("button", { name: "Rematch" }).click();
    await one.page.getByText("You ask for a rematch.").waitFor();
    await two.page.getByRole("button", { name: "Accept the rematch" }).click();
    await one.status("White to move"); // both are taken there
    await two.status("White to move");
    await two.move("d2", "d4"); // the player of Black now has White
    await one.at(1);
    await one.move("d7", "d5");
    await two.at(2);
    equal(await one.page.locator(".clock:not([hidden])").count(), 2, "with the same clocks:");
});

test("captures and explosions are seen to go, are heard, and leave nothing behind", async (player) => {
    const one = await player();
    const heard = () => one.page.evaluate(async () => (await import("/common/sound.js")).sounds.last);
    const left = (count) => one.until(() => one.page.locator(".pieces > *").count(), count, "on the board:");
    await one.make({ rules: "chess", fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2" });
    await one.page.evaluate(() => {
        window.faded = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function counted(...how) { window.faded += 1; return animate.apply(this, how); };
    });
    await one.type("exd6"); // en passant
    await one.at(1);
    equal([await heard(), await one.page.evaluate(() => window.faded)], ["capture", 1]);
    await left(3);
    await one.make({ rules: "chess", fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" });
    await one.type("O-O");
    await one.at(1);
    equal(await heard(), "move");
    await one.make({ rules: "atomic", fen: "4k3/5p2/8/6N1/8/8/8/4K3 w - - 0 1" });
    await one.page.evaluate(() => new MutationObserver((changes) => {
        if (changes.some(({ addedNodes }) => [...addedNodes].some(({ classList }) => classList.contains("burst")))) window.burst = true;
    }).observe(document.querySelector(".pieces"), { childList: true }));
    await one.type("Nxf7");
    await one.at(1);
    await one.until(() => one.page.evaluate(() => window.burst), true);
    await left(1);
});

test("sound is switched off by a key, and stays off", async (player) => {
    const one = await player();
    await one.go("#/");
    const state = () => one.page.locator("#sound").getAttribute("aria-pressed");
    equal(await state(), "true");
    await one.page.locator("body").press("m");
    equal(await state(), "false");
    await one.page.reload();
    await one.page.locator("main[data-ready]").waitFor({ state: "attached" });
    equal(await state(), "false");
    await one.make({ rules: "chess" });
    await one.move("e2", "e4"); // the board has the focus: other letters begin a move
    await one.at(1);
    await one.page.keyboard.press("m");
    equal(await state(), "true");
    equal(await one.page.locator(".move-box").inputValue(), "");
    await one.make({ rules: "knightmate" }); // its piece "man" is written M
    await one.click("e2");
    await one.has("e4", "target");
    await one.page.keyboard.press("m");
    equal([await state(), await one.page.locator(".move-box").inputValue()], ["true", "m"]);
});

test("my games stand apart from everybody's", async (player) => {
    const one = await player();
    await one.make({ rules: "chess", white: "Mine alone" });
    const two = await player();
    await two.make({ rules: "chess", white: "Theirs alone" });
    await one.go("#/");
    const mine = one.page.locator("section", { hasText: "My games" });
    await mine.getByText("Mine alone").waitFor();
    equal(await mine.getByText("Theirs alone").count(), 0);
});
