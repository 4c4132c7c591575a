// actions.js: what players do beside moving: undo and redo, offers, claims, resigning, sharing a seat,
// exporting the game. The state and the seats held decide which of these are offered.
import * as api from "../common/api.js";
import { studyOf } from "../study/collection.js";
import { askName, confirm, showExport, showShare } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { historyText } from "./movelist.js";
import { recordOf } from "../study/pgn.js";
import { keepSeats, recall, remember } from "../common/settings.js";
import { OTHER } from "./table.js";
import { t } from "../texts/texts.js";

export class Actions {
    constructor(game) {
        this.game = game;
        const button = (key, action) =>
            h("button", { text: t(key), onclick: action, title: t(`${key}-hint`), hidden: true });
        const act = (action) => () => this.act({ action });
        this.from = button("play-on", () => this.playOn());
        this.undo = button("undo", act("undo"));
        this.redo = button("redo", act("redo"));
        this.takeback = button("takeback", act("takeback"));
        this.draw = button("offer-draw", act("offer-draw"));
        this.resign = button("resign", () => this.resigned());
        this.press = button("press-clock", () => this.report({ event: "press" }));
        this.rulings = h("ol", { class: "rulings", "aria-label": t("rulings"), hidden: true });
        this.buttons = h("div", { class: "buttons" }, this.from, this.undo, this.redo,
                         this.takeback, this.draw, this.resign, this.press);
        this.claims = h("div", { class: "buttons claims" });
        this.offer = h("div", { class: "offer", role: "status", hidden: true });
    }

    // The buttons below the game: how it is shown, and how it is exported.
    tools() {
        const { game } = this;
        return h("div", { class: "tools" },
            h("button", { class: "flip", text: t("flip"), onclick: () => game.flip() }),
            h("button", { text: t("share"), onclick: () => this.share() }),
            h("button", { text: t("export"), title: t("export-hint"), onclick: () => this.exported() }),
            h("button", { text: t("study"), title: t("study-hint"), onclick: () => this.study() }),
            this.nameButton = h("button", { text: t("my-name"), hidden: true, onclick: () => this.rename(game.side()) }),
            h("a", { class: "button edit", text: t("edit"), title: t("edit-hint"), href: "#/setup",
                     onclick: (event) => this.edit(event) }),
            game.settings());
    }

    show() {
        const { game } = this;
        const { live, atEnd } = game;
        const alone = game.hotSeat();
        const over = !!live.outcome;
        const two = game.side() !== null && !alone && !over;
        const shown = (button, on) => { button.hidden = !on; };
        shown(this.from, !atEnd && alone && !live.regulations);
        shown(this.undo, atEnd && alone && !live.regulations);
        shown(this.redo, atEnd && alone && !live.regulations);
        shown(this.press, !!live.regulations && game.side() !== null && !over && !live.cancelled && atEnd);
        this.rulings.hidden = !live.rulings?.length;
        this.rulings.replaceChildren(...(live.rulings ?? []).map(({ text }) => h("li", { text })));
        this.undo.disabled = live.ply === 0;
        this.redo.disabled = live.ply >= live.history.length;
        shown(this.takeback, two && live.ply > 0 && !live.offers?.takeback && !live.regulations);
        shown(this.draw, two && !live.offers?.draw);
        shown(this.resign, game.side() !== null && !over && live.ply > 0);
        shown(this.nameButton, game.side() === "white" || game.side() === "black");
        this.showClaims(!over && atEnd && game.mayMove());
        this.showOffer();
    }

    // FIDE 9.2 and 9.3: a claim by the present position, or by an intended move.
    showClaims(may) {
        const { live, claiming } = this.game;
        const now = may ? live.claims : [];
        const later = may && now.length === 0 ? live.claimable : [];
        this.claims.replaceChildren(
            ...now.map((claim) => h("button", { class: "primary", text: t(`claim-${claim}`),
                                                onclick: () => this.act({ action: "claim" }) })),
            ...later.slice(0, 1).map((claim) => h("button", {
                class: claiming ? "primary" : "", "aria-pressed": String(claiming),
                text: t("claim-with"), title: t("claim-with-hint", { what: t(`with-${claim}`) }),
                onclick: () => this.claimWith(claim) })));
    }

    claimWith(claim) {
        const { game } = this;
        game.claiming = !game.claiming;
        game.hand.unselect();
        game.render(false);
        game.say(game.claiming ? t("claim-show", { what: t(`with-${claim}`) }) : "");
    }

    // In a kept game the later moves are lost.
    playOn() {
        return this.act({ action: "goto", ply: this.game.view.ply });
    }

    nameOf(colour) {
        return this.game.live.players[colour].name || t(colour);
    }

    showOffer() {
        const { live, seats } = this.game;
        const { draw, takeback } = live.offers ?? {};
        const by = draw ?? takeback;
        this.offer.hidden = !by || !!live.outcome;
        if (this.offer.hidden) return;
        const what = draw ? "draw" : "takeback";
        const mine = this.game.side() === by;
        const answers = seats[OTHER[by]] ? [
            h("button", { class: "primary", text: t("accept"), onclick: () => this.act({ action: `accept-${what}` }) }),
            h("button", { text: t("decline"), onclick: () => this.act({ action: `decline-${what}` }) })] : [];
        this.offer.replaceChildren(h("span", { text: mine ? t(`offered-${what}`)
            : t(`offers-${what}`, { name: this.nameOf(by) }) }), ...answers);
    }

    // If our offer is gone and the game goes on, the offer was declined.
    told(before) {
        const { live } = this.game;
        const side = this.game.side();
        if (!before || live.outcome || side === null || side === "both") return;
        for (const what of ["draw", "takeback"])
            if (before.offers?.[what] === side && !live.offers?.[what] && live.ply >= before.ply)
                this.game.say(t(`declined-${what}`, { name: this.nameOf(OTHER[side]) }));
    }

    async act(action) {
        const { game } = this;
        try {
            game.claiming = false;
            if (action.action !== "goto") game.go(game.live.ply);
            game.receive(await api.act(game.id, game.tokens, action, game.style));
            game.go(game.live.ply);
            game.say("");
        } catch (problem) {
            game.failed(problem);
            if (action.action === "claim") game.why.ask(null);
        }
    }

    // Events at the board other than moves, for a game that has an arbiter.
    async report(event) {
        const { game } = this;
        try {
            const state = await api.report(game.id, game.tokens, event);
            game.receive(state);
            game.say(state.ruling?.text ?? "", state.ruling?.ok === false ? "bad" : "");
        } catch (problem) {
            game.failed(problem);
        }
    }

    async resigned() {
        const who = this.game.side() === "both" ? t("resign-for", { side: t(this.game.live.turn) }) : t("resign-ask");
        if (await confirm(who, t("resign"))) this.act({ action: "resign" });
    }

    async fen() {
        const { game } = this;
        return game.atEnd ? game.live.fen : (await game.source.explain({ ply: game.view.ply }, game.style)).fen;
    }

    // The PGN as the server writes it; without the server only the moves and the names.
    async pgn() {
        const { game } = this;
        const { players, start, history, outcome } = game.live;
        return game.source.pgn().catch((problem) => {
            if (problem.status !== 0) throw problem;
            const tags = [["White", players.white.name || "?"], ["Black", players.black.name || "?"], ["Result", outcome?.result ?? "*"],
                          ["SetUp", "1"], ["FEN", start.fen]];
            return recordOf(tags, history.filter(({ san }) => san).map(({ san }) => san), outcome?.result ?? "*");
        });
    }

    async exported() {
        const { game } = this;
        if (!await game.ready()) return;
        try {
            await showExport({ fen: await this.fen(), pgn: await this.pgn(), name: `arbiter-${game.id}`, view: game,
                         history: game.style === "xy" ? historyText(game.live.history) : "" });
        } catch (problem) {
            game.say(problem.message, "bad");
        }
    }

    async edit(event) {
        const { game } = this;
        event.preventDefault();
        if (!await game.ready()) return;
        remember("editor", { rules: game.live.rules.name, fen: await this.fen(), text: game.rulesText });
        location.hash = "#/setup";
    }

    async study() {
        const { game } = this;
        if (!await game.ready()) return;
        try {
            location.hash = await studyOf(await this.pgn(), game.rulesText ? { rules_text: game.rulesText }
                : { rules: game.live.rules.name }, game.view.ply);
        } catch (problem) {
            game.say(problem.message, "bad");
        }
    }

    // A rematch with colours changed; two players must agree. When one accepts, the other is taken there.
    async rematch() {
        await this.act({ action: "rematch" });
        this.wantsNext = true;
        this.follow();
    }

    follow() {
        if (this.wantsNext && this.game.live.next && !this.game.gone) this.goNext();
    }

    // The seats of the next game have the tokens of this game's seats, exchanged.
    goNext() {
        const { game } = this;
        const { next } = game.live;
        const seats = Object.fromEntries(Object.entries(game.seats).map(([colour, token]) => [OTHER[colour], token]));
        keepSeats(next, seats);
        location.hash = `#/game/${next}`;
    }

    // Asks a player who came by a link for a name.
    async rename(colour) {
        const { game } = this;
        const name = await askName(game.live.players[colour].name);
        if (name !== null) this.act({ action: "name", name });
    }

    share() {
        const { game } = this;
        const address = `${location.origin}${location.pathname}#/game/${game.id}`;
        const links = Object.entries(recall(`invites.${game.id}`, {})).map(([colour, token]) =>
            [t("seat-of", { side: t(colour) }), `${address}/${token}`, t("seat-hint", { side: t(colour) }),
             () => api.codeFor(game.id, colour, token)]);
        links.push([t("to-watch"), address, t("to-watch-hint"), () => api.codeFor(game.id, "watch")]);
        const give = game.side() === "both" ? ["white", "black"].map((colour) =>
            [t("give-seat", { side: t(colour) }), () => this.giveAway(colour)]) : [];
        showShare(links, give);
    }

    // From now on this browser plays one side, and shows the link to the other.
    giveAway(colour) {
        const { game } = this;
        remember(`invites.${game.id}`, { [colour]: game.seats[colour] });
        game.seats = { [OTHER[colour]]: game.seats[OTHER[colour]] };
        keepSeats(game.id, game.seats);
        game.render(false);
        this.share();
    }
}
