// collection.js: the games of an opened PGN file, kept in this tab, so that one can go through them
// one by one. The server is only asked to read each; none is kept there.
import * as api from "../common/api.js";
import { h } from "../common/dom.js";
import { recordOf, splitGames, titleOf } from "./pgn.js";
import { keepSeats } from "../common/settings.js";
import { another, fetchBack, keep, takeBack } from "./shelf.js";
import { t } from "../texts/texts.js";

const open = { games: [], named: {}, at: -1 };
let fetched = null; // what the tab kept before a reload, once fetched

function put({ text, named }) {
    Object.assign(open, { games: splitGames(text), named, at: -1, findings: undefined, checking: undefined });
    fetched = Promise.resolve();
}

// `named` names the rule set as the server wants it; it may be missing.
export function load(text, named) {
    another();
    put({ text, named });
    return titles();
}

// Whether the browser keeps the file.
export function keepFile(text) {
    const [first] = open.games;
    const { players, place } = first ? titleOf(first) : {};
    const title = [players === "? – ?" ? "" : players, place].filter(Boolean).join(", ");
    return keep({ text, named: open.named, count: open.games.length, title });
}

// Opens a PGN as a study. named: the rule set as the server wants it named. Resolves to the address.
export async function studyOf(pgn, named, ply = 0) {
    load(pgn, named);
    await keepFile(pgn);
    return `#/file/1/${ply}`;
}

// Without the server a game for one person begins as a study. wanted: the request for a game.
export function studyInstead({ fen, rules, rules_text: own, moves = "", white = "?", black = "?" }) {
    const tags = [["White", white], ["Black", black], ...(fen ? [["SetUp", "1"], ["FEN", fen]] : [])];
    const played = moves.split(" ").filter(Boolean);
    return studyOf(recordOf(tags, played), own ? { rules_text: own } : { rules: rules ?? "chess" }, played.length);
}

export function restore() {
    fetched ??= fetchBack().then((file) => { if (file) put(file); });
    return fetched;
}

// Opens what was kept before.
export async function reopen(number) {
    const file = await takeBack(number);
    if (file) put(file);
    return titles();
}

// The search text of the list, kept for the way back.
export let sought = "";
export const seek = (text) => { sought = text; return text; };

export const titles = () => open.games.map(titleOf);

// What the server said about the text of a new game; the game's page shows it.
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

// Puts a change of the shown game into the file.
export function replace(pgn) {
    if (open.at < 0) return;
    open.games[open.at] = pgn;
    keeping = keeping.then(() => keepFile(open.games.join("\n")));
}
let keeping = Promise.resolve();

// The number of findings of `check` in each game; null if the game has not been checked yet.
export const findings = () => open.findings ?? [];

// Checks each file once. told() is called whenever more is known; only the last told() that was given is called.
export function check(told) {
    open.told = told;
    open.findings ??= open.games.map(() => null);
    open.checking ??= checkAll([...open.games], open.findings);
    told();
}

const CHUNK = 200 * 1024;
const AT_ONCE = 8; // parts that are asked for without a pause: the server takes so many bytes a second from one address
const PAUSE = 300; // milliseconds
const QUIET = new Set(["claim-repetition", "claim-50-moves"]);
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// The findings of a part of the file, or undefined if they are too much work for the server. A busy server is asked again.
async function findingsOf(pgn) {
    try {
        return (await api.checkGames(pgn, open.named)).findings;
    } catch ({ status }) {
        if (status !== 429 && status !== 503) return undefined;
        await pause(10 * PAUSE);
        return findingsOf(pgn);
    }
}

async function checkAll(games, counts) {
    const sizes = games.map((game) => new Blob([game]).size + 1); // the server counts bytes, not characters
    for (let first = 0, parts = 0; first < games.length; parts += 1) {
        let last = first;
        for (let size = 0; last < games.length && (last === first || size + sizes[last] < CHUNK); last += 1)
            size += sizes[last];
        if (parts >= AT_ONCE) await pause(PAUSE);
        const found = sizes[first] > CHUNK ? undefined : await findingsOf(games.slice(first, last).join("\n"));
        if (counts !== open.findings) return; // another file was opened
        if (found) counts.fill(0, first, last);
        for (const { game, finding } of found ?? [])
            if (!QUIET.has(finding) && first + game - 1 < last) counts[first + game - 1] += 1;
        open.told();
        first = last;
    }
}

// Puts the current move into the address, so that a reload shows it again.
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
