// SIGKILL under load loses no acknowledged move.
//   node test_crash.mjs [ROUNDS] [PLAYERS]
import { check, done, equal, sleep, start, test, until } from "../lib.mjs";

const rounds = Number(process.argv[2] ?? 6), players = Number(process.argv[3] ?? 12);
let server = await start({ args: ["--games", "100000"] });
const games = await Promise.all(Array.from({ length: players }, () => server.create()));
const known = games.map(() => ({ version: 0, fen: "" }));
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7", "d3", "d6", "Be3", "Be6", "h3", "h6"];

// Plays until the server is gone, and records every answer.
async function play(i) {
    for (;;) {
        try {
            const state = (await server.ask(games[i].at)).json;
            const over = state.ply >= line.length;
            const where = `${games[i].at}/${over ? "actions" : "moves"}`;
            const body = over ? { action: "goto", ply: 0 } : { move: line[state.ply] };
            const answer = await server.ask(where, { body, token: games[i].both });
            if (answer.status !== 200) throw new Error(answer.text);
            known[i] = { version: answer.json.version, fen: answer.json.fen };
            answered++;
        } catch {
            return;
        }
    }
}

let total = 0, answered = 0;
await test(`${rounds} times killed, nothing answered is lost`, async () => {
    for (let round = 0; round < rounds; round++) {
        const playing = games.map((_, i) => play(i));
        const before = answered;
        await until(() => answered >= before + players, "moves are made");
        await sleep(70 * (round % 6)); // each round kills it at another moment
        await server.kill("SIGKILL");
        await Promise.all(playing);
        server = await start({ args: ["--games", "100000"] });
        const list = (await server.ask("/api/games?limit=200")).json.games;
        for (let i = 0; i < games.length; i++) {
            const state = (await server.ask(games[i].at)).json;
            check(state.version >= known[i].version, `game ${i}: version ${state.version} after ${known[i].version}`);
            check(state.version <= known[i].version + 1, "at most the move that was not yet answered");
            if (state.version === known[i].version && known[i].fen) equal(state.fen, known[i].fen);
            equal(list.find((g) => g.id === games[i].id).plies, state.ply, "the list");
            total += state.version;
            known[i] = { version: state.version, fen: state.fen };
        }
    }
    check(total > rounds * players, "moves were made");
});

await test("requests that have begun are answered before it stops", async () => {
    const answers = games.map((game) => server.ask(`${game.at}/actions`,
        { body: { action: "goto", ply: 0 }, token: game.both }).catch(() => null));
    await until(async () => (await Promise.race([answers[0], sleep(0)])) !== undefined, "an answer");
    const { code } = await server.kill();
    equal(code, 0);
    for (const answer of await Promise.all(answers)) check(answer === null || answer.status === 200);
});

await done();
