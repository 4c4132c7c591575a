// screenshots.mjs: the pictures of docs/images, taken from the running page.  tools/screenshots BUILD [PART OF A NAME]
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Player, Server } from "./harness.mjs";

const { chromium } = createRequire(join(process.env.WORK, "package.json"))("playwright-core");
const folder = process.argv[2];
mkdirSync(folder, { recursive: true });

const server = await new Server().start();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const DESK = { viewport: { width: 1280, height: 760 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function picture(name, options, draw) {
    if (!name.includes(process.argv[3] ?? "")) return;
    const context = await browser.newContext(options);
    const one = new Player(await context.newPage(), server);
    await draw(one);
    await one.page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    await one.page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
    console.log(name);
}

async function open(one, pgn) {
    await one.go("#/open");
    await one.page.getByLabel("FEN, PGN or Lab 3 config").fill(pgn);
    await one.page.getByRole("button", { name: "Open", exact: true }).click();
    await one.page.locator(".annotate").waitFor();
}

const OPERA = "[Event \"Paris\"]\n[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} d6 {[%eval 0.5]} 3. d4 {[%eval 0.6]} Bg4 $6 {[%eval 1.0] gives up the pair of bishops} "
    + "4. dxe5 {[%eval 1.0]} Bxf3 {[%eval 0.9]} 5. Qxf3 {[%eval 1.0]} dxe5 {[%eval 1.0]} 6. Bc4 $1 {[%eval 1.1][%csl Rf7][%cal Gc4f7,Gf3f7] aims at f7} Nf6 {[%eval 1.8]} (6... Qf6 7. Qb3 $1) 7. Qb3 {[%eval 1.8]} Qe7 {[%eval 2.0]} "
    + "8. Nc3 {[%eval 1.9]} c6 {[%eval 2.0]} 9. Bg5 {[%eval 1.8]} b5 $2 {[%eval 3.4]} 10. Nxb5 $3 {[%eval 3.4]} cxb5 {[%eval 3.6]} 11. Bxb5+ {[%eval 3.6]} Nbd7 {[%eval 3.7]} 12. O-O-O {[%eval 4.5]} Rd8 {[%eval 5.5]} "
    + "13. Rxd7 {[%eval 5.6]} Rxd7 {[%eval 5.6]} 14. Rd1 {[%eval 6.0]} Qe6 {[%eval 6.5]} 15. Bxd7+ {[%eval 8.0]} Nxd7 {[%eval 20]} 16. Qb8+ $3 {[%eval 30]} Nxb8 {[%eval 50]} 17. Rd8# 1-0\n";

await picture("refusal", DESK, async (one) => {
    await one.make({ rules: "chess", fen: "r3k2r/ppp2ppp/2n5/8/1b1q2b1/2N2N2/PP3PPP/R3KB1R w KQkq - 0 1", white: "Anna", black: "Ben" });
    await one.drag("e1", "c1");
    await one.page.locator(".message.bad").waitFor();
});
await picture("why-mate", DESK, async (one) => {
    await one.make({ rules: "chess", fen: "6k1/5ppp/1n6/8/2B5/8/5PPP/3R2K1 w - - 0 1" });
    await one.move("d1", "d8");
    await one.at(1);
    await one.page.locator(".heading .why").click();
    await one.page.locator(".cause, .explanation p").first().waitFor();
});
await picture("study", DESK, async (one) => {
    await open(one, OPERA);
    await one.at(33);
    await one.page.locator(".moves .move", { hasText: "Bc4" }).first().click();
    await one.page.locator(".arrows .mark").first().waitFor();
});
await picture("faulty-game", DESK, async (one) => {
    await open(one, OPERA.replace("12. O-O-O", "12. O-O"). replace("13. Rxd7", "13. Rxd6"));
    await one.page.locator(".fault").first().waitFor();
});
await picture("teacher", DESK, async (one) => {
    await one.make({ rules: "chess", fen: "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1" });
    await one.page.getByText("Teacher's view").click();
    for (const label of ["Squares that White attacks", "Squares that Black attacks", "Pins"]) await one.page.getByLabel(label).check();
    await one.page.locator("[data-tint=attack-both]").first().waitFor();
});
await picture("games", DESK, async (one) => {
    await one.go("#/");
    await one.page.getByRole("button", { name: "All games …" }).click();
    await one.page.locator(".game-card").first().waitFor();
});
await picture("set-up", DESK, async (one) => {
    await one.go("#/setup");
    await one.page.getByLabel("FEN", { exact: true }).fill("4k3/8/8/8/8/8/8/P3R1K1 w - - 0 1");
    await one.page.keyboard.press("Enter");
    await one.page.locator("[data-tint=why-check]").first().waitFor();
});
await picture("ending-phone", PHONE, async (one) => {
    await one.make({ rules: "chess", fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", white: "Anna", black: "Ben" });
    await one.move("a1", "a8", true);
    await one.page.locator(".ending").waitFor();
});
await picture("crazyhouse-dark", { ...DESK, colorScheme: "dark" }, async (one) => {
    await one.make({ rules: "crazyhouse", white: "Anna", black: "Ben", clock: { initial_ms: 180000, increment_ms: 2000 } });
    for (const [index, move] of ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"].entries()) {
        await one.type(move);
        await one.at(index + 1);
    }
    await one.page.locator(".strip.white .hand button").first().click();
    await one.page.locator(".cell.target").first().waitFor({ state: "attached" });
});
await picture("large-board", DESK, async (one) => {
    await one.make({ rules: "grand" });
    await one.click("e3");
    await one.page.locator(".cell.target").first().waitFor({ state: "attached" });
});

await browser.close();
await server.stop();
