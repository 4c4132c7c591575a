// `arbiter store copy` copies SQLite to PostgreSQL and back, row by row; what it refuses; what it does with damage.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { startDatabase } from "./database.mjs";
import { check, done, equal, folder, here, start, test, until } from "../server/lib.mjs";

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const database = await startDatabase();
const file = (name) => path.join(folder, name);
const copy = (from, to) => spawnSync(program, ["store", "copy", from, to], { encoding: "utf8" });
// Returns the contents of a file without the numbers of the steps, which a copy assigns anew.
const dump = (name) => spawnSync("python3", ["-c", `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for q in ("SELECT id,rules,rules_text,fen,moves,white,black,white_token,black_token,engine,clock,initial_ms,increment_ms,engine_side,engine_ms,engine_elo,sum,version,plies,result,updated FROM games ORDER BY id",
          "SELECT game,at,white_ms,black_ms,what,request FROM log ORDER BY game,seq", "SELECT key,game,sum FROM requests ORDER BY key",
          "SELECT room,key,value,sum FROM records ORDER BY room,key",
          "SELECT game,pgn,sum FROM imports ORDER BY game", "SELECT secret,secret2,plain_rows FROM meta"):
    for row in db.execute(q): print(row)
`, file(name)], { encoding: "utf8" }).stdout;

const key = { Authorization: `Bearer ${"k".repeat(30)}` };
const games = [];
const first = await start({ store: "first.db", args: ["--games", "1000"] });
for (let i = 0; i < 12; i++) games.push(await first.create({ white: `Ännä ${i}`, clock: { initial_ms: 300000, increment_ms: 1000 } }));
games.push(await first.create({ pgn: "[White \"A \\\"quoted\\\"\"]\n\n1. e4 {a comment, 'quoted'} e5 2. Nf3 *" }));
games.push(await first.create({ rules: "crazyhouse" }));
for (const [i, game] of games.entries())
    for (const [n, move] of ["Nc3", "Nc6", "Nb1", "Nb8", "d4"].slice(0, i % 6).entries()) await game.move(move, game.both, { request_id: `m${n}` });
await games[0].act("resign");
const made = await first.ask("/api/games", { body: { request_id: "made" }, headers: key });
const token = (name) => spawnSync(program, ["token", "add", "--bot", name, "--store", file("first.db")], { encoding: "utf8" }).stdout.trim();
const tokens = { Fish: token("Fish"), Fairy: token("Fairy") };
const post = (server, name, where, body = "") => server.ask(where, { body, raw: true, method: "POST", token: tokens[name],
    headers: { "Content-Type": "application/x-www-form-urlencoded" } });
const played = []; // the first game is over and counted, the second goes on
for (const moves of [["e2e4", "e7e5"], ["d2d4", "d7d5"]]) {
    const { id } = (await post(first, "Fish", "/api/challenge/Fairy", "color=white")).json;
    await post(first, "Fairy", `/api/challenge/${id}/accept`);
    for (const [i, move] of moves.entries()) equal((await post(first, i ? "Fairy" : "Fish", `/api/bot/game/${id}/move/${move}`)).status, 200);
    played.push(id);
}
await post(first, "Fish", `/api/bot/game/${played[0]}/resign`);
const scored = (server) => until(async () => (await server.ask("/api/bots")).json.standings.length === 2, "the game is counted");
await scored(first);
await first.kill();

await test("from a file to a database and back: every row is the same", async () => {
    const there = copy(file("first.db"), database.url("copied"));
    equal([there.status, there.stderr], [0, ""]);
    check(/^17 games, \d+ steps, 1 requests and 7 records of accounts copied/.test(there.stdout), there.stdout);
    const back = copy(database.url("copied"), file("back.db"));
    equal([back.status, back.stdout], [0, there.stdout]);
    check(dump("first.db").length > 1000, "there is something to compare");
    equal(dump("back.db"), dump("first.db"));
});

await test("a copy is played on: ids, seats, request ids and new games", async () => {
    for (const store of [database.url("copied"), file("back.db")]) {
        const server = await start({ place: store, args: ["--games", "1000"] });
        for (const game of games) {
            const state = (await server.ask(game.at)).json;
            equal(state.id ?? game.id, game.id);
        }
        const game = games[3];
        equal((await server.ask(`${game.at}/moves`, { body: { move: "Nb1", request_id: "m2" }, token: game.both })).json.version, 3);
        equal((await server.ask(`${game.at}/moves`, { body: { move: "Nb8" }, token: game.both })).json.version, 4);
        equal((await server.ask("/api/games", { body: { request_id: "made" }, headers: key })).json.id, made.json.id);
        check(!games.some((g) => g.id === made.json.id));
        const fresh = await server.create();
        check(!games.some((g) => g.id === fresh.id), "a new game has an id of its own");
        equal((await fresh.move("e4")).status, 200);
        await scored(server);
        equal((await server.ask("/api/account/playing", { token: tokens.Fish })).json.nowPlaying.map((g) => g.gameId), [played[1]]);
        equal((await post(server, "Fish", `/api/bot/game/${played[1]}/move/c2c4`)).status, 200);
        equal((await server.ask("/api/account", { token: "arb_nobody" })).status, 401);
        await server.kill();
    }
});

await test("a store with games is not written to, one in use is not read", async () => {
    const full = copy(file("first.db"), database.url("copied"));
    equal(full.status, 3);
    check(full.stderr.includes("holds games already"), full.stderr);
    const server = await start({ place: file("first.db") });
    const used = copy(file("first.db"), file("other.db"));
    equal(used.status, 3);
    check(used.stderr.includes("in use"), used.stderr);
    await server.kill();
    const nowhere = copy(file("first.db"), "postgresql://arbiter@127.0.0.1:1/none");
    equal([nowhere.status, nowhere.stderr.split("\n").length], [3, 2], "one line");
    check(/Connection refused Is the server running/.test(nowhere.stderr), nowhere.stderr);
    const missing = copy(file("no.db"), file("empty.db")); // copied as an empty store, which is made
    equal([missing.status, existsSync(file("no.db")), existsSync(file("empty.db"))], [3, false, false]);
    equal(spawnSync(program, ["store", "move", "a", "b"]).status, 2);
});

await test("a damaged game is left out and counted", async () => {
    database.sql("copied", `UPDATE arbiter.log SET what='move h2h4' WHERE n=1 AND game=2`);
    const run = copy(database.url("copied"), file("hurt.db"));
    equal(run.status, 1);
    check(run.stderr.includes("1 damaged game"), run.stderr);
    check(/^17 games/.test(run.stdout), run.stdout); // one more was made above
});

await test("a damaged record of an account is left out and counted", async () => {
    database.sql("copied", "UPDATE arbiter.records SET value = replace(value, 'Fish', 'Whale') WHERE room = 'account' AND key = 'fish'");
    const run = copy(database.url("copied"), file("hurt2.db"));
    equal(run.status, 1);
    check(run.stderr.includes("1 damaged record"), run.stderr);
});

await done();
