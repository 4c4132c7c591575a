// pgn.js: cuts a collection into games and reads their headings, so that one can be chosen; the
// server reads and judges the game itself.

// A game starts at a line of a tag that follows move text, or at the first line of anything.
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
    for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
        const tag = !comment && /^\s*\[\s*[A-Za-z0-9_]+\s+"/.test(line);
        if (tag && moves) finish();
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
