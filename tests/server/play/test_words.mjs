// Tests what the server tells an engine: a scripted engine records every line.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, from, start, test, until } from "../lib.mjs";
import { jump, stepped } from "../step_clock.mjs";

const scripted = (name, go) => {
    const program = path.join(folder, name);
    writeFileSync(program, `#!/bin/sh
while read -r line; do
    echo "$line" >>${program}.log
    case "$line" in
    uci) echo "id name ${name}"; echo uciok ;;
    isready) echo readyok ;;
    ${go}
    quit) exit ;;
    esac
done
`, { mode: 0o755 });
    return program;
};
const told = (program) => (existsSync(`${program}.log`) ? readFileSync(`${program}.log`, "utf8").trim().split("\n") : []);
const answers = scripted("answers", `"go "*) n=$((n + 1)); if [ $n = 1 ]; then echo "bestmove e7e5"; else echo "bestmove b8c6"; fi ;;`);
const waits = scripted("waits", `"go "*) : ;;\n    stop) echo "bestmove e7e5" ;;`);
const busy = scripted("busy", `"go "*) : ;;\n    stop) echo "bestmove e7e5" ;;`);
const cut = scripted("cut", `"go "*) printf 'bestmove e7e5%5000s\\n' ' '; echo "bestmove d7d5" ;;`);
const lies = scripted("lies", `"go "*) echo "bestmove e2e4" ;;`);
const server = await start({ before: stepped, args: ["--engine", [answers, waits, busy, cut, lies].join(","), "--think", "4000"] });

await test("an engine is told the game, and both clocks by their colours", async () => {
    const game = await server.create({ clock: { initial_ms: 3600000, increment_ms: 700 }, engine: { name: answers, plays: "black" } });
    await game.move("e4");
    await until(async () => (await game.read()).ply === 2, "its move");
    jump(30000); // White thinks for half a minute; after more the engine would be ended
    await game.move("Nf3");
    await until(async () => (await game.read()).ply === 4, "its second move");
    const lines = told(answers), go = lines.filter((line) => line.startsWith("go "));
    check(lines.some((line) => /^position .* moves (e2e4 e7e5 )?g1f3$/.test(line)), lines.join("|"));
    equal(go.length, 2);
    const [, white, black, winc, binc] = /^go wtime (\d+) btime (\d+) winc (\d+) binc (\d+)$/.exec(go[1]).map(Number);
    check(white < 3572000 && black > 3572000, go[1]);
    equal([winc, binc], [700, 700]);
});

await test("a line that is too long is no word of an engine's", async () => {
    const game = await server.create({ engine: { name: cut, plays: "black", move_ms: 300 } });
    await game.move("e4");
    const last = await until(async () => { const now = await game.read(); return now.ply === 2 && now.last; }, "its move");
    equal(last, { from: "d7", to: "d5" });
});

await test("an engine that thinks about a move that was taken back is told to stop, and hears of the next", async () => {
    const game = await server.create({ engine: { name: busy, plays: "black", move_ms: 4000 } });
    const heard = (word, count) => until(() => told(busy).filter((line) => line.startsWith(word)).length === count, `${count} times ${word}`);
    await game.move("e4");
    await heard("go ", 1);
    await game.act("undo");
    await heard("stop", 1);
    await game.move("d4");
    await heard("go ", 2);
    equal((await game.read()).ply, 1, "what it said when it was stopped is no move");
    await game.act("resign", game.seats.white);
});

await test("one address holds all engines: another's game has its turn, for one is told to stop", async () => {
    const greedy = from(server, "127.0.0.66"), modest = from(server, "127.0.0.7");
    const play = async (ask) => {
        const { id, seats } = (await ask("/api/games", { body: { engine: { name: waits, plays: "black", move_ms: 60000 } } })).json;
        equal((await ask(`/api/games/${id}/moves`, { body: { move: "e4" }, token: seats.white })).status, 200);
        return id;
    };
    for (let i = 0; i < 4; i++) await play(greedy);
    await until(() => told(waits).filter((line) => line.startsWith("go ")).length === 4, "four think");
    await play(modest);
    await until(() => told(waits).filter((line) => line.startsWith("go ")).length === 5, "the fifth thinks");
    check(told(waits).includes("stop"), told(waits).join("|"));
    check(told(waits).filter((line) => line.startsWith("go ")).every((line) => line === "go movetime 4000"), "no more than --think");
});

await test("what an engine lost by is not told of the game that went on after an undo", async () => {
    const game = await server.create({ engine: { name: lies, plays: "black", move_ms: 100 } });
    await game.move("e4");
    const end = await until(async () => (await game.read()).outcome, "the forfeit");
    equal(end.reason, "forfeit");
    await game.act("undo");
    const after = (await game.act("resign", game.seats.white)).json.outcome;
    equal([after.result, after.reason, /engine/.test(after.text)], ["0-1", "resignation", false]);
});

await done();
