// lib.mjs: starts the real server on a free port with a store of its own, and speaks to it. Tests
// are blocks: test("what holds", async () => …); `done()` prints the count.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
export const folder = mkdtempSync(path.join(tmpdir(), "arbiter-serve-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// The same tests run on either kind of store: ARBITER_TEST_STORE=postgresql starts a database.
export const database = process.env.ARBITER_TEST_STORE === "postgresql"
    ? await (await import("../fleet/database.mjs")).startDatabase() : null;
const placeOf = (store) => (database ? database.url(store.replace(/[^a-z0-9]/g, "_")) : path.join(folder, store));

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

// Waits until it holds; a test that waits for what does not come fails, it does not hang.
export async function until(condition, what, ms = 120000) {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) {
        const value = await condition();
        if (value) return value;
    }
    throw new Error(`waited in vain: ${what}`);
}

// `before` is a line of shell that comes first: limits.
// `place` names a store whole, `store` one of this test's.
export async function start({ store = "games.db", place = placeOf(store), args = [], before = ":" } = {}) {
    const child = spawn("sh", ["-c", `${before}; exec "$0" "$@"`, program, "serve", "--port", "0",
        "--store", place, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "", err = "";
    child.stdout.on("data", (data) => { out += data; });
    child.stderr.on("data", (data) => { err += data; });
    const exited = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal, err })));
    await until(() => out.includes("\n") || child.exitCode !== null, `the server starts: ${err}`);
    if (!out.includes("\n")) throw new Error(`the server did not start: ${err}`);
    const url = out.trim().replace(/\/$/, "");
    const server = {
        url, child, exited, port: Number(url.split(":").pop()), pid: child.pid,
        async kill(signal = "SIGTERM") {
            servers.delete(server);
            child.kill(signal);
            return exited;
        },
        async ask(where, { body, token, headers = {}, method, raw } = {}) {
            const all = { ...headers };
            if (body !== undefined && !all["Content-Type"]) all["Content-Type"] = "application/json";
            if (token) all.Authorization = `Bearer ${token}`;
            const send = () => fetch(url + where, {
                method: method ?? (body === undefined ? "GET" : "POST"), headers: all,
                body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
            });
            let response = await send();
            // Where servers share a store, a game of one that was killed is free when its lease ends.
            for (const end = Date.now() + 20000; database && body === undefined && response.status === 503 &&
                response.headers.has("Retry-After") && Date.now() < end; response = await send()) await sleep(200);
            const text = await response.text();
            const type = response.headers.get("Content-Type") ?? "";
            return { status: response.status, type, text, headers: response.headers,
                json: type.includes("json") && !type.includes("ndjson") && text ? JSON.parse(text) : null };
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

// The same as `ask` from another address of this machine.
export const from = (server, localAddress) => (where, { body, token } = {}) => new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? {} : { "Content-Type": "application/json", "Content-Length": text.length };
    if (token) headers.Authorization = `Bearer ${token}`;
    const request = http.request({ host: "127.0.0.1", port: server.port, localAddress, path: where, headers,
        method: text === undefined ? "GET" : "POST" }, (response) => {
        let got = "";
        response.on("data", (data) => { got += data; });
        response.on("end", () => resolve({ status: response.statusCode, text: got,
            json: (response.headers["content-type"] ?? "").includes("json") ? JSON.parse(got) : null }));
    });
    request.on("error", reject);
    request.end(text);
});

// Bytes as they are, and what comes back until the server ends the connection or the time is up.
export function raw(server, bytes, { ms = 15000, end = false } = {}) {
    return new Promise((resolve) => {
        const socket = net.connect(server.port, "127.0.0.1");
        let got = "";
        const timer = setTimeout(() => socket.destroy(), ms);
        socket.on("data", (data) => { got += data; });
        socket.on("error", () => {});
        socket.on("close", () => { clearTimeout(timer); resolve(got); });
        socket.on("connect", () => (end ? socket.end(bytes) : socket.write(bytes)));
    });
}

export const statusOf = (text) => Number((/^HTTP\/1\.1 (\d+)/.exec(text) ?? [])[1] ?? 0);

// An event stream: events come as { id, event, data }. (By http and not by fetch, some versions of
// which do not notice that they are told to end.)
export async function stream(server, where, headers = {}) {
    const request = http.get(server.url + where, { headers, agent: false });
    const response = await new Promise((resolve, reject) => request.on("response", resolve).on("error", reject));
    const events = [], presence = [];
    let text = "", comments = 0;
    response.setEncoding("utf8");
    response.on("error", () => {}); // ended by us or by the server
    response.on("data", (chunk) => {
        text += chunk;
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
            const event = {};
            for (const line of text.slice(0, end).split("\n")) {
                const [, key, value] = /^([a-z]*): ?(.*)$/.exec(line) ?? [, "", ""];
                if (key === "") comments++;
                else event[key] = value;
            }
            if (event.event === "presence") presence.push(JSON.parse(event.data));
            else if (event.data) events.push({ ...event, data: JSON.parse(event.data) });
        }
    });
    const finished = new Promise((resolve) => response.on("close", resolve));
    return { response, events, presence, comments: () => comments, finished,
        close: () => { request.destroy(); return finished; } };
}
