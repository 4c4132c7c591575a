// bots.js: the bot arena: connected programs that can be challenged, their live games on small boards, standings.
import * as api from "../common/api.js";
import { field, h, option } from "../common/dom.js";
import { readBoard } from "../board/fen.js";
import { miniBoard } from "../board/mini_board.js";
import { namesOf } from "./rules.js";
import { keepSeats, recall, remember } from "../common/settings.js";
import { t, titled } from "../texts/texts.js";

const EVERY = 1500; // milliseconds between two looks
const CLOCKS = ["60+1", "180+2", "600+5"];
const COLUMNS = ["bot", "points", "games", "won", "drawn", "lost"]; // columns of the standings
// The rule sets that programs for lichess know.
const PLAYED = ["chess", "chess960", "kingofthehill", "3check", "antichess", "atomic", "horde", "racingkings", "crazyhouse"];

const clockText = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
const points = ({ win, draw }) => win + draw / 2;

export class BotsView {
    constructor(root, { rules }) {
        this.rules = rules;
        this.choice = h("select", {}, rules.filter(({ name }) => PLAYED.includes(name)).map(({ name, title }) => option(name, titled(title), name === recall("bot-rules", "chess"))));
        this.clock = h("select", {}, CLOCKS.map((value) => option(value, t(`clock-${value}`), value === recall("bot-clock", "180+2"))));
        this.message = h("p", { class: "message", role: "status" });
        this.here = h("ul", { class: "bots-here" });
        this.boards = h("ul", { class: "bot-boards" });
        this.matches = h("div", { class: "matches" });
        this.table = h("tbody");
        this.standings = h("section", { class: "card", hidden: true }, h("h2", { text: t("standings") }), h("table", { class: "standings" },
            h("thead", {}, h("tr", {}, COLUMNS.map((name) => h("th", { scope: "col", text: t(`standings-${name}`) })))),
            this.table));
        root.replaceChildren(h("div", { class: "bots" },
            h("section", { class: "card" }, h("h1", { text: t("bots") }),
                h("div", { class: "fields" }, field(t("which-game"), this.choice), field(t("clock"), this.clock)), this.here, this.message),
            this.matches,
            h("section", { class: "card" }, h("h2", { text: t("games-now") }), this.boards),
            this.standings));
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

    // A part is drawn again only if it has changed, so that the focus stays.
    part(place, what, draw) {
        const key = JSON.stringify(what);
        if (place.dataset.key === key) return;
        place.dataset.key = key;
        place.replaceChildren(...draw());
    }

    show({ bots, games, standings, matches = [] }) {
        this.part(this.here, bots.map(({ username, playing }) => [username, playing]), () => (bots.length > 0
            ? bots.map(({ username, playing }) => h("li", {}, h("strong", { text: username }),
                h("span", { class: "hint", text: playing > 0 ? t("bot-plays", { count: playing }) : t("bot-free") }),
                h("button", { text: t("challenge"), "aria-label": t("challenge-bot", { name: username }), onclick: () => this.challenge(username) })))
            : [h("li", { class: "hint" }, h("a", { href: "docs/bots.html", text: t("no-bot") }))]));
        this.part(this.matches, matches, () => matches.map((match) => this.match(match)));
        this.part(this.boards, games, () => (games.length > 0 ? games.map((game) => this.card(game))
            : [h("li", { class: "hint", text: t("nobody-plays") })]));
        this.standings.hidden = standings.length === 0;
        this.part(this.table, standings, () => [...standings].sort((a, b) => points(b) - points(a) || a.games - b.games)
            .map((one) => h("tr", {}, h("th", { scope: "row", text: one.name }),
                [points(one), one.games, one.win, one.draw, one.loss].map((value) => h("td", { text: value })))));
    }

    // A match of engines that is played elsewhere (arbiter match --server).
    match({ title, by, rules, played, total, over, standings, games, sprt }) {
        const elo = (value) => (value === null || value === undefined ? "–" : `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(0)}`);
        const how = [t("match-games", { played, total }), t("match-by", { name: by }), over && t("match-over"),
            sprt && `SPRT ${sprt.llr ?? "–"} (${sprt.lower}, ${sprt.upper}) ${sprt.result}`].filter(Boolean).join(" · ");
        return h("section", { class: "card match" }, h("h2", { text: title }), h("p", { class: "hint", text: how }),
            h("ul", { class: "bot-boards" }, games.map((game) => h("li", {}, this.board({ ...game, rules, result: "*" })))),
            h("table", { class: "standings" },
                h("thead", {}, h("tr", {}, [...COLUMNS, "elo"].map((name) => h("th", { scope: "col", text: t(`standings-${name}`) })))),
                h("tbody", {}, standings.map((one) => h("tr", {}, h("th", { scope: "row", text: one.name }),
                    [one.points, one.games, one.won, one.drawn, one.lost, `${elo(one.elo)} ± ${one.error?.toFixed(0) ?? "–"}`]
                        .map((value) => h("td", { text: value })))))));
    }

    card({ id, ...game }) {
        return h("li", {}, h("a", { href: `#/game/${id}` }, this.board(game)));
    }

    board({ rules, white, black, fen, ply, result, white_ms, black_ms }) {
        const rule = this.rules.find(({ name }) => name === rules);
        const player = (name, ms) => h("span", { class: "bot-player" }, h("span", { text: name }),
            ms !== undefined && h("span", { text: clockText(ms) }));
        const words = result === "*" ? t("at-move", { number: Math.floor(ply / 2) + 1 }) : result.replace("1/2-1/2", "½–½");
        return [player(black, black_ms), miniBoard(readBoard(fen.split(" ")[0].replace(/\[.*\]/, "")), namesOf(rule)), player(white, white_ms),
            h("span", { class: "hint", text: `${rule ? titled(rule.title) : rules} · ${words}` })];
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
