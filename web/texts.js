// texts.js: every text of the page, in one place: a table a language, a sentence a key. {name} is filled in.
// Sentences about rules come from the server and stand in no table.

const EN = {
    white: "White", black: "Black", game: "Game", board: "Board", move: "Move", close: "Close",
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
    "nothing-hinders": "Nothing hinders this piece.", "goes-on": "The game goes on: no rule ends it, and none hinders a piece.",
    closed: "closed to it", attacks: "attacks",
    repeated: "This position has been on the board {count} times:",
    "repetition-rule": "With {claim} times a player may claim a draw (9.2); with {end} the game is drawn (9.6.1).",
    quiet: "{moves} moves without capture or pawn move. With {claim} a player may claim a draw (9.3); with {end} the game is drawn (9.6.2).",
    "play-line": "Play the line",
    teacher: "Teacher's view", "white-attacks": "Squares that White attacks", "black-attacks": "Squares that Black attacks",
    pins: "Pins", "white-moves": "All moves of White", "black-moves": "All moves of Black",
    "attacked-white": "attacked by White {count} times", "attacked-black": "attacked by Black {count} times", pinned: "pinned",
    // beside the moves
    "play-on": "Play on from here", "play-on-hint": "A game from this position, the moves up to here kept",
    "play-against": "Play against …", "play-against-hint": "From this position, against the engine or a friend, with a clock",
    undo: "Undo", "undo-hint": "Take the last move back", redo: "Redo", "redo-hint": "Play it again",
    takeback: "Ask to take back", "takeback-hint": "Ask the other side to take the last move back",
    "offer-draw": "Offer a draw", "offer-draw-hint": "The other side may accept", resign: "Resign", "resign-hint": "Give the game up",
    "resign-ask": "Resign?", "resign-for": "Resign for {side}?",
    "press-clock": "Press the clock", "press-clock-hint": "Completes the move (6.2.1)", rulings: "Rulings",
    coordinates: "Coordinates", flip: "Flip", "flip-hint": "Turn the board round", share: "Share",
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
    rematch: "Rematch", "rematch-accept": "Accept the rematch", "rematch-asked": "You ask for a rematch.",
    // dialogs
    cancel: "Cancel", "promote-to": "Promote to", send: "Send", chess: "Chess", copy: "Copy", copied: "Copied", "press-ctrl-c": "Press Ctrl+C",
    "copy-or-save": "Copy or save", history: "History (COMP 250)", "save-file": "Save as a file", "save-svg": "Picture (SVG)", "save-png": "Picture (PNG)", "save-gif": "Moving picture (GIF)",
    "save-gif-hint": "The whole game as an animated picture",
    "links-here-only": "These links work on this machine only. For others start the server with ",
    "links-listen": " and open the page by an address that they can reach.",
    keys: "Keys", "key-arrows": "Arrow keys", "does-arrows": "go from square to square, once Tab has led to the board",
    "key-enter": "Enter or Space", "does-enter": "picks up the piece, puts it down", "key-escape": "Escape", "does-escape": "lets go of it",
    "key-letters": "Letters and digits", "does-letters": "go to the move box: Nf3, e2e4, O-O, e8=Q, N@f3",
    "key-steps": "← and →", "does-steps": "step back and forth in the game, outside the board or after a click on it",
    "key-ends": "Home and End", "does-ends": "go to the start and to the end of the game",
    "key-sides": "↑ and ↓", "does-sides": "go to the other moves of a study at the same place",
    "key-why": "?", "does-why": "asks why: on a square of the board about that square, elsewhere about the game",
    "key-sound": "m", "does-sound": "switches the sound off and on",
    // opening
    "game-of": "Game {number} of {count}", "games-of-file": "Games of the file", "previous-game": "Previous game", "following-game": "Next game",
    // the first page
    "from-position": "The game begins with the position on the board.", "show-games": "All games …", "how-played": "How it is played",
    "my-games": "My games", "find-game": "Find a game", "games-known": "Games",
    // the editor
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
};

const TABLES = { en: EN };
let table = EN;

export function speakLanguage(name) {
    table = TABLES[name] ?? EN;
}

// count 1 has a form of its own where the table has one.
export function t(key, values = {}) {
    const form = values.count === 1 && table[`${key}-1`] ? table[`${key}-1`] : table[key] ?? EN[key] ?? key;
    return form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? "");
}
