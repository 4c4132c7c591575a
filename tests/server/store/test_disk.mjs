// If the disk is full, a move does not count, the player is told so, and the game can go on later.
import { check, done, equal, start, test } from "../lib.mjs";

// A limit on the size of files makes writes fail as on a full disk.
let server = await start({ before: "trap '' XFSZ; ulimit -f 800" });
const game = await server.create();
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7"];
let known = game.state;

await test("a move that cannot be written is refused and has not happened", async () => {
    let answer;
    for (let i = 0; i < 5000; i++) {
        answer = known.ply < line.length ? await game.move(line[known.ply])
            : await game.act("goto", game.both, { ply: 0 });
        if (answer.status !== 200) break;
        known = answer.json;
    }
    equal(answer.status, 503);
    check(answer.type.startsWith("application/problem+json"), answer.type);
    const state = await game.read();
    equal([state.version, state.fen], [known.version, known.fen]);
    equal((await game.move("a3")).status !== 200 || (await game.read()).version > known.version, true);
    equal((await server.ask("/api/games", { body: {} })).status, 503);
    const health = await server.ask("/healthz");
    equal([health.status, health.json.status], [503, "the store cannot be written"]);
});

await test("what was answered is there when there is room again", async () => {
    known = await game.read();
    await server.kill("SIGKILL");
    server = await start();
    const state = (await server.ask(game.at)).json;
    equal([state.version, state.fen], [known.version, known.fen]);
    const next = await server.ask(`${game.at}/actions`, { body: { action: "goto", ply: 0 }, token: game.both });
    equal([next.status, next.json.version], [200, known.version + 1]);
    equal((await server.ask("/healthz")).status, 200);
});

await done();
