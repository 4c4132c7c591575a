// Library, check, convert, play, game and server agree on the end of a game: its ply, result, reason and
// words, for random and crafted games under every rule set.
//     one_end.mjs PROGRAM GAMES_PROGRAM [GAMES] [SEED]
// GAMES_PROGRAM (ended_games.c) has the library's answer, by arb_game and by arb_run.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, start, test } from "../server/lib.mjs";

const [program, generator, count = "1", seed = "1"] = process.argv.slice(2);
process.env.XDG_DATA_HOME = folder; // where `play` keeps its journals
const made = path.join(folder, "made");
mkdirSync(made);
const listed = spawnSync(generator, [made, count, seed], { encoding: "utf8", maxBuffer: 1 << 30 });
const games = listed.stdout.trim().split("\n").filter(Boolean).map(JSON.parse);

const ask = (args, input = "") => spawnSync(program, args, { encoding: "utf8", input, maxBuffer: 1 << 30 });
const objects = (text) => text.trim().split("\n").filter(Boolean).map(JSON.parse);
const over = (game) => game.result !== "*";
const opposite = { "1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0", "*": "1-0" };
// If a position is dead for other reasons than bare material, `check` warns in other words.
const unclear = (game) => game.reason === "dead-position" && !game.bare;
const name = (game) => `${game.rules}, ${game.usual ? "start" : game.fen}, ${game.score}: ${game.sentence}`;

const pgn = (game, result, more = "") =>
    `[Event "?"]\n[Result "${result}"]\n${game.usual ? "" : `[FEN "${game.fen}"]\n`}\n${game.score}${more ? `${more} ` : ""}${result}\n\n`;

// All games of a rule set are given to one call.
const byRules = new Map();
for (const game of games) byRules.set(game.rules, [...(byRules.get(game.rules) ?? []), game]);

const write = (file, text) => { const at = path.join(folder, file); writeFileSync(at, text); return at; };
const findings = (rules, file) => {
    const all = objects(ask(["check", "--json", "--warnings", "--rules", rules, file]).stdout).filter((f) => !f.summary);
    return (game) => all.filter((f) => f.game === game + 1 && !/^claim-|^no-moves|^early-draw/.test(f.finding));
};

await test("library: a run ends as a game does", () => {
    check(listed.status === 0, listed.stderr.slice(0, 2000));
    const reasons = new Set(games.map((game) => game.reason));
    for (const reason of ["checkmate", "stalemate", "dead-position", "fivefold", "75-moves", "checks", "goal", "king-captured",
        "extinction", "bereft", "bare-king"]) check(reasons.has(reason), `no game ends by ${reason}`);
});

for (const [rules, played] of byRules) {
    const text = (make) => played.map(make).join("");
    const right = write("right.pgn", text((game) => pgn(game, game.result)));
    const wrong = write("wrong.pgn", text((game) => pgn(game, opposite[game.result])));
    const late = write("late.pgn", text((game) => pgn(game, "*", game.late)));

    await test(`check: ${rules}`, () => {
        const said = [right, wrong, late].map((file) => findings(rules, file));
        for (const [i, game] of played.entries()) {
            equal(said[0](i), [], `${name(game)} with its result`);
            const against = said[1](i).filter((f) => f.finding.startsWith("result-vs-"));
            const after = said[2](i).filter((f) => f.finding === "moves-after-end");
            equal(against.length, over(game) && !unclear(game) ? 1 : 0, `${name(game)} with a wrong result: ${JSON.stringify(said[1](i))}`);
            for (const f of against) {
                check(f.text.endsWith(game.sentence), `${f.text} for ${name(game)}`);
                check(f.text.includes(`the board says ${game.result}.`), f.text);
                equal(f.ply, game.moves.length, name(game));
            }
            if (game.late === "") continue;
            equal(after.length, over(game) ? 1 : 0, `${name(game)}, and then ${game.late}: ${JSON.stringify(said[2](i))}`);
            for (const f of after) {
                check(f.text.endsWith(game.sentence), `${f.text} for ${name(game)}`);
                equal(f.ply, game.moves.length + 1, name(game));
            }
        }
    });

    await test(`convert: ${rules}`, () => {
        const kept = (file) => objects(ask(["convert", "--keep", "--to", "ndjson", "--rules", rules, file]).stdout);
        const [good, bad, after] = [right, wrong, late].map(kept);
        for (const [i, game] of played.entries()) {
            equal(good[i].plies, game.moves.length, name(game));
            equal(good[i].outcome, { result: game.result, reason: game.reason || null }, name(game));
            equal(bad[i].outcome.reason, null, `${name(game)} with a wrong result`);
            if (game.late === "" || !over(game) || unclear(game)) continue;
            check(after[i].fault?.startsWith("moves-after-end: ") && after[i].fault.endsWith(game.sentence),
                `${after[i].fault} for ${name(game)}, and then ${game.late}`);
        }
    });

    await test(`play: ${rules}`, () => {
        for (const game of played) {
            const file = write("one.pgn", pgn(game, game.result));
            const shown = ask(["play", "--ascii", "--rules", rules, file], `${game.late || "a1 a2"}\n`).stdout;
            if (!over(game)) {
                check(!shown.includes("The game is over"), `${shown} for ${name(game)}`);
                continue;
            }
            check(shown.includes(`${game.sentence} ${game.result}\n${game.sentence}\n`), `${shown} for ${name(game)}`);
            if (game.late === "") continue;
            const score = pgn(game, "*", game.late), line = score.trimEnd().split("\n").length;
            const refused = ask(["play", "--journal", "/dev/null", "--rules", rules, write("one.pgn", score)]);
            equal(refused.status, 0, name(game)); // the game is opened up to the late move
            const column = score.split("\n").at(line - 1).lastIndexOf(`${game.late} *`) + 1;
            check(refused.stderr.includes(`:${line}:${column}: `) && refused.stderr.includes(game.sentence),
                `${refused.stderr} for ${name(game)}, and then ${game.late} in column ${column}`);
        }
    });

    await test(`game: ${rules}`, () => {
        const lines = [], wanted = [];
        const call = (line, answer) => { lines.push(line); wanted.push(answer); };
        for (const game of played) {
            if (game.usual) call("new", "true");
            else call(`new ${game.fen}`, "true");
            for (const [i, move] of game.moves.entries()) {
                call("outcome", "*");
                call(`move ${move}`, "true");
                if (i === game.moves.length - 1) call("fen", null);
            }
            call("outcome", over(game) ? `${game.result} ${game.reason}` : "*");
            if (over(game)) call("why a1 a2", `game-over: ${game.sentence}`);
        }
        const answers = ask(["game", "--coords", "alg", "--rules", rules], `${lines.join("\n")}\n`).stdout.split("\n");
        for (const [i, answer] of wanted.entries())
            if (answer !== null) equal(answers[i], answer, `line ${i + 1} of the session, ${lines[i]}`);
    });
}

// All moves but the last are imported; the last one is posted, then one that comes too late.
const server = await start();
for (const [rules, played] of byRules) {
    await test(`server: ${rules}`, async () => {
        const by = rules.endsWith(".rules") ? { rules_text: readFileSync(rules, "utf8") } : { rules };
        for (const game of played) {
            const last = game.moves.length - 1;
            if (last < 0) continue;
            const made = await server.create({ ...by, pgn: pgn(game, game.result), ply: last });
            equal(made.state.outcome, null, name(game));
            const answer = await made.move(game.moves[last]);
            equal(answer.status, 200, `${name(game)}: ${answer.text}`);
            const state = await made.read();
            delete state.outcome?.article;
            equal(state.outcome, over(game) ? { result: game.result, reason: game.reason, text: game.text } : null, name(game));
            if (!over(game)) continue;
            const refused = await made.move(game.late || "a1 a2");
            equal([refused.status, refused.json.verdict.verdict, refused.json.verdict.text], [409, "game-over", game.sentence], name(game));
            if (game.late === "") continue;
            const late = await server.ask("/api/games", { body: { ...by, pgn: pgn(game, "*", game.late) } });
            equal([late.status, late.json.state.ply], [201, game.moves.length], name(game));
            check(late.json.notes[0].includes(game.sentence), `${late.text} for ${name(game)}, and then ${game.late}`);
        }
    });
}
await done();
