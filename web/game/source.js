// source.js: where a game on the page comes from, and whom to ask about it: a game that the server keeps,
// or one that comes whole with every question (a file, a study).
import * as api from "../common/api.js";

// Without the server the referee in the browser is asked, about the game as it was last seen.
const orHere = (asked, here) => asked.catch((problem) => {
    if (problem.status !== 0) throw problem;
    return here();
});

// whole(count) is the game after that many plies, as it is sent with a question.
export const stored = (id, whole) => ({
    id,
    read: () => api.readGame(id),
    at: (ply) => api.readPly(id, ply),
    watch: (...handlers) => api.watch(id, ...handlers),
    rules: () => api.rulesOf(id),
    pgn: () => api.pgnOf(id),
    legal: () => orHere(api.legalOf(id), () => api.legalAt(whole())),
    why: (move, style) => orHere(api.why(id, move, style), () => api.whyAt({ ...whole(), ...move }, style)),
    explain: (wish, style) => orHere(api.explain(id, wish, style), () => {
        const { ply, ...rest } = wish;
        return api.explainAt(whole(ply), rest, style);
    }),
});

// position() is { rules or rules_text, fen, moves } for the position on the board.
export const posted = (position) => ({
    legal: () => api.legalAt(position()),
    why: (move, style) => api.whyAt({ ...position(), ...move }, style),
    explain: (wish, style) => api.explainAt(position(), wish, style),
});
