// actions.js: what players do beside moving: undo and redo, offers, claims, resigning, sharing a
// seat, taking the game along. Which of it is offered follows from the state and the seats held.
import * as api from "./api.js";
import { create } from "./collection.js";
import { confirm, showExport, showShare } from "./dialogs.js";
import { h, option } from "./dom.js";
import { keepSeats, recall, remember } from "./settings.js";
import { STYLES } from "./squares.js";

export const OTHER = { white: "black", black: "white" };
export const TITLE = { white: "White", black: "Black" };

const CLAIMS = { repetition: "Claim a draw: the position occurs for the third time",
                 moves: "Claim a draw: fifty moves without capture or pawn move" };
const WITH = { repetition: "the position would occur for the third time",
               moves: "fifty moves would be full without capture or pawn move" };

export class Actions {
    constructor(game) {
        this.game = game;
        const button = (text, action, label = text) =>
            h("button", { text, onclick: action, title: label, hidden: true });
        const act = (action) => () => this.act({ action });
        this.from = button("Play on from here", () => this.playOn());
        this.undo = button("Undo", act("undo"), "Take the last move back");
        this.redo = button("Redo", act("redo"), "Play it again");
        this.takeback = button("Ask to take back", act("takeback"));
        this.draw = button("Offer a draw", act("offer-draw"));
        this.resign = button("Resign", () => this.resigned());
        this.press = button("Press the clock", () => this.report({ event: "press" }));
        this.rulings = h("ol", { class: "rulings", "aria-label": "Rulings", hidden: true });
        this.buttons = h("div", { class: "buttons" }, this.from, this.undo, this.redo,
                         this.takeback, this.draw, this.resign, this.press);
        this.claims = h("div", { class: "buttons claims" });
        this.offer = h("div", { class: "offer", hidden: true });
    }

    // What lies below the game: how it is looked at, and where it can be taken.
    tools() {
        const { game } = this;
        const style = h("select", { onchange: () => {
            game.style = style.value;
            remember("style", game.style);
            game.render(false);
        } }, ...Object.entries(STYLES).map(([value, { title }]) => option(value, title, value === game.style)));
        return h("div", { class: "tools" },
            h("button", { class: "flip", text: "Flip", onclick: () => game.flip() }),
            game.id && h("button", { text: "Share", onclick: () => this.share() }),
            h("button", { text: "Export", title: "FEN and PGN, to copy or to save",
                          onclick: () => this.exported() }),
            h("a", { class: "button edit", text: "Edit", title: "Set up from this position", href: "#/setup",
                     onclick: () => remember("editor", { rules: game.live?.rules.name, fen: game.view?.fen,
                                                         text: game.rulesText }) }),
            h("label", { class: "style" }, h("span", { text: "Coordinates" }), style));
    }

    show() {
        const { game } = this;
        const { live, atEnd } = game;
        const alone = game.hotSeat();
        const over = !!live.outcome;
        const two = game.side() !== null && !alone && !over;
        const shown = (button, on) => { button.hidden = !on; };
        shown(this.from, game.id ? !atEnd && alone : true);
        shown(this.undo, atEnd && alone);
        shown(this.redo, atEnd && alone);
        if (live.regulations) for (const button of [this.undo, this.redo, this.from]) button.hidden = true;
        shown(this.press, !!live.regulations && game.side() !== null && !over && !live.cancelled && atEnd);
        this.rulings.hidden = !live.rulings?.length;
        this.rulings.replaceChildren(...(live.rulings ?? []).map(({ text }) => h("li", { text })));
        this.undo.disabled = live.ply === 0;
        this.redo.disabled = live.ply >= live.history.length;
        shown(this.takeback, two && live.ply > 0 && !live.offers?.takeback && !live.regulations);
        shown(this.draw, two && !live.offers?.draw);
        shown(this.resign, game.side() !== null && !over && live.ply > 0);
        this.showClaims(!over && atEnd && game.mayMove());
        this.showOffer();
    }

    // FIDE 9.2 and 9.3: of the position on the board, or with the move that is intended.
    showClaims(may) {
        const { live, claiming } = this.game;
        const now = may ? live.claims : [];
        const later = may && now.length === 0 ? live.claimable : [];
        this.claims.replaceChildren(
            ...now.map((claim) => h("button", { class: "primary", text: CLAIMS[claim],
                                                onclick: () => this.act({ action: "claim" }) })),
            ...later.slice(0, 1).map((claim) => h("button", {
                class: claiming ? "primary" : "", "aria-pressed": String(claiming),
                text: "Claim a draw with a move …", title: `With the right move ${WITH[claim]}`,
                onclick: () => this.claimWith(claim) })));
    }

    claimWith(claim) {
        const { game } = this;
        game.claiming = !game.claiming;
        game.unselect();
        game.render(false);
        game.say(game.claiming ? `Show the move with which ${WITH[claim]}. The game is drawn then; `
                                 + "the move is not played." : "");
    }

    // Of a game that is kept, the moves behind it go; a game from a file becomes one that is kept.
    async playOn() {
        const { game } = this;
        const { ply } = game.view;
        if (game.id) return this.act({ action: "goto", ply });
        try {
            location.hash = `#/game/${await create({ ...game.source.wanted, ply })}`;
        } catch (problem) {
            game.say(problem.message, "bad");
        }
        return undefined;
    }

    showOffer() {
        const { live, seats } = this.game;
        const { draw, takeback } = live.offers ?? {};
        const by = draw ?? takeback;
        this.offer.hidden = !by || !!live.outcome;
        if (this.offer.hidden) return;
        const what = draw ? "draw" : "takeback";
        const words = draw ? "offers a draw" : "asks to take the last move back";
        const answers = seats[OTHER[by]] ? [
            h("button", { class: "primary", text: "Accept",
                          onclick: () => this.act({ action: `accept-${what}` }) }),
            h("button", { text: "Decline",
                          onclick: () => this.act({ action: `decline-${what}` }) })] : [];
        this.offer.replaceChildren(h("span", { text: `${TITLE[by]} ${words}.` }), ...answers);
    }

    async act(action) {
        const { game } = this;
        try {
            game.view = game.live;
            game.receive(await api.act(game.id, game.tokens, action, game.style));
            game.say("");
        } catch (problem) {
            game.failed(problem);
        }
    }

    // What happens at the board beside the moves, for a game that has an arbiter.
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
        const who = this.game.side() === "both" ? ` for ${TITLE[this.game.live.turn]}` : "";
        if (await confirm(`Resign${who}?`, "Resign")) this.act({ action: "resign" });
    }

    async exported() {
        const { game } = this;
        try {
            showExport(game.view.fen, await game.source.pgn(), game.id ? `arbiter-${game.id}` : "game");
        } catch (problem) {
            game.say(problem.message, "bad");
        }
    }

    share() {
        const { game } = this;
        const address = `${location.origin}${location.pathname}#/game/${game.id}`;
        const links = Object.entries(recall(`invites.${game.id}`, {})).map(([colour, token]) =>
            [`${TITLE[colour]}'s seat`, `${address}/${token}`,
             `Whoever opens this link plays ${TITLE[colour]}.`]);
        links.push(["To watch", address, "Spectators see every move and cannot touch the board."]);
        const give = game.side() === "both" ? ["white", "black"].map((colour) =>
            [`Give ${TITLE[colour]}'s seat to a friend`, () => this.giveAway(colour)]) : [];
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
