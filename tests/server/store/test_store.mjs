// The store: one of an earlier version, copies while it is in use, damage, a clock that was set back.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, linkSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, here, start, test, until } from "../lib.mjs";

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const file = (name) => path.join(folder, name);

// The games in a store of the version before, with their seats.
const old = [
    { id: "1", white: "Pw2d-kGZEzF8jDo4wzccApXGNG", ply: 3, version: 4, result: "0-1", fen: "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2" },
    { id: "2", black: "wYSsMmStX-MnH91gcYDgqB8SVu", ply: 3, version: 3, result: null, fen: "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2" },
    { id: "3", black: "lEnjuHmr_nEXQYizTjfCMbwcfT", ply: 5, version: 2, result: null, fen: "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3" },
];

await test("a store of the version before is upgraded: games, links and seats are what they were", async () => {
    copyFileSync(path.join(here, "data/store_format_1.db"), file("old.db"));
    for (let life = 0; life < 2; life++) {
        const server = await start({ store: "old.db" });
        for (const game of old) {
            const now = (await server.ask(`/api/games/${game.id}`)).json;
            equal([now.fen, now.ply, now.version, now.outcome?.result ?? null], [game.fen, game.ply, game.version + (life && game.black ? 1 : 0), game.result].map((value, i) =>
                life && game.black && i === 0 ? now.fen : life && game.black && i === 1 ? value + 1 : value));
            if (life === 0 && game.black)
                equal((await server.ask(`/api/games/${game.id}/moves`, { body: { move: "a6" }, token: game.black })).status, 200);
        }
        const fresh = await server.create();
        check(BigInt(fresh.id) > 3n, "new games have other ids");
        equal((await server.ask("/api/games?limit=200")).json.games.length, 4 + life);
        await server.kill();
    }
});

await test("a copy is made while the server runs, and is a store", async () => {
    const server = await start({ store: "live.db" });
    const game = await server.create();
    for (const move of ["e4", "e5", "Nf3"]) equal((await game.move(move)).status, 200);
    execFileSync(program, ["backup", "--store", file("live.db"), file("copy.db")]);
    equal(statSync(file("copy.db")).mode & 0o777, 0o600);
    equal((await game.move("Nc6")).status, 200);
    const copy = await start({ store: "copy.db" });
    const now = (await copy.ask(`/api/games/${game.id}`)).json;
    equal([now.ply, now.history.map((entry) => entry.san)], [3, ["e4", "e5", "Nf3"]]);
    equal((await copy.ask(`/api/games/${game.id}/moves`, { body: { move: "d6" }, token: game.both })).status, 200);
    await copy.kill();
    await server.kill();
    let refused = 0;
    try {
        execFileSync(program, ["backup", "--store", path.join(here, "lib.mjs"), file("none.db")], { stdio: "pipe" });
    } catch (error) { refused = error.status; }
    equal([refused, existsSync(file("none.db")), existsSync(file("none.db.part"))], [3, false, false]);
});

await test("a server that keeps its games in memory says so, and leaves no file", async () => {
    const server = await start({ place: ":memory:", before: `cd ${folder}` });
    const game = await server.create();
    equal((await game.move("e4")).status, 200);
    const { code, err } = await server.kill();
    equal([code, /^arbiter: the games are kept in memory only, .*\(--store :memory:\)\n$/.test(err)], [0, true], err);
    equal(readdirSync(folder).filter((name) => name.startsWith(":memory:")), []);
    const plain = await start({ store: "kept.db" });
    equal((await plain.kill()).err, "");
});

await test("a copy replaces neither a store in use nor what is no file", async () => {
    const copied = (to) => {
        try {
            execFileSync(program, ["backup", "--store", file("first.db"), to], { stdio: "pipe" });
            return "copied";
        } catch (error) { return error.stderr.toString(); }
    };
    const first = await start({ store: "first.db" }), second = await start({ store: "second.db" });
    const game = await first.create();
    const before = statSync(file("first.db")).ino;
    symlinkSync(file("first.db"), file("same.db"));
    check(/is the store itself/.test(copied(file("first.db"))), "its own name");
    check(/is the store itself/.test(copied(file("same.db"))), "a link to it");
    check(/is in use by a server/.test(copied(file("second.db"))), "the store of another server");
    for (const ending of ["-wal", "-shm", "-journal", ".lock"])
        check(/has beside it/.test(copied(file(`first.db${ending}`))), `what lies beside the store: ${ending}`);
    execFileSync("mkfifo", [file("pipe.db")]);
    check(/it is no file/.test(copied(file("pipe.db"))), "a pipe");
    check(statSync(file("pipe.db")).isFIFO());
    writeFileSync(file("old.db-wal"), "a log");
    check(/is the log of a store/.test(copied(file("old.db"))), "a log lies there");
    equal([copied(file("twice.db")), copied(file("twice.db"))], ["copied", "copied"], "an older copy");
    equal([(await game.move("e4")).status, statSync(file("first.db")).ino], [200, before]);
    await second.kill();
    equal(copied(file("second.db")), "copied", "a store that is not in use");
    await first.kill();
});

await test("one server a store, which is a file", async () => {
    const server = await start({ store: "one.db" });
    let why = "";
    await start({ store: "one.db" }).catch((error) => { why = error.message; });
    check(/in use by another server/.test(why), why);
    symlinkSync(file("one.db"), file("link.db"));
    await start({ store: "link.db" }).catch((error) => { why = `by a link: ${error.message}`; });
    check(/by a link.*in use by another server/.test(why), why);
    linkSync(file("one.db"), file("hard.db")); // under a second name the same file would get a second log
    await start({ store: "hard.db" }).catch((error) => { why = error.message; });
    check(/second name/.test(why), why);
    await server.kill();
    // Without a name the games would be kept in a file that is gone when the server ends.
    await start({ place: "" }).catch((error) => { why = error.message; });
    check(/the store has no name/.test(why), why);
    await start({ place: folder }).catch((error) => { why = error.message; });
    check(/it is no file/.test(why) && !existsSync(`${folder}.lock`), why);
});

await test("a damaged game is said and shown as far as it is whole; it is not played on, others are", async () => {
    let server = await start({ store: "hurt.db" });
    const hurt = await server.create(), sound = await server.create();
    for (const move of ["e4", "e5", "Nf3", "Nc6"]) { await hurt.move(move); await sound.move(move); }
    await server.kill();
    const bytes = readFileSync(file("hurt.db"));
    const at = bytes.lastIndexOf("move g1f3"); // rows fill a page from its end, so this is the first game's
    check(at > 0, "the step is there");
    bytes[at + 7] = "h".charCodeAt(0); // makes another legal move of it
    writeFileSync(file("hurt.db"), bytes);
    server = await start({ store: "hurt.db" });
    const now = (await server.ask(`/api/games/${hurt.id}`)).json;
    equal([now.damaged, now.ply], [true, 2]);
    equal((await server.ask(`/api/games/${hurt.id}/moves`, { body: { move: "d4" }, token: hurt.both })).status, 409);
    const whole = (await server.ask(`/api/games/${sound.id}`)).json;
    equal([whole.damaged, whole.ply], [undefined, 4]);
    equal((await server.ask(`/api/games/${sound.id}/moves`, { body: { move: "d4" }, token: sound.both })).status, 200);
    equal((await server.ask("/healthz")).json.damaged_games, 1);
    const { err } = await server.kill();
    check(err.includes(`game ${hurt.id} is damaged`), err);
});

await test("a clock of the machine that was set back stops no clock of a game", async () => {
    let server = await start({ store: "clock.db" });
    const game = await server.create({ clock: { initial_ms: 1500, increment_ms: 0 } });
    equal((await game.move("e4")).status, 200);
    await server.kill("SIGKILL");
    const fake = path.join(folder, "faketime.so");
    execFileSync("cc", ["-shared", "-fPIC", "-o", fake, path.join(here, "store/faketime.c")]);
    server = await start({ store: "clock.db", before: `export LD_PRELOAD=${fake} FAKE_OFFSET=-86400` });
    const end = await until(async () => (await server.ask(`/api/games/${game.id}`)).json.outcome, "the flag");
    equal([end.result, end.reason], ["1-0", "flag"]);
    await server.kill();
});

await done();
