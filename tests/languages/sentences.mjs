// sentences.mjs: reads the sentences that the library makes from the string literals of its sources. The test of the tables
// uses it; `node sentences.mjs` prints them.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const top = join(dirname(fileURLToPath(import.meta.url)), "../..");
// The files that make sentences. Mistakes in rule-set files are for the file's author and stay in English.
export const HOMES = ["base/fault_names.c", "position/verdict/verdict_text.c", "position/outcome_text.c", "position/causes_text.c",
                      "position/winnable/winnable_text.c", "position/repair.c", "position/from_setup.c", "game/log_text.c", "game/typed_move.c",
                      "notation/san_text.c", "notation/san_parse.c", "notation/san_read.c", "notation/uci.c", "tree/tree_faults.c",
                      "rules/rules_told.c", "rules/how_pieces_move.c", "rules/placement.c", "setup/fen_lenient.c", "setup/fen_read.c"];

const unescape = (text) => JSON.parse(`"${text.replace(/\\'/g, "'").replace(/\\x([0-9A-Fa-f]{2})/g, "\\u00$1").replace(/\\0/g, "")}"`);

// Returns the string literals of C text: neighbours are joined, comments and #include lines left out.
export function literals(source) {
    const tokens = source.replace(/^#.*$/gm, "").match(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])+'|"(?:[^"\\]|\\.)*"|\s+|[^\s"'/]+|\//g) ?? [];
    const found = [];
    let joins = false;
    for (const token of tokens) {
        if (token[0] === '"') {
            const text = unescape(token.slice(1, -1));
            if (joins) found.push(found.pop() + text);
            else found.push(text);
            joins = true;
        } else if (token.trim() && !token.startsWith("/*")) joins = false;
    }
    return found;
}

// Short words that belong to sentences. Other literals may be names of events and rulings, JSON keys or articles.
const words = new Set(["queenside", "kingside", "White", "Black", "diagonally", "nowhere", ".", " ", ", ", " or ", " and ", ", or ", " (%q)",
                       "%n on %q", "%n in hand", "%v"]);
const isSentence = (text) => words.has(text) || (/[a-z]{2}/.test(text) && /[ %]/.test(text) && !/[{}"\n]/.test(text));

export function sentences() {
    const found = new Map();
    for (const home of HOMES)
        for (const text of literals(readFileSync(join(top, "src", home), "utf8")))
            if (isSentence(text) && !found.has(text)) found.set(text, home);
    return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    for (const [text, home] of sentences()) console.log(`${home}\t${JSON.stringify(text)}`);
