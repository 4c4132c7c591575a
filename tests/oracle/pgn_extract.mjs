// Compares which games of a collection are legal by `arbiter check --list` and by pgn-extract, game by
// game. Every difference must have one of the reasons below.
// node pgn_extract.mjs BUILD FILE...
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [build, ...files] = process.argv.slice(2);
const arbiter = join(build, "arbiter");
const work = mkdtempSync(join(tmpdir(), "oracle-"));

// Why the two may differ on a game. `ours`: it is legal here; `found`: all that arbiter finds in it, read
// tolerantly; `notes`: in a list, read strictly; `lost`: pgn-extract complains of its grammar.
const has = (g, finding) => g.found.some((f) => f.finding === finding);
const reasons = [
    ["a null move of the game, which pgn-extract plays", (g) => !g.ours && /illegal:(--|Z0)/.test(g.notes)],
    ["0-0 where the result should be", (g) => !g.ours && /illegal:O-O at rnbqkbnr.pppppppp.8.8.8.8.PPPPPPPP.RNBQKBNR/.test(g.notes)],
    ["a FEN that is no position to play from, or one of Chess960", (g) => /\[FEN /.test(g.text)],
    ["neither moves nor a result", (g) => g.ours && has(g, "no-moves") && has(g, "no-termination-marker")],
    ["an ambiguous move, of which pgn-extract takes one", (g) => !g.ours && has(g, "ambiguous")],
    ["a word that is no move, which pgn-extract passes over", (g) => !g.ours && (has(g, "bad-token") || /bad-token/.test(g.notes))],
    ["a sign of capture that does not fit, where a list is strict", (g) => !g.ours && !has(g, "illegal")],
    ["text that is no score, in which pgn-extract loses its way", (g) => g.lost],
];

function rowsOf(file) {
    const run = spawnSync(arbiter, ["check", "--list", file], { maxBuffer: 1 << 30 });
    return run.stdout.toString("latin1").trimEnd().split("\n").map((line) => {
        const column = line.split("\t");
        return { number: Number(column[0]), line: Number(column[1]), ours: column[3] === "ok", notes: column[8] ?? "" };
    });
}

// Cuts out each game, marked with its number, so that a faulty game cannot spoil another.
function cut(file, rows) {
    const lines = readFileSync(file, "latin1").split("\n");
    rows.forEach((row, i) => {
        const end = i + 1 < rows.length ? rows[i + 1].line - 1 : lines.length;
        row.text = lines.slice(row.line - 1, end).join("\n");
    });
}

function extract(words) {
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/games` };
    return spawnSync("pgn-extract", words, { maxBuffer: 1 << 30, env });
}

function theirs(rows) {
    const marked = join(work, "marked.pgn");
    writeFileSync(marked, rows.map((row) => `[Oracle "${row.number}"]\n${row.text.trimEnd()}\n\n`).join(""), "latin1");
    const run = extract([marked]);
    const kept = new Set([...run.stdout.toString("latin1").matchAll(/^\[Oracle "(\d+)"\]/gm)].map((m) => Number(m[1])));
    for (const row of rows) row.theirs = kept.has(row.number);
}

function look(row) {
    const file = join(work, "one.pgn");
    writeFileSync(file, row.text, "latin1");
    const run = spawnSync(arbiter, ["check", "--json", "--warnings", file]);
    row.found = run.stdout.toString().trim().split("\n").map((l) => JSON.parse(l));
    row.lost = /Unknown character|Missing (move|result|'\)')|Unrecognised/.test(extract(["-r", file]).stderr.toString("latin1"));
}

let games = 0, differences = 0, failed = 0;
try {
    for (const file of files) {
        const rows = rowsOf(file);
        cut(file, rows);
        theirs(rows);
        const tally = new Map();
        for (const row of rows) {
            games++;
            if (row.ours === row.theirs) continue;
            differences++;
            look(row);
            const reason = reasons.find(([, test]) => test(row))?.[0];
            if (!reason) {
                failed++;
                console.log(`failed ${file} game ${row.number}, line ${row.line}: legal here ${row.ours}, there ${row.theirs}: ${row.notes.slice(0, 120)}`);
            } else tally.set(reason, (tally.get(reason) ?? 0) + 1);
        }
        console.log(`${file.replace(/.*\//, "")}: ${rows.length} games, ${rows.filter((r) => !r.ours).length} not legal here`);
        for (const [reason, count] of tally) console.log(`    ${count} differ: ${reason}`);
    }
} finally {
    rmSync(work, { recursive: true });
}
console.log(`${games - failed} passed, ${failed} failed (${differences} differences)`);
process.exit(failed || games === 0 ? 1 : 0);
