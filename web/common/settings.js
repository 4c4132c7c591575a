// settings.js: what this browser remembers: the look, and the seats that it holds. If the browser forbids
// storage, they last until the end of the visit.

const memory = new Map();

export function recall(key, otherwise = null) {
    try {
        const text = localStorage.getItem(`arbiter.${key}`);
        return text === null ? memory.get(key) ?? otherwise : JSON.parse(text);
    } catch {
        return memory.get(key) ?? otherwise;
    }
}

export function remember(key, value) {
    memory.set(key, value);
    try {
        localStorage.setItem(`arbiter.${key}`, JSON.stringify(value));
    } catch {
        // kept in memory
    }
}

// Seats: the secret tokens of one game, by colour.
export const seatsOf = (id) => recall(`seats.${id}`, {});
export const keepSeats = (id, seats) => remember(`seats.${id}`, seats);

const THEMES = ["auto", "light", "dark"];

export function applyTheme() {
    const { dataset } = document.documentElement;
    dataset.theme = recall("theme", "auto");
    dataset.board = recall("board", "wood");
    dataset.pieces = recall("pieces", "drawn");
}

// The names of the looks of board and pieces, as in board.css and pieces.js.
export const LOOKS = { board: ["wood", "green", "blue", "grey"], pieces: ["drawn", "flat", "letters"],
                       moves: ["english", "own", "figurines"] };
export function setLook(what, name) {
    remember(what, name);
    applyTheme();
}

export function nextTheme() {
    const now = THEMES.indexOf(recall("theme", "auto"));
    remember("theme", THEMES[(now + 1) % THEMES.length]);
    applyTheme();
    return recall("theme");
}
