// <arbiter-board>: a board that plays by the library, for any page. The board itself is the one of Arbiter's own page (view.js
// and its friends); here it gets a game, a keyboard, sentences for refused moves, and marks and arrows of the user's own.
//
//   <arbiter-board rules="chess" fen="…" flipped readonly coordinates="a1" pen="G" label="Board"></arbiter-board>
//
// board.game is the Game; board.play(move), board.undo(), board.reset(); board.marks are circles and arrows as PGN
// writes them: "Rd5", "Ge2e4". Events: move (detail: verdict, fen, outcome), refused (detail: the verdict), drawn (the marks).
import { Game } from "../arbiter.mjs";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { toggled } from "./marks.js";
import { isWhite, kindName, pieceImage, pieceName } from "./pieces.js";
import { shownGame } from "./shown_game.js";
import { STYLES, inStyle } from "./squares.js";
import { t } from "./texts.js";
import { Board } from "./view.js";

// "e2e4", "af31af32q", "N@f3": a drop comes from "N@".
const UCI = /^([A-Z]@|[a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)(.*)$/;
const parts = uci => {
    const [, from, to, promotion] = UCI.exec(uci) ?? [];
    return from ? { uci, from, to, promotion } : null;
};
const MARK = /^([GRYB])([a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)?$/;
const PENS = ["G", "R", "Y", "B"];
const handOf = letter => `${letter.toUpperCase()}@`;
const sheet = name => h("link", { rel: "stylesheet", href: new URL(name, import.meta.url) });

export class ArbiterBoard extends HTMLElement {
    static observedAttributes = ["fen", "rules", "flipped", "coordinates", "readonly", "pen", "label"];
    #view;
    #game;
    #typed = "";
    #marks = [];
    #lastMove = [];
    #shown; // the game as the board shows it

    constructor() {
        super();
        this.attachShadow({ mode: "open" });
        this.field = h("div", { class: "board" });
        this.words = h("p", { class: "words", role: "status", "aria-live": "polite" });
        this.hands = { white: this.#newHand("white"), black: this.#newHand("black") };
        this.choice = h("dialog", { class: "choice", "aria-label": "Promote to" });
        this.shadowRoot.append(sheet("board.css"), sheet("component.css"),
            this.hands.black.element, this.field, this.hands.white.element, this.choice, this.words);
    }

    connectedCallback() {
        if (this.#view)
            return;
        this.#view = new Board(this.field, this.#label, {
            canLift: square => this.#movable(square),
            pick: square => this.#select(square),
            activate: square => this.#activate(square),
            drop: (from, to) => (to ? this.#try(from, to) : this.#select(null)),
            cancel: () => this.#cancel(),
            key: event => this.#key(event),
            mark: (from, to, colour) => this.#mark(from, to, colour),
        });
        this.#view.pen = this.#pen;
        if (this.#game) {
            this.#show();
            this.#say(this.#state());
        } else
            this.reset();
    }

    attributeChangedCallback(name, before, after) {
        if (before === after)
            return;
        const begins = name === "fen" || name === "rules";
        if (!this.#view) { // not on a page yet, so the next call makes the game
            if (begins)
                this.#game = undefined;
        } else if (name === "label") {
            this.#view.label = this.#label;
            this.#view.grid.setAttribute("aria-label", this.#label);
        } else if (name === "pen")
            this.#view.pen = this.#pen;
        else if (begins)
            this.reset();
        else
            this.#show();
    }

    get #label() { return this.getAttribute("label") ?? "Board"; }
    get #style() { return Object.hasOwn(STYLES, this.getAttribute("coordinates") ?? "") ? this.getAttribute("coordinates") : "a1"; }
    // The colour in which a finger or the left button draws; without it they move pieces.
    get #pen() {
        const pen = this.getAttribute("pen") === "" ? "G" : this.getAttribute("pen");
        return PENS.includes(pen) ? pen : null;
    }

    // ---- the game ----

    /** The game on the board. */
    get game() {
        if (!this.#game)
            this.reset();
        return this.#game;
    }
    set game(game) {
        if (typeof game?.verdict !== "function" || typeof game.undo !== "function")
            throw new TypeError("the game of a board is a Game");
        if (this.#game) // marks may be there before the first game
            this.#marks = [];
        this.#game = game;
        this.#lastMove = [];
        this.#show();
        this.#say(this.#state());
    }
    get fen() { return this.game.fen; }

    /** Begins a new game from the attributes. */
    reset() {
        try {
            this.game = new Game({ fen: this.getAttribute("fen") ?? undefined, rules: this.getAttribute("rules") ?? undefined });
        } catch (error) {
            this.#game ??= new Game();
            this.#show();
            this.#say(error.message);
        }
    }

    /** Plays a move in any notation and returns its verdict. A refusal is announced, and its reason is marked. */
    play(move) {
        const verdict = this.game.verdict(move);
        if (!verdict.legal) {
            this.#select(null);
            this.#view?.mark({ at: verdict.at, by: verdict.by });
            this.#say(verdict.text);
            this.#tell("refused", verdict);
            return verdict;
        }
        this.#game.play(verdict.move);
        const { from, to } = parts(verdict.move);
        this.#lastMove = [from, to];
        this.#marks = [];
        this.#show();
        this.#say(`${verdict.san}. ${this.#state()}`);
        this.#tell("move", { verdict, fen: this.#game.fen, outcome: this.#game.outcome });
        return verdict;
    }

    undo() {
        const undone = this.game.undo();
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

    // A square, or a hand ("N@").
    #select(from) {
        if (!this.#view)
            return;
        const own = from ? this.#legal.filter(move => move.from === from) : [];
        const taken = square => this.#view.pieces.has(square) && this.#ownerAt(square) !== this.#game.turn;
        this.#view.mark();
        this.#view.select(from, own.map(({ to }) => ({ to, capture: taken(to) })));
        for (const [colour, hand] of Object.entries(this.hands))
            hand.select(from?.endsWith("@") && colour === this.#game.turn ? this.#letter(from) : null);
    }

    #ownerAt(square) {
        return isWhite(this.#view.pieces.get(square).letter) ? "white" : "black";
    }

    // Returns the letter of the piece on a square or in a hand.
    #letter(from) {
        if (!from.endsWith("@"))
            return this.#view.pieces.get(from).letter;
        return this.#game.turn === "white" ? from[0] : from[0].toLowerCase();
    }

    #activate(square) {
        const from = this.#view.selected;
        if (this.#typed) {
            const move = this.#typed;
            this.#typed = "";
            this.play(move);
            return;
        }
        if (from && this.#view.targets.has(square))
            this.#try(from, square);
        else if (from !== square && this.#movable(square))
            this.#lift(square);
        else if (from && from !== square)
            this.#try(from, square);
        else {
            this.#cancel();
            if (!from)
                this.#say(this.#nothingToLift(this.#view.pieces.get(square)?.letter));
        }
    }

    // Picks up a piece by keyboard or screen reader, and announces where it may go.
    #lift(from) {
        const named = square => inStyle(this.#style, square, this.#view.size.ranks);
        this.#select(from);
        const place = from.endsWith("@") ? "" : `${named(from)}, `;
        this.#say(`${place}${pieceName(this.#letter(from), this.#shown.names)}: ${[...this.#view.targets.keys()].map(named).join(", ")}`);
    }

    #nothingToLift(letter) {
        const { turn, outcome } = this.#game;
        if (!letter || this.hasAttribute("readonly") || outcome.result !== "*")
            return this.#state();
        const owner = isWhite(letter) ? "white" : "black";
        return owner === turn ? "This piece has no legal move." : t("belongs-to", { piece: kindName(letter, this.#shown.names), owner: t(owner), side: t(turn) });
    }

    // Whose turn it is, or how the game ended.
    #state() {
        const { turn, inCheck, outcome } = this.game;
        if (outcome.result !== "*")
            return outcome.text;
        return (inCheck ? `${t("check")}. ` : "") + t("to-move", { side: t(turn) });
    }

    // ---- pieces in hand ----

    #newHand(colour) {
        const mine = letter => this.#game.turn === colour && this.#movable(handOf(letter));
        const hand = new Hand(colour, {
            canLift: mine,
            pick: letter => this.#select(handOf(letter)),
            activate: letter => this.#activateHand(letter, mine(letter)),
            cancel: () => this.#cancel(),
            explain: letter => this.#say(this.#nothingToLift(letter)),
            over: event => this.#view.over(this.#view.squareUnder(event)),
            drop: (letter, event) => this.#dropAt(letter, this.#view.squareUnder(event)),
            width: () => this.#view.cellWidth,
        });
        hand.element.hidden = true;
        return hand;
    }

    // By keyboard the focus then goes to the squares.
    #activateHand(letter, mine) {
        if (!mine)
            this.#say(this.#nothingToLift(letter));
        else if (this.#view.selected === handOf(letter))
            this.#cancel();
        else {
            this.#lift(handOf(letter));
            this.#view.focusByKey();
        }
    }

    #dropAt(letter, square) {
        this.#view.over(null);
        if (square)
            this.#try(handOf(letter), square);
        else
            this.#cancel();
    }

    #showHands(hands, names, flipped) {
        for (const [colour, hand] of Object.entries(this.hands)) {
            hand.element.hidden = hands === null;
            const own = Object.entries(hands ?? {}).filter(([letter]) => isWhite(letter) === (colour === "white"));
            hand.show(Object.fromEntries(own), names);
            hand.select(null);
        }
        const above = this.hands[flipped ? "white" : "black"].element;
        if (above.nextElementSibling !== this.field) {
            this.field.before(above);
            this.field.after(this.hands[flipped ? "black" : "white"].element);
        }
    }

    // ---- trying moves ----

    async #try(from, to) {
        const ways = this.#legal.filter(move => move.from === from && move.to === to);
        this.#select(null);
        if (this.hasAttribute("readonly"))
            return;
        if (ways.length > 1) {
            const chosen = await this.#choose(ways);
            if (chosen)
                this.play(chosen);
            else
                this.#say(this.#state());
            return;
        }
        this.play(ways[0]?.uci ?? from + to);
    }

    // Asks for the promotion piece. The queen is first, so that Enter twice makes a queen.
    #choose(ways) {
        ways.sort((a, b) => (b.promotion === "q") - (a.promotion === "q"));
        const white = this.#game.turn === "white", { names } = this.#shown;
        const letter = way => (way.promotion ? (white ? way.promotion.toUpperCase() : way.promotion) : "");
        return new Promise(resolve => {
            const done = uci => {
                this.choice.close();
                resolve(uci);
            };
            this.choice.oncancel = () => resolve(null);
            this.choice.replaceChildren(...ways.map(way => h("button", { type: "button", onclick: () => done(way.uci),
                "aria-label": letter(way) ? pieceName(letter(way), names) : "no promotion" }, letter(way) ? pieceImage(letter(way), names) : "–")));
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
        this.#shown = shownGame(this.#game);
        const { size, pieces, holes, goal, hands, names, check } = this.#shown;
        const flipped = this.hasAttribute("flipped");
        Object.assign(this.#view, { selected: null, targets: new Map(), verdict: {}, drawn: this.#marks, names });
        this.#view.show({ size, pieces, holes, goal, flipped, style: this.#style, last: this.#lastMove, check });
        this.#showHands(hands, names, flipped);
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
