// source.js: where a game on the page comes from: the server, which keeps it, or a file that was
// opened, which is only looked at until somebody plays on.
import * as api from "./api.js";

export const stored = (id) => ({
    id,
    read: () => api.readGame(id),
    at: (ply) => api.readPly(id, ply),
    watch: (onState, onConnected) => api.watch(id, onState, onConnected),
    rules: () => api.rulesOf(id),
    pgn: () => api.pgnOf(id),
});

export const fromFile = (wanted) => ({
    id: null,
    wanted,
    read: () => api.look(wanted),
    at: (ply) => api.look(wanted, ply),
    watch: () => () => {},
    rules: async () => ({ ...await api.checkRules(wanted.rules_text), text: wanted.rules_text }),
    pgn: async () => wanted.pgn,
});
