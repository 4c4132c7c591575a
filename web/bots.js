// bots.js: the bot arena: programs that are here and can be challenged, their games live on small boards, the standings.
import * as api from "./api.js";
import { field, h, option } from "./dom.js";
import { readBoard } from "./fen.js";
import { miniBoard } from "./mini_board.js";
import { namesOf } from "./rules.js";
import { keepSeats, recall, remember } from "./settings.js";
import { t } from "./texts.js";

const EVERY = 1500; // milliseconds between two looks
const CLOCKS = ["60+1", "180+2", "600+5"];
const COLUMNS = ["bot", "points", "games", "won", "drawn", "lost"]; // of the standings
// The rule sets that programs for lichess know.
const PLAYED = ["chess", "chess960", "kingofthehill", "3check", "antichess", "atomic", "horde", "racingkings", "crazyhouse"];

const clockText = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
const points = ({ win, draw }) => win + draw / 2;

export class BotsView {
    constructor(root, { rules }) {
        this.rules = rules.filter(({ name }) => PLAYED.includes(name));
        this.choice = h("select", {}, this.rules.map(({ name, title }) => option(name, title, name === recall("bot-rules", "chess"))));
        this.clock = h("select", {}, CLOCKS.map((value) => option(value, t(`clock-${value}`), value === recall("bot-clock", "180+2"))));
        this.message = h("p", { class: "message", role: "status" });
        this.here = h("ul", { class: "bots-here" });
        this.boards = h("ul", { class: "bot-boards" });
        this.table = h("tbody");
        root.replaceChildren(h("div", { class: "bots" },
            h("section", { class: "card" }, h("h1", { text: t("bots") }),
                h("div", { class: "fields" }, field(t("which-game"), this.choice), field(t("clock"), this.clock)), this.here, this.message),
            h("section", { class: "card" }, h("h2", { text: t("games-now") }), this.boards),
            h("section", { class: "card" }, h("h2", { text: t("standings") }), h("table", { class: "standings" },
                h("thead", {}, h("tr", {}, COLUMNS.map((name) => h("th", { scope: "col", text: t(`standings-${name}`) })))),
                this.table))));
        this.look();
    }

    destroy() {
        this.gone = true;
        clearTimeout(this.timer);
    }

    async look() {
        try {
            if (!document.hidden) this.show(await api.bots());
        } catch (problem) {
            this.say(problem.message);
        }
        if (!this.gone) this.timer = setTimeout(() => this.look(), EVERY);
    }

    say(text) {
        this.message.textContent = text;
        this.message.classList.toggle("bad", text !== "");
    }

    // A part is drawn anew only where it has changed, so that the focus stays.
    part(place, what, draw) {
        const key = JSON.stringify(what);
        if (place.dataset.key === key) return;
        place.dataset.key = key;
        place.replaceChildren(...draw());
    }

    show({ bots, games, standings }) {
        this.part(this.here, bots.map(({ username, playing }) => [username, playing]), () => (bots.length > 0
            ? bots.map(({ username, playing }) => h("li", {}, h("strong", { text: username }),
                h("span", { class: "hint", text: playing > 0 ? t("bot-plays", { count: playing }) : t("bot-free") }),
                h("button", { text: t("challenge"), "aria-label": t("challenge-bot", { name: username }), onclick: () => this.challenge(username) })))
            : [h("li", { class: "hint", text: t("no-bot") })]));
        this.part(this.boards, games, () => (games.length > 0 ? games.map((game) => this.card(game))
            : [h("li", { class: "hint", text: t("nobody-plays") })]));
        this.part(this.table, standings, () => [...standings].sort((a, b) => points(b) - points(a) || a.games - b.games)
            .map((one) => h("tr", {}, h("th", { scope: "row", text: one.name }),
                [points(one), one.games, one.win, one.draw, one.loss].map((value) => h("td", { text: value })))));
    }

    card({ id, rules, white, black, fen, ply, result, white_ms, black_ms }) {
        const rule = this.rules.find(({ name }) => name === rules);
        const player = (name, ms) => h("span", { class: "bot-player" }, h("span", { text: name }),
            ms !== undefined && h("span", { text: clockText(ms) }));
        const words = result === "*" ? t("at-move", { number: Math.floor(ply / 2) + 1 }) : result.replace("1/2-1/2", "½–½");
        return h("li", {}, h("a", { href: `#/game/${id}` },
            player(black, black_ms), miniBoard(readBoard(fen.split(" ")[0].replace(/\[.*\]/, "")), namesOf(rule)), player(white, white_ms),
            h("span", { class: "hint", text: `${rule?.title ?? rules} · ${words}` })));
    }

    async challenge(name) {
        const [seconds, more] = this.clock.value.split("+").map(Number);
        remember("bot-rules", this.choice.value);
        remember("bot-clock", this.clock.value);
        try {
            const { id, seats } = await api.challengeBot(name, { rules: this.choice.value,
                clock: { initial_ms: seconds * 1000, increment_ms: more * 1000 } });
            keepSeats(id, seats);
            if (!this.gone) location.hash = `#/game/${id}`;
        } catch (problem) {
            this.say(problem.message);
        }
    }
}
