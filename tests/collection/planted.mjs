// Plants one fault at a time into correct games; `check` must report it with its file, line, column,
// game, ply and class, and nothing else. There are twenty-five kinds of faults, each in games of its
// own, at random places. node planted.mjs BUILD [ROUNDS] [SEED]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const build = process.argv[2];
const rounds = Number(process.argv[3] ?? 3);
let state = BigInt(process.argv[4] ?? 1);
function below(n) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 33n) % n;
}

// A game is a list of tags and a list of words; each word has the ply that it plays.
function parse(text) {
    return text.split(/\n\n(?=\[Event )/).map((game) => {
        const [tags, moves] = game.trim().split("\n\n");
        let ply = 0;
        const words = moves.split(/\s+/).map((word) => {
            if (/^\d+\.$|^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) return { text: word, ply: 0 };
            return { text: word, ply: ++ply };
        });
        return { tags: tags.split("\n"), words, plies: ply };
    });
}
const isMove = (word) => word.ply > 0;
const pick = (list) => list[below(list.length)];
// Picks a move in the middle of the game, so that there are moves before and after it.
const anyMove = (game) => pick(game.words.filter((w) => isMove(w) && w.ply > 8 && w.ply < game.plies - 8));
const findMove = (game, test) => {
    const list = game.words.filter((w) => isMove(w) && w.ply > 4 && w.ply < game.plies - 4 && test(w.text));
    return list.length ? pick(list) : null;
};

// Each function plants its fault and returns the finding, the word where it is ("tag NAME", "end", "first"), and the ply.
const change = (game, word, text, finding) => {
    if (!word) return null;
    word.text = text;
    return { finding, word, ply: word.ply };
};
const insert = (game, before, text, finding, ply) => {
    const word = { text, ply: 0 };
    game.words.splice(game.words.indexOf(before), 0, word);
    return { finding, word, ply };
};
const kinds = {
    "a king's step too far": (g) => change(g, anyMove(g), "Kd4", "illegal"),
    "a word that is no move": (g) => change(g, anyMove(g), "hello", "bad-token"),
    "a square off the board": (g) => change(g, anyMove(g), "Nf9", "bad-token"),
    "a null move": (g) => change(g, anyMove(g), "--", "illegal"),
    "castling twice": (g) => {
        const first = g.words.findIndex((w) => /^O-O/.test(w.text));
        if (first < 0) return null;
        const word = g.words.slice(first + 1).find((w) => isMove(w) && w.ply % 2 === g.words[first].ply % 2);
        return word && change(g, word, "O-O", "illegal");
    },
    "a check without its mark": (g) => {
        const word = findMove(g, (t) => t.endsWith("+"));
        return word && change(g, word, word.text.slice(0, -1), "missing-check-mark");
    },
    "a mark without a check": (g) => {
        const word = findMove(g, (t) => /[1-8]$/.test(t));
        return word && change(g, word, word.text + "+", "false-check-mark");
    },
    "mate claimed for a check": (g) => {
        const word = findMove(g, (t) => t.endsWith("+"));
        return word && change(g, word, word.text.slice(0, -1) + "#", "hash-for-check");
    },
    "a plus for mate": (g) => {
        const word = g.words.find((w) => w.text.endsWith("#"));
        return word && change(g, word, word.text.slice(0, -1) + "+", "plus-for-mate");
    },
    "castling with zeros": (g) => {
        const word = findMove(g, (t) => t === "O-O");
        return word && change(g, word, "0-0", "noncanonical-san");
    },
    "a promotion without its sign": (g) => {
        const word = findMove(g, (t) => t.includes("=Q"));
        return word && change(g, word, word.text.replace("=", ""), "noncanonical-san");
    },
    "a wrong number": (g) => {
        const word = pick(g.words.filter((w) => /^\d\d\.$/.test(w.text)));
        const next = g.words[g.words.indexOf(word) + 1];
        if (!isMove(next)) return null;
        word.text = `${Number(word.text.slice(0, -1)) + 100}.`;
        return { finding: "move-number", word, ply: next.ply - 1 };
    },
    "a parenthesis that closes nothing": (g) => {
        const before = anyMove(g);
        return insert(g, before, ")", "stray-close-paren", before.ply - 1);
    },
    "a brace that closes nothing": (g) => {
        const before = anyMove(g);
        return insert(g, before, "}", "stray-char", before.ply - 1);
    },
    "a variation that is not closed": (g) => {
        const end = g.words[g.words.length - 1];
        return insert(g, end, "(", "unclosed-paren", g.plies);
    },
    "a comment that is not closed": (g) => {
        const end = g.words[g.words.length - 1];
        const said = insert(g, end, "{", "unclosed-comment", g.plies);
        return { ...said, also: ["no-termination-marker"] };
    },
    "an illegal move in a variation": (g) => {
        const before = anyMove(g);
        const open = { text: "(Ka0", ply: 0 };
        g.words.splice(g.words.indexOf(before), 0, open, { text: ")", ply: 0 });
        return { finding: "bad-token", word: open, shift: 1, ply: before.ply };
    },
    "another result": (g) => {
        const end = g.words[g.words.length - 1];
        const mate = g.words.some((w) => w.text.endsWith("#"));
        if (mate) return null;
        end.text = end.text === "1-0" ? "0-1" : "1-0";
        return { finding: "tag-marker-mismatch", word: "tag Result", ply: g.plies };
    },
    "no result": (g) => {
        g.words.pop();
        return { finding: "no-termination-marker", word: "end", ply: g.plies, also: ["blank-line-in-movetext"] };
    },
    "a mate that the other side wins": (g) => {
        const end = g.words[g.words.length - 1];
        if (!g.words.some((w) => w.text.endsWith("#"))) return null;
        end.text = end.text === "1-0" ? "0-1" : "1-0";
        g.tags = g.tags.map((t) => t.replace(/^\[Result .*/, `[Result "${end.text}"]`));
        return { finding: "result-vs-checkmate", word: end, ply: g.plies };
    },
    "a move after mate": (g) => {
        const mate = g.words.findIndex((w) => w.text.endsWith("#"));
        if (mate < 0) return null;
        const word = { text: "Ke2", ply: g.plies + 1 };
        g.words.splice(mate + 1, 0, word);
        return { finding: "moves-after-end", word, ply: g.plies + 1 };
    },
    "a tag that is not closed": (g) => {
        g.tags = g.tags.map((t) => (t.startsWith("[Site ") ? t.slice(0, -2) : t));
        return { finding: "bad-tag", word: "tag Site", ply: 0 };
    },
    "a position without kings": (g) => {
        g.tags.push('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]');
        return { finding: "bad-fen", word: "tag FEN", ply: 0, also: ["no-moves"] };
    },
    "no Result tag": (g) => {
        g.tags = g.tags.filter((t) => !t.startsWith("[Result "));
        return { finding: "no-result-tag", word: "first", ply: g.plies };
    },
    "text behind the result": (g) => {
        const word = { text: "resigns", ply: 0 };
        g.words.push(word);
        return { finding: "text-after-result", word, ply: g.plies };
    },
};

// Writes the games and notes where each word stands.
function write(games) {
    const lines = [];
    for (const game of games) {
        game.line = lines.length + 1;
        for (const tag of game.tags) lines.push(tag);
        lines.push("");
        let line = "";
        for (const word of game.words) {
            if (line.length + word.text.length > 78) {
                lines.push(line);
                line = "";
            }
            if (line !== "") line += " ";
            word.line = lines.length + 1;
            word.column = line.length + 1;
            line += word.text;
            game.end = { line: lines.length + 1, column: line.length + 1 };
        }
        lines.push(line, "");
    }
    return lines.join("\n") + "\n";
}

function placeOf(game, planted) {
    if (planted.word === "first") return { line: game.line, column: 1 };
    if (planted.word === "end") return game.end;
    if (typeof planted.word === "string") {
        const index = game.tags.findIndex((t) => t.startsWith(`[${planted.word.slice(4)} `));
        return { line: game.line + index, column: 1 };
    }
    return { line: planted.word.line, column: planted.word.column + (planted.shift ?? 0) };
}

const work = mkdtempSync(join(tmpdir(), "planted-"));
let passed = 0;
const failures = [];
try {
    for (let round = 0; round < rounds; round++) {
        for (const [kind, plant] of Object.entries(kinds)) {
            // The first game that can have this fault is put somewhere among correct ones.
            let games, planted, at;
            for (let tries = 0; !planted && tries < 30; tries++) {
                const text = execFileSync(join(build, "bench/pgn_generate"), ["40", "plain", String(below(1e6))]);
                games = parse(text.toString()).slice(0, 40);
                for (at = 0; at < games.length && !planted; at++) planted = plant(games[at]);
                at--;
            }
            if (!planted) {
                failures.push(`${kind}: no game has room for it`);
                continue;
            }
            const file = join(work, "games.pgn");
            writeFileSync(file, write(games));
            const run = spawnSync(join(build, "arbiter"), ["check", "--strict", "--json", file]);
            const said = run.stdout.toString().trim().split("\n").map((l) => JSON.parse(l));
            const summary = said.pop();
            const where = placeOf(games[at], planted);
            const [first, ...others] = said.filter((f) => !(planted.also ?? []).includes(f.finding));
            const good =
                first && others.length === 0 && summary.faulty === 1 && run.status === 1 &&
                first.finding === planted.finding && first.file === file &&
                first.line === where.line && first.column === where.column && first.game === at + 1 &&
                first.ply === planted.ply;
            if (good) passed++;
            else
                failures.push(`${kind}: planted ${planted.finding} at ${where.line}:${where.column} game ${at + 1} ` +
                    `ply ${planted.ply}, exit ${run.status}; found ${JSON.stringify(said)}`);
        }
    }
} finally {
    rmSync(work, { recursive: true });
}
for (const failure of failures) console.log(`failed ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
