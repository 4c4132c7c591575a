// texts.js: every text of the page, in one place: a table a language, a sentence a key. {name} is filled in.
// Sentences about rules come from the server and stand in no table.

export const EN = {
    white: "White", black: "Black", game: "Game", board: "Board", move: "Move", close: "Close",
    // the bar of the page
    "to-content": "To the content", pages: "Pages", "nav-setup": "Set up", sound: "Sound", language: "Language",
    "theme-auto": "Light or dark: auto", "theme-light": "Light or dark: light", "theme-dark": "Light or dark: dark",
    sentence: "{text}.", "no-answer": "The server did not answer.", "not-reached": "The server cannot be reached. Is it still running?",
    offline: "No network. This browser judges by itself: studies go on and are kept here.",
    "offline-bare": "No network. What was looked at before can be looked at again; to judge moves needs the server.",
    "kept-here": "Kept in this browser", "so-many-games": "{count} games", "so-many-games-1": "1 game", "throw-away": "Remove {title}",
    // pieces and squares
    "kind-p": "pawn", "kind-n": "knight", "kind-b": "bishop", "kind-r": "rook", "kind-q": "queen", "kind-k": "king", kind: "piece {letter}",
    "white-p": "white pawn", "white-n": "white knight", "white-b": "white bishop", "white-r": "white rook", "white-q": "white queen",
    "white-k": "white king", "white-piece": "white {name}",
    "black-p": "black pawn", "black-n": "black knight", "black-b": "black bishop", "black-r": "black rook", "black-q": "black queen",
    "black-k": "black king", "black-piece": "black {name}",
    "piece-chancellor": "chancellor", "piece-archbishop": "archbishop", "piece-marshal": "marshal", "piece-cardinal": "cardinal", "piece-grasshopper": "grasshopper",
    "piece-janus": "janus", "piece-royal-knight": "royal knight", "piece-man": "man", "piece-cannon": "cannon", "piece-elephant": "elephant",
    "piece-wolf": "wolf", "piece-fox": "fox", "piece-nightrider": "nightrider", "piece-sergeant": "sergeant",
    // the letters of the pieces in moves: king, queen, rook, bishop, knight, pawn
    "san-letters": "KQRBNP", "look-moves": "Moves", "look-english": "English letters", "look-own": "Letters of the language", "look-figurines": "Figurines",
    "no-square-here": "no square", "empty-square": "empty", goal: "goal", selected: "selected", "may-be-taken": "may be taken",
    "may-go-here": "may go here", "is-in-check": "in check", "last-move": "last move", "in-the-way": "in the way of the refused move",
    "can-be-taken": "can be taken", "move-in-advance": "move in advance", "drawn-circle": "circle", "drawn-arrow": "arrow to {square}",
    "hand-of-white": "White's hand", "hand-of-black": "Black's hand", "so-many-in-hand": "{name}, {count} in hand", "nothing-in-hand": "nothing in hand",
    "style-a1": "a1, as in the Laws", "style-rc": "row, column from 0 (Lab 3)", "style-xy": "x, y from 0 (COMP 250)",
    "style-n1": "column, row from 1 (CMPS 12B)",
    // the game
    "type-a-move": "Type a move", "no-such-game": "There is no such game here.",
    "connection-lost": "The connection is lost. Trying again …", check: "Check", "in-check": "check",
    "to-move": "{side} to move", "your-turn": "Your turn", "start-position": "Start position",
    "after-move": "After {side}'s move {number} of {count}", "in-variation": "Variation, after {side}'s move {number}",
    "after-san": "after {san}", moves: "Moves", "to-start": "To the start", "one-back": "One move back",
    "one-forward": "One move forward", "to-end": "To the end", rewind: "Rewind", "no-move-yet": "No move yet.",
    "game-over": "The game is over: {how}.", "earlier-position": "This is an earlier position. Go to the end to move.",
    watching: "You are watching this game.", "turn-of": "It is {side}'s turn.", "no-square": "There is no square here.",
    "none-in-hand": "There is no {piece} in hand.", "belongs-to": "This {piece} is {owner}'s: {side} is to move.",
    engine: "engine", you: "you", away: "away", "checks-to-win": "{count} checks to win", "checks-to-win-1": "1 check to win",
    "taken-nothing": "{side} has taken nothing", taken: "{side} has taken {pieces}", "lab-score": "Score of White",
    // a hand at the board
    picked: "{piece} picked up, {count} moves.", "in-hand": "in hand", "on-square": "on {square}",
    "no-legal-move": "The {piece} has no legal move.", "no-claim-move": "The {piece} has no move to claim with.",
    laws: "(Laws, {article})",
    // why
    why: "Why?", "why-hint": "Why does the game stand so? With a piece picked up: what hinders it? (key ?)",
    "why-mate": "Why this is checkmate", "why-stalemate": "Why this is stalemate", "why-check": "The check",
    "why-piece": "The piece on {square}", "why-ended": "Why the game is over", "why-nothing": "How the game stands",
    "nothing-hinders": "Nothing hinders this piece.", "goes-on": "The game goes on: no rule ends it, and the side to move has no pinned piece.",
    closed: "closed to it", attacks: "attacks",
    repeated: "This position has been on the board {count} times:",
    "repetition-rule": "With {claim} times a player may claim a draw (9.2); with {end} the game is drawn (9.6.1).",
    quiet: "{moves} moves without capture or pawn move. With {claim} a player may claim a draw (9.3); with {end} the game is drawn (9.6.2).",
    "why-wrong-claim": "Why this claim is wrong", "repeated-with": "With {san} the position would have been on the board {count} times:", "repeated-with-1": "With {san} a position would arise that has not been on the board before.",
    "quiet-with": "With {san} there would be {moves} moves without capture or pawn move. With {claim} a player may claim a draw (9.3); with {end} the game is drawn (9.6.2).",
    "play-line": "Play the line",
    teacher: "Teacher's view", "white-attacks": "Squares that White attacks", "black-attacks": "Squares that Black attacks",
    pins: "Pins", "white-moves": "All moves of White", "black-moves": "All moves of Black",
    "attacked-white": "attacked by White {count} times", "attacked-white-1": "attacked by White once",
    "attacked-black": "attacked by Black {count} times", "attacked-black-1": "attacked by Black once", pinned: "pinned",
    // beside the moves
    "play-on": "Play on from here", "play-on-hint": "A game from this position, the moves up to here kept",
    "play-against": "Play against …", "play-against-hint": "From this position, against the engine or a friend, with a clock",
    undo: "Undo", "undo-hint": "Take the last move back", redo: "Redo", "redo-hint": "Play it again",
    takeback: "Ask to take back", "takeback-hint": "Ask the other side to take the last move back",
    "offer-draw": "Offer a draw", "offer-draw-hint": "The other side may accept", resign: "Resign", "resign-hint": "Give the game up",
    "resign-ask": "Resign?", "resign-for": "Resign for {side}?",
    "press-clock": "Press the clock", "press-clock-hint": "Completes the move (6.2.1)", rulings: "Rulings",
    settings: "Coordinates, board and pieces", coordinates: "Coordinates", flip: "Flip", "flip-hint": "Turn the board round", share: "Share",
    export: "Export", "export-hint": "FEN, PGN and pictures, to copy or to save", study: "Study", "study-hint": "Look at the game with variations and comments",
    edit: "Edit", "edit-hint": "Set up from this position",
    "claim-repetition": "Claim a draw: the position occurs for the third time",
    "claim-moves": "Claim a draw: fifty moves without capture or pawn move",
    "with-repetition": "the position would occur for the third time",
    "with-moves": "fifty moves would be full without capture or pawn move",
    "claim-with": "Claim a draw with a move …", "claim-with-hint": "With the right move {what}",
    "claim-show": "Show the move with which {what}. The game is drawn then; the move is not played.",
    accept: "Accept", decline: "Decline", "offers-draw": "{name} offers a draw.", "offers-takeback": "{name} asks to take the last move back.",
    "offered-draw": "You offer a draw.", "offered-takeback": "You ask to take the last move back.",
    "declined-draw": "{name} declines the draw.", "declined-takeback": "{name} does not give the move back.",
    "code-hint": "On another device: open this page, choose Join and type these letters, or point the camera at the code. The letters are good for two hours.",
    "qr-of": "QR code of {code}", "as-links": "As links", join: "Join", "join-title": "Join a game", "join-code": "Code of five letters",
    "join-hint": "The letters that the other screen shows.", "in-class": "In class",
    "in-class-hint": "This screen shows the game; two others join it by a code.",
    "seat-of": "{side}'s seat", "seat-hint": "Whoever opens this link plays {side}.", "to-watch": "To watch",
    "to-watch-hint": "Spectators see every move and cannot touch the board.", "give-seat": "Give {side}'s seat to a friend",
    watchers: "{count} are watching", "watchers-1": "1 is watching", "my-name": "My name", save: "Save",
    "sound-on": "Sound: on (m)", "sound-off": "Sound: off (m)",
    "look-board": "Board", "look-pieces": "Pieces", "look-wood": "Wood", "look-green": "Green", "look-blue": "Blue", "look-grey": "Grey",
    "look-drawn": "Drawn", "look-flat": "Flat", "look-letters": "Letters",
    // the end
    "game-ended": "End of the game", drawn: "Draw", "both-lost": "Both have lost", "you-won": "You have won", "you-lost": "You have lost",
    "side-won": "{side} has won", article: "FIDE Laws of Chess, article {article}", "new-game": "New game", "next-game": "To the next game",
    "no-game": "No game", "every-move": "Every move of the game", "waits-for": "Waiting for {name} to accept",
    rematch: "Rematch", "rematch-accept": "Accept the rematch", "rematch-asked": "You ask for a rematch.",
    // dialogs
    cancel: "Cancel", "promote-to": "Promote to", send: "Send", chess: "Chess", copy: "Copy", copied: "Copied", "press-ctrl-c": "Press Ctrl+C",
    "copy-or-save": "Copy or save", history: "History (COMP 250)", "save-file": "Save as a file", "save-svg": "Picture (SVG)", "save-png": "Picture (PNG)", "save-gif": "Moving picture (GIF)",
    "save-gif-hint": "The whole game as an animated picture",
    "links-here-only": "These links work on this machine only. For others start the server with ",
    "links-listen": " and open the page by an address that they can reach.",
    keys: "Keys", "key-arrows": "Arrow keys", "does-arrows": "go from square to square, once Tab has led to the board",
    "key-enter": "Enter or Space", "does-enter": "picks up the piece, puts it down", "key-escape": "Escape", "does-escape": "lets go of it",
    "key-mark": "Shift+Enter", "does-mark": "in a study draws a circle on the square, or an arrow to it from the piece that is picked up",
    "key-letters": "Letters and digits", "does-letters": "go to the move box: Nf3, e2e4, O-O, e8=Q, N@f3",
    "key-steps": "← and →", "does-steps": "step back and forth in the game, outside the board or after a click on it",
    "key-ends": "Home and End", "does-ends": "go to the start and to the end of the game",
    "key-sides": "↑ and ↓", "does-sides": "go to the other moves of a study at the same place",
    "key-why": "?", "does-why": "asks why: on a square of the board about that square, elsewhere about the game",
    "key-sound": "m", "does-sound": "switches the sound off and on",
    // opening
    open: "Open", "open-something": "Open a game or a position", "open-text": "FEN, PGN or Lab 3 config", "from-file": "From a file",
    "as-text-says": "as the text says", "find-in-file": "Find a player or an event", "file-too-large": "The file is larger than 64 MB.",
    "nothing-to-open": "There is nothing to open yet.",
    "no-room": "This browser has no room to keep the file: after a reload it must be opened again.",
    findings: "{count} findings", "findings-1": "1 finding", "and-more": "… and {count} more",
    "game-of": "Game {number} of {count}", "games-of-file": "Games of the file", "previous-game": "Previous game", "following-game": "Next game",
    // the first page
    play: "Play", players: "Players", "two-here": "Two here", "by-link": "By link", "engine-name": "Engine", "you-play": "You play",
    rules: "Rules", "rule-set": "Rule set", "own-rule-set": "A rule set of your own …", "own-rules": "{title} (own rules)", "other-games": "Other games",
    name: "Name", "name-of-white": "White's name", "name-of-black": "Black's name",
    clock: "Clock", "clock-none": "No clock", "clock-60+0": "1 minute", "clock-180+2": "3 minutes + 2 s a move", "clock-300+0": "5 minutes",
    "clock-600+5": "10 minutes + 5 s a move", "clock-1800+30": "30 minutes + 30 s a move", "clock-other": "Another …",
    minutes: "Minutes", "seconds-a-move": "Seconds a move", strength: "Strength", "strength-1350": "Beginner", "strength-1600": "Club player",
    "strength-2000": "Strong", "strength-2500": "Master", "strength-full": "As strong as it can",
    "arbiters-rules": "Arbiter's rules", "regulations-casual": "Casual", "regulations-standard": "Standard: touched pieces, clock pressed",
    "regulations-rapid": "Rapid", "regulations-blitz": "Blitz",
    "thinks-for": "Thinks for", "thinking-clock": "By its clock", "thinking-100": "A tenth of a second", "thinking-500": "Half a second",
    "thinking-2000": "Two seconds", "thinking-10000": "Ten seconds",
    "open-fen-pgn": "Open FEN or PGN", "games-on-server": "Games on this server", now: "now", "so-many-moves": "{count} moves",
    "so-many-moves-1": "1 move", "game-goes-on": "goes on",
    "from-position": "The game begins with the position on the board.", "show-games": "All games …", "how-played": "How it is played",
    "my-games": "My games", "find-game": "Find a game", "games-known": "Games",
    // the editor
    "set-up": "Set-up", "set-up-position": "Set up a position", "board-to-set-up": "Board to set up", "put-on-square": "Put on a square",
    "move-pieces": "Move pieces", "erase-square": "Empty the square", "clear-board": "Empty", "play-position": "Play this position",
    "editor-hint": "Choose a piece, then touch squares. The same square again empties it. "
        + "By keyboard: type its letter on a square, a capital for White; Delete empties.",
    "hand-hint": "In hand: touch a piece beside the board to add one, with ✕ chosen (or by Delete) to take one away.",
    columns: "Columns", rows: "Rows", "columns-rows": "Columns × rows", "side-to-move": "To move", fen: "FEN",
    passant: "En passant", "passant-square": "En passant square", "castling-rights": "Castling rights",
    "rules-board": "{title} is played on {files}x{ranks}. For this board:",
    "checks-to-give": "Checks to give", "checks-to-give-each": "Checks to give, White and Black",
    "no-fen-board": "This is not the board of a FEN.", playable: "This position can be played.",
    castling: "Castling", "castle-K": "White may castle kingside", "castle-Q": "White may castle queenside",
    "castle-k": "Black may castle kingside", "castle-q": "Black may castle queenside",
    "castle-short-K": "White O-O", "castle-short-Q": "White O-O-O", "castle-short-k": "Black O-O", "castle-short-q": "Black O-O-O",
    // the study
    "engine-look": "Engine", "engine-lines": "The engine's lines", "engine-depth": "depth {depth}", "engine-play": "Play this move",
    "engine-score": "The engine's evaluation", "engine-none": "No engine here plays this game.",
    variation: "Variation", "cannot-open": "This cannot be opened", annotate: "Comments, signs and marks", comment: "Comment on this move",
    "comment-placeholder": "What is to be said about this move?", signs: "Signs", pens: "Pens for arrows and circles",
    "pen-G": "Green pen", "pen-R": "Red pen", "pen-Y": "Yellow pen", "pen-B": "Blue pen",
    "pen-hint": "Draw arrows and circles with the finger; a mouse draws with its right button",
    promote: "Line up", "make-main": "Make it the main line", "delete-from-here": "Delete from here",
    "nag-1": "Good move", "nag-2": "Mistake", "nag-3": "Brilliant move", "nag-4": "Blunder", "nag-5": "Interesting move", "nag-6": "Dubious move",
    faults: "{count} findings in this game", "faults-1": "1 finding in this game", "fault-place": "Line {line}, column {column}",
    "plot-evals": "Evaluation by move", "plot-clocks": "Time left by move",
    "record-white": "1-0: the record gives White the win", "record-black": "0-1: the record gives Black the win",
    "record-draw": "½-½: the record says draw", "record-none": "0-0: the record says that both have lost",
    "record-silent": "No rule ends the game here. The result is the record's, which does not say why.",
    "record-says": "No rule ends the game here. The result is the record's, which says: {text}.",
    // the bot arena
    bots: "Bots", "which-game": "Game", "clock-60+1": "1 minute + 1 s a move", "games-now": "Games now", "nobody-plays": "Nobody plays.",
    "bot-plays": "plays {count} games", "bot-plays-1": "plays 1 game", "bot-free": "is free", challenge: "Challenge", "challenge-bot": "Challenge {name}", "at-move": "move {number}",
    "no-bot": "No bot is here. The manual's page on bots says how one comes.",
    "match-games": "{played} of {total} games", "match-by": "told by {name}", "match-over": "over", "standings-elo": "Elo",
    standings: "Standings", "standings-bot": "Bot", "standings-points": "Points", "standings-games": "Games", "standings-won": "Won", "standings-drawn": "Drawn", "standings-lost": "Lost",
};

// The names of the languages, in the language itself, by tag. A table is loaded only when its language is chosen.
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", zh: "中文" };
const tables = { de: () => import("./texts_de.js"), fr: () => import("./texts_fr.js"), es: () => import("./texts_es.js"),
                 zh: () => import("./texts_zh.js") };
let table = EN;
let titles = {};
let problems = {};
let spoken = "en";

export const language = () => spoken;

// The first of the wished tags ("de-AT") that is a language of the page, else English.
export const knownLanguage = (wishes) =>
    wishes.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";

// If a table cannot be loaded, the page stays in English.
export async function speakLanguage(tag) {
    spoken = tag;
    table = EN;
    titles = problems = {};
    try {
        if (tables[tag]) ({ TEXTS: table, TITLES: titles, PROBLEMS: problems } = await tables[tag]());
    } catch {
        spoken = "en";
    }
}

// The title of a rule set in the language of the page; a person's own rule set keeps its title.
export const titled = (title) => titles[title] ?? title;

// What the server answers where it cannot do what was asked. Some have a place for a number (%zu) and for a reason (%s), which
// comes in the language of the page.
export function problemText(detail) {
    if (problems[detail]) return problems[detail];
    for (const [english, text] of Object.entries(problems)) {
        const [, ...found] = (english.includes("%") && new RegExp(`^${english.replace("%zu", "(\\d+)").replace("%s", "([^]*)")}$`).exec(detail)) || [];
        if (found.length > 0) return text.replace(/%zu|%s/g, () => found.shift());
    }
    return detail;
}

// For a count of 1 the singular is used, if the table has one.
export function t(key, values = {}) {
    const form = values.count === 1 && table[`${key}-1`] ? table[`${key}-1`] : table[key] ?? EN[key] ?? key;
    return form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? "");
}
