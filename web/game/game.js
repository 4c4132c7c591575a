// game.js: a game that the server keeps: who may touch it, how it stands, and every earlier position,
// without a request. A move is shown a moment before the server's answer.
import { Actions } from "./actions.js";
import * as api from "../common/api.js";
import * as collection from "../study/collection.js";
import { h } from "../common/dom.js";
import { EndingCard } from "./ending.js";
import { MoveList, placeIn } from "./movelist.js";
import { isWhite, kindName, pieceName } from "../board/pieces.js";
import { Told, named } from "../start/rules.js";
import { keepSeats, seatsOf } from "../common/settings.js";
import { sounds } from "../common/sound.js";
import { stored } from "./source.js";
import { STYLES, readNumbers } from "../board/squares.js";
import { OTHER, TableView } from "./table.js";
import { shownSan, typedSan } from "./san.js";
import { t, titled } from "../texts/texts.js";
import { Timeline, takenBy } from "./timeline.js";
import { isHand } from "../board/touch.js";

export class GameView extends TableView {
    // `rest`, the part of the address after the game, is the token of a shared seat, "share", or the square that was
    // touched on the first page. Returns null if the person has gone to another page meanwhile.
    static async open(root, id, rest = "", left = () => false) {
        const [, square] = /^pick-([a-z]{1,2}[0-9]{1,2})$/.exec(rest) ?? [];
        if (rest) history.replaceState(null, "", `#/game/${id}`);
        if (rest && rest !== "share" && !square) {
            const { seats = [] } = await api.readGame(id, rest).catch(() => ({}));
            for (const seat of seats) keepSeats(id, { ...seatsOf(id), [seat]: rest });
        }
        if (left()) return null;
        const view = new GameView(root, (whole) => stored(id, whole));
        if (rest === "share") view.actions.share();
        if (square) view.started.then(() => view.hand.activate(square));
        return view;
    }

    constructor(root, sourceFor) {
        super(root);
        this.source = sourceFor((count = this.live.ply) => this.whole(count));
        this.id = this.source.id;
        this.seats = seatsOf(this.id);
        this.live = null; // the newest state of the game; view is it, or an earlier ply
        this.build();
        this.timer = setInterval(() => this.tick(), 100);
        this.started = this.start();
    }

    destroy() {
        super.destroy();
        clearInterval(this.timer);
        this.unwatch?.();
    }

    async start() {
        try {
            const state = await this.source.read();
            if (this.gone) return;
            if (this.side() === "black") this.flipped = true;
            Object.assign(this.names, state.rules.kinds);
            this.adoptStyle(state.rules.name);
            this.told.element.hidden = state.rules.name === "chess";
            this.receive(state);
            const notes = collection.takeNotes(this.id);
            if (notes.length > 0) this.say(notes.map(api.sentence).join(" "), "bad");
            this.unwatch = this.source.watch((fresh) => this.receive(fresh),
                                             (on) => this.connected(on), this.tokens,
                                             (who) => this.presence(who));
            if (state.rules.own) this.rulesText = (await this.source.rules().catch(() => ({}))).text;
        } catch (problem) {
            if (this.gone) return;
            const text = problem.status === 404 ? t("no-such-game") : problem.message;
            if (this.live) this.say(text, "bad");
            else this.notHere(text);
        }
    }

    // If the game does not exist, shows no board and no buttons, only links.
    notHere(text) {
        this.root.replaceChildren(h("section", { class: "card join-form" }, h("h1", { text }), h("div", { class: "buttons" },
            h("a", { class: "button", href: "#/", text: t("new-game") }), h("a", { class: "button", href: "#/join", text: t("join") }))));
    }

    // ---- the page around the board ----

    build() {
        this.moves = new MoveList((ply) => this.go(ply));
        this.box = h("input", { class: "move-box", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
                                "aria-label": t("type-a-move"), enterkeyhint: "go" });
        this.form = h("form", { class: "typed", onsubmit: (event) => this.submitted(event) },
            this.box, h("button", { class: "primary", text: t("move") }));
        this.told = new Told(() => this.howPlayed());
        this.actions = new Actions(this);
        this.ending = new EndingCard(this);
        this.watchers = h("p", { class: "hint watchers", hidden: true });
        this.layOut(this.message, this.why.card, this.ending.element, this.actions.offer, this.actions.claims,
            this.moves.element, this.form, this.actions.buttons, this.actions.rulings, this.actions.tools(),
            this.told.element, this.teacher.element, this.watchers);
    }

    // Players who came by a link have not seen the rules on the first page.
    async howPlayed() {
        const { name, own } = this.live.rules;
        const known = own ? [(await api.checkRules(this.rulesText)).rules] : await api.rules();
        return known.find((rule) => rule.name === name)?.told;
    }

    connected(on) {
        this.root.firstChild?.classList.toggle("offline", !on);
        if (!on) this.say(t("connection-lost"), "bad");
        else if (this.lost) this.say("");
        this.lost = !on;
    }

    // Shows who is at the table, and how many watch.
    presence(who) {
        this.present = who;
        this.watchers.hidden = who.watching === 0;
        this.watchers.textContent = t("watchers", { count: who.watching });
        if (this.live) this.renderSeats();
    }

    // ---- states ----

    receive(state) {
        if (this.gone || (this.live && state.version < this.live.version)) return undefined;
        const before = this.live;
        if (before && state.version === before.version && state.ply === before.ply && !state.next === !before.next
            && state.rematch === before.rematch) { // nothing has changed
            this.live = state;
            this.received = performance.now();
            return this.renderSeats();
        }
        const moved = before && (state.ply !== before.ply || this.historyChanged(state));
        const following = !before || this.atEnd || this.view.ply >= state.history.length;
        if (!before || moved || state.history.length !== before.history.length) this.timeline = new Timeline(state);
        this.received = performance.now();
        const news = before && state.version !== before.version;
        this.live = state;
        if (following || this.view.ply > state.history.length) this.view = this.timeline.at(state.ply);
        if (moved) this.claiming = false;
        if (moved && following) this.hand.fresh();
        if (!before) this.hand.verdicts = new Map();
        this.render();
        if (this.mayMove() && !state.outcome && this.id) this.hand.all().catch(() => {});
        if (news && moved && state.ply > 0) this.announce(state, before);
        this.ending.show(news);
        this.actions.told(before);
        this.actions.follow();
        if (moved && this.mayMove()) this.hand.playAdvance();
        return undefined;
    }

    historyChanged(state) {
        return this.live.history.some((move, index) => state.history[index]?.uci !== move.uci);
    }

    announce(state, before) {
        const move = state.history[state.ply - 1];
        const words = [shownSan(move?.san) ?? "", ...(state.check.length > 0 && !state.outcome ? [t("check")] : []),
                       state.outcome?.text ?? t("to-move", { side: t(state.turn) })];
        this.speak(words.filter(Boolean).join(". "));
        const from = this.timeline.at(state.ply - 1);
        if (state.ply > before.ply) sounds.move(takenBy(from.pieces, move?.put ?? {}, from.turn).length > 0, state);
    }

    // The colour that this browser plays, "both", or null.
    side() {
        const held = Object.keys(this.seats).filter((colour) => this.seats[colour]);
        return held.length === 1 ? held[0] : held.length === 2 ? "both" : null;
    }

    hotSeat() {
        const held = this.side();
        if (held === "both") return true;
        return held !== null && this.live?.players[OTHER[held]].kind === "engine";
    }

    // The intended move of the claim that ended the game as a draw; it was not played.
    claimedMove() {
        const { outcome } = this.live;
        return this.atEnd && outcome?.with ? { move: outcome.with } : null;
    }

    // Asks for the numbers that a claim needs, as they would be after the intended move (9.2.1, 9.3.1).
    async countsAfter({ ply = this.live.ply, ...move }) {
        const game = this.whole(ply);
        const { move: uci, san } = await api.whyAt({ ...game, ...move }, this.style);
        const { repeated, quiet } = await api.explainAt({ ...game, moves: `${game.moves} ${uci}`.trim() }, {}, this.style);
        return { repeated, quiet, after: shownSan(san) };
    }

    // The game with all or some of its moves.
    whole(count = this.live.history.length) {
        const { rules, start } = this.live;
        const history = this.live.history.slice(0, count);
        return { ...named({ name: rules.name, text: this.rulesText }), fen: start.fen,
                 moves: history.filter(({ uci }) => uci).map(({ uci }) => uci).join(" ") };
    }

    // All tokens that this browser holds are sent; the server knows whose turn it is.
    get tokens() {
        return Object.values(this.seats).filter(Boolean).join(", ");
    }

    mayMove() {
        return !!this.seats[this.live.turn];
    }

    get atEnd() {
        return this.view.ply === this.live.ply;
    }

    get arbiter() {
        return this.live.regulations;
    }

    render(animate = true) {
        const { view, live } = this;
        if (!live) return;
        this.showBoard(animate);
        const { opening } = view;
        this.rulesTitle.textContent = titled(live.rules.title) + (opening ? ` · ${opening.name} (${opening.eco})` : "");
        this.status.textContent = this.statusText();
        this.status.classList.toggle("over", !!live.outcome && this.atEnd);
        this.moves.show(live, view.ply, this.style);
        this.showScore();
        this.renderSeats();
        this.actions.show();
        this.box.placeholder = STYLES[this.style].example;
        this.form.hidden = !this.atEnd || !!live.outcome || !this.mayMove();
        const mine = this.side() !== "both" && this.mayMove() && !live.outcome;
        document.title = `${mine ? `● ${t("your-turn")}` : this.status.textContent} · Arbiter`;
    }

    // Lab 3's score belongs to Lab 3's rules; of an earlier ply only the server knows it.
    async showScore() {
        const { view, live } = this;
        if (!/^lab(-|$)/.test(live.rules.name)) return this.score.show(null);
        if (this.atEnd) return this.score.show(live.score?.white, this.flipped);
        view.score ??= this.source.at(view.ply).then(({ score }) => score);
        const score = await view.score.catch(() => null);
        return view === this.view ? this.score.show(score?.white, this.flipped) : undefined;
    }

    statusText() {
        const { view, live } = this;
        if (!this.atEnd) return placeIn(live, view.ply);
        if (live.outcome) return live.outcome.text;
        if (live.challenger) return t("waits-for", { name: live.players[OTHER[live.challenger]].name });
        const words = t("to-move", { side: t(live.turn) });
        return live.check.length > 0 ? `${words} · ${t("in-check")}` : words;
    }

    placeOf(ply) {
        return placeIn(this.live, ply, true);
    }

    renderSeats() {
        this.seatStrips();
        for (const colour of ["white", "black"])
            this.strips[colour].show({ ...this.view, clock: this.live.clock, players: this.live.players,
                                       outcome: this.live.outcome, turn: this.live.turn },
                { mine: this.seats[colour] && this.side() !== "both", names: this.names,
                  here: this.here(colour), received: this.received });
    }

    // A remote player is here or away; engines, and a player of both sides, are always here.
    here(colour) {
        if (!this.present || this.side() === "both" || this.live.players[colour].kind === "engine") return undefined;
        return this.present[colour];
    }

    tick() {
        this.strips.white.tick();
        this.strips.black.tick();
    }

    // ---- choosing and moving ----

    // Whether this browser may use such a piece now.
    mayUse(letter) {
        if (!this.live || !this.atEnd || this.live.outcome || !letter) return false;
        return TableView.sideOf(letter) === this.live.turn && this.mayMove();
    }

    // During the opponent's turn an own piece may be moved in advance.
    inAdvance(letter) {
        if (!this.live || !letter || !this.atEnd || this.live.outcome || this.live.regulations || this.mayMove()) return false;
        return this.side() === TableView.sideOf(letter) && this.live.ply > 0;
    }

    // Under an arbiter a touched piece must be moved. For a claim the move is only pointed out, and nothing is touched (9.4).
    async touched(square) {
        if (this.live.regulations && !this.claiming && !isHand(square)) await this.actions.report({ event: "touch", square });
    }

    royalOf(colour) {
        return this.atEnd ? this.live.royal?.[colour] : super.royalOf(colour);
    }

    // Says why nothing can be picked up on this square or in this hand.
    nothingToLift(square, letter = this.view.pieces[square]) {
        if (this.live.outcome) this.say(t("game-over", { how: this.live.outcome.text }));
        else if (!this.atEnd) this.say(t("earlier-position"));
        else if (this.side() === null) this.say(t("watching"));
        else if (!this.mayMove()) this.say(t("turn-of", { side: t(this.live.turn) }));
        else if (this.view.holes?.includes(square)) this.say(t("no-square"));
        else if (letter) this.say(this.whyNot(letter), "bad");
        else this.say("");
        this.board.mark();
    }

    // The reason that is told to the side to move if it touches a piece that it cannot pick up.
    whyNot(letter) {
        const owner = isWhite(letter) ? "white" : "black";
        const { turn } = this.live;
        return owner === turn ? t("none-in-hand", { piece: pieceName(letter, this.names) })
            : t("belongs-to", { piece: kindName(letter, this.names), owner: t(owner), side: t(turn) });
    }

    async send(move) {
        const { claiming: claimed, live: { ply } } = this; // the news of the answer may be here before it
        try {
            const state = claimed
                ? await api.act(this.id, this.tokens, { action: "claim", ...move }, this.style)
                : await api.play(this.id, this.tokens, { ...move, ply }, this.style);
            this.claiming = false;
            this.receive(state);
            const refused = state.ruling && !state.ruling.ok;
            this.say(refused ? state.ruling.text : "", "bad");
            if (refused) this.hand.putBack();
            if (claimed && state.ruling?.ruling === "wrong-claim") this.why.ask(null, { ...move, ply }); // the arbiter has the move made all the same (9.5.3)
            return true;
        } catch (problem) {
            this.claiming = false;
            this.failed(problem, move);
            if (claimed && problem.status === 409) this.why.ask(null, move);
            return false;
        }
    }

    failed(problem, move = {}) {
        this.render(false);
        if (problem.verdict) this.hand.refuse(problem.verdict, move);
        else this.say(problem.message, "bad");
    }

    async submitted(event) {
        event.preventDefault();
        const typed = this.box.value;
        const move = typedSan(typed);
        if (!move || !await this.ready()) return;
        if (!this.atEnd) this.go(this.live.ply);
        this.box.value = ""; // at once: the next move may be typed before the answer is here
        const numbers = readNumbers(this.style, move, this.live.size);
        if (await this.send(numbers ?? { move }) || this.box.value) return;
        this.box.value = typed;
        this.box.select();
    }

    // ---- rewinding ----

    // Returns true if the key goes through the game.
    arrow(event) {
        if (!this.view) return false;
        const ply = { ArrowLeft: this.view.ply - 1, ArrowRight: this.view.ply + 1, Home: 0,
                      End: this.live.history.length }[event.key];
        if (ply === undefined) return false;
        event.preventDefault();
        this.go(ply);
        return true;
    }

    go(wanted) {
        if (!this.live || this.gone) return;
        const ply = Math.max(0, Math.min(wanted, this.live.history.length));
        if (ply === this.view.ply) return;
        const step = Math.abs(ply - this.view.ply) === 1;
        this.hand.fresh();
        this.view = this.timeline.at(ply);
        this.render(step);
    }
}
