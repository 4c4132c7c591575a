// The modern face: rule sets, positions, games and game trees; verdicts as objects.
import { library, loadText } from "./wasm.mjs";
import { give, take, records, fields } from "./text.mjs";

const COLOURS = ["white", "black"];
const number = colour => {
    const found = COLOURS.indexOf(colour);
    if (found < 0)
        throw new TypeError(`a colour is "white" or "black", not ${JSON.stringify(colour)}`);
    return found;
};
const text = (value, what) => {
    if (typeof value !== "string")
        throw new TypeError(`${what} is a string`);
    return value;
};
const whole = (value, least, most, what) => {
    if (!Number.isInteger(value) || value < least || value > most)
        throw new RangeError(`${what} is a whole number from ${least} to ${most}`);
    return value;
};
const handle = pointer => {
    if (!pointer)
        throw new RangeError("the library has no memory left");
    return pointer;
};

/** A move that the rules refuse; `verdict` says why. */
class IllegalMove extends Error {
    constructor(verdict) {
        super(verdict.text);
        this.name = "IllegalMove";
        this.verdict = verdict;
    }
}

/** A FEN, PGN or rule set that cannot be used; `mistakes` of a rule set: line, column, text. */
class BadInput extends Error {
    constructor(message, mistakes = []) {
        super(message);
        this.name = "BadInput";
        this.mistakes = mistakes;
    }
}

// The number of a language by its tag; without a tag, the present language.
const languageOf = (tag, otherwise) => {
    if (tag === undefined)
        return otherwise;
    const found = library.language_find(give(text(tag, "a language")));
    if (found < 0)
        throw new RangeError(`${JSON.stringify(tag)} is no language of the referee: en, de, fr, es, zh are`);
    if (!library.language_is_loaded(found))
        throw new RangeError(`the language is not loaded yet: await loadLanguage(${JSON.stringify(tag)})`);
    return found;
};
const tagOf = language => take(library.language_tag(language));

/** Loads the sentences of a language ("de", "fr", "es", "zh"), once; English is there from the start. */
const loadLanguage = async tag => {
    const found = library.language_find(give(text(tag, "a language")));
    if (found < 0)
        throw new RangeError(`${JSON.stringify(tag)} is no language of the referee: en, de, fr, es, zh are`);
    if (!library.language_is_loaded(found)) {
        const file = `./languages/${tagOf(found)}.txt`;
        const sentences = await loadText(file);
        if (!library.language_load(found, give(sentences)))
            throw new Error(`${file} cannot be used`);
    }
};

const SECRET = Symbol(); // only this module makes objects for pointers
let rulesAt; // gives the pointer of a Rules object; undefined for anything else
let boardAt;
let playOn; // plays a move if it is legal, and gives the verdict on it
let setLanguage;

class Rules {
    #pointer;
    constructor(pointer, secret) {
        if (secret !== SECRET)
            throw new TypeError("Rules.find and Rules.read give rule sets");
        this.#pointer = pointer;
        const [name, title, files, ranks, start] = fields(take(library.rules_about(pointer)));
        Object.assign(this, { name, title, files: Number(files), ranks: Number(ranks), start });
        Object.freeze(this);
    }
    static {
        rulesAt = value => (typeof value === "object" && value !== null && #pointer in value ? value.#pointer : undefined);
    }
    /** The rule set of this name or alias; undefined if there is none. */
    static find(name) {
        const pointer = library.rules_find(give(text(name, "a name")));
        return pointer ? new Rules(pointer, SECRET) : undefined;
    }
    static all() {
        return Array.from({ length: library.rules_count() }, (_, i) => new Rules(library.rules_at(i), SECRET));
    }
    /** Reads a rule-set file. */
    static read(file) {
        const pointer = library.rules_read(give(text(file, "a rule set")));
        if (pointer)
            return new Rules(pointer, SECRET);
        const mistakes = records(library.rules_mistakes()).map(record => {
            const [line, column, sentence] = fields(record);
            return { line: Number(line), column: Number(column), text: sentence };
        });
        const first = mistakes[0];
        throw new BadInput(first ? `line ${first.line}, column ${first.column}: ${first.text}` : "no rule set", mistakes);
    }
    /** The text of a rule-set file. */
    toString() {
        return take(library.rules_text(this.#pointer));
    }
}

const chess = Rules.find("chess");
const rulesOf = rules => {
    if (rules === undefined)
        return chess;
    const found = rulesAt(rules) !== undefined ? rules : Rules.find(rules);
    if (!found)
        throw new BadInput(`there is no rule set ${JSON.stringify(rules)}`);
    return found;
};

// A legal verdict comes as three fields, any other one as JSON.
const verdictOf = length => {
    const said = take(length);
    if (said[0] === "{")
        return JSON.parse(said);
    const [move, san, sentence] = fields(said);
    return { legal: true, verdict: "ok", move, san, article: "", text: sentence };
};

const games = new FinalizationRegistry(pointer => library.game_free(pointer));
const newGame = (set, fen, lang) => {
    const game = library.game_new(rulesAt(set), fen === undefined ? 0 : give(text(fen, "a FEN")), lang);
    if (!game)
        throw new BadInput(take(library.game_why_not()));
    return game;
};
// Positions never change, so a rule set needs only one start position.
const starts = new Map();
const startOf = (set, lang) => {
    const found = starts.get(rulesAt(set)) ?? newGame(set, undefined, lang);
    starts.set(rulesAt(set), found);
    return found;
};

// What positions and games have in common.
class Board {
    #game;
    #lang;
    #rules;
    // `before` is a board whose game this one continues; if `fixed`, nothing will be played on it.
    constructor({ fen, rules, lang }, fixed, before) {
        this.#rules = before ? before.#rules : rulesOf(rules);
        this.#lang = before ? before.#lang : languageOf(lang, 0);
        if (fixed && !before && fen === undefined) {
            this.#game = startOf(this.#rules, this.#lang);
            return;
        }
        this.#game = before ? handle(library.game_from(before.#game)) : newGame(this.#rules, fen, this.#lang);
        games.register(this, this.#game);
    }
    static {
        boardAt = board => board.#game;
        playOn = (board, move) => verdictOf(library.game_move(board.#game, give(text(move, "a move")), 1, board.#lang));
        setLanguage = (board, tag) => { board.#lang = languageOf(tag, 0); };
    }
    get rules() { return this.#rules; }
    get fen() { return take(library.game_fen(this.#game)); }
    /** The language of its sentences: "en". */
    get lang() { return tagOf(this.#lang); }
    get turn() { return COLOURS[library.game_turn(this.#game)]; }
    get key() { return take(library.game_key(this.#game)); }
    get inCheck() { return library.game_in_check(this.#game) !== 0; }
    /** Legal moves in UCI, or in SAN. */
    moves({ san = false } = {}) { return records(library.game_moves(this.#game, san ? 1 : 0)); }
    /** The verdict on a move typed in any way: { legal, move, san } or { legal, verdict, article, text, at, by }. */
    verdict(move, { lang } = {}) {
        const language = languageOf(lang, this.#lang);
        return verdictOf(library.game_move(this.#game, give(text(move, "a move")), 0, language));
    }
    isLegal(move) { return this.verdict(move).legal; }
    /** { result, reason, article, text }; result "*" while the game goes on. */
    get outcome() {
        const [result, reason, article, sentence] = fields(take(library.game_outcome(this.#game, this.#lang)));
        return { result, reason, article, text: sentence };
    }
    get isOver() { return this.outcome.result !== "*"; }
    /** Rows from the top, a letter for each square: capitals are White's, "." is empty. */
    board() { return take(library.game_board(this.#game)).split("/"); }
    attackers(square, by) {
        const length = library.game_attackers(this.#game, give(text(square, "a square")), number(by));
        if (length === -2)
            throw new BadInput(`the board has no square ${JSON.stringify(square)}`);
        return records(length);
    }
    perft(depth) { return library.game_perft(this.#game, whole(depth, 0, 30, "a depth")); }
    /** Can a side still win by any series of legal moves? { answer: "yes" | "no" | "undetermined", proof, line }. */
    winnable(side, nodes = 500000) {
        const [answer, proof, line] = fields(take(library.game_winnable(this.#game, number(side),
            whole(nodes, 0, 20000000, "the number of positions"))));
        return { answer, proof, line: line ? line.split(" ") : [] };
    }
}

/** A position is a value: play gives another one. */
class Position extends Board {
    constructor(options = {}, before = undefined, secret = undefined) {
        super(options, true, secret === SECRET ? before : undefined);
    }
    play(move) {
        const after = new Position({}, this, SECRET);
        const verdict = playOn(after, move);
        if (!verdict.legal)
            throw new IllegalMove(verdict);
        return after;
    }
}

/** A position with its history. */
class Game extends Board {
    constructor(options = {}) {
        super(options, false, undefined);
    }
    /** Plays a move and returns the verdict; IllegalMove if it is refused. */
    play(move) {
        const verdict = playOn(this, move);
        if (!verdict.legal)
            throw new IllegalMove(verdict);
        return verdict;
    }
    get lang() { return super.lang; }
    set lang(tag) { setLanguage(this, tag); }
    get ply() { return library.game_ply(boardAt(this)); }
    get length() { return library.game_length(boardAt(this)); }
    undo() { return library.game_undo(boardAt(this)) !== 0; }
    redo() { return library.game_redo(boardAt(this)) !== 0; }
    goto(ply) { return library.game_goto(boardAt(this), whole(ply, 0, 4294967295, "a ply")) !== 0; }
    history({ san = true } = {}) { return records(library.game_history(boardAt(this), san ? 1 : 0)); }
    get repetitions() { return library.game_repetitions(boardAt(this)); }
    /** What the side to move may claim. */
    get claims() {
        const bits = library.game_claims(boardAt(this));
        return { repetition: (bits & 1) !== 0, moves: (bits & 2) !== 0 };
    }
    /** Claims a draw, if given by the intended move; false if the claim does not hold. */
    claim(intended = "") { return library.game_claim(boardAt(this), give(text(intended, "a move"))) !== 0; }
    resign(who) { return library.game_resign(boardAt(this), number(who)) !== 0; }
    flag(who) { return library.game_flag(boardAt(this), number(who)) !== 0; }
    agreeDraw() { return library.game_agree(boardAt(this)) !== 0; }
}

const trees = new FinalizationRegistry(pointer => library.tree_free(pointer));
// Texts that are read piece by piece. If a reader is dropped halfway, its text is freed with it.
const texts = new FinalizationRegistry(pointer => library.text_free(pointer));
const keep = words => {
    const length = give(words);
    const kept = { at: handle(library.text_keep(length)), length };
    texts.register(kept, kept.at, kept);
    return kept;
};
const release = kept => {
    texts.unregister(kept);
    library.text_free(kept.at);
};

/** A game with variations, comments and NAGs. Nodes are numbers; 0 is the root. */
class Tree {
    #tree;
    #lang;
    constructor({ rules, lang } = {}) {
        this.#lang = languageOf(lang, 0);
        const set = rulesOf(rules);
        Object.defineProperty(this, "rules", { value: set, enumerable: true });
        this.#tree = handle(library.tree_new(rulesAt(set)));
        trees.register(this, this.#tree);
    }
    // Reads the game at a byte of a kept text. Returns the byte after it, or undefined if there is no game.
    #read(kept, from) {
        const taken = library.tree_read(this.#tree, rulesAt(this.rules), kept.at + from, kept.length - from);
        if (taken < -1)
            throw new RangeError("the game is past the library's limits");
        return taken <= 0 ? undefined : from + taken;
    }
    /** The first game of a PGN. */
    static read(pgn, options = {}) {
        for (const tree of Tree.readAll(pgn, options))
            return tree;
        throw new BadInput("there is no game in the text");
    }
    /** Every game of a PGN. */
    static *readAll(pgn, { rules, lang } = {}) {
        const kept = keep(text(pgn, "a PGN"));
        try {
            for (let at = 0; at !== undefined && at < kept.length;) {
                const tree = new Tree({ rules, lang });
                at = tree.#read(kept, at);
                if (at !== undefined)
                    yield tree;
            }
        } finally {
            release(kept);
        }
    }
    /** The language of its sentences: "en". */
    get lang() { return tagOf(this.#lang); }
    set lang(tag) { this.#lang = languageOf(tag, 0); }
    // Returns the node if the tree has it.
    #at(node) {
        if (!Number.isInteger(node) || !library.tree_has(this.#tree, node))
            throw new RangeError(`the tree has no node ${String(node)}`);
        return node;
    }
    parent(node) {
        const parent = library.tree_parent(this.#tree, this.#at(node));
        return parent < 0 ? undefined : parent;
    }
    /** The next move of the line, and the alternatives to it. */
    children(node = 0) {
        const list = [];
        for (let at = library.tree_child(this.#tree, this.#at(node)); at >= 0; at = library.tree_next(this.#tree, at))
            list.push(at);
        return list;
    }
    /** The nodes of the line that goes on from a node. */
    line(node = 0) {
        const list = [];
        for (let at = library.tree_child(this.#tree, this.#at(node)); at >= 0; at = library.tree_child(this.#tree, at))
            list.push(at);
        return list;
    }
    /** { kind: "root" | "move" | "null" | "text", uci, san }. */
    move(node) {
        const [kind, uci, san] = fields(take(library.tree_move(this.#tree, this.#at(node))));
        return { kind, uci, san };
    }
    fen(node = 0) { return take(library.tree_fen(this.#tree, this.#at(node))); }
    /** { kind, side, text } of comments; { kind: "nag", side, nag }. */
    notes(node = 0) {
        return records(library.tree_notes(this.#tree, this.#at(node))).map(record => {
            const [kind, side, value] = fields(record);
            return kind === "nag" ? { kind, side, nag: Number(value) } : { kind, side, text: value };
        });
    }
    get tags() {
        return Object.fromEntries(records(library.tree_tags(this.#tree)).map(fields));
    }
    setTag(name, value) {
        if (!library.tree_set_tag(this.#tree, give(`${text(name, "a name")}\x1f${text(value, "a value")}`)))
            throw new BadInput(`${JSON.stringify(name)} is no name of a tag`);
    }
    get result() { return take(library.tree_result(this.#tree)); }
    /** What is wrong with the game that was read: { fault, offset, text }. */
    get faults() {
        return records(library.tree_faults(this.#tree, this.#lang)).map(record => {
            const [fault, offset, sentence] = fields(record);
            return { fault, offset: Number(offset), text: sentence };
        });
    }
    /** Adds a move after a node unless it exists; returns its node. */
    add(node, move) {
        const added = library.tree_add(this.#tree, this.#at(node), give(text(move, "a move")), this.#lang);
        if (added < 0)
            throw new IllegalMove(JSON.parse(take(library.tree_refused())));
        return added;
    }
    delete(node) { return library.tree_delete(this.#tree, this.#at(node)) !== 0; }
    promote(node) { return library.tree_promote(this.#tree, this.#at(node)) !== 0; }
    demote(node) { return library.tree_demote(this.#tree, this.#at(node)) !== 0; }
    makeMainLine(node) { library.tree_main_line(this.#tree, this.#at(node)); }
    comment(node, words, { before = false } = {}) {
        if (!library.tree_comment(this.#tree, this.#at(node), before ? 1 : 0, give(text(words, "a comment"))))
            throw new BadInput("no comment of PGN can hold this text");
    }
    nag(node, nag) {
        if (!library.tree_nag(this.#tree, this.#at(node), whole(nag, 0, 65535, "a NAG")))
            throw new BadInput(`${nag} is no NAG`);
    }
    clearNotes(node) { library.tree_clear_notes(this.#tree, this.#at(node)); }
    /** Writes PGN; `keep` keeps every comment byte for byte. */
    write({ keep = false, width = 80 } = {}) { return take(library.tree_write(this.#tree, keep ? 1 : 0, whole(width, 0, 1000000, "a width"))); }
}

export { loadLanguage, Rules, Position, Game, Tree, IllegalMove, BadInput };
