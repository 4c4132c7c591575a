// harness.mjs: starts a server and a browser, and acts and looks as a player does. There are no
// fixed waits: every step waits for what it looks at.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beginCount, keepCount } from "./script_coverage.mjs";

const work = process.env.WORK;
const require = createRequire(join(work, "package.json"));
const { chromium, _bidiFirefox: firefox } = require("playwright-core"); // the second drives an unpatched Firefox by WebDriver BiDi
const launch = () => (process.env.FIREFOX ? firefox.launch({ executablePath: process.env.FIREFOX, headless: true, timeout: PATIENCE })
    : chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS, timeout: PATIENCE }));
export const axePath = require.resolve("axe-core/axe.min.js");
const room = process.argv[2] ?? ""; // rooms run at the same time
export const shots = join(work, /^[a-z]+$/.test(room) ? `screenshots-${room}` : "screenshots");
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });
export const scratch = mkdtempSync(join(work, "run-"));

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--disable-sync", "--process-per-site"];
export const PATIENCE = Number(process.env.PATIENCE ?? 300000); // milliseconds; reached only by what never happens

const LONGEST_PAUSE = 160; // milliseconds between two questions: asking costs the browser more than waiting
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// ---- the server ----

let servers = 0;
const running = new Set(); // servers, including those of tests that broke off
process.once("exit", () => { for (const child of running) child.kill("SIGKILL"); });

export class Server {
    // Resolves when the server has printed its address; `more` are options of `serve`.
    start(port = 0, ...more) {
        this.store ??= join(scratch, `games-${servers += 1}.sqlite`);
        const options = ["serve", "--port", String(port), "--store", this.store,
                         "--engine", "stockfish,fairy-stockfish", ...more];
        this.child = spawn(process.env.ARBITER, options, { stdio: ["ignore", "pipe", "pipe"] });
        const { child } = this;
        running.add(child);
        this.ended = new Promise((resolve) => child.once("exit", (code) => { running.delete(child); resolve(code); }));
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

    // Resolves to the exit code, or null if a signal ended the server.
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
            const refused = /status of (4(03|09|22))|\b(403|409|422)\b/.test(message.text()); // refusals that the page itself shows
            if (message.type() === "error" && !refused) this.errors.push(message.text());
        });
        page.on("request", (request) => {
            const { origin, protocol } = new URL(request.url());
            if (protocol !== "blob:" && origin !== server.address)
                this.errors.push(`request to ${request.url()}`);
        });
    }

    // Each page has its own mark of being ready, so that the page before is not taken for the new one.
    async go(hash = "#/") {
        const address = `${this.server.address}/${hash}`;
        const here = this.page.url();
        if (address !== here)
            await this.page.evaluate(() => document.querySelector("main")?.removeAttribute("data-ready"));
        if (!process.env.FIREFOX || !here.startsWith(`${this.server.address}/`)) await this.page.goto(address);
        else if (address === here) await this.page.reload(); // by WebDriver BiDi another place in the same document never loads
        else await this.page.evaluate((place) => { location.hash = place; }, hash);
        await this.page.locator("main[data-ready]").waitFor({ state: "attached" });
    }

    // Makes a game through the API and stores its seats where the page keeps them.
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

    // Chooses coordinates, board or pieces in a part of the page that must be opened first.
    async choose(label, value) {
        await this.page.locator("details.settings").evaluate((box) => { box.open = true; });
        await this.page.getByRole("combobox", { name: label }).selectOption(value);
    }

    async type(move) {
        await this.page.locator(".move-box").fill(move);
        await this.page.keyboard.press("Enter");
    }

    // Puts a long text into a field at once, because over WebDriver BiDi `fill` sends it key by key.
    async put(field, text) {
        if (!process.env.FIREFOX) return field.fill(text);
        return field.evaluate((element, value) => {
            element.value = value;
            element.dispatchEvent(new Event("input", { bubbles: true }));
        }, text);
    }

    // Presses the button and returns the bytes and name of the file that it saves. WebDriver BiDi does not report downloads.
    async saved(button) {
        if (process.env.FIREFOX) throw new Chromiums();
        const [download] = await Promise.all([this.page.waitForEvent("download"), button.click()]);
        const chunks = [];
        for await (const chunk of await download.createReadStream()) chunks.push(chunk);
        return { bytes: Buffer.concat(chunks), name: download.suggestedFilename() };
    }

    // Shows the page as it is printed, which WebDriver BiDi cannot.
    async onPaper() {
        if (process.env.FIREFOX) throw new Chromiums();
        await this.page.emulateMedia({ media: "print", colorScheme: "dark" });
    }

    // Waits until the board shows the game after `ply` plies.
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
        let between = 10;
        let got;
        do {
            got = await ask();
            if (got === wanted) return;
            await pause(between);
            between = Math.min(2 * between, LONGEST_PAUSE);
        } while (Date.now() < end);
        throw new Error(`${what} expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
    }

    async shot(name) {
        if (!process.env.SHOTS) return;
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

// Keeps browsers that serve one test after another, because the process of a page that stays open has the scripts compiled.
// Each test gets a page of its own and finds nothing that another has left behind.
class People {
    constructor(browser, server) {
        this.browser = browser;
        this.server = server;
        this.known = new Map();
    }

    async context(options, at, used) {
        const wanted = { viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options };
        if (at !== this.server || wanted.serviceWorkers === "allow" || process.env.FIREFOX) return { context: await this.browser.newContext(wanted) };
        let number = 0;
        const key = () => `${JSON.stringify(wanted)} ${number}`;
        while (used.has(key())) number += 1;
        used.add(key());
        if (!this.known.has(key())) this.known.set(key(), await this.begin(wanted));
        const one = { ...this.known.get(key()), key: key() };
        await one.session.send("Storage.clearDataForOrigin", { origin: at.address, storageTypes: "all" });
        return one;
    }

    async begin(wanted) {
        const context = await this.browser.newContext(wanted);
        const page = await context.newPage();
        await page.goto(`${this.server.address}/icon.svg`);
        return { context, session: await context.newCDPSession(page) };
    }

    // After a failure the browser may be broken, so no other test gets it.
    async leave({ context, key }, page, failed) {
        if (key && !failed) return page.close();
        this.known.delete(key);
        return context.close();
    }
}

// What WebDriver BiDi cannot do with Firefox yet: touch, the clipboard, service workers, and Chromium's own protocol.
const CHROMIUMS = /CDP session is only available in Chromium|isMobile is not supported/;
class Chromiums extends Error {}
const isChromiums = (error) => process.env.FIREFOX && (error instanceof Chromiums || CHROMIUMS.test(error.message));

async function runOne({ name, body }, people, server) {
    const players = [];
    const used = new Set();
    const player = async (options = {}, at = server) => {
        if (process.env.FIREFOX && (options.hasTouch || options.permissions || options.serviceWorkers === "allow")) throw new Chromiums();
        const home = await people.context(options, at, used);
        players.push(Object.assign(new Player(await home.context.newPage(), at), { home }));
        await beginCount(players.at(-1).page);
        return players.at(-1);
    };
    const started = Date.now();
    let failure = null;
    let skipped = false;
    try {
        await body(player);
        for (const each of players) equal(each.errors, [], "errors in the browser:");
    } catch (error) {
        skipped = isChromiums(error);
        failure = skipped ? null : error;
        const file = `failed-${name.replace(/[^a-z0-9]+/gi, "-")}`;
        for (const [index, each] of failure ? players.entries() : []) {
            await each.page.screenshot({ path: join(shots, `${file}-${index}.png`) }).catch(() => {});
            if (each.errors.length > 0) console.log(`  in the browser: ${each.errors.join("\n  ")}`);
        }
    }
    for (const each of players) {
        await keepCount(each.page);
        await people.leave(each.home, each.page, failure !== null);
    }
    console.log(`${failure ? "FAILED" : skipped ? "not in Firefox:" : "ok    "} ${name} (${Date.now() - started} ms)`);
    if (failure) console.log(`  ${failure.stack.split("\n").slice(0, 8).map((line) => line.slice(0, 400)).join("\n  ")}`);
    return failure === null;
}

export const absent = new Set(); // what is not there, so that not all could be tested

// Runs the tests; `lanes` is how many run at the same time. Returns the exit code.
export async function runAll(only, lanes) {
    const server = await new Server().start();
    const browser = await launch();
    let passed = 0;
    const wanted = tests.filter(({ name }) => new RegExp(only).test(name));
    const queue = [...wanted];
    const lane = async () => {
        const people = new People(browser, server);
        for (let each = queue.shift(); each; each = queue.shift())
            if (await runOne(each, people, server)) passed += 1;
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await browser.close();
    const code = await server.stop();
    if (code !== 0) console.log(`serve ended with ${code}: ${server.said.join("\n")}`);
    rmSync(scratch, { recursive: true, force: true });
    console.log(`${passed} passed, ${wanted.length - passed} failed; screenshots in ${shots}`);
    for (const reason of absent) console.log(`not all was tested: ${reason}`);
    return passed < wanted.length || passed === 0 || code !== 0 ? 1 : absent.size > 0 ? 77 : 0;
}
