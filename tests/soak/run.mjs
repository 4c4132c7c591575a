#!/usr/bin/env node
// Runs the server for a long time while thousands of clients join, play, watch, leave and stall.
//   tests/soak/run.mjs [SECONDS] [CLIENTS] [BUILD]    600, 3000, build
//
// A third of the clients play, each on a connection, and leave after a game or two. Most others
// watch a game and leave at any time. The rest stall: they connect and say nothing, send half a
// request, or ask for a stream and never read. Before they come, games are made until the server
// keeps no more of them in memory, and the store no more of its pages: from then on it should not
// grow. Every ten seconds a line is printed:
// resident memory and descriptors of the server, moves per second, and the time of a move.
// The run fails if memory or descriptors of the last third exceed those of the second, if
// descriptors are left when all clients have gone, or if a valid request was refused. Times are
// reported, not judged.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const seconds = Number(process.argv[2] ?? 600);
const clients = Number(process.argv[3] ?? 3000);
const build = process.argv[4] ?? "build";
const stored = 100000; // after 90,000 games the store's 16 MB of pages are full
const folder = mkdtempSync(path.join(tmpdir(), "arbiter-soak-"));
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
// Knights go out and home again; the game stops before the fifth repetition would end it.
const moves = Array.from({ length: 15 }, (_, i) => ["Nf3", "Nf6", "Ng1", "Ng8"][i % 4]);

let seed = 1n;
function chance(limit) { // SplitMix64
    let x = seed = BigInt.asUintN(64, seed + 0x9E3779B97F4A7C15n);
    x = BigInt.asUintN(64, (x ^ x >> 30n) * 0xBF58476D1CE4E5B9n);
    x = BigInt.asUintN(64, (x ^ x >> 27n) * 0x94D049BB133111EBn);
    return Number((x ^ x >> 31n) % BigInt(limit));
}

// ---- the server ----

const server = spawn("sh", ["-c", 'ulimit -n "$(ulimit -H -n)"; exec "$0" "$@"',
    path.resolve(build, "arbiter"), "serve", "--port", "0", "--store", path.join(folder, "games.db"),
    "--games", "1000000000", "--connections", "1000000"], { stdio: ["ignore", "pipe", "inherit"] });
const exited = new Promise((resolve) => server.on("exit", (code, signal) => resolve({ code, signal })));
process.on("exit", () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
});
const port = await new Promise((resolve) => server.stdout.on("data", (data) =>
    resolve(Number(/:(\d+)/.exec(String(data))[1]))));
const memory = () => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;

// ---- clients ----

const open = new Set();
const games = []; // recent games, for clients who watch
const totals = { moves: 0, games: 0, joined: 0, watched: 0, stalled: 0, dropped: 0, refused: 0 };
const refusals = {}; // by status
let times = [], running = true;

class Client {
    constructor() {
        this.socket = net.connect(port, "127.0.0.1");
        this.socket.setNoDelay(true);
        this.socket.setEncoding("latin1"); // one character for each byte, as Content-Length counts
        this.text = "";
        this.socket.on("error", () => {});
        this.socket.on("close", () => {
            open.delete(this);
            if (!this.left) totals.dropped++;
            this.waiting?.(null);
        });
        this.socket.on("data", (data) => this.take(data));
        open.add(this);
        totals.joined++;
    }
    take(data) {
        this.text += data;
        const head = this.text.indexOf("\r\n\r\n");
        if (head < 0 || !this.waiting) return;
        const length = Number((/content-length: (\d+)/i.exec(this.text.slice(0, head)) ?? [])[1] ?? 0);
        if (this.text.length < head + 4 + length) return;
        const answer = { status: Number(this.text.slice(9, 12)), body: this.text.slice(head + 4, head + 4 + length) };
        this.text = this.text.slice(head + 4 + length);
        const done = this.waiting;
        this.waiting = null;
        done(answer);
    }
    send(method, where, body, token) {
        const text = body === undefined ? "" : JSON.stringify(body);
        this.socket.write(`${method} ${where} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
            (token ? `Authorization: Bearer ${token}\r\n` : "") +
            (text ? `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n` : "") + `\r\n${text}`);
    }
    ask(...request) {
        return new Promise((resolve) => {
            this.waiting = resolve;
            this.send(...request);
        });
    }
    leave() { // closes or resets the connection
        this.left = true;
        if (chance(2)) this.socket.end();
        else this.socket.resetAndDestroy();
        this.socket.destroy();
    }
}

function refuse(answer) {
    if (!running) return;
    totals.refused++;
    const how = answer?.status ?? "closed";
    refusals[how] = (refusals[how] ?? 0) + 1;
}

async function play() {
    const client = new Client();
    for (let game = 1 + chance(2); game > 0 && running; game--) {
        const made = await client.ask("POST", "/api/games", {});
        if (made?.status !== 201) { refuse(made); break; }
        const { id, seats } = JSON.parse(made.body);
        totals.games++;
        games[chance(500)] = id;
        for (const move of moves.slice(0, 4 + chance(12))) {
            await sleep(200 + chance(4000));
            if (!running) break;
            const begun = performance.now();
            const answer = await client.ask("POST", `/api/games/${id}/moves`, { move }, `${seats.white},${seats.black}`);
            if (answer?.status !== 200) { refuse(answer); break; }
            times.push(performance.now() - begun);
            totals.moves++;
        }
    }
    client.leave();
}

async function watch() {
    const id = games[chance(500)];
    if (!id) return sleep(500);
    const client = new Client();
    totals.watched++;
    client.take = () => {}; // what comes is read and forgotten
    client.send("GET", `/api/games/${id}/events`);
    await sleep(500 + chance(30000));
    client.leave();
}

async function stall() {
    const client = new Client();
    totals.stalled++;
    const way = chance(3), id = games[chance(500)];
    if (way === 1) client.socket.write("POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le");
    if (way === 2 && id) {
        client.socket.pause();
        client.send("GET", `/api/games/${id}/events`);
    }
    await sleep(1000 + chance(40000));
    client.leave();
}

async function person(number) {
    await sleep(chance(20000)); // not all at once
    for (const role = number % 3 === 0 ? play : number % 10 < 8 ? watch : stall; running;) await role();
}

// ---- the run ----

// Makes games, sixteen at a time, until there are more than the server keeps in memory.
async function fill() {
    const filler = async () => {
        const client = new Client();
        for (;;) {
            for (let i = 0; i < 50; i++) {
                const made = await client.ask("POST", "/api/games", { pgn: moves.slice(0, 8).join(" ") });
                if (made?.status !== 201) throw new Error("no game was made");
                totals.games++;
            }
            const metrics = (await client.ask("GET", "/metrics")).body;
            if (totals.games >= stored && Number(/^arbiter_games_in_memory (\d+)/m.exec(metrics)[1]) < 0.95 * totals.games) break;
        }
        client.leave();
    };
    await Promise.all(Array.from({ length: 16 }, filler));
    await sleep(1000);
}

const idle = { memory: memory(), descriptors: descriptors() };
console.log(`at rest: ${idle.memory.toFixed(1)} MB, ${idle.descriptors} descriptors`);
await fill();
console.log(`full: ${memory().toFixed(1)} MB with ${totals.games} games`);
const samples = [];
for (let i = 0; i < clients; i++) person(i);
for (let at = 10; at <= seconds; at += 10) {
    await sleep(10000);
    const sorted = times.sort((a, b) => a - b);
    times = [];
    const sample = { memory: memory(), descriptors: descriptors(), rate: sorted.length / 10,
        p50: sorted[sorted.length >> 1] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    samples.push(sample);
    console.log(`${String(at).padStart(4)} s  ${sample.memory.toFixed(1)} MB  ${sample.descriptors} descriptors  ` +
        `${open.size} connected  ${sample.rate.toFixed(0)} moves/s  ` +
        `p50 ${sample.p50.toFixed(1)} ms  p99 ${sample.p99.toFixed(1)} ms  ${totals.games} games`);
}
running = false;
for (const client of open) client.leave();
await sleep(5000);
const after = { memory: memory(), descriptors: descriptors() };
console.log(`all gone: ${after.memory.toFixed(1)} MB, ${after.descriptors} descriptors`);
console.log(Object.entries(totals).map(([name, value]) => `${name} ${value}`).join(", "),
    totals.refused ? JSON.stringify(refusals) : "");
server.kill("SIGTERM");
const end = await exited;

let passed = 0, failed = 0;
function check(what, holds) {
    if (holds) passed++;
    else { failed++; console.log(`failed: ${what}`); }
}
const third = Math.floor(samples.length / 3);
const most = (list, name) => Math.max(...list.map((sample) => sample[name]));
const second = samples.slice(third, 2 * third), last = samples.slice(2 * third);
check("memory stays flat", most(last, "memory") <= 1.1 * most(second, "memory") + 4);
check("descriptors stay flat", most(last, "descriptors") <= 1.1 * most(second, "descriptors") + 50);
check("no descriptor is left", after.descriptors <= idle.descriptors + 2);
check("every right request is taken", totals.refused === 0);
check("moves were played", totals.moves > 0);
check("the server ends in order", end.code === 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
