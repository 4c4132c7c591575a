// Makes every allocation and every call on files, sockets and processes of the server and its libraries
// fail in turn while a game is played. The server must not crash or call an existing game missing; what
// it answered with success must be in the store when it starts again.
//   node server.mjs BUILD short|full
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const build = path.resolve(process.argv[2]), full = process.argv[3] === "full";
const preload = path.join(build, "tests/faults/libfaults.so");
process.env.ARBITER = path.join(build, existsSync(preload) ? "arbiter" : "tests/faults/arbiter-faults");
const { check, done, equal, folder, PATIENCE, sleep, start, stream, test } = await import("../server/lib.mjs");

const engine = path.join(folder, "engine");
writeFileSync(engine, `#!/bin/sh
while read -r word rest; do
    case $word in
    uci) echo "id name Stub"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove e7e5" ;;
    quit) exit ;;
    esac
done
`, { mode: 0o755 });
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5"];
let number = 0;

// The server may give no answer; after two requests without an answer a client stops asking.
let silent = 0;
async function patience(ask) {
    if (silent >= 2) return { status: 0 };
    const answer = await Promise.race([ask().catch(() => ({ status: 0 })), sleep(2000).then(() => ({ status: 0 }))]);
    silent = answer.status === 0 ? silent + 1 : 0;
    return answer;
}

// Plays a game and records what was acknowledged.
async function play(server) {
    const seen = { game: null, version: -1, fen: "", bad: [] };
    silent = 0;
    const made = await patience(() => server.ask("/api/games", { body: { request_id: "one" } }));
    if (made.status !== 201) return seen;
    const { id, seats, state } = made.json;
    const at = `/api/games/${id}`, token = `${seats.white},${seats.black}`;
    Object.assign(seen, { game: id, version: state.version, fen: state.fen, token });
    const live = await Promise.race([stream(server, `${at}/events`).catch(() => null), sleep(1000)]);
    for (const move of line) {
        const answer = await patience(() => server.ask(`${at}/moves`, { body: { move, request_id: move }, token }));
        if (answer.status === 200) Object.assign(seen, { version: answer.json.version, fen: answer.json.fen });
        else if (![0, 500, 503].includes(answer.status) && !(answer.status === 422 && seen.missed))
            seen.bad.push(`${move}: ${answer.status} ${answer.text}`);
        if (answer.status !== 200) seen.missed = true;
    }
    for (const where of [at, `${at}/legal?from=b1`, `${at}/pgn`, `${at}/fen`, "/api/games", "/api/rules", "/", "/metrics"]) {
        const answer = await patience(() => server.ask(where));
        if (![0, 200, 500, 503].includes(answer.status)) seen.bad.push(`${where}: ${answer.status} ${answer.text}`);
        if (where === at && answer.status === 200 && answer.json.version < seen.version)
            seen.bad.push("a state from before the last answer");
    }
    const study = await patience(() => server.ask("/api/tree", { body: { pgn: `1. e4 ${"(d4 d5) ".repeat(2200)}*` } })); // on a thread
    if (![0, 200, 500, 503].includes(study.status)) seen.bad.push(`a study: ${study.status} ${study.text}`);
    await live?.close();
    return seen;
}

// Plays against an engine, which must answer or lose for a stated reason.
async function playEngine(server, seen) {
    const made = await patience(() => server.ask("/api/games",
        { body: { engine: { name: engine, plays: "black", move_ms: 10 } } }));
    if (made.status !== 201) return;
    const { id, seats } = made.json, at = `/api/games/${id}`;
    const moved = await patience(() => server.ask(`${at}/moves`, { body: { move: "e4" }, token: seats.white }));
    if (moved.status !== 200) return;
    for (const end = Date.now() + PATIENCE; Date.now() < end && silent < 2; await sleep(10)) {
        const { status, json } = await patience(() => server.ask(at));
        if (status === 200 && (json.ply === 2 || json.outcome !== null)) {
            if (json.outcome !== null && json.outcome.reason !== "forfeit") seen.bad.push(JSON.stringify(json.outcome));
            Object.assign(seen, { other: id, otherVersion: json.version });
            return;
        }
    }
    if (silent < 2) seen.bad.push("the engine neither moved nor lost");
}

// Runs the server once with a fault, then once without.
async function live(kind, at, on) {
    const store = `store${++number}.db`, report = path.join(folder, "report");
    const before = `export FAULT_KIND=${kind} FAULT_AT=${at}${on ? " FAULT_ON=1" : ""} FAULT_REPORT=${report}` +
        (existsSync(preload) ? ` LD_PRELOAD=${preload}` : "");
    let seen = { game: null, bad: [] }, server = null;
    try {
        server = await start({ store, before, args: ["--engine", engine] });
    } catch (error) {
        check(at > 0 && !/in vain/.test(error.message) && /arbiter: ./.test(error.message), `no start: ${error.message}`);
        return 0;
    }
    seen = await play(server);
    if (kind === "p" || kind === "s") await playEngine(server, seen);
    const alone = server.child.exitCode;
    const gone = setTimeout(() => server.child.kill("SIGTERM"), 8000); // a second signal ends the server without waiting
    const ended = await server.kill();
    clearTimeout(gone);
    check(alone === null || (alone > 0 && /arbiter: ./.test(ended.err)), `it ended with ${alone}: ${ended.err}`);
    const going = /arbiter: the server ends/.test(ended.err); // where a signal is not caught any more
    check((ended.signal === null && ended.code < 99) || (going && ended.signal === "SIGTERM"), `it ended by ${ended.signal ?? ended.code}: ${ended.err}`);
    check(!/Sanitizer|runtime error/.test(ended.err), ended.err);
    equal(seen.bad, [], "wrong answers");
    const again = await start({ store });
    if (seen.game !== null) {
        const state = (await again.ask(`/api/games/${seen.game}`)).json;
        check(state.version >= seen.version, `version ${state.version} after ${seen.version} was answered`);
        if (state.version === seen.version) equal(state.fen, seen.fen, "the position");
    }
    if (seen.other !== undefined) {
        const state = (await again.ask(`/api/games/${seen.other}`)).json;
        check(state.version >= seen.otherVersion, `version ${state.version} after ${seen.otherVersion} was seen`);
    }
    await again.kill();
    return Number(readFileSync(report, "utf8"));
}

// (If every read and write failed, no signal would arrive either, so these fail one at a time only.
// Calls of the libraries on files are counted only if the shim can be preloaded.)
const kinds = [["a", "allocation", [false, true]], ["p", "pipe or process", [false, true]]];
if (existsSync(preload))
    kinds.push(["f", "call on a file", [false, true]], ["d", "read or write", [false]],
        ["s", "socket, or waiting", [false]]);
for (const [kind, name, ways] of kinds) {
    let count = 0;
    await test(`a life without a fault (${name})`, async () => { count = await live(kind, 0, false); check(count > 2); });
    const step = Math.max(1, Math.floor(count / (full ? 600 : 8)));
    for (let at = 1, turn = 0; at <= count; at += step, turn++)
        for (const on of full ? ways : [ways[turn % ways.length]]) // in short by turns
            await test(`${name} ${at} of ${count} fails${on ? ", and all behind it" : ""}`, () => live(kind, at, on));
    console.log(`${name}: ${count} calls, every ${step}. fails`);
}
await done();
