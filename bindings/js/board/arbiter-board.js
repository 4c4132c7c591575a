// <arbiter-board>: a board that plays by the library, for any page. The board itself is the one of Arbiter's own page (view.js
// and its friends); here it gets a game, a keyboard, sentences for refused moves, and marks and arrows of the user's own.
//
//   <arbiter-board rules="chess" fen="…" flipped readonly coordinates="a1" label="Board"></arbiter-board>
//
// board.game is the Game; board.play(move), board.undo(), board.reset(); board.marks are circles and arrows as PGN
// writes them: "Rd5", "Ge2e4". Events: move (detail: verdict, fen, outcome), refused (detail: the verdict), drawn (the marks).
import { Game } from "../arbiter.mjs";
import { h } from "./dom.js";
import { toggled } from "./marks.js";
import { isWhite, kindName, pieceImage, pieceName } from "./pieces.js";
import { inStyle, squareName } from "./squares.js";
import { t } from "./texts.js";
import { Board } from "./view.js";

// "e2e4", "af31af32q"; a drop ("N@f3") has no origin.
const UCI = /^([a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)(.*)$/;
const parts = uci => {
    const [, from, to, promotion] = UCI.exec(uci) ?? [];
    return from ? { uci, from, to, promotion } : null;
};
const MARK = /^([GRYB])([a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)?$/;
const sheet = name => h("link", { rel: "stylesheet", href: new URL(name, import.meta.url) });

export class ArbiterBoard extends HTMLElement {
    static observedAttributes = ["fen", "rules", "flipped", "coordinates", "readonly", "label"];
    #view;
    #game;
    #typed = "";
    #marks = [];
    #lastMove = [];

    constructor() {
        super();
        this.attachShadow({ mode: "open" });
        this.field = h("div", { class: "board" });
        this.words = h("p", { class: "words", role: "status", "aria-live": "polite" });
        this.choice = h("dialog", { class: "choice", "aria-label": "Promote to" });
        this.shadowRoot.append(sheet("board.css"), sheet("component.css"), this.field, this.choice, this.words);
    }

    connectedCallback() {
        if (this.#view)
            return;
        this.#view = new Board(this.field, this.getAttribute("label") ?? "Board", {
            canLift: square => this.#movable(square),
            pick: square => this.#select(square),
            activate: square => this.#activate(square),
            drop: (from, to) => (to ? this.#try(from, to) : this.#select(null)),
            cancel: () => this.#cancel(),
            key: event => this.#key(event),
            mark: (from, to, colour) => this.#mark(from, to, colour),
        });
        this.reset();
    }

    attributeChangedCallback(name, before, after) {
        if (before === after || !this.#view)
            return;
        if (name === "label")
            this.#view.grid?.setAttribute("aria-label", after);
        else if (name === "fen" || name === "rules")
            this.reset();
        else
            this.#show();
    }

    // ---- the game ----

    /** The game on the board. */
    get game() { return this.#game; }
    set game(game) {
        this.#game = game;
        this.#lastMove = [];
        this.#marks = [];
        this.#show();
        this.#say(this.#state());
    }
    get fen() { return this.#game.fen; }

    /** A new game from the attributes. */
    reset() {
        try {
            this.game = new Game({ fen: this.getAttribute("fen") ?? undefined, rules: this.getAttribute("rules") ?? undefined });
        } catch (error) {
            this.#game ??= new Game();
            this.#show();
            this.#say(error.message);
        }
    }

    /** Plays a move typed in any way; its verdict. A refused one is told, and what stands against it is marked. */
    play(move) {
        const verdict = this.#game.verdict(move);
        if (!verdict.legal) {
            this.#select(null);
            this.#view.mark({ at: verdict.at, by: verdict.by });
            this.#say(verdict.text);
            this.#tell("refused", verdict);
            return verdict;
        }
        this.#game.play(verdict.move);
        const { from, to } = parts(verdict.move) ?? { from: verdict.move.split("@")[1], to: verdict.move.split("@")[1] };
        this.#lastMove = [from, to];
        this.#marks = [];
        this.#show();
        this.#say(`${verdict.san}. ${this.#state()}`);
        this.#tell("move", { verdict, fen: this.#game.fen, outcome: this.#game.outcome });
        return verdict;
    }

    undo() {
        const undone = this.#game.undo();
        this.#lastMove = [];
        this.#show();
        this.#say(undone ? `Taken back. ${this.#state()}` : "There is no move to take back");
        return undone;
    }

    // ---- marks and arrows ----

    get marks() {
        return this.#marks.map(({ colour, from, to }) => colour + from + (to ?? ""));
    }
    set marks(list) {
        this.#marks = [...list].map(text => {
            const [, colour, from, to] = MARK.exec(text) ?? [];
            if (!colour)
                throw new TypeError(`${JSON.stringify(text)} is no mark: a colour (G, R, Y, B) and one or two squares`);
            return { colour, from, to: to ?? null };
        });
        this.#view?.draw(this.#marks);
    }

    #mark(from, to, colour) {
        this.#marks = toggled(this.#marks, { from, to, colour });
        this.#view.draw(this.#marks);
        this.#tell("drawn", this.marks);
    }

    // ---- moves by hand ----

    get #legal() {
        return this.hasAttribute("readonly") ? [] : this.#game.moves().map(parts).filter(Boolean);
    }

    #movable(square) {
        return this.#legal.some(move => move.from === square);
    }

    #select(square) {
        const own = square ? this.#legal.filter(move => move.from === square) : [];
        this.#view.mark();
        this.#view.select(square, own.map(({ to }) => ({ to, capture: this.#view.pieces.has(to) })));
    }

    #activate(square) {
        const from = this.#view.selected;
        if (this.#typed) {
            const move = this.#typed;
            this.#typed = "";
            this.play(move);
            return;
        }
        if (from && from !== square)
            this.#try(from, square);
        else if (!from && this.#movable(square))
            this.#lift(square);
        else {
            this.#cancel();
            if (!from)
                this.#say(this.#nothingToLift(square));
        }
    }

    // Picked up by keyboard or screen reader: where it may go is said, too.
    #lift(square) {
        const style = this.getAttribute("coordinates") ?? "a1", { ranks } = this.#view.size;
        const named = place => inStyle(style, place, ranks);
        this.#select(square);
        this.#say(`${named(square)}, ${pieceName(this.#view.pieces.get(square).letter)}: ${[...this.#view.targets.keys()].map(named).join(", ")}`);
    }

    #nothingToLift(square) {
        const letter = this.#view.pieces.get(square)?.letter;
        const { turn, outcome } = this.#game;
        if (!letter || this.hasAttribute("readonly") || outcome.result !== "*")
            return this.#state();
        const owner = isWhite(letter) ? "white" : "black";
        return owner === turn ? "This piece has no legal move." : t("belongs-to", { piece: kindName(letter), owner: t(owner), side: t(turn) });
    }

    // Whose turn it is, or how the game ended.
    #state() {
        const { turn, inCheck, outcome } = this.#game;
        if (outcome.result !== "*")
            return outcome.text;
        return (inCheck ? `${t("check")}. ` : "") + t("to-move", { side: t(turn) });
    }

    async #try(from, to) {
        const ways = this.#legal.filter(move => move.from === from && move.to === to);
        this.#select(null);
        if (this.hasAttribute("readonly"))
            return;
        if (ways.length > 1) {
            const chosen = await this.#choose(ways);
            if (chosen)
                this.play(chosen);
            return;
        }
        this.play(ways[0]?.uci ?? from + to);
    }

    // Which of several moves that differ in the promotion; the queen first, for who presses Enter twice.
    #choose(ways) {
        ways.sort((a, b) => (b.promotion === "q") - (a.promotion === "q"));
        const white = this.#game.turn === "white";
        const letter = way => (way.promotion ? (white ? way.promotion.toUpperCase() : way.promotion) : "");
        return new Promise(resolve => {
            const done = uci => {
                this.choice.close();
                resolve(uci);
            };
            this.choice.oncancel = () => resolve(null);
            this.choice.replaceChildren(...ways.map(way => h("button", { type: "button", onclick: () => done(way.uci),
                "aria-label": letter(way) ? pieceName(letter(way)) : "no promotion" }, letter(way) ? pieceImage(letter(way)) : "–")));
            this.choice.showModal();
        });
    }

    #cancel() {
        this.#typed = "";
        this.#select(null);
        this.#say(this.#state());
    }

    // Letters typed on the board make a move, which Enter plays.
    #key(event) {
        if (event.key === "Backspace" && this.#typed)
            this.#typed = this.#typed.slice(0, -1);
        else if (/^[A-Za-z0-9@=+#-]$/.test(event.key) && !this.hasAttribute("readonly"))
            this.#typed += event.key;
        else
            return false;
        this.#say(this.#typed);
        return true;
    }

    // ---- what is seen and heard ----

    #show() {
        if (!this.#view || !this.#game)
            return;
        const rows = this.#game.board();
        const [files, ranks] = [rows[0].length, rows.length];
        const pieces = new Map();
        rows.forEach((row, at) => [...row].forEach((letter, file) => {
            if (letter !== ".")
                pieces.set(squareName(file, ranks - 1 - at), letter);
        }));
        const king = this.#game.turn === "white" ? "K" : "k";
        const check = this.#game.inCheck ? [...pieces].filter(([, letter]) => letter === king).map(([square]) => square) : [];
        Object.assign(this.#view, { selected: null, targets: new Map(), verdict: {}, drawn: this.#marks });
        this.#view.show({ size: { files, ranks }, pieces, flipped: this.hasAttribute("flipped"),
            style: this.getAttribute("coordinates") ?? "a1", last: this.#lastMove, check });
    }

    #say(words) {
        this.words.textContent = words;
    }

    #tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }
}

if (!customElements.get("arbiter-board"))
    customElements.define("arbiter-board", ArbiterBoard);
