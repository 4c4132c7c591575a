// Writes a game as chess.js does.

const SEVEN_TAG_ROSTER = {
    Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*",
};
// The order in which other tags are written; null: there is none.
const OTHER_TAGS = `WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType
    BlackType EventDate EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime
    UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount`.split(/\s+/);
const NO_TAGS = { ...SEVEN_TAG_ROSTER, ...Object.fromEntries(OTHER_TAGS.map(name => [name, null])) };

// "3. e3 e6": the moves with their numbers, a full move each, and the comments.
const movetext = (start, moves, comments) => {
    const [, turn, , , , first] = start.split(" ");
    const note = fen => (fen in comments ? [`{${comments[fen]}}`] : []);
    const list = [];
    let words = note(start);
    let number = Number(first);
    let white = turn === "w";
    if (moves.length === 0)
        return [words.join(" ")];
    moves.forEach(([san, fen], i) => {
        if (white) {
            if (words.length)
                list.push(words.join(" "));
            words = [`${number}.`];
        } else if (i === 0) {
            words.push(`${number}. ...`);
        }
        words.push(san, ...note(fen));
        if (!white)
            number++;
        white = !white;
    });
    return [...list, words.join(" ")];
};

// Folds lines at `width`. A full move stays on one line, but one with comments may be broken between words.
const folded = (parts, width, newline) => {
    const out = [];
    let at = 0; // the length of the line so far
    for (const [i, part] of parts.entries()) {
        if (at + part.length > width && part.includes("{")) {
            for (const word of part.split(" ").filter(Boolean)) {
                const gap = at > 0 ? 1 : 0;
                if (at + gap + word.length > width && at > 0) {
                    out.push(newline, word);
                    at = word.length;
                } else {
                    out.push(gap ? " " : "", word);
                    at += gap + word.length;
                }
            }
        } else if (at + part.length > width && i > 0) {
            out.push(newline, part);
            at = part.length;
        } else {
            out.push(i > 0 ? " " : "", part);
            at += part.length + (i > 0 ? 1 : 0);
        }
    }
    return out.join("");
};

const writePgn = (header, start, moves, comments, newline, maxWidth) => {
    let tags = "";
    for (const [name, value] of Object.entries(header))
        if (value)
            tags += `[${name} "${value}"]${newline}`;
    if (moves.length)
        tags += newline;
    const parts = [...movetext(start, moves, comments), header.Result || "*"];
    return tags + (maxWidth === 0 ? parts.join(" ") : folded(parts, maxWidth, newline));
};

export { NO_TAGS, SEVEN_TAG_ROSTER, writePgn };
