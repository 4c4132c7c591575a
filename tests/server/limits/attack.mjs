#!/usr/bin/env node
// Attacks the server in every way while people play. None of their acknowledged moves may be lost. How long they wait is reported
// by the clock, and by the processor time that the server used meanwhile, which a busy machine does not change.
//   attack.mjs [SECONDS an attack, 1] [CLIENTS, 20] [LIMIT of the p99 in ms: past it the test fails] [PART of an attack's name]
// The attacker is a process with addresses of its own (127.66.x.y); every player has one, too (127.1.x.y). It has a lower priority
// than the server and the players, as if it ran on another computer.
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { hostileRules } from "../hostile_rules.mjs";
import { check, done, equal, folder, start, test } from "../lib.mjs";

const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
const shuffle = (plies) => `${"Nf3 Nf6 Ng1 Ng8 ".repeat(plies / 4)}*`;
const locked = `[SetUp "1"]\n[FEN "4k1b1/8/p1p1p1p1/P1P1P1P1/8/7p/7P/B3K3 w - - 0 1"]\n\n${"Ke2 Ke7 Ke1 Ke8 ".repeat(1475)}*`;

// ---- the attacker ----

// Opens a connection that sends `bytes` over and over, `lot` at a time, and a new lot for every answer.
function hammer(port, localAddress, bytes, { lot = 1, read = true, reopen = false } = {}) {
    const socket = net.connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    socket.on("connect", () => { for (let i = 0; i < lot; i++) socket.write(bytes); });
    if (read) socket.on("data", (data) => { if (reopen) socket.end(); else for (const _ of data.toString("latin1").matchAll(/HTTP\/1\.1 \d/g)) socket.write(bytes); });
    else socket.pause();
    socket.on("close", () => { if (!stopped) setTimeout(() => hammer(port, localAddress, bytes, { lot, read, reopen }), reopen ? 0 : 50); });
    sockets.push(socket);
}
let stopped = false;
const sockets = [];

// The attacks by name: what is sent, from how many connections, and how.
const attacks = {
    "nobody attacks": () => [],
    "hostile rule sets": ({ post }) => [20, post("/api/view", { rules_text: hostileRules({ royals: 500, enemies: 500 }) })],
    "a stored hostile game": ({ get, evil }) => [20, get(`/api/games/${evil}`), { lot: 5 }],
    "locked pawns": ({ post }) => [20, post("/api/view", { rules_text: long, pgn: locked })],
    "pipelined positions of a long game": ({ get, game }) => [30, get(`/api/games/${game}/fen?ply=5000`), { lot: 40 }],
    "a request_id over and over": ({ post, game, token }) => [20, post(`/api/games/${game}/moves`, { move: "e4", request_id: "again" }, token), { lot: 10 }],
    "back and forth in a long game": ({ post, game, token }) => [20, post(`/api/games/${game}/actions`, { action: "goto", ply: 0 }, token) + post(`/api/games/${game}/actions`, { action: "goto", ply: 5900 }, token)],
    "streams that nobody reads": ({ get, game }) => [250, get(`/api/games/${game}/events`), { read: false }],
    "games without end": ({ post }) => [16, post("/api/games", {}), { lot: 20 }],
    "large bodies": ({ post }) => [20, post("/api/view", { pgn: `1. e4 {${"x".repeat(250000)}}` })],
    "connections that come and go": ({ get }) => [60, get("/healthz"), { reopen: true }],
    "connections that stay": () => [250, ""],
    "requests that never end": () => [200, "GET / HTTP/1.1\r\nX: "],
    "no HTTP at all": () => [50, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(20), { lot: 3 }],
    "engines that think": ({ post, engine }) => [10, post("/api/games", { engine: { name: engine, plays: "white", move_ms: 60000 } })],
};

function attack({ name, port, ...known }) {
    const head = `Host: 127.0.0.1:${port}\r\n`;
    const get = (where) => `GET ${where} HTTP/1.1\r\n${head}\r\n`;
    const post = (where, body, token) => { const text = JSON.stringify(body); return `POST ${where} HTTP/1.1\r\n${head}Content-Type: application/json\r\n` +
        `${token ? `Authorization: Bearer ${token}\r\n` : ""}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`; };
    const [count = 0, bytes, how] = attacks[name]({ get, post, ...known });
    for (let i = 0; i < count; i++) hammer(port, `127.66.0.${1 + i % 4}`, bytes, how); // four addresses
}

if (process.argv[2] === "attacker") {
    setPriority(10);
    process.on("message", (message) => {
        stopped = message === "stop";
        if (!stopped) { attack(message); return; }
        for (const socket of sockets.splice(0)) socket.destroy();
        process.send("stopped");
    });
    process.on("disconnect", () => process.exit(0));
    await new Promise(() => {});
}

// ---- the players ----

const seconds = Number(process.argv[2] ?? 1), clients = Number(process.argv[3] ?? 20), limit = Number(process.argv[4] ?? 0);
const engine = path.join(folder, "thinks");
writeFileSync(engine, "#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok ;; isready) echo readyok ;; stop) echo bestmove e2e4 ;; quit) exit ;; esac; done\n", { mode: 0o755 });
const args = ["--engine", engine, "--games", "2000"];
let server = await start({ store: "attack.db", args });
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7", "d3", "d6", "O-O", "O-O"];

class Honest {
    constructor(number) {
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.1.${number >> 8}.${1 + (number & 255) % 250}` });
        this.acked = [];
    }
    ask(where, body, token) {
        const text = body && JSON.stringify(body);
        const headers = text ? { "Content-Type": "application/json", "Content-Length": text.length } : {};
        if (token) headers.Authorization = `Bearer ${token}`;
        return new Promise((resolve, reject) => {
            const request = http.request({ host: "127.0.0.1", port: server.port, agent: this.agent, path: where, headers, method: text ? "POST" : "GET" }, (response) => {
                let got = "";
                response.on("data", (data) => { got += data; });
                response.on("end", () => resolve({ status: response.statusCode, json: JSON.parse(got) }));
            });
            // A server may close a kept connection just when the next request is on its way: then the request is sent once more.
            request.on("error", (error) => (request.reusedSocket ? this.ask(where, body, token).then(resolve, reject) : reject(error)));
            request.end(text);
        });
    }
    async begin() {
        const made = await this.ask("/api/games", {});
        equal(made.status, 201, JSON.stringify(made.json));
        Object.assign(this, { id: made.json.id, token: `${made.json.seats.white},${made.json.seats.black}`, acked: [] });
    }
    // Plays a move about every 100 ms, and a new game when the line ends.
    async play(times, worked = []) {
        if (this.acked.length === line.length) { games.push({ id: this.id, acked: this.acked }); await this.begin(); }
        const at = performance.now(), before = used();
        const answer = await this.ask(`/api/games/${this.id}/moves`, { move: line[this.acked.length], request_id: `ply-${this.acked.length}` }, this.token);
        times.push(performance.now() - at);
        worked.push(used() - before);
        equal([answer.status, answer.json.ply], [200, this.acked.length + 1], `a move of ${this.id}`);
        this.acked.push(answer.json.history.at(-1).uci);
    }
}
const used = () => server.worked();
const games = [];
const honest = Array.from({ length: clients }, (_, number) => new Honest(number));
const attacker = fork(fileURLToPath(import.meta.url), ["attacker"], { stdio: "inherit" });
const evil = (await server.create({ rules_text: hostileRules({ royals: 100 }) })).id;
const { id: game, both: token } = await server.create({ rules_text: long, pgn: shuffle(5900) });
await Promise.all(honest.map((each) => each.begin()));
const report = [];

for (const name of Object.keys(attacks).filter((each) => each.includes(process.argv[5] ?? "")))
    await test(`players play on beside: ${name}`, async () => {
        attacker.send({ name, port: server.port, evil, game, token, engine });
        const times = [], worked = [], end = Date.now() + seconds * 1000;
        await Promise.all(honest.map(async (each, number) => {
            await new Promise((wake) => setTimeout(wake, number * 100 / clients));
            do {
                await each.play(times, worked);
                await new Promise((wake) => setTimeout(wake, 100));
            } while (Date.now() < end);
        }));
        const stopped = new Promise((resolve) => attacker.once("message", resolve));
        attacker.send("stop");
        await stopped;
        const at = (share, list = times) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
        report.push(`${name.padEnd(36)} ${String(times.length).padStart(6)} moves, p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms; ` +
            `the server worked for p99 ${at(0.99, worked).toFixed(1)} ms, longest ${at(1, worked).toFixed(1)} ms`);
        check(times.length >= clients, "everybody has moved");
        if (limit > 0) check(at(0.99) < limit, `p99 ${at(0.99)} ms`);
    });

await test("no request took more work than one may", async () => {
    const { text } = await server.ask("/metrics");
    const figure = (name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+-]+)`, "m").exec(text)[1]);
    check(figure("request_work_max") <= 12 << 20, `${figure("request_work_max")} squares`);
    report.push(`a commit took ${(1000 * figure("commit_seconds_total") / figure("commits_total")).toFixed(1)} ms, mean of ${figure("commits_total")}`);
    report.push(`costliest request: ${figure("request_work_max")} squares, ${(1000 * figure("request_cpu_seconds_max")).toFixed(1)} ms of processor time; ` +
        `${(figure("resident_bytes") / 1e6).toFixed(0)} MB`);
});

await test("nothing that was answered is lost, after a kill in the middle of an attack", async () => {
    attacker.send({ name: "pipelined positions of a long game", port: server.port, evil, game, token, engine });
    await Promise.all(honest.map((each) => each.play([])));
    await server.kill("SIGKILL");
    attacker.kill("SIGKILL");
    server = await start({ store: "attack.db", args });
    for (const { id, acked } of [...games, ...honest]) {
        const state = (await server.ask(`/api/games/${id}`)).json;
        equal(state.history.map((move) => move.uci), acked, `game ${id}`);
    }
    equal((await server.kill()).code, 0);
});

console.log(report.join("\n"));
console.log(`${games.length + honest.length} games, ${[...games, ...honest].reduce((sum, each) => sum + each.acked.length, 0)} answered moves`);
await done();
