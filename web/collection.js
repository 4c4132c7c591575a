// collection.js: the games of an opened PGN file, kept for this visit, so that one can go through
// them one by one. The server is only asked to read each; none is kept there.
import * as api from "./api.js";
import { h } from "./dom.js";
import { splitGames, titleOf } from "./pgn.js";
import { keepSeats } from "./settings.js";
import { fromFile } from "./source.js";

const open = { games: [], rules: "", at: -1 };

export function load(text, rules) {
    Object.assign(open, { games: splitGames(text), rules, at: -1 });
    return titles();
}

export const titles = () => open.games.map(titleOf);

export async function create(wanted) {
    const { id, seats } = await api.createGame(wanted);
    keepSeats(id, seats);
    return id;
}

// A game of the file by its number, from 1.
export const has = (number) => open.games[Number(number) - 1] !== undefined;

export function choose(number) {
    open.at = Number(number) - 1;
    return fromFile({ pgn: open.games[open.at], ...(open.rules ? { rules: open.rules } : {}) });
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
