// pgn.js: cuts a collection into games and reads their headings, so that one can be chosen, and writes the record of a plain
// game; the server reads and judges the game itself.

// Files joined without a line end: a result, and the first tag of the next game right behind it.
const JOINED = /^(|.*[\s)}])(1-0|0-1|1\/2-1\/2|\*)[ \t]*(\[[A-Za-z0-9_]+[ \t]+".*)$/;

function* linesOf(text) {
    for (const line of text.replace(/^\uFEFF/, "").replaceAll("\x1a", " ").split(/\r\n|\r|\n/)) {
        const [, before, result, tag] = JOINED.exec(line) ?? [];
        if (tag === undefined) yield line;
        else yield* [before + result, tag];
    }
}

// A game starts at a line of [Event, whatever stood before it; at a line of another tag that follows
// move text; or at the first line of anything.
export function splitGames(text) {
    const games = [];
    let lines = [];
    let moves = false;
    let comment = false; // a brace comment may hold lines that look like tags
    const finish = () => {
        if (lines.some((line) => line.trim() !== "")) games.push(lines.join("\n").trim() + "\n");
        lines = [];
        moves = false;
    };
    for (const line of linesOf(text)) {
        const event = line.startsWith("[Event ");
        if (event) comment = false;
        const tag = !comment && /^\s*\[\s*[A-Za-z0-9_]+\s+"/.test(line);
        if (event || (tag && moves)) finish();
        lines.push(line);
        if (tag || (!comment && line.startsWith("%"))) continue;
        for (const character of comment ? line : line.replace(/;.*$/, "")) {
            if (character === "{") comment = true;
            else if (character === "}") comment = false;
        }
        if (line.trim() !== "") moves = true;
    }
    finish();
    return games;
}

export function headings(game) {
    const tags = {};
    for (const [, name, value] of game.matchAll(/^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"/gm))
        tags[name] ??= value.replace(/\\(.)/g, "$1");
    return tags;
}

export function titleOf(game) {
    const { White = "?", Black = "?", Result = "*", Event = "", Date: date = "" } = headings(game);
    const place = [Event, date.replaceAll(".??", "")].filter((part) => part && part !== "?");
    return { players: `${White} – ${Black}`, result: Result, place: place.join(", ") };
}

const escaped = (text) => text.replace(/[\\"]/g, "\\$&");
const tagLine = ([name, value]) => `[${name} "${escaped(value)}"]\n`;

// The record of a game by its moves; tags: [[name, value]].
export const recordOf = (tags, moves = [], result = "*") => `${tags.map(tagLine).join("")}\n${[...moves, result].join(" ")}\n`;
