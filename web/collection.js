// collection.js: the games of an opened PGN file, kept in this tab, so that one can go through them
// one by one. The server is only asked to read each; none is kept there.
import * as api from "./api.js";
import { h } from "./dom.js";
import { splitGames, titleOf } from "./pgn.js";
import { keepSeats } from "./settings.js";
import { fetchBack, keep } from "./shelf.js";
import { t } from "./texts.js";

const open = { games: [], named: {}, at: -1 };
let fetched = null; // what the tab kept before a reload, once it was asked for

// named: the rule set as the server wants it named, or nothing
export function load(text, named) {
    Object.assign(open, { games: splitGames(text), named, at: -1 });
    fetched = Promise.resolve();
    return titles();
}

// Whether the browser keeps the file over a reload.
export const keepFile = (text) => keep({ text, named: open.named });

export function restore() {
    fetched ??= fetchBack().then((file) => { if (file) load(file.text, file.named); });
    return fetched;
}

// What was looked for in the list, kept for the way back.
export let sought = "";
export const seek = (text) => { sought = text; return text; };

export const titles = () => open.games.map(titleOf);

// What the server said of the text that a game was made from, until its page shows it.
const notes = new Map();

export async function create(wanted) {
    const { id, seats, notes: said = [] } = await api.createGame(wanted);
    keepSeats(id, seats);
    notes.set(id, said);
    return id;
}

export function takeNotes(id) {
    const said = notes.get(id) ?? [];
    notes.delete(id);
    return said;
}

// A game of the file by its number, from 1.
export async function has(number) {
    await restore();
    return open.games[Number(number) - 1] !== undefined;
}

export function choose(number) {
    open.at = Number(number) - 1;
    return { pgn: open.games[open.at], ...open.named };
}

// The game that is looked at has been changed: the file, too.
export function replace(pgn) {
    if (open.at < 0) return;
    open.games[open.at] = pgn;
    keeping = keeping.then(() => keepFile(open.games.join("\n")));
}
let keeping = Promise.resolve();

// What `check` found in each game, once it has been asked: counts by index.
export const findings = () => open.findings ?? [];
export async function check() {
    const games = [...open.games];
    const counts = open.findings = games.map(() => null);
    const sizes = games.map((game) => new Blob([game]).size + 1); // the server counts bytes, not characters
    for (let first = 0; first < games.length;) {
        let last = first;
        for (let size = 0; last < games.length && (last === first || size + sizes[last] < CHUNK); last += 1)
            size += sizes[last];
        if (sizes[first] > CHUNK) { // too large to ask about
            first += 1;
            continue;
        }
        const { findings: found } = await api.checkGames(games.slice(first, last).join("\n"), open.named.rules);
        if (counts !== open.findings) return;
        for (let index = first; index < last; index += 1) counts[index] = 0;
        for (const { game, finding } of found)
            if (!QUIET.has(finding) && first + game - 1 < last) counts[first + game - 1] += 1;
        first = last;
    }
}
const CHUNK = 200 * 1024;
const QUIET = new Set(["claim-repetition", "claim-50-moves"]);

// The address knows the move that is looked at, for a reload.
export function note(ply) {
    history.replaceState(null, "", `#/file/${open.at + 1}/${ply}`);
}

export function show(index) {
    location.hash = `#/file/${index + 1}`;
}

// The row above a game of the file: previous, which, next.
export function stepper() {
    if (open.games.length < 2) return null;
    const button = (text, label, index) =>
        h("button", { class: "quiet", text, "aria-label": label, title: label,
                      disabled: index < 0 || index >= open.games.length, onclick: () => show(index) });
    return h("nav", { class: "stepper", "aria-label": t("games-of-file") },
        button("‹", t("previous-game"), open.at - 1),
        h("a", { href: "#/open", text: t("game-of", { number: open.at + 1, count: open.games.length }) }),
        button("›", t("following-game"), open.at + 1));
}
