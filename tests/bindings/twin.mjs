// The native library and the package, answer for answer: node twin.mjs PACKAGE ANSWERS POSITIONS
// ANSWERS is what tests/bindings/answers wrote. twin_answers.c says what a line has; here the package writes the same line from
// the rule set, the FEN and the typed moves.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, answers, positions] = process.argv.slice(2);
const { Game, loadLanguage, Rules } = await import(pathToFileURL(`${folder}/arbiter.mjs`));
await Promise.all(["de", "fr", "es", "zh"].map(loadLanguage));
const rules = new Map(Rules.all().map(set => [set.name, set]));

const told = (name, fen, lang, sans, typed) => {
    const game = new Game({ fen, lang, rules: rules.get(name) });
    const { result, reason, article, text } = game.outcome;
    return [name, game.fen, game.lang, game.key, game.turn, game.inCheck ? "check" : "-", game.moves().join(" "),
        sans === "-" ? sans : game.moves({ san: true }).join(" "), result, reason, article, text,
        ...typed.flatMap(move => [move, JSON.stringify(game.verdict(move))])].join("\t");
};

let count = 0;
const met = new Set();
for await (const line of createInterface({ input: createReadStream(answers) })) {
    const [name, fen, lang, ...rest] = line.split("\t");
    const got = told(name, fen, lang, rest[4], rest.slice(9).filter((_, i) => i % 2 === 0));
    if (got !== line) {
        console.log(`differs:\nnative  ${line}\npackage ${got}`);
        process.exit(1);
    }
    count++;
    met.add(name);
}
if (count < Number(positions) || met.size !== rules.size) {
    console.log(`${count} positions, ${met.size} of ${rules.size} rule sets: too few`);
    process.exit(1);
}
console.log(`${count} positions in ${met.size} rule sets: the same answers`);
