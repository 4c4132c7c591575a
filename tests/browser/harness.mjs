// harness.mjs: a server of our own, a browser, and the hands and eyes of a player. No fixed waits:
// every step waits for what it looks at.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beginCount, keepCount } from "./script_coverage.mjs";

const work = process.env.WORK;
const require = createRequire(join(work, "package.json"));
const { chromium } = require("playwright-core");
export const axePath = require.resolve("axe-core/axe.min.js");
export const shots = join(work, "screenshots");
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });
export const scratch = mkdtempSync(join(work, "run-"));

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PATIENCE = 30000;

// ---- the server ----

let servers = 0;

export class Server {
    // Resolves when the server has printed its address; more: options of serve.
    start(port = 0, ...more) {
        this.store ??= join(scratch, `games-${servers += 1}.sqlite`);
        const options = ["serve", "--port", String(port), "--store", this.store,
                         "--engine", "stockfish,fairy-stockfish", ...more];
        this.child = spawn(process.env.ARBITER, options, { stdio: ["ignore", "pipe", "pipe"] });
        this.ended = new Promise((resolve) => this.child.once("exit", resolve));
        const said = this.said = [];
        return new Promise((resolve, reject) => {
            for (const stream of [this.child.stdout, this.child.stderr])
                createInterface({ input: stream }).on("line", (line) => {
                    said.push(line);
                    const [address] = /http:\/\/[^\s/]+:[0-9]+/.exec(line) ?? [];
                    if (!address) return;
                    this.address = address;
                    this.port = Number(new URL(address).port);
                    resolve(this);
                });
            this.ended.then((code) => reject(new Error(`serve ended (${code}): ${said.join("\n")}`)));
        });
    }

    // Resolves to the exit code; null for a signal.
    async stop(signal = "SIGTERM") {
        this.child.kill(signal);
        return this.ended;
    }
}

// ---- players ----

export class Player {
    constructor(page, server) {
        this.page = page;
        this.server = server;
        this.errors = [];
        page.setDefaultTimeout(PATIENCE);
        page.on("pageerror", (error) => this.errors.push(`${error.stack}`));
        page.on("console", (message) => {
            const refused = /status of (4(03|09|22))/.test(message.text()); // answers the page shows
            if (message.type() === "error" && !refused) this.errors.push(message.text());
        });
        page.on("request", (request) => {
            const { origin, protocol } = new URL(request.url());
            if (protocol !== "blob:" && origin !== server.address)
                this.errors.push(`request to ${request.url()}`);
        });
    }

    // A page that was shown before is not taken for the new one: it has its own mark of being ready.
    async go(hash = "#/") {
        const address = `${this.server.address}/${hash}`;
        if (address !== this.page.url())
            await this.page.evaluate(() => document.querySelector("main")?.removeAttribute("data-ready"));
        await this.page.goto(address);
        await this.page.locator("main[data-ready]").waitFor({ state: "attached" });
    }

    // A game made through the API, its seats put where the page keeps them.
    async make(wanted, seats = ["white", "black"]) {
        if (!this.page.url().startsWith(this.server.address)) await this.go("#/open");
        const made = await this.page.evaluate(async ([body, held]) => {
            const response = await fetch("/api/games", {
                method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify(body) });
            if (!response.ok) throw new Error(await response.text());
            const game = await response.json();
            const kept = Object.fromEntries(held.map((seat) => [seat, game.seats[seat]]));
            localStorage.setItem(`arbiter.seats.${game.id}`, JSON.stringify(kept));
            return game;
        }, [wanted, seats]);
        await this.look(made.id);
        return made;
    }

    async look(id) {
        await this.page.evaluate((hash) => { location.hash = hash; }, `#/game/${id}`);
        await this.page.locator(`main[data-ready="#/game/${id}"] .game [role=gridcell]`).first().waitFor();
    }

    cell(square) {
        return this.page.locator(`.board [data-square="${square}"]`);
    }

    async middle(square) {
        const box = await this.cell(square).locator(".ground").boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }

    async click(square) {
        await this.page.mouse.click(...await this.middle(square));
    }

    async tap(square) {
        await this.page.touchscreen.tap(...await this.middle(square));
    }

    async drag(from, to) {
        const [x, y] = await this.middle(from);
        const [toX, toY] = await this.middle(to);
        await this.page.mouse.move(x, y);
        await this.page.mouse.down();
        await this.page.mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 3 });
        await this.page.mouse.move(toX, toY, { steps: 3 });
        await this.page.mouse.up();
    }

    async move(from, to, touch = false) {
        const press = (square) => (touch ? this.tap(square) : this.click(square));
        await press(from);
        await this.has(to, "target");
        await press(to);
    }

    async type(move) {
        await this.page.locator(".move-box").fill(move);
        await this.page.keyboard.press("Enter");
    }

    // Waits until the board shows the game after so many plies.
    async at(ply) {
        const slider = this.page.locator(".rewind input");
        await this.until(() => slider.inputValue(), String(ply));
    }

    async has(square, state) {
        await this.page.locator(`.board [data-square="${square}"].${state}`).waitFor();
    }

    async hasNot(square, state) {
        await this.page.locator(`.board [data-square="${square}"]:not(.${state})`).waitFor();
    }

    async stands(square, name) {
        const label = () => this.cell(square).getAttribute("aria-label");
        await this.until(async () => (await label()).split(", ").includes(name), true,
                         `${square}: ${name}`);
    }

    async status(text) {
        await this.until(() => this.page.locator("h1.status").textContent(), text);
    }

    async message(part) {
        await this.page.locator(".message", { hasText: part }).waitFor();
    }

    // Asks again until the answer is the wanted one.
    async until(ask, wanted, what = "") {
        const end = Date.now() + PATIENCE;
        let got;
        do {
            got = await ask();
            if (got === wanted) return;
            await this.page.evaluate(() => new Promise(requestAnimationFrame));
        } while (Date.now() < end);
        throw new Error(`${what} expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
    }

    async shot(name) {
        await this.page.evaluate(() => Promise.allSettled(
            document.getAnimations().map((animation) => animation.finished)));
        await this.page.screenshot({ path: join(shots, `${name}.png`) });
    }
}

// ---- running ----

const tests = [];

export const test = (name, body) => tests.push({ name, body });

export function equal(got, wanted, what = "") {
    if (JSON.stringify(got) !== JSON.stringify(wanted))
        throw new Error(`${what} expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
}

async function runOne({ name, body }, browser, server) {
    const players = [];
    const player = async (options = {}, at = server) => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
        players.push(new Player(await context.newPage(), at));
        await beginCount(players.at(-1).page);
        return players.at(-1);
    };
    const started = Date.now();
    let failure = null;
    try {
        await body(player);
        for (const each of players) equal(each.errors, [], "errors in the browser:");
    } catch (error) {
        failure = error;
        const file = `failed-${name.replace(/[^a-z0-9]+/gi, "-")}`;
        for (const [index, each] of players.entries()) {
            await each.page.screenshot({ path: join(shots, `${file}-${index}.png`) }).catch(() => {});
            if (each.errors.length > 0) console.log(`  in the browser: ${each.errors.join("\n  ")}`);
        }
    }
    for (const each of players) {
        await keepCount(each.page);
        await each.page.context().close();
    }
    console.log(`${failure ? "FAILED" : "ok    "} ${name} (${Date.now() - started} ms)`);
    if (failure) console.log(`  ${failure.stack.split("\n").slice(0, 8).join("\n  ")}`);
    return failure === null;
}

export async function runAll(only) {
    const server = await new Server().start();
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
                                            args: FLAGS });
    let passed = 0;
    const wanted = tests.filter(({ name }) => new RegExp(only).test(name));
    const queue = [...wanted];
    const lane = async () => {
        for (let each = queue.shift(); each; each = queue.shift())
            if (await runOne(each, browser, server)) passed += 1;
    };
    await Promise.all([lane(), lane()]);
    await browser.close();
    const code = await server.stop();
    if (code !== 0) console.log(`serve ended with ${code}: ${server.said.join("\n")}`);
    rmSync(scratch, { recursive: true, force: true });
    console.log(`${passed} passed, ${wanted.length - passed} failed; screenshots in ${shots}`);
    return passed === wanted.length && passed > 0 && code === 0;
}
