// test_access.mjs: accessibility by axe, light and dark, phone to 4K, reduced motion.
import { axe } from "../axe.mjs";
import { equal, test } from "../harness.mjs";

test("axe finds nothing, light or dark: the first page, opening, joining, a game, a refusal, every dialog", async (player) => {
    const one = await player({ bypassCSP: true }); // axe is a script of ours
    await one.go();
    await one.page.locator(".board [role=gridcell]").first().waitFor();
    await axe(one, "home");
    equal(await one.page.title(), "New game · Arbiter");
    for (const view of ["open", "join"]) {
        await one.go(`#/${view}`);
        await one.page.locator("h1").waitFor();
        equal(await one.page.locator("[aria-current=page]").evaluateAll((links) => links.map(({ hash }) => hash)), [`#/${view}`]);
        await axe(one, view);
    }
    await one.page.getByRole("button", { name: "Keys" }).click();
    await axe(one, "keys");
    await one.page.keyboard.press("Escape");
    await one.make({ rules: "chess", clock: { initial_ms: 600000, increment_ms: 0 } });
    await one.move("e2", "e4");
    await one.at(1);
    await one.click("b8");
    await one.has("c6", "target");
    await axe(one, "game");
    await one.click("b5");
    await one.page.locator(".message.bad").waitFor();
    await axe(one, "refused move");
    for (const name of ["Export", "Share"]) {
        await one.page.getByRole("button", { name, exact: true }).click();
        await one.page.locator("dialog[open]").waitFor();
        await axe(one, name);
        await one.page.keyboard.press("Escape");
    }
    await one.make({ rules: "chess", fen: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" });
    await one.move("e7", "e8");
    await one.page.locator("dialog.promotion[open]").waitFor();
    await axe(one, "promotion");
});

test("the grid is announced as one", async (player) => {
    const one = await player();
    await one.make({ rules: "chess" });
    equal(await one.page.getByRole("grid").getByRole("row").count(), 8);
    equal(await one.page.getByRole("gridcell", { name: "e2, white pawn" }).count(), 1);
    equal(await one.page.locator("[role=gridcell][tabindex='0']").count(), 1, "one tab stop:");
    await one.move("e2", "e4");
    await one.page.locator(".unseen", { hasText: "e4. Black to move" }).waitFor({ state: "attached" });
});

test("light and dark by a switch, kept over a reload", async (player) => {
    const one = await player({ colorScheme: "light" });
    await one.go();
    const paper = () => one.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    const button = one.page.locator("#theme");
    await button.click();
    equal(await paper(), light);
    await button.click();
    equal(await paper() === light, false, "dark:");
    await one.page.reload();
    equal(await paper() === light, false, "dark after a reload:");
});

test("phone to 4K: the board is seen as a whole and nothing sticks out", async (player) => {
    const one = await player();
    const sizes = [[320, 568], [390, 844], [844, 390], [768, 1024], [1024, 768], [1366, 768],
                   [1920, 1080], [3840, 2160]];
    await one.make({ rules: "chess" });
    for (const [width, height] of sizes) {
        await one.page.setViewportSize({ width, height });
        const seen = await one.page.evaluate(() => {
            const board = document.querySelector(".board-svg").getBoundingClientRect();
            return { over: document.documentElement.scrollWidth - innerWidth,
                     inside: board.left >= 0 && board.right <= innerWidth
                         && board.height <= innerHeight,
                     share: Math.max(board.width / innerWidth, board.height / innerHeight) };
        });
        const at = `${width}x${height} ${JSON.stringify(seen)}`;
        equal(seen.over <= 0 && seen.inside && seen.share > 0.55, true, at);
        if (width === 3840 || height === 390) await one.shot(`size-${width}x${height}`);
    }
    await one.page.setViewportSize({ width: 320, height: 568 }); // what is said is seen on a low screen
    await one.move("e2", "e4");
    await one.at(1);
    await one.click("a8");
    await one.click("a5");
    const said = one.page.locator(".message.bad");
    await said.waitFor();
    const { y, height } = await said.boundingBox();
    equal(y > 0 && y + height <= 568, true, `the refusal is at ${y}`);
    await one.shot("low-screen");
    for (const view of ["#/", "#/setup", "#/open"]) {
        await one.go(view);
        for (const [width, height] of sizes) {
            await one.page.setViewportSize({ width, height });
            const over = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            equal(over <= 0, true, `${view} ${width}x${height} ${over}`);
        }
    }
});

test("reduced motion: nothing glides", async (player) => {
    const one = await player({ reducedMotion: "reduce" });
    await one.make({ rules: "chess" });
    await one.move("e2", "e4");
    await one.at(1);
    equal(await one.page.evaluate(() => document.getAnimations().length), 0);
});
