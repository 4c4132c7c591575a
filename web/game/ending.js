// ending.js: the card at the end of a game: result, reason, article, and where to go from there.
import { h } from "../common/dom.js";
import { historyText } from "./movelist.js";
import { sounds } from "../common/sound.js";
import { t } from "../texts/texts.js";

export class EndingCard {
    constructor(game) {
        this.game = game;
        this.element = h("section", { class: "ending", hidden: true, "aria-label": t("game-ended") });
    }

    // `news`: has the game just ended?
    show(news) {
        const { game } = this;
        const { outcome } = game.live;
        const key = outcome ? `${outcome.result} ${outcome.reason} ${game.live.rematch} ${game.live.next}` : "";
        this.element.hidden = !outcome;
        if (!outcome || key === this.key) {
            this.key = key;
            return;
        }
        if (news && !this.key) sounds.end(outcome, game.side());
        this.key = key;
        const mine = game.side();
        const won = { "1-0": "white", "0-1": "black" }[outcome.result];
        const word = outcome.result === "*" ? t("no-game") : !won ? t(outcome.result === "0-0" ? "both-lost" : "drawn")
            : mine === "white" || mine === "black" ? t(mine === won ? "you-won" : "you-lost")
            : t("side-won", { side: game.actions.nameOf(won) });
        this.element.replaceChildren(
            h("div", { class: "verdict-head" }, h("span", { class: "big-result", text: outcome.result.replace("1/2-1/2", "½–½") }),
                h("div", {}, h("h2", { text: word }), h("p", { text: t("sentence", { text: outcome.text }) }),
                    outcome.article && h("p", { class: "hint", text: t("article", { article: outcome.article }) }))),
            ...this.history(),
            h("div", { class: "buttons" }, ...this.rematch(),
                h("button", { text: t("why"), onclick: () => game.why.ask(null) }),
                h("button", { text: t("study"), onclick: () => game.actions.study() }),
                h("a", { class: "button", href: "#/", text: t("new-game") })));
    }

    // COMP 250's handout: "at the end of the game, it will print every move that was made".
    history() {
        const { live, printsMoves } = this.game;
        if (!printsMoves) return [];
        return [h("pre", { class: "history", tabindex: 0, role: "region", "aria-label": t("every-move"),
                           text: historyText(live.history.slice(0, live.ply)) })];
    }

    rematch() {
        const { game } = this;
        const { next, rematch } = game.live;
        if (game.side() === null) return next ? [h("a", { class: "button", href: `#/game/${next}`, text: t("next-game") })] : [];
        if (next) return [h("button", { class: "primary", text: t("next-game"), onclick: () => game.actions.goNext() })];
        if (rematch && rematch === game.side()) return [h("span", { class: "hint", text: t("rematch-asked") })];
        return [h("button", { class: "primary", text: t(rematch ? "rematch-accept" : "rematch"),
                              onclick: () => game.actions.rematch() })];
    }
}
