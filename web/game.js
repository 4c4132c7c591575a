// game.js: one game on the page: the board, who may touch it, and what the server says of it. Every
// rule is asked from the server; the page only shows a move a moment before the answer.
import { Actions, OTHER, TITLE } from "./actions.js";
import * as api from "./api.js";
import { Board, pieceName } from "./board.js";
import * as collection from "./collection.js";
import { choosePromotion } from "./dialogs.js";
import { h, latest } from "./dom.js";
import { MoveList, placeIn } from "./movelist.js";
import { isWhite } from "./pieces.js";
import { ScoreBar, Strip } from "./players.js";
import { keepSeats, recall, seatsOf } from "./settings.js";
import { stored } from "./source.js";
import { STYLES, inStyle, readNumbers, sentenceIn } from "./squares.js";

// A piece in hand is where a drop comes from: "N@".
const handOf = (letter) => `${letter.toUpperCase()}@`;
const isHand = (from) => from?.endsWith("@") === true;

export class GameView {
    // The part behind the game is a seat that somebody shared, the wish to share one, or the square
    // that was touched on the first page.
    static async open(root, id, rest = "") {
        const [, square] = /^pick-([a-z]{1,2}[0-9]{1,2})$/.exec(rest) ?? [];
        if (rest) history.replaceState(null, "", `#/game/${id}`);
        if (rest && rest !== "share" && !square) {
            const { seats = [] } = await api.readGame(id, rest).catch(() => ({}));
            for (const seat of seats) keepSeats(id, { ...seatsOf(id), [seat]: rest });
        }
        const view = new GameView(root, stored(id));
        if (rest === "share") view.actions.share();
        if (square) view.started.then(() => view.activate(square));
        return view;
    }

    constructor(root, source) {
        this.root = root;
        this.source = source;
        this.id = source.id;
        this.seats = source.id ? seatsOf(source.id) : {};
        this.claiming = false; // the next move is one to claim a draw with
        this.live = null; // the newest state of the game
        this.view = null; // the state that is on the board: live, or an earlier ply
        this.selected = null;
        this.legal = new Map();
        this.past = new Map();
        this.newest = latest();
        this.style = recall("style", "a1");
        this.names = {};
        this.build();
        this.onKey = (event) => this.documentKey(event);
        document.addEventListener("keydown", this.onKey);
        this.timer = setInterval(() => this.tick(), 100);
        this.started = this.start();
    }

    destroy() {
        document.removeEventListener("keydown", this.onKey);
        clearInterval(this.timer);
        this.unwatch?.();
        this.gone = true;
    }

    async start() {
        try {
            const state = await this.source.read();
            if (this.gone) return;
            if (this.side() === "black") this.flipped = true;
            this.receive(state);
            const notes = state.notes ?? collection.takeNotes(this.id);
            if (notes.length > 0) this.say(notes.map(api.sentence).join(" "), "bad");
            this.unwatch = this.source.watch((fresh) => this.receive(fresh),
                                             (on) => this.connected(on));
            if (state.rules.own) this.nameKinds();
        } catch (problem) {
            this.say(problem.status === 404 ? "There is no such game here." : problem.message, "bad");
        }
    }

    // A rule set that somebody wrote has names of its own for the pieces.
    async nameKinds() {
        const { rules, text } = await this.source.rules().catch(() => ({}));
        if (!rules || this.gone) return;
        this.rulesText = text;
        for (const { letter, name } of rules.kinds) this.names[letter] = name;
        this.render(false);
    }

    // ---- the page around the board ----

    build() {
        this.host = h("div", { class: "board" });
        this.board = new Board(this.host, "Board", {
            canLift: (square) => this.mayLift(square),
            pick: (square) => this.pick(square),
            activate: (square) => this.activate(square),
            drop: (from, to) => (to ? this.attempt(from, to) : this.clear()),
            cancel: () => this.clear(),
            hover: (square) => { if (this.mayLift(square)) this.targetsOf(square).catch(() => {}); },
            key: (event) => this.typed(event),
            arrow: (event) => this.arrow(event),
        });
        this.board.names = this.names;
        const hand = {
            canLift: (letter) => this.mayDrop(letter),
            pick: (letter) => this.pick(handOf(letter)),
            activate: (letter) => this.activateHand(letter),
            cancel: () => this.clear(),
            explain: (letter) => this.explain(null, letter),
            over: (event) => this.board.over(this.board.squareUnder(event)),
            drop: (letter, event) => {
                const square = this.board.squareUnder(event);
                this.board.over(null);
                if (square) this.attempt(handOf(letter), square);
                else this.clear();
            },
            width: () => this.board.cellWidth,
        };
        this.strips = { white: new Strip("white", hand), black: new Strip("black", hand) };
        this.score = new ScoreBar();
        this.status = h("h1", { class: "status" });
        this.rulesTitle = h("p", { class: "rules-title" });
        this.message = h("p", { class: "message", role: "status", "aria-live": "polite" });
        this.spoken = h("p", { class: "unseen", "aria-live": "polite" });
        this.moves = new MoveList((ply) => this.rewind(ply));
        this.box = h("input", { class: "move-box", autocomplete: "off",
                                autocapitalize: "off", spellcheck: "false",
                                "aria-label": "Type a move", enterkeyhint: "go" });
        this.form = h("form", { class: "typed", onsubmit: (event) => this.submitted(event) },
            this.box, h("button", { class: "primary", text: "Move" }));
        this.actions = new Actions(this);
        this.layOut();
    }

    layOut() {
        this.stepper = this.id ? null : collection.stepper();
        this.panel = h("section", { class: "panel", "aria-label": "Game" },
            h("div", { class: "heading" }, h("div", {}, this.status, this.rulesTitle),
                this.score.text), this.stepper,
            this.message, this.actions.offer, this.actions.claims, this.moves.element, this.form,
            this.actions.buttons, this.actions.rulings, this.actions.tools(), this.spoken);
        this.top = h("div", { class: "seat top" });
        this.bottom = h("div", { class: "seat bottom" });
        this.root.replaceChildren(h("div", { class: "game" },
            h("div", { class: "table" }, this.top, this.score.element, this.host, this.bottom),
            this.panel));
    }

    say(text, kind = "") {
        this.message.textContent = text;
        this.message.className = `message ${kind}`;
        const below = this.message.getBoundingClientRect().bottom + 8 - innerHeight;
        if (kind === "bad" && below > 0) scrollBy(0, below); // on a low screen
    }

    connected(on) {
        this.root.firstChild?.classList.toggle("offline", !on);
        if (!on) this.say("The connection is lost. Trying again …", "bad");
        else if (this.lost) this.say("");
        this.lost = !on;
    }

    // ---- states ----

    receive(state) {
        if (this.gone || (this.live && state.version < this.live.version)) return;
        const moved = this.live && state.ply !== this.live.ply;
        const following = !this.live || this.view === this.live || this.view.ply >= state.history.length;
        if (moved || !this.live) this.legal.clear();
        if (this.historyChanged(state)) this.past.clear();
        this.received = performance.now();
        const news = this.live && state.version !== this.live.version;
        this.live = state;
        if (following) this.view = state;
        if (moved) this.claiming = false;
        if (moved && following) this.unselect();
        this.render();
        if (news && moved && state.ply > 0) this.announce(state);
    }

    historyChanged(state) {
        const old = this.live?.history ?? [];
        return old.some((move, index) => state.history[index]?.uci !== move.uci);
    }

    announce(state) {
        const move = state.history[state.ply - 1];
        const words = [move?.san ?? "", ...(state.check.length > 0 && !state.outcome ? ["Check"] : []),
                       state.outcome?.text ?? `${TITLE[state.turn]} to move`];
        this.spoken.textContent = words.filter(Boolean).join(". ");
    }

    // The colour this browser plays, if it is one.
    side() {
        const held = Object.keys(this.seats).filter((colour) => this.seats[colour]);
        return held.length === 1 ? held[0] : held.length === 2 ? "both" : null;
    }

    hotSeat() {
        const held = this.side();
        if (held === "both") return true;
        return held !== null && this.live?.players[OTHER[held]].kind === "engine";
    }

    // Every seat that this browser holds goes along; the server knows whose turn it is.
    get tokens() {
        return Object.values(this.seats).filter(Boolean).join(", ");
    }

    mayMove() {
        return !!this.seats[this.live.turn];
    }

    get atEnd() {
        return this.view === this.live;
    }

    render(animate = true) {
        const { view, live } = this;
        if (!live) return;
        this.board.show({
            size: view.size, pieces: new Map(Object.entries(view.pieces)), holes: view.holes,
            goal: view.goal, flipped: !!this.flipped,
            style: this.style, last: view.last ? [view.last.from, view.last.to] : [],
            check: view.check, animate,
        });
        const { opening } = view;
        this.rulesTitle.textContent = live.rules.title
            + (opening ? ` · ${opening.name} (${opening.eco})` : "");
        this.status.textContent = this.statusText();
        this.status.classList.toggle("over", !!live.outcome && this.atEnd);
        this.moves.show(live, view.ply, this.style);
        this.score.show(/^lab(-|$)/.test(live.rules.name) ? view.score?.white : null, !!this.flipped);
        this.renderSeats();
        this.actions.show();
        this.box.placeholder = STYLES[this.style].example;
        this.form.hidden = !this.atEnd || !!live.outcome || !this.mayMove();
        document.title = `${this.status.textContent} · Arbiter`;
    }

    statusText() {
        const { view, live } = this;
        if (!this.atEnd) return placeIn(live, view.ply);
        if (live.outcome) return live.outcome.text;
        const check = live.check.length > 0 ? " · check" : "";
        return `${TITLE[live.turn]} to move${check}`;
    }

    renderSeats() {
        const below = this.flipped ? "black" : "white";
        if (this.bottom.firstChild !== this.strips[below].element) {
            this.bottom.replaceChildren(this.strips[below].element);
            this.top.replaceChildren(this.strips[OTHER[below]].element);
        }
        for (const colour of ["white", "black"])
            this.strips[colour].show({ ...this.view, clock: this.live.clock,
                                       outcome: this.live.outcome, turn: this.live.turn },
                { mine: this.seats[colour] && this.side() !== "both",
                  taken: this.view.captured?.[colour] ?? [], names: this.names,
                  received: this.received });
    }

    tick() {
        this.strips.white.tick();
        this.strips.black.tick();
    }

    // ---- choosing and moving ----

    // Whether this browser may take up what stands there now.
    mayLift(square) {
        const letter = this.view?.pieces[square];
        return !!letter && this.mayUse(letter);
    }

    mayDrop(letter) {
        return this.mayUse(letter) && this.view.hands?.[this.live.turn][letter] > 0;
    }

    mayUse(letter) {
        if (!this.atEnd || this.live.outcome) return false;
        return (isWhite(letter) ? "white" : "black") === this.live.turn && this.mayMove();
    }

    // What is picked up from a square or from the hand.
    letterFrom(from) {
        if (!isHand(from)) return this.view.pieces[from];
        return this.live.turn === "white" ? from[0] : from[0].toLowerCase();
    }

    // Blue where it was picked up, green where it may go.
    showPicked(from, targets = []) {
        this.board.select(from, targets);
        for (const colour of ["white", "black"])
            this.strips[colour].hand.select(isHand(from) && colour === this.live.turn
                ? this.letterFrom(from) : null);
    }

    targetsOf(square) {
        const key = `${this.live.ply} ${square}`;
        if (!this.legal.has(key)) {
            const asked = api.legalFrom(this.id, square).then((answer) => answer.targets);
            asked.catch(() => this.legal.delete(key));
            this.legal.set(key, asked);
        }
        return this.legal.get(key);
    }

    async pick(square) {
        this.selected = square;
        this.say("");
        this.board.mark();
        this.showPicked(square);
        if (this.live.regulations && !isHand(square)) await this.actions.report({ event: "touch", square });
        if (this.selected !== square) return;
        try {
            const all = await this.targetsOf(square);
            if (this.selected !== square || this.gone) return;
            const targets = this.claiming ? all.filter(({ claims }) => claims.length > 0) : all;
            this.showPicked(square, targets);
            const name = pieceName(this.letterFrom(square), this.names);
            const place = isHand(square) ? "in hand"
                : `on ${inStyle(this.style, square, this.view.size.ranks)}`;
            this.spoken.textContent = `${name} picked up, ${targets.length} moves.`;
            if (targets.length === 0)
                this.say(`The ${name} ${place} has no ${all.length ? "move to claim with" : "legal move"}.`);
        } catch (problem) {
            this.say(problem.message, "bad");
        }
    }

    unselect() {
        this.selected = null;
        this.showPicked(null);
        this.board.mark();
    }

    clear() {
        this.unselect();
        this.say("");
    }

    activate(square) {
        if (!this.live) return;
        if (this.selected === square) this.clear();
        else if (this.selected && this.board.targets.has(square)) this.attempt(this.selected, square);
        else if (this.mayLift(square)) this.pick(square);
        else if (this.selected) this.attempt(this.selected, square);
        else this.explain(square);
    }

    // By keyboard the way goes on over the squares.
    activateHand(letter) {
        if (!this.mayDrop(letter)) this.explain(null, letter);
        else if (this.selected === handOf(letter)) this.clear();
        else {
            this.pick(handOf(letter));
            this.board.focusByKey();
        }
    }

    // Nothing to pick up here, on a square or in a hand: say so.
    explain(square, letter = this.view.pieces[square]) {
        if (!this.id) this.say("This game is from a file. Play on from here to make it yours.");
        else if (this.live.outcome) this.say(`The game is over: ${this.live.outcome.text}.`);
        else if (!this.atEnd) this.say("This is an earlier position. Go to the end to move.");
        else if (this.side() === null) this.say("You are watching this game.");
        else if (!this.mayMove()) this.say(`It is ${TITLE[this.live.turn]}'s turn.`);
        else if (this.view.holes?.includes(square)) this.say("There is no square here.");
        else if (letter) this.say(this.whyNot(letter), "bad");
        else this.say("");
        this.board.mark();
    }

    // To the side to move, which touched a piece that it cannot pick up.
    whyNot(letter) {
        const name = pieceName(letter, this.names);
        const owner = isWhite(letter) ? "white" : "black";
        const { turn } = this.live;
        return owner === turn ? `There is no ${name} in hand.`
            : `This ${name.replace(/^\S+ /, "")} is ${TITLE[owner]}'s: ${TITLE[turn]} is to move.`;
    }

    async attempt(from, to) {
        try {
            const target = (await this.targetsOf(from)).find((each) => each.to === to);
            if (!target && this.live.regulations) return this.send({ from, to }); // the arbiter rules on it
            if (!target) return this.refuse(await api.why(this.id, { from, to }, this.style), { from, to });
            let promotion;
            if (target.promotions.length > 1) {
                const white = this.live.turn === "white";
                this.board.anticipate(from, to);
                promotion = await choosePromotion(target.promotions, white, this.board, to, this.names);
                if (!promotion) return this.putBack();
            } else if (target.promotions.length === 1) {
                promotion = target.promotions[0];
            }
            this.unselect();
            if (!this.claiming) this.board.anticipate(from, to, isHand(from) ? this.letterFrom(from) : null);
            return this.send({ from, to, ...(promotion ? { promotion } : {}) });
        } catch (problem) {
            return this.failed(problem);
        }
    }

    putBack() {
        this.unselect();
        this.render(false);
    }

    async send(move) {
        try {
            const state = this.claiming
                ? await api.act(this.id, this.tokens, { action: "claim", ...move }, this.style)
                : await api.play(this.id, this.tokens, { ...move, ply: this.live.ply }, this.style);
            this.receive(state);
            this.say(state.ruling && !state.ruling.ok ? state.ruling.text : "", "bad");
            if (state.ruling && !state.ruling.ok) this.putBack();
            return true;
        } catch (problem) {
            this.claiming = false;
            this.failed(problem, move);
            return false;
        }
    }

    failed(problem, move = {}) {
        this.render(false);
        if (problem.verdict) this.refuse(problem.verdict, move);
        else this.say(problem.message, "bad");
    }

    // A refused move says why and marks the squares of the verdict.
    refuse(verdict, { from, to } = {}) {
        if (verdict.legal) return;
        const king = /exposes-king|still-in-check|castle-in-check/.test(verdict.verdict)
            ? this.live.royal?.[this.live.turn] : undefined;
        const squares = verdict.verdict === "must-capture" ? { by: verdict.at, prey: verdict.by }
                                                           : { at: verdict.at, by: verdict.by, king };
        this.board.mark({ from, to, ...squares });
        const article = verdict.article ? ` (Laws, ${verdict.article})` : "";
        this.say(sentenceIn(this.style, verdict.text, this.live.size.ranks) + article, "bad");
    }

    async submitted(event) {
        event.preventDefault();
        const move = this.box.value.trim();
        if (!move || !this.live) return;
        if (!this.atEnd) this.view = this.live;
        this.box.value = ""; // at once: the next move may be typed before the answer is here
        const numbers = readNumbers(this.style, move, this.live.size);
        if (await this.send(numbers ?? { move }) || this.box.value) return;
        this.box.value = move;
        this.box.select();
    }

    // A letter typed on the board begins a move in the box.
    typed(event) {
        if (event.key.length !== 1 || !/[A-Za-z0-9]/.test(event.key) || this.form.hidden) return false;
        this.box.value += event.key;
        this.box.focus();
        return true;
    }

    // ---- rewinding ----

    documentKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (!event.target.closest?.("input, textarea, select, dialog, [role=grid]")) this.arrow(event);
    }

    // Whether the key goes through the game.
    arrow(event) {
        if (!this.view) return false;
        const ply = { ArrowLeft: this.view.ply - 1, ArrowRight: this.view.ply + 1, Home: 0,
                      End: this.live.history.length }[event.key];
        if (ply === undefined) return false;
        event.preventDefault();
        this.rewind(ply);
        return true;
    }

    async rewind(wanted) {
        if (!this.live || this.gone) return;
        const ply = Math.max(0, Math.min(wanted, this.live.history.length));
        if (!this.id) collection.note(ply);
        this.unselect();
        if (ply === this.live.ply) {
            this.newest(null);
            this.view = this.live;
            return this.render();
        }
        try {
            if (!this.past.has(ply)) this.past.set(ply, this.source.at(ply));
            const state = await this.newest(this.past.get(ply));
            if (!state || this.gone) return undefined;
            this.view = state;
            return this.render();
        } catch (problem) {
            this.past.delete(ply);
            return this.say(problem.message, "bad");
        }
    }

    flip() {
        this.flipped = !this.flipped;
        this.render(false);
    }
}
