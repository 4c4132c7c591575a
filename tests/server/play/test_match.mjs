// `arbiter match --server` shows a match live in the server's arena, where it stays when it is over; the match does not depend
// on the server.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, here, placeOf, start, test, until } from "../lib.mjs";

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const engine = path.join(here, "../terminal/engines/waits");
const gate = path.join(folder, "gate");
mkdirSync(gate);
const open = (...plies) => { for (const ply of plies) writeFileSync(path.join(gate, String(ply)), ""); };
const server = await start();
const token = execFileSync(program, ["token", "add", "--bot", "Club", "--store", placeOf("games.db")], { encoding: "utf8" }).trim();

function match(...words) {
    const child = spawn(program, ["match", `cmd=${engine} name=One`, `cmd=${engine} name=Two`, "--tc", "600", ...words],
        { env: { ...process.env, GATE: gate, ARBITER_TOKEN: token } });
    let out = "", err = "";
    child.stdout.on("data", (text) => { out += text; });
    child.stderr.on("data", (text) => { err += text; });
    return new Promise((resolve) => child.on("exit", (code) => resolve({ code, out, err })));
}
const shown = async () => (await server.ask("/api/bots")).json.matches[0];
const showing = (what, condition) => until(async () => { const m = await shown(); return m && condition(m) && m; }, what);

await test("a running match is in the arena: boards, clocks, standings, the test, the end", async () => {
    const ended = match("--rounds", "1", "--server", server.url, "--event", "Night", "--sprt", "elo0=0 elo1=5");
    const first = await showing("it began", (m) => m.games.length === 1);
    equal([first.by, first.title, first.rules, first.played, first.total, first.over], ["Club", "Night", "chess", 0, 2, false]);
    equal([first.games[0].white, first.games[0].black, first.games[0].round, first.games[0].ply], ["One", "Two", "1.1", 0]);
    check(first.games[0].white_ms <= 600000 && first.games[0].black_ms === 600000, "clocks");
    open(0, 1, 2);
    const third = await showing("three moves", (m) => m.games[0]?.ply === 3);
    check(third.games[0].fen.startsWith("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"), third.games[0].fen);
    open(3, 4, 5, 6, 7); // a threefold repetition, twice
    const last = await showing("the end", (m) => m.over);
    equal([last.played, last.games.length, last.sprt.result], [2, 0, "undecided"]);
    equal(last.standings.map(({ name, games, drawn, points }) => [name, games, drawn, points]), [["One", 2, 2, 1], ["Two", 2, 2, 1]]);
    const { code, err } = await ended;
    equal([code, err], [1, ""]); // the test did not accept elo1
});

await test("nobody who listens, a wrong token, a wrong address: the match is played", async () => {
    for (const [words, said] of [[["--server", "http://127.0.0.1:1/"], "no answer"],
        [["--server", server.url, "--token", "arb_nobody"], "401"]]) {
        const { code, out, err } = await match("--games", "1", ...words);
        equal(code, 0, err);
        check(err.includes(said), err);
        check(out.includes("1/1"), out);
    }
    for (const wrong of ["ftp://x", "http://", "http://x:y/", "http://[::1", "http://h:1x"])
        equal((await match("--server", wrong)).code, 2, wrong);
});

await done();
