// study.js: a game from a file, or one that was played, with variations, comments, signs and marks, which can be
// changed here. The page holds the text of the game; the server reads and changes it and keeps nothing.
import { Annotate } from "./annotate.js";
import { Analysis } from "./analysis.js";
import * as api from "../common/api.js";
import * as collection from "./collection.js";
import { showExport } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { FaultList } from "./faults.js";
import { GameTree, numberOf } from "./game_tree.js";
import { toggled, written } from "../board/marks.js";
import { Plot } from "./plot.js";
import { remember } from "../common/settings.js";
import { posted } from "../game/source.js";
import { STYLES, readNumbers } from "../board/squares.js";
import { TableView } from "../game/table.js";
import { shownSan, typedSan } from "../game/san.js";
import { t, titled } from "../texts/texts.js";
import { TreeList } from "./tree_list.js";

const NOTES = new Set(["comment", "nag", "marks"]); // changes that leave the moves as they are

export class StudyView extends TableView {
    // wanted: { pgn, rules or rules_text }; at: a ply of the main line, or "n7" for the node 7
    constructor(root, wanted, at = "", known = {}) {
        super(root);
        this.wanted = wanted;
        this.known = known;
        this.named = Object.fromEntries(Object.entries(wanted).filter(([key]) => key !== "pgn"));
        this.source = posted(() => this.position());
        this.build();
        this.started = this.start(at);
    }

    destroy() {
        super.destroy();
        this.analysis.stop();
    }

    async start(at) {
        try {
            const answer = await api.readTree(this.wanted);
            if (this.gone) return;
            this.pgn = this.wanted.pgn;
            this.take(answer);
            this.node = /^n[0-9]+$/.test(at) ? this.tree.node(Number(at.slice(1))) : at === "" ? this.tree.end(this.tree.root) : this.tree.atPly(Number(at));
            this.view = this.tree.view(this.node);
            this.render(false);
            this.analysis.offer();
            await this.faults.show(this.pgn, this.named);
            const first = this.faults.first();
            if (first && at === "" && !this.gone) this.faults.choose(first);
        } catch (problem) {
            this.say(problem.message, "bad");
            this.status.textContent = t("cannot-open");
        }
    }

    take(answer) {
        Object.assign(this.names, answer.rules.kinds);
        this.tree = new GameTree(answer);
        this.pgn = answer.pgn;
        if (!this.named.rules_text) this.named.rules = answer.rules.name;
    }

    // The position on the board as a question needs it: the start and the moves that lead to it.
    position(node = this.node) {
        return { ...this.named, fen: this.tree.start, moves: this.tree.path(node).map(({ uci }) => uci).join(" ") };
    }

    // The line that is on the board, to its end.
    whole() {
        return this.position(this.tree.end(this.node));
    }

    build() {
        this.moves = new TreeList((node) => this.goTo(node), (ply) => this.step(ply));
        this.annotate = new Annotate(this);
        this.analysis = new Analysis(this);
        this.score.show(null);
        this.plot = new Plot((ply) => this.goTo(this.tree.atPly(ply)));
        this.faults = new FaultList(this);
        this.box = h("input", { class: "move-box", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
                                "aria-label": t("type-a-move"), enterkeyhint: "go" });
        this.form = h("form", { class: "typed", onsubmit: (event) => this.submitted(event) },
            this.box, h("button", { class: "primary", text: t("move") }));
        const tool = (key, action) => h("button", { text: t(key), title: t(`${key}-hint`), onclick: action });
        this.layOut(collection.stepper(), this.message, this.why.card, this.faults.element,
            this.analysis.element, this.moves.element, this.plot.element, this.form, this.annotate.element,
            h("div", { class: "buttons" }, tool("play-on", () => this.playOn()), tool("play-against", () => this.playAgainst())),
            h("div", { class: "tools" }, tool("flip", () => this.flip()), tool("export", () => this.exported()),
                h("a", { class: "button edit", text: t("edit"), title: t("edit-hint"), href: "#/setup",
                         onclick: (event) => this.editPosition(event) }), this.settings()),
            this.teacher.element);
    }

    render(animate = true) {
        if (!this.tree) return;
        const { tree, node, view } = this;
        this.showBoard(animate);
        this.board.draw(node.marks ?? []);
        this.status.textContent = this.statusText();
        this.status.classList.toggle("over", !!node.outcome);
        const opening = tree.path(node).findLast(({ opening: found }) => found)?.opening;
        this.rulesTitle.textContent = [titled(tree.rules.title), opening && `${opening.name} (${opening.eco})`].filter(Boolean).join(" · ");
        this.moves.showTree(tree, node);
        this.annotate.show(tree, node);
        this.plot.show(tree, tree.isMain(node) ? view.ply : 0);
        this.analysis.restart();
        this.seatStrips();
        const clocks = this.clocks();
        for (const colour of ["white", "black"])
            this.strips[colour].show({ ...view, outcome: node.outcome, clock: clocks,
                                       players: { white: { name: this.nameIn("White") }, black: { name: this.nameIn("Black") } } },
                { names: this.names, received: performance.now() });
        this.box.placeholder = STYLES[this.style].example;
        this.form.hidden = !!node.outcome;
        document.title = `${this.nameIn("White") || t("white")} – ${this.nameIn("Black") || t("black")} · Arbiter`;
    }

    nameIn(tag) {
        const value = this.tree.tagged[tag] ?? "";
        return value === "?" ? "" : value;
    }

    // The last clock times up to this position, if comments have them.
    clocks() {
        const found = { running: null };
        for (const node of this.tree.path(this.node))
            if (node.clock_ms !== undefined) found[`${node.turn === "white" ? "black" : "white"}_ms`] = node.clock_ms;
        return found.white_ms === undefined && found.black_ms === undefined ? null : found;
    }

    statusText() {
        const { tree, node } = this;
        if (node.outcome) return node.outcome.text;
        if (this.endsByRecord()) {
            const { result } = tree;
            return t(result === "1-0" ? "record-white" : result === "0-1" ? "record-black" : result === "0-0" ? "record-none" : "record-draw");
        }
        if (node === tree.root) return t("start-position");
        const { number } = numberOf(tree, node);
        const side = t(node.turn === "white" ? "black" : "white");
        return t(tree.isMain(node) ? "after-move" : "in-variation",
                 { side, number, count: numberOf(tree, tree.end(tree.root)).number });
    }

    // Is this the end of the moves in a record that has a result, although no rule ends the game and all text was read?
    endsByRecord() {
        const { tree, node } = this;
        const unread = node.children.some(({ kind }) => kind === "text");
        return !node.outcome && !unread && node === tree.end(tree.root) && node !== tree.root && tree.result !== "*";
    }

    recordSays() {
        if (!this.endsByRecord()) return null;
        const text = this.tree.tagged.Termination ?? "";
        return /^(\?|normal|unterminated)?$/i.test(text) ? t("record-silent") : t("record-says", { text });
    }

    placeOf(ply) {
        const node = [this.tree.root, ...this.tree.path(this.node)][ply];
        if (!node || node === this.tree.root) return t("start-position");
        const { number, black } = numberOf(this.tree, node);
        return `${number}.${black ? ".." : ""} ${shownSan(node.san)}`;
    }

    // ---- going through it ----

    goTo(node) {
        if (!this.tree || !node || this.gone) return;
        const near = node.parent === this.node.id || this.node.parent === node.id;
        this.node = node;
        this.hand.fresh();
        this.view = this.tree.view(node);
        this.say("");
        this.render(near);
        collection.note(this.tree.isMain(node) ? this.view.ply : `n${node.id}`);
        this.speak([shownSan(node.san), ...(node.comments ?? [])].filter(Boolean).join(". "));
    }

    go(ply) {
        this.step(ply);
    }

    // A ply of the line that goes through the node.
    step(ply) {
        const line = [this.tree.root, ...this.tree.path(this.tree.end(this.node))];
        this.goTo(line[Math.max(0, Math.min(ply, line.length - 1))]);
    }

    arrow(event) {
        if (!this.tree) return false;
        const { tree, node } = this;
        const parent = tree.parent(node);
        const siblings = parent?.children.filter(({ kind }) => kind !== "text") ?? [];
        const beside = (by) => siblings[siblings.indexOf(node) + by];
        const wanted = { ArrowLeft: () => parent, ArrowRight: () => tree.next(node), Home: () => tree.root,
                         End: () => tree.end(node), ArrowUp: () => beside(-1), ArrowDown: () => beside(1) }[event.key];
        if (!wanted) return false;
        const found = wanted();
        if (!found && (event.key === "ArrowUp" || event.key === "ArrowDown")) return false;
        event.preventDefault();
        if (found && found !== node) this.goTo(found);
        return true;
    }

    // ---- playing on ----

    mayUse(letter) {
        return !!this.tree && !this.node.outcome && !!letter && TableView.sideOf(letter) === this.view.turn;
    }

    nothingToLift(square, letter = this.view.pieces[square]) {
        this.say(letter ? t("turn-of", { side: t(this.view.turn) }) : "");
        this.board.mark();
    }

    async send({ from, to, promotion = "", move }) {
        const text = move ?? `${from}${to}${promotion}`;
        const known = this.node.children.find(({ uci, san }) => uci === text || san === text);
        if (known) {
            this.goTo(known);
            return true;
        }
        return this.edit({ edit: "add", node: this.node.id, move: text });
    }

    async submitted(event) {
        event.preventDefault();
        const move = typedSan(this.box.value);
        if (!move || !await this.ready()) return undefined;
        const numbers = readNumbers(this.style, move, this.view.size);
        try {
            const verdict = await this.source.why(numbers ?? { move }, this.style);
            if (!verdict.legal) return this.hand.refuse(verdict, numbers ?? {});
            this.box.value = "";
            await this.send({ move: verdict.move });
        } catch (problem) {
            this.say(problem.message, "bad");
        }
        return undefined;
    }

    failed(problem) {
        this.render(false);
        this.say(problem.message, "bad");
    }

    // Changes go one after another: each needs the text that the one before left.
    edit(change) {
        this.changing = (this.changing ?? Promise.resolve()).then(() => this.change(change));
        return this.changing;
    }

    async change(change) {
        try {
            const answer = await api.readTree({ ...this.named, pgn: this.pgn, edits: [change] });
            if (this.gone) return false;
            const { id } = this.node;
            const stays = NOTES.has(change.edit) && id !== change.node; // the user has gone on, so stay there
            this.take(answer);
            this.node = this.tree.node(stays ? id : answer.node);
            this.view = this.tree.view(this.node);
            this.hand.fresh();
            this.say("");
            this.render();
            collection.replace(this.pgn);
            collection.note(this.tree.isMain(this.node) ? this.view.ply : `n${this.node.id}`);
            return true;
        } catch (problem) {
            this.failed(problem);
            return false;
        }
    }

    mark(from, to, colour) {
        const marks = toggled(this.node.marks ?? [], { from, to, colour });
        this.node.marks = marks; // shown at once
        this.board.draw(marks);
        this.edit({ edit: "marks", node: this.node.id, ...written(marks) });
    }

    // ---- exporting ----

    async playOn() {
        if (!await this.ready()) return;
        try {
            const here = this.tree.isMain(this.node) ? { pgn: this.pgn.replaceAll("\0", " "), ply: this.view.ply } : this.position();
            location.hash = `#/game/${await collection.create({ ...this.named, ...here })}`;
        } catch (problem) {
            this.say(problem.message, "bad");
        }
    }

    // Goes to the first page, which asks for the opponent and the clock.
    async playAgainst() {
        if (!await this.ready()) return;
        remember("from", { ...this.position(), pieces: this.view.pieces, size: this.view.size, holes: this.view.holes,
                           name: this.tree.rules.name });
        location.hash = "#/new";
    }

    async fen() {
        const { fen } = await this.source.explain({}, this.style);
        return fen;
    }

    async exported() {
        if (!await this.ready()) return;
        try {
            await showExport({ fen: await this.fen(), pgn: this.pgn, name: "game", view: this });
        } catch (problem) {
            this.say(problem.message, "bad");
        }
    }

    async editPosition(event) {
        event.preventDefault();
        if (!await this.ready()) return;
        remember("editor", { rules: this.tree.rules.name, fen: await this.fen(), text: this.wanted.rules_text });
        location.hash = "#/setup";
    }
}
