// editor.js: the set-up editor: any board from 1x1 to 32x32, any rule set. What is wrong with a
// position is asked from the server after every change, and shown.
import * as api from "../common/api.js";
import { Board } from "../board/board.js";
import { create, studyInstead } from "../study/collection.js";
import { choices, field, h, option } from "../common/dom.js";
import { readBoard, writeBoard } from "../board/fen.js";
import { Hand } from "../board/hand.js";
import { pieceImage, pieceName } from "../board/pieces.js";
import { named, namesOf, ruleOptions } from "./rules.js";
import { recall, remember } from "../common/settings.js";
import { LIMIT, squareAt } from "../board/squares.js";
import { t, titled } from "../texts/texts.js";

const PAUSE = 120; // milliseconds in which changes are one
const KINDS = [..."kqrbnp"].map((letter) => ({ letter, name: undefined }));

export class EditorView {
    constructor(root, { rules }) {
        this.rules = rules;
        this.brush = "P";
        this.rest = { turn: "w", castling: "-", passant: "-", checks: "" };
        this.size = { files: 8, ranks: 8 };
        this.pieces = new Map();
        this.promoted = new Set();
        this.holes = new Set();
        this.hands = null; // letter to number, where the rule set has hands
        this.host = h("div", { class: "board" });
        this.board = new Board(this.host, t("board-to-set-up"), {
            canLift: (square) => this.brush === "hand" && this.pieces.has(square),
            pick() {},
            activate: (square) => this.touch(square),
            drop: (from, to) => this.carry(from, to),
            cancel: () => {},
            erase: (square) => { this.change(square, null); return true; },
            key: (event, square) => this.typed(event, square),
        });
        this.build(root);
        this.begin(recall("editor", {}));
    }

    async begin({ rules: wanted = "chess", fen, text = recall("rule-text", "") }) {
        const own = text ? (await api.checkRules(text).catch(() => ({}))).rules : null;
        if (own) {
            this.rules = [{ ...own, text, own: true }, ...this.rules];
            this.choice.append(option("own", t("own-rules", { title: own.title })));
        }
        this.choice.value = own && wanted === own.name ? "own" : wanted;
        if (this.choice.selectedIndex < 0) this.choice.value = "chess";
        this.ruleChanged();
        this.read(fen ?? this.current().start);
    }

    destroy() {
        clearTimeout(this.timer);
    }

    current() {
        return this.rules.find(({ name, own }) => (own ? "own" : name) === this.choice.value);
    }

    build(root) {
        const number = (label, axis) => h("input", { type: "number", min: 1, max: LIMIT,
            "aria-label": label, onchange: () => this.resize(axis) });
        this.files = number(t("columns"), "files");
        this.ranks = number(t("rows"), "ranks");
        this.choice = h("select", { onchange: () => { this.ruleChanged(); this.changed(); } },
            ...ruleOptions(this.rules));
        this.palette = h("div", { class: "palette", role: "radiogroup", "aria-label": t("put-on-square") });
        this.turn = choices(t("side-to-move"), "turn", [["w", t("white")], ["b", t("black")]], "w", (value) => {
            this.rest.turn = value;
            this.changed();
        });
        const text = (label, key) => h("input", { class: "short", spellcheck: "false",
            autocomplete: "off", "aria-label": label,
            onchange: (event) => {
                this.rest[key] = event.target.value.trim() || "-";
                this.changed();
            } });
        this.castling = h("div", { class: "rights", role: "group", "aria-label": t("castling") }, ...["K", "Q", "k", "q"].map((right) =>
            h("label", {}, h("input", { type: "checkbox", value: right, "aria-label": t(`castle-${right}`),
                                        onchange: () => this.setRights() }), h("span", { text: t(`castle-short-${right}`) }))));
        this.castlingText = text(t("castling-rights"), "castling");
        this.passant = text(t("passant-square"), "passant");
        this.checks = text(t("checks-to-give-each"), "checks");
        this.checksField = field(t("checks-to-give"), this.checks);
        const hand = {
            canLift: () => false, pick() {}, cancel() {}, over() {}, drop() {}, width() {},
            explain: (letter) => this.changeHand(letter), // by pointer
            activate: (letter) => this.changeHand(letter), // by key
        };
        this.handOf = { white: new Hand("white", hand), black: new Hand("black", hand) };
        for (const { element } of Object.values(this.handOf)) {
            const less = (event) => {
                const { letter } = event.target.closest("button")?.dataset ?? {};
                if (!letter || (event.key && event.key !== "Delete" && event.key !== "Backspace")) return;
                event.preventDefault();
                this.changeHand(letter, -1);
            };
            element.addEventListener("contextmenu", less);
            element.addEventListener("keydown", less);
        }
        this.handHint = h("p", { class: "hint", text: t("hand-hint") });
        this.fen = h("input", { spellcheck: "false", autocomplete: "off",
                                onchange: () => this.read(this.fen.value) });
        this.faults = h("ul", { class: "faults" });
        this.play = h("button", { class: "primary large", text: t("play-position"),
                                  onclick: () => this.start() });
        this.against = h("button", { text: t("play-against"), title: t("play-against-hint"), onclick: () => this.playAgainst() });
        const panel = h("section", { class: "panel editor", "aria-label": t("set-up") },
            h("h1", { text: t("set-up-position") }), this.palette, this.settings(), h("div", { class: "judged" }, h("div", { role: "status" }, this.faults), this.play, this.against));
        this.seats = [h("div", { class: "seat top" }), h("div", { class: "seat bottom" })];
        root.replaceChildren(h("div", { class: "game" },
            h("div", { class: "table alone" }, this.seats[0], this.host, this.seats[1]), panel));
    }

    // The part that scrolls between the pieces and the verdict on a low screen.
    settings() {
        return h("div", { class: "editing" },
            h("p", { class: "hint", text: t("editor-hint") }), this.handHint,
            h("div", { class: "fields" }, field(t("rules"), this.choice),
                h("div", { class: "field size" }, h("span", { class: "label", text: t("columns-rows") }),
                    h("div", {}, this.files, h("span", { text: "×" }), this.ranks))),
            this.turn,
            h("div", { class: "field" }, h("span", { class: "label", text: t("castling") }), this.castling, this.castlingText),
            h("div", { class: "fields" }, field(t("passant"), this.passant), this.checksField),
            field(t("fen"), this.fen),
            h("div", { class: "buttons" },
                h("button", { text: t("start-position"), onclick: () => this.read(this.current().start) }),
                h("button", { text: t("clear-board"), onclick: () => this.clear() }),
                h("button", { text: t("flip"), onclick: () => this.flip() })));
    }

    ruleChanged() {
        const { hands, checks } = this.current();
        this.hands = hands ? this.hands ?? {} : null;
        this.rest.checks = checks ? `${checks}+${checks}` : "";
        this.checksField.hidden = !checks;
        this.handHint.hidden = !hands;
        for (const { element } of Object.values(this.handOf)) element.hidden = !hands;
        this.cutHoles();
        const kinds = this.current().kinds ?? KINDS;
        this.board.names = namesOf({ kinds });
        const letters = kinds.map(({ letter }) => letter.toLowerCase()).reverse();
        const named = (piece) => [piece, pieceName(piece, this.board.names)];
        const tools = [["hand", t("move-pieces")], ...letters.map((each) => named(each.toUpperCase())),
                       ["erase", t("erase-square")], ...letters.map(named)];
        this.palette.style.setProperty("--columns", Math.min(letters.length + 1, 12)); // a row for each colour
        if (!tools.some(([value]) => value === this.brush)) this.brush = "hand";
        this.palette.replaceChildren(...tools.map(([value, label]) => {
            const radio = h("input", { type: "radio", name: "brush", value, checked: value === this.brush,
                                       "aria-label": label, onchange: () => { this.brush = value; } });
            const face = value === "hand" ? h("span", { class: "tool", text: "✥" })
                : value === "erase" ? h("span", { class: "tool", text: "✕" }) : pieceImage(value, this.board.names);
            return h("label", { class: "brush", title: label, onpointerdown: (event) => this.drag(event, value) }, radio, face);
        }));
    }

    // A piece can also be dragged from the palette to a square.
    drag(event, value) {
        if (value.length !== 1 || event.button !== 0) return;
        const { clientX, clientY, pointerId } = event;
        let ghost = null;
        const move = (at) => {
            if (at.pointerId !== pointerId) return;
            if (!ghost && Math.hypot(at.clientX - clientX, at.clientY - clientY) > 8) {
                ghost = h("div", { class: "ghost" }, pieceImage(value, this.board.names));
                Object.assign(ghost.style, { width: `${this.board.cellWidth}px`, height: `${this.board.cellWidth}px` });
                document.body.append(ghost);
            }
            if (!ghost) return;
            ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px) translate(-50%, -50%)`;
            this.board.over(this.board.squareUnder(at));
        };
        const end = (at) => {
            removeEventListener("pointermove", move);
            removeEventListener("pointerup", end);
            removeEventListener("pointercancel", end);
            const square = ghost && at.type === "pointerup" ? this.board.squareUnder(at) : null;
            ghost?.remove();
            this.board.over(null);
            if (square) this.change(square, value);
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", end);
        addEventListener("pointercancel", end);
    }

    // ---- changes ----

    // On a board of the rule set's own size the holes are those of the rule set.
    cutHoles() {
        const { files, ranks, start } = this.current();
        const usual = files === this.size.files && ranks === this.size.ranks;
        this.holes = (usual && readBoard(start.split(" ")[0])?.holes) || new Set();
        for (const square of this.holes) this.pieces.delete(square);
    }

    read(fen) {
        const { hands, ranks, checks } = this.current();
        const [board, turn = "w", castling = "-", passant = "-", ...more] = fen.trim().split(/\s+/);
        const shape = readBoard(board ?? "", hands ? ranks : 0);
        if (!shape) return this.showFaults([{ text: t("no-fen-board") }]);
        this.size = { files: shape.files, ranks: shape.ranks };
        this.pieces = shape.pieces;
        this.promoted = shape.promoted;
        this.holes = shape.holes;
        this.hands = hands || Object.keys(shape.hands).length > 0 ? shape.hands : null;
        const left = more.find((text) => /^[0-9]+\+[0-9]+$/.test(text)) ?? (checks ? `${checks}+${checks}` : "");
        this.rest = { turn: turn === "b" ? "b" : "w", castling, passant, checks: left };
        return this.changed();
    }

    clear() {
        this.pieces = new Map();
        if (this.hands) this.hands = {};
        this.rest = { ...this.rest, castling: "-", passant: "-" };
        this.changed();
    }

    flip() {
        this.flipped = !this.flipped;
        this.show();
    }

    resize(axis) {
        const value = Math.round(Number(this[axis].value));
        this.size = { ...this.size, [axis]: Math.min(Math.max(value || 1, 1), LIMIT) };
        for (const square of [...this.pieces.keys()]) {
            const { file, rank } = squareAt(square);
            if (file >= this.size.files || rank >= this.size.ranks) this.pieces.delete(square);
        }
        if (!this.hasBoxes) this.rest.castling = "-"; // the rights were another board's
        this.cutHoles();
        this.changed();
    }

    touch(square) {
        if (this.brush === "hand") return;
        const same = this.pieces.get(square) === this.brush;
        this.change(square, this.brush === "erase" || same ? null : this.brush);
    }

    carry(from, to) {
        if (this.holes.has(to)) return;
        const letter = this.pieces.get(from);
        const before = this.homeRights();
        this.pieces.delete(from);
        if (to) this.pieces.set(to, letter);
        if (this.promoted.delete(from) && to) this.promoted.add(to);
        else this.promoted.delete(to);
        this.presetRights(before);
        this.changed();
    }

    typed(event, square) {
        const letters = new Set((this.current().kinds ?? KINDS).map(({ letter }) => letter.toLowerCase()));
        if (event.key === "Delete" || event.key === "Backspace") this.change(square, null);
        else if (letters.has(event.key.toLowerCase())) this.change(square, event.key);
        else return false;
        return true;
    }

    changeHand(letter, by = this.brush === "erase" ? -1 : 1) {
        this.hands[letter] = Math.max(0, (this.hands[letter] ?? 0) + by);
        this.changed();
    }

    change(square, letter) {
        if (this.holes.has(square)) return;
        const before = this.homeRights();
        this.promoted.delete(square);
        if (letter) this.pieces.set(square, letter);
        else this.pieces.delete(square);
        this.presetRights(before);
        this.changed();
    }

    // ---- castling ----

    // Castling rights are check boxes if king and rooks have home squares; otherwise a text as in FEN.
    setRights() {
        const chosen = [...this.castling.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
        this.rest.castling = chosen.join("") || "-";
        this.changed();
    }

    // A king and a rook at home are taken not to have moved.
    homeRights() {
        const { ranks } = this.size;
        const stands = (letter, square) => this.pieces.get(square) === letter;
        const rights = [["K", "e1", "h1"], ["Q", "e1", "a1"], ["k", `e${ranks}`, `h${ranks}`], ["q", `e${ranks}`, `a${ranks}`]];
        return rights.filter(([right, king, rook]) => right === right.toUpperCase() ? stands("K", king) && stands("R", rook)
            : stands("k", king) && stands("r", rook)).map(([right]) => right);
    }

    get hasBoxes() {
        return this.size.files === 8 && this.size.ranks === 8 && /^([KQkq]*|-)$/.test(this.rest.castling);
    }

    // After a change impossible rights are dropped, and possible ones come back.
    presetRights(before) {
        if (!this.hasBoxes || !this.current().castles) return;
        const home = this.homeRights();
        const kept = home.filter((right) => this.rest.castling.includes(right) || !before.includes(right));
        this.rest.castling = kept.join("") || "-";
    }

    // ---- showing and checking ----

    show() {
        this.board.show({ size: this.size, pieces: this.pieces, holes: [...this.holes], flipped: !!this.flipped,
                          style: recall("style", "a1"), animate: false });
        const below = this.flipped ? "black" : "white";
        for (const colour of ["white", "black"]) {
            const { element } = this.handOf[colour];
            const seat = this.seats[colour === below ? 1 : 0];
            if (seat.firstChild !== element) seat.replaceChildren(element);
            const letters = (this.current().kinds ?? KINDS).map(({ letter }) =>
                (colour === "white" ? letter.toUpperCase() : letter)).filter((letter) => !/k/i.test(letter));
            this.handOf[colour].show(Object.fromEntries(letters.map((letter) =>
                [letter, this.hands?.[letter] ?? 0])), this.board.names);
        }
    }

    text() {
        const { turn, castling, passant, checks } = this.rest;
        const { pieces, holes, promoted, hands } = this;
        const board = writeBoard({ ...this.size, pieces, holes, promoted, hands });
        return [board, turn, castling, passant, checks, "0 1"].filter(Boolean).join(" ");
    }

    changed() {
        this.show();
        this.files.value = this.size.files;
        this.ranks.value = this.size.ranks;
        this.castlingText.value = this.rest.castling;
        this.castling.hidden = !this.hasBoxes;
        this.castlingText.hidden = this.hasBoxes;
        const home = this.homeRights();
        for (const box of this.castling.querySelectorAll("input")) {
            box.checked = this.rest.castling.includes(box.value);
            box.disabled = !home.includes(box.value) && !box.checked;
        }
        this.passant.value = this.rest.passant;
        this.checks.value = this.rest.checks;
        for (const radio of this.turn.querySelectorAll("input")) radio.checked = radio.value === this.rest.turn;
        this.fen.value = this.text();
        this.check();
    }

    // If the rules do not take this board, a click switches to rules that do.
    sizeFault() {
        const { title, files, ranks, any_size: any } = this.current();
        if (any || (files === this.size.files && ranks === this.size.ranks)) return null;
        const other = this.rules.find(({ name }) => name === "anyboard");
        const choose = () => {
            this.choice.value = other.name;
            this.ruleChanged();
            this.changed();
        };
        return { text: t("rules-board", { title: titled(title), files, ranks }),
                 instead: h("button", { text: titled(other.title), onclick: choose }) };
    }

    check() {
        clearTimeout(this.timer);
        const { name, own, text } = this.current();
        remember("editor", { rules: name, fen: this.text(), ...(own ? { text } : {}) }); // kept for a reload, and for a player who comes back
        const fault = this.sizeFault();
        if (fault) this.showFaults([fault]);
        else this.timer = setTimeout(() => this.ask(), PAUSE);
    }

    async ask() {
        const asked = this.text();
        try {
            const { ok, faults = [], error } = await api.checkSetup({ ...named(this.current()), fen: asked });
            if (asked !== this.text()) return;
            this.showFaults(error ? [error] : faults, ok);
        } catch (problem) {
            this.showFaults([{ text: problem.message }]);
        }
    }

    showFaults(faults, ok = false) {
        this.play.disabled = this.against.disabled = !ok;
        const tints = new Map();
        for (const { squares = [], text } of faults)
            for (const square of squares) tints.set(square, { class: "why-check", words: text });
        this.board.tint(tints);
        this.faults.classList.toggle("fine", ok);
        this.faults.replaceChildren(...(ok ? [h("li", { text: t("playable") })]
            : faults.map(({ text, instead }) => h("li", {}, text, instead))));
    }

    async start() {
        const wanted = { ...named(this.current()), fen: this.text() };
        try {
            const id = await create(wanted);
            location.hash = `#/game/${id}`;
        } catch (problem) {
            if (problem.status === 0) location.hash = await studyInstead(wanted);
            else this.showFaults([{ text: problem.message }]);
        }
    }

    // Goes to the first page, which asks for the opponent and the clock.
    playAgainst() {
        const { name, own } = this.current();
        remember("from", { ...named(this.current()), fen: this.text(), moves: "", pieces: Object.fromEntries(this.pieces), size: this.size,
                           holes: [...this.holes], name: own ? "" : name });
        location.hash = "#/new";
    }
}
