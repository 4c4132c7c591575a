// table.js: what every view with a game on it has: the board, the seats beside it, a hand that touches
// pieces, the message line, "Why?", the teacher's view, and keys that go through the game.
import { Board } from "../board/board.js";
import { h, option } from "../common/dom.js";
import { Explanation } from "./explain.js";
import { ScoreBar, Strip } from "./players.js";
import { isWhite } from "../board/pieces.js";
import { LOOKS, recall, remember, setLook } from "../common/settings.js";
import { STYLES } from "../board/squares.js";
import { Teacher } from "./teacher.js";
import { Touch, handOf } from "../board/touch.js";
import { t } from "../texts/texts.js";

// How the handouts count squares, by the name of their rules.
const COUNTED = { "king-capture": "xy" };

export const OTHER = { white: "black", black: "white" };

export class TableView {
    constructor(root) {
        this.root = root;
        this.view = null; // the position that is on the board
        this.style = recall("style", "a1");
        this.names = {};
        this.flipped = false;
        this.claiming = false;
        this.hand = new Touch(this);
        this.host = h("div", { class: "board" });
        this.board = new Board(this.host, t("board"), this.boardHandlers());
        this.board.names = this.names;
        this.strips = { white: new Strip("white", this.handHandlers()), black: new Strip("black", this.handHandlers()) };
        this.score = new ScoreBar();
        this.status = h("h1", { class: "status" });
        this.rulesTitle = h("p", { class: "rules-title" });
        this.message = h("p", { class: "message", role: "status", "aria-live": "polite" });
        this.spoken = h("p", { class: "unseen", "aria-live": "polite" });
        this.why = new Explanation(this);
        this.teacher = new Teacher(this);
        this.top = h("div", { class: "seat top" });
        this.bottom = h("div", { class: "seat bottom" });
        this.onKey = (event) => this.documentKey(event);
        document.addEventListener("keydown", this.onKey);
    }

    destroy() {
        document.removeEventListener("keydown", this.onKey);
        this.why.stopLine(false);
        this.gone = true;
    }

    // Input before the game has loaded waits for it. False if it does not load.
    async ready() {
        if (!this.view) await this.started;
        return !!this.view && !this.gone;
    }

    boardHandlers() {
        const { hand } = this;
        return {
            canLift: (square) => hand.mayLift(square),
            pick: (square) => hand.pick(square),
            activate: (square) => hand.activate(square),
            drop: (from, to) => hand.attempt(from, to),
            cancel: () => hand.clear(),
            hover: (square) => hand.hover(square),
            ask: (square) => this.askAbout(square),
            key: (event, square) => this.boardKey(event, square),
            arrow: (event) => this.arrow(event),
            ...(this.mark ? { mark: (from, to, colour) => this.mark(from, to, colour) } : {}),
        };
    }

    handHandlers() {
        const { hand } = this;
        return {
            canLift: (letter) => hand.mayDrop(letter),
            pick: (letter) => hand.pick(handOf(letter)),
            activate: (letter) => hand.activateHand(letter),
            cancel: () => hand.clear(),
            explain: (letter) => this.nothingToLift(null, letter),
            over: (event) => this.board.over(this.board.squareUnder(event)),
            drop: (letter, event) => {
                const square = this.board.squareUnder(event);
                this.board.over(null);
                hand.attempt(handOf(letter), square);
            },
            width: () => this.board.cellWidth,
        };
    }

    // The frame: seats and board on one side, the panel on the other.
    layOut(...panel) {
        this.panel = h("section", { class: "panel", "aria-label": t("game") },
            h("div", { class: "heading" }, h("div", {}, this.status, this.rulesTitle),
                h("div", { class: "heading-tools" }, this.score.text, this.why.button)),
            ...panel, this.spoken);
        this.root.replaceChildren(h("div", { class: "game" },
            h("div", { class: "table" }, this.top, this.score.element, this.host, this.bottom), this.panel));
    }

    styleChoice() {
        const style = h("select", { onchange: () => {
            this.style = style.value;
            remember("style", this.style);
            this.render(false);
        } }, ...Object.keys(STYLES).map((value) => option(value, t(`style-${value}`), value === this.style)));
        this.styleSelect = style;
        return h("label", { class: "style" }, h("span", { text: t("coordinates") }), style);
    }

    // The rules of a handout choose its coordinates, unless the person has chosen others.
    adoptStyle(rules) {
        const own = COUNTED[rules];
        if (!own || recall("style") !== null) return;
        this.style = own;
        this.styleSelect.value = own;
    }

    // Whether the game's end lists every move, as the handout of COMP 250 asks.
    get printsMoves() {
        return COUNTED[this.live.rules.name] === "xy";
    }

    // Settings that few people need are folded, to leave room for moves; once opened, they stay open.
    settings() {
        return h("details", { class: "settings", open: recall("settings", false), ontoggle: (event) => remember("settings", event.target.open) },
            h("summary", { text: t("settings") }), this.styleChoice(), this.looks());
    }

    // The choice of boards and pieces. After a change the board is drawn again.
    looks() {
        return h("div", { class: "looks" }, ...Object.entries(LOOKS).map(([what, names]) => {
            const select = h("select", { onchange: () => {
                setLook(what, select.value);
                this.board.shape = null;
                this.render(false);
            } }, ...names.map((name) => option(name, t(`look-${name}`), name === recall(what, names[0]))));
            return h("label", {}, h("span", { text: t(`look-${what}`) }), select);
        }));
    }

    say(text, kind = "") {
        this.message.textContent = text;
        this.message.className = `message ${kind}`;
        const below = this.message.getBoundingClientRect().bottom + 8 - innerHeight;
        if (kind === "bad" && below > 0) scrollBy(0, below); // on a low screen
    }

    speak(text) {
        this.spoken.textContent = text;
    }

    // What the board shows besides the pieces.
    shown() {
        const { view } = this;
        return { size: view.size, holes: view.holes, goal: view.goal, flipped: this.flipped, style: this.style };
    }

    showBoard(animate) {
        const { view } = this;
        this.board.show({ ...this.shown(), pieces: new Map(Object.entries(view.pieces)),
                          last: view.last ? [view.last.from, view.last.to] : [], check: view.check, animate });
        const key = this.positionKey();
        if (key === this.paintedKey) return;
        this.paintedKey = key;
        this.why.close();
        this.repaint();
    }

    repaint() {
        this.teacher.show();
    }

    positionKey() {
        return `${Object.entries(this.view.pieces).join()} ${this.view.turn} ${this.view.ply ?? ""}`;
    }

    seatStrips() {
        const below = this.flipped ? "black" : "white";
        if (this.bottom.firstChild === this.strips[below].element) return;
        this.bottom.replaceChildren(this.strips[below].element);
        this.top.replaceChildren(this.strips[OTHER[below]].element);
    }

    flip() {
        this.flipped = !this.flipped;
        this.render(false);
    }

    // A long press, or "?" on a square: of the picked piece the verdict there, else what hinders the piece.
    askAbout(square) {
        const { selected } = this.hand;
        if (selected && selected !== square) this.hand.askVerdict(selected, square);
        else if (this.view.pieces[square]) this.why.ask(square);
    }

    royalOf(colour) {
        const letter = colour === "white" ? "K" : "k";
        return Object.keys(this.view.pieces).find((square) => this.view.pieces[square] === letter);
    }

    nothingToLift() {}

    inAdvance() {
        return false;
    }

    // ---- keys ----

    boardKey(event, square) {
        if (event.key === "?") this.askAbout(square);
        else return this.typed(event);
        return true;
    }

    // A letter typed on the board begins a move in the box; where no move begins with "m", it is the sound's key.
    typed({ key }) {
        const { view, names, box } = this;
        const isSound = key === "m" && view?.size.files < 13 && !Object.keys(names).some((letter) => /m/i.test(letter));
        if (!/^[A-Za-z0-9]$/.test(key) || this.form.hidden || isSound) return false;
        box.value += key;
        box.focus();
        return true;
    }

    documentKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target.closest?.("input, textarea, select, dialog, [role=grid]")) return;
        if (event.key === "?" && this.view) this.why.ask(null);
        else this.arrow(event);
    }

    static sideOf = (letter) => (isWhite(letter) ? "white" : "black");
}
