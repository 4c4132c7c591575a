// source.js: where a game on the page comes from, and whom to ask about it: a game that the server keeps,
// or one that comes whole with every question (a file, a study).
import * as api from "./api.js";

export const stored = (id) => ({
    id,
    read: () => api.readGame(id),
    at: (ply) => api.readPly(id, ply),
    watch: (...handlers) => api.watch(id, ...handlers),
    rules: () => api.rulesOf(id),
    pgn: () => api.pgnOf(id),
    legal: () => api.legalOf(id),
    why: (move, style) => api.why(id, move, style),
    explain: (wish, style) => api.explain(id, wish, style),
});

// position(): { rules or rules_text, fen, moves } of what is on the board.
export const posted = (position) => ({
    legal: () => api.legalAt(position()),
    why: (move, style) => api.whyAt({ ...position(), ...move }, style),
    explain: (wish, style) => api.explainAt(position(), wish, style),
});
