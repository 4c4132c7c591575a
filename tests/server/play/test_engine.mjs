// Engines: there are none unless named; limits, engines that die, hang or play illegal moves.
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, here, start, test, until } from "../lib.mjs";

// Engines get short names, because the API takes 64 bytes and the path of the sources may be longer.
const broken = (name) => path.join(folder, name);
for (const name of ["dies", "illegal", "nonsense", "hangs"]) symlinkSync(path.join(here, "../terminal/engines", name), broken(name));
const stockfish = ["/usr/games/stockfish", "/usr/bin/stockfish"].find((file) => existsSync(file));
if (!stockfish) {
    console.log("skipped: there is no stockfish (tools/install-deps check)");
    process.exit(77);
}
const gone = path.join(folder, "gone");
writeFileSync(gone, "#!/bin/sh\n", { mode: 0o755 });
const names = [gone, ...["dies", "illegal", "nonsense", "hangs"].map(broken), "stockfish"];
let server = await start({ args: ["--engine", names.join(",")] });

await test("only engines that were named", async () => {
    equal((await server.ask("/api/engines")).json.map((e) => e.name), names);
    equal((await server.ask("/api/games", { body: { engine: { name: "/bin/sh" } } })).status, 422);
    const lab = { rules: "lab", engine: { name: names[0] } };
    equal((await server.ask("/api/games", { body: lab })).status, 422);
});

for (const name of ["dies", "illegal", "nonsense", "hangs"])
    await test(`an engine that ${name} loses`, async () => {
        const game = await server.create({ engine: { name: broken(name), plays: "black", move_ms: 100 } });
        equal(Object.keys(game.seats), ["white"]);
        const state = (await game.move("e4")).json;
        check(state.outcome === null || state.outcome.reason === "forfeit");
        const end = await until(async () => (await game.read()).outcome, `the end of ${name}`);
        equal([end.result, end.reason], ["1-0", "forfeit"]);
        check(end.text.includes("engine"), end.text);
        equal((await game.act("undo")).json.outcome, null);
    });

await test("an engine that is not there any more loses, however many look at the game meanwhile", async () => {
    rmSync(gone);
    for (let i = 0; i < 20; i++) {
        const game = await server.create({ engine: { name: gone, plays: "black", move_ms: 100 } });
        await Promise.all([game.move("e4"), ...Array.from({ length: 20 }, () => game.read())]);
        const end = await until(async () => (await game.read()).outcome, "the end");
        equal([end.result, end.reason], ["1-0", "forfeit"]);
    }
});

await test("a game against an engine; undo goes back to the person's turn", async () => {
    const game = await server.create({ engine: { name: "stockfish", plays: "black", move_ms: 50 } });
    equal(game.state.players.black, { name: "stockfish", kind: "engine" });
    for (const [move, ply] of [["e4", 2], ["Nf3", 4]]) {
        const turn = await game.move(move);
        check(turn.status === 200, turn.text);
        await until(async () => (await game.read()).ply === ply, "its answer");
    }
    equal((await game.act("undo")).json.ply, 2);
    equal((await game.act("redo")).json.ply, 4);
    equal((await game.act("offer-draw")).status, 409);
    equal((await game.act("resign")).json.outcome.result, "0-1");
});

await test("an engine is asked which games it plays, and looks at a position", async () => {
    const engines = async () => (await server.ask("/api/engines")).json;
    const found = await until(async () => (await engines()).find(({ rules }) => rules.includes("chess960")), "its answer");
    equal([found.name, found.rules], ["stockfish", ["chess", "chess960"]]);
    check(/^Stockfish/.test(found.title), found.title);
    const looked = await server.ask("/api/analysis", { body: { engine: "stockfish", fen: "7k/8/5KQ1/8/8/8/8/8 w - - 0 1" } });
    const { done: ended, lines } = JSON.parse(looked.text.trim().split("\n").at(-1));
    equal([ended, lines.length, lines[0].mate, lines[0].san], [true, 3, 1, ["Qg7#"]]);
});

await test("more games than engines: all are served", async () => {
    const games = await Promise.all(Array.from({ length: 10 }, () =>
        server.create({ engine: { name: "stockfish", plays: "white", move_ms: 20 } })));
    for (const game of games) await until(async () => (await game.read()).ply === 1, "its first move");
    check(/arbiter_engines [1-4]\n/.test((await server.ask("/metrics")).text), "at most four run");
});

await test("after a crash the engine goes on where it was", async () => {
    const game = await server.create({ engine: { name: "stockfish", plays: "black", move_ms: 3000 } });
    await game.move("d4");
    await server.kill("SIGKILL");
    server = await start({ args: ["--engine", "stockfish"] });
    await until(async () => (await server.ask(game.at)).json.ply === 2, "its move");
});

await test("it stops with its engines", async () => {
    equal((await server.kill()).code, 0);
});

await done();
