// collection.js: the games of an opened PGN file, kept in this tab, so that one can go through them
// one by one. The server is only asked to read each; none is kept there.
import * as api from "./api.js";
import { h } from "./dom.js";
import { splitGames, titleOf } from "./pgn.js";
import { keepSeats } from "./settings.js";
import { fetchBack, keep } from "./shelf.js";
import { fromFile } from "./source.js";

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
    const pgn = open.games[open.at];
    return fromFile({ pgn, ...open.named });
}

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
    return h("nav", { class: "stepper", "aria-label": "Games of the file" },
        button("‹", "Previous game", open.at - 1),
        h("a", { href: "#/open", text: `Game ${open.at + 1} of ${open.games.length}` }),
        button("›", "Next game", open.at + 1));
}
