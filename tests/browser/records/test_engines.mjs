// test_engines.mjs: engines on the page: their lines in a study, and games against them in rule sets that they play.
import { equal, test } from "../harness.mjs";
import { axe } from "../axe.mjs";

test("an engine tells its lines about a study, and the bar stands only then", async (player) => {
    const one = await player({ bypassCSP: true }); // for axe
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 *");
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.at(6);
    const bar = one.page.locator(".score");
    equal(await bar.isVisible(), false);
    await one.page.getByLabel("Engine", { exact: true }).check();
    await one.page.locator(".engine-line").nth(2).waitFor(); // three of them
    await one.until(async () => (await one.page.locator(".engine-line").first().textContent()).includes("Qxf7#"), true);
    equal(await bar.getAttribute("aria-label"), "The engine's evaluation: #1");
    await one.shot("analysis");
    await axe(one, "analysis");
    const over = await one.page.locator(".panel").evaluate((panel) => [...panel.querySelectorAll(".analysis select, .engine-line, .engine-line span")]
        .filter((each) => each.getBoundingClientRect().right > panel.getBoundingClientRect().right - 8).length);
    equal(over, 0, "sticks out of the panel:");
    await one.page.locator(".engine-line").first().click(); // plays it
    await one.at(7);
    equal(await one.page.locator(".engine-line").count(), 0); // the game is over there
    await one.page.keyboard.press("ArrowLeft");
    await one.page.locator(".engine-line").nth(2).waitFor();
    await one.page.getByLabel("Engine", { exact: true }).uncheck();
    await one.until(() => one.page.locator(".engine-line").count(), 0);
    equal(await bar.isVisible(), false);
});

test("an engine's line keeps the focus while the engine thinks on, and plays what it shows", async (player) => {
    const one = await player();
    await one.go();
    const seen = await one.page.evaluate(async () => {
        const { Analysis } = await import("/study/analysis.js");
        const sent = [];
        const analysis = new Analysis({ score: { showEngine: () => {} }, send: ({ move }) => sent.push(move) });
        const line = (depth, uci, san) => ({ depth, cp: 10, uci: [uci], san: [san] });
        document.body.append(analysis.list);
        analysis.show([line(1, "e2e4", "e4"), line(1, "d2d4", "d4")]);
        analysis.list.querySelector("button").focus();
        analysis.show([line(2, "g1f3", "Nf3")]);
        const { activeElement } = document;
        activeElement.click();
        return [activeElement.textContent, sent, analysis.list.childElementCount];
    });
    equal(seen, ["+0.10Nf3", ["g1f3"], 1]);
});

test("an engine is offered only where it plays the rules", async (player) => {
    const one = await player();
    await one.go();
    const rules = one.page.getByLabel("Rules", { exact: true });
    const engine = one.page.getByRole("radio", { name: "Engine" });
    await rules.selectOption("lab");
    equal(await engine.isDisabled(), true);
    await rules.selectOption("crazyhouse");
    equal(await engine.isDisabled(), false); // Fairy-Stockfish says that it plays it
    await engine.check({ force: true });
    await one.page.getByRole("radio", { name: "Black" }).check({ force: true });
    await one.page.getByRole("button", { name: "Play", exact: true }).click();
    await one.at(1); // it has moved
    await one.status("Black to move");
});
