// The native library and the package, answer for answer: node twin.mjs PACKAGE TWIN_ANSWERS POSITIONS [SEED]
// twin_answers.c says what a line has; here the package writes the same line from the rule set, the FEN and the typed moves.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, program, positions, seed = "1"] = process.argv.slice(2);
const { Game, Rules } = await import(pathToFileURL(`${folder}/arbiter.mjs`));
const rules = new Map(Rules.all().map(set => [set.name, set]));

const told = (name, fen, typed) => {
    const game = new Game({ fen, rules: rules.get(name) });
    const { result, reason, article, text } = game.outcome;
    return [name, game.fen, game.key, game.turn, game.inCheck ? "check" : "-", game.moves().join(" "),
        game.moves({ san: true }).join(" "), result, reason, article, text,
        ...typed.flatMap(move => [move, JSON.stringify(game.verdict(move))])].join("\t");
};

const child = spawn(program, [positions, seed], { stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise(resolve => child.once("exit", resolve));
let count = 0;
const met = new Set();
for await (const line of createInterface({ input: child.stdout })) {
    const [name, fen, ...rest] = line.split("\t");
    const got = told(name, fen, rest.slice(9).filter((_, i) => i % 2 === 0));
    if (got !== line) {
        console.log(`differs:\nnative  ${line}\npackage ${got}`);
        process.exit(1);
    }
    count++;
    met.add(name);
}
if (await ended !== 0 || count < Number(positions) || met.size !== rules.size) {
    console.log(`${count} positions, ${met.size} of ${rules.size} rule sets: too few`);
    process.exit(1);
}
console.log(`${count} positions in ${met.size} rule sets: the same answers`);
