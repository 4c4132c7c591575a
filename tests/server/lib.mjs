// lib.mjs: starts the real server on a free port with a store of its own, and talks to it. Tests
// are blocks: test("what holds", async () => …); `done()` prints the count.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const here = path.dirname(fileURLToPath(import.meta.url));
export const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
export const folder = mkdtempSync(path.join(tmpdir(), "arbiter-serve-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// The same tests run on either kind of store: ARBITER_TEST_STORE=postgresql starts a database.
export const database = process.env.ARBITER_TEST_STORE === "postgresql"
    ? await (await import("../fleet/database.mjs")).startDatabase() : null;
export const placeOf = (store) => (database ? database.url(store.replace(/[^a-z0-9]/g, "_")) : path.join(folder, store));

let passed = 0, failed = 0;
const servers = new Set();

export function check(condition, what) {
    if (!condition) throw new Error(what ?? "does not hold");
}

export function equal(got, wanted, what = "value") {
    const a = JSON.stringify(got), b = JSON.stringify(wanted);
    if (a !== b) throw new Error(`${what}: got ${a}, wanted ${b}`);
}

export async function test(name, run) {
    try {
        await run();
        passed++;
    } catch (error) {
        failed++;
        console.log(`failed: ${name}\n    ${error.stack}`);
    }
}

export async function done() {
    for (const server of servers) await server.kill();
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
}

export const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

// How long a test waits for what must come: so long that it ends only what would never come, however busy the machine is.
// (tools/mutate, most of whose servers are broken, sets fewer seconds.)
export const PATIENCE = 1000 * Number(process.env.ARBITER_TEST_PATIENCE ?? 600);

// Waits until the condition holds; if it never does, the test fails instead of hanging.
export async function until(condition, what) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(20)) {
        const value = await condition();
        if (value) return value;
    }
    throw new Error(`waited in vain: ${what}`);
}

// Sends a request on a new connection: a server that is killed, whose clock jumps or that has too many connections closes
// kept ones, perhaps just when the next request is on its way. Resolves to status, headers and text.
const exchange = (options, text) => new Promise((resolve, reject) => {
    const request = http.request({ agent: false, ...options }, (response) => {
        const pieces = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("error", reject);
        response.on("end", () => {
            const headers = new Headers();
            for (let i = 0; i < response.rawHeaders.length; i += 2) headers.append(response.rawHeaders[i], response.rawHeaders[i + 1]);
            resolve({ status: response.statusCode, headers, text: Buffer.concat(pieces).toString() });
        });
    });
    request.on("error", reject);
    request.end(text);
});

let numbered = 0; // requests that a test did not number itself

// Starts a server. `before` is shell code that runs first, for example to set limits.
// `place` is the full name of a store, `store` the name of one in this test's folder.
export async function start({ store = "games.db", place = placeOf(store), args = [], before = ":" } = {}) {
    const child = spawn("sh", ["-c", `${before}; exec "$0" "$@"`, program, "serve", "--port", "0",
        "--store", place, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "", err = "";
    child.stdout.on("data", (data) => { out += data; });
    child.stderr.on("data", (data) => { err += data; });
    const exited = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal, err })));
    await until(() => out.includes("\n") || child.exitCode !== null, `the server starts: ${err}`);
    if (!out.includes("\n")) throw new Error(`the server did not start: ${err}`);
    const url = out.trim().replace(/\/$/, ""), shared = /^postgres/.test(place);
    const server = {
        url, child, exited, shared, port: Number(url.split(":").pop()), pid: child.pid,
        // Returns the processor time of its main thread in milliseconds, which a busy machine does not change.
        worked: () => Number(readFileSync(`/proc/${child.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6,
        // Stops the server, does something meanwhile, and lets it continue.
        async away(meanwhile) {
            const state = () => readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ").pop()[0];
            child.kill("SIGSTOP");
            await until(() => state() === "T", "the server stands still");
            await meanwhile();
            child.kill("SIGCONT");
        },
        async kill(signal = "SIGTERM") {
            servers.delete(server);
            child.kill(signal);
            return exited;
        },
        // If servers share a store, one that was held up may not own its games any more and says when to come back (503).
        // With `patient` requests are then sent again, and steps have request ids so that they count once.
        async ask(where, { body, token, headers = {}, method, raw, localAddress, patient = shared } = {}) {
            const all = { ...headers };
            if (body !== undefined && !all["Content-Type"]) all["Content-Type"] = "application/json";
            if (token) all.Authorization = `Bearer ${token}`;
            if (patient && !raw && /\/(moves|actions)$/.test(where)) body = { request_id: `lib-${++numbered}`, ...body };
            const send = () => exchange({ host: "127.0.0.1", port: server.port, path: where, localAddress,
                method: method ?? (body === undefined ? "GET" : "POST"), headers: all },
                body === undefined ? undefined : raw ? body : JSON.stringify(body));
            let answer = await send();
            for (const end = Date.now() + PATIENCE; patient && answer.status === 503 && answer.headers.has("Retry-After") &&
                Date.now() < end; answer = await send()) await sleep(100);
            const type = answer.headers.get("Content-Type") ?? "";
            return { ...answer, type,
                json: type.includes("json") && !type.includes("ndjson") && answer.text ? JSON.parse(answer.text) : null };
        },
        async create(wanted = {}) {
            const answer = await server.ask("/api/games", { body: wanted });
            if (answer.status !== 201) throw new Error(`no game: ${answer.text}`);
            const { id, seats, state } = answer.json;
            const both = [seats.white, seats.black].filter(Boolean).join(",");
            return { id, seats, both, state, at: `/api/games/${id}`,
                move: (move, token = both, more = {}) =>
                    server.ask(`/api/games/${id}/moves`, { body: { move, ...more }, token }),
                act: (action, token = both, more = {}) =>
                    server.ask(`/api/games/${id}/actions`, { body: { action, ...more }, token }),
                read: async (query = "") => (await server.ask(`/api/games/${id}${query}`)).json };
        },
    };
    servers.add(server);
    return server;
}

// Asks like `ask`, but from another address of this machine.
export const from = (server, localAddress) => (where, call = {}) => server.ask(where, { ...call, localAddress });

// Finds a free port below those that the system gives to connections, because a connection may take one of these at any time.
export async function freePort() {
    for (;;) {
        const port = 10000 + Math.floor(Math.random() * 22000), probe = net.createServer();
        const free = await new Promise((resolve) => probe.on("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)));
        if (!free) continue;
        await new Promise((resolve) => probe.close(resolve));
        return port;
    }
}

// Sends raw bytes and resolves to all that comes back until the server closes the connection.
export function raw(server, bytes, { end = false } = {}) {
    return new Promise((resolve) => {
        const socket = net.connect(server.port, "127.0.0.1");
        let got = "";
        const timer = setTimeout(() => socket.destroy(), PATIENCE);
        socket.on("data", (data) => { got += data; });
        socket.on("error", () => {});
        socket.on("close", () => { clearTimeout(timer); resolve(got); });
        socket.on("connect", () => (end ? socket.end(bytes) : socket.write(bytes)));
    });
}

export const statusOf = (text) => Number((/^HTTP\/1\.1 (\d+)/.exec(text) ?? [])[1] ?? 0);

// Opens a stream, by http instead of fetch, because some versions of fetch do not notice that they are told to end. A server
// that shares its store may say when to come back.
export async function opened(server, where, headers) {
    for (;;) {
        const request = http.get(server.url + where, { headers, agent: false });
        const response = await new Promise((resolve, reject) => request.on("response", resolve).on("error", reject));
        response.on("error", () => {}); // ended by us or by the server
        response.setEncoding("utf8");
        if (!server.shared || response.statusCode !== 503) return { request, response };
        request.destroy();
        await sleep(100);
    }
}

// Opens an event stream, whose events come as { id, event, data }. If the server shares its store, the stream is reopened where
// it was, as a browser does: it ends when the server is held up for so long that another one may own the game.
export async function stream(server, where, headers = {}) {
    const events = [], presence = [];
    let comments = 0, closed = false, current, last = {}, finish;
    const finished = new Promise((resolve) => { finish = resolve; });
    const follow = async () => {
        current = await opened(server, where, { ...headers, ...last });
        let text = "";
        current.response.on("data", (chunk) => {
            text += chunk;
            for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
                const event = {};
                for (const line of text.slice(0, end).split("\n")) {
                    const [, key, value] = /^([a-z]*): ?(.*)$/.exec(line) ?? [, "", ""];
                    if (key === "") comments++;
                    else event[key] = value;
                }
                if (event.id !== undefined) last = { "Last-Event-ID": event.id };
                if (event.event === "presence") presence.push(JSON.parse(event.data));
                else if (event.data) events.push({ ...event, data: JSON.parse(event.data) });
            }
        });
        current.response.on("close", () => {
            finish();
            if (server.shared && !closed) follow().catch(() => {}); // the server itself is gone
        });
    };
    await follow();
    return { response: current.response, events, presence, comments: () => comments, finished,
        close: () => { closed = true; current.request.destroy(); return finished; } };
}
