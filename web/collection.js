// collection.js: the games of an opened PGN file, kept for this visit, so that one can go through
// them one by one. Each is given to the server as a game of its own when it is looked at.
import * as api from "./api.js";
import { h } from "./dom.js";
import { splitGames, titleOf } from "./pgn.js";
import { keepSeats } from "./settings.js";

const open = { games: [], ids: new Map(), at: -1 };

export function load(text) {
    open.games = splitGames(text);
    open.ids = new Map();
    open.at = -1;
    return open.games.map(titleOf);
}

export const titles = () => open.games.map(titleOf);

export async function create(wanted) {
    const { id, seats } = await api.createGame(wanted);
    keepSeats(id, seats);
    return id;
}

export async function show(index) {
    if (!open.ids.has(index)) {
        const [, rules] = /^\[Variant\s+"([^"]*)"\]/m.exec(open.games[index]) ?? [];
        open.ids.set(index, await create({ pgn: open.games[index],
                                           rules: /960|fischer/i.test(rules) ? "chess960" : "chess" }));
    }
    open.at = index;
    location.hash = `#/game/${open.ids.get(index)}`;
}

// The row above a game that came from a collection: previous, which, next.
export function stepper(failed) {
    const id = location.hash.split("/")[2];
    if (open.games.length < 2 || open.ids.get(open.at) !== id) return null;
    const go = (index) => show(index).catch(failed);
    const button = (text, label, index) =>
        h("button", { class: "quiet", text, "aria-label": label, title: label,
                      disabled: index < 0 || index >= open.games.length, onclick: () => go(index) });
    return h("nav", { class: "stepper", "aria-label": "Games of the file" },
        button("‹", "Previous game", open.at - 1),
        h("a", { href: "#/open", text: `Game ${open.at + 1} of ${open.games.length}` }),
        button("›", "Next game", open.at + 1));
}
