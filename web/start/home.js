// home.js: the first page: start a game within seconds, or go on with one.
import * as api from "../common/api.js";
import { Board } from "../board/board.js";
import { studyInstead } from "../study/collection.js";
import { choices, field, h, option } from "../common/dom.js";
import { readBoard } from "../board/fen.js";
import { Told, chooseRules, named, namesOf, ruleOptions } from "./rules.js";
import { keepSeats, recall, remember, seatsOf } from "../common/settings.js";
import { shuffledStart } from "./shuffle.js";
import { language, t, titled } from "../texts/texts.js";

// Seconds for the game, seconds a move; Elo; arbiter's rules; milliseconds a move.
const CLOCKS = ["", "60+0", "180+2", "300+0", "600+5", "1800+30", "other"];
const STRENGTHS = ["1350", "1600", "2000", "2500", ""];
const REGULATIONS = ["casual", "standard", "rapid", "blitz"];
const THINKING = ["", "100", "500", "2000", "10000"];
const OTHER = { white: "black", black: "white" };

// "chess · 12 moves · 3 min ago"
function about({ rules, plies, updated }, known) {
    const minutes = Math.floor((Date.now() - updated) / 60000);
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 1440
        ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
    const when = minutes < 1 ? t("now") : new Intl.RelativeTimeFormat(language(), { style: "short" }).format(-count, unit);
    const moves = Math.ceil(plies / 2);
    const rule = known.find(({ name }) => name === rules);
    return [rule ? titled(rule.title) : rules, t("so-many-moves", { count: moves }), when].join(" · ");
}

export class HomeView {
    // `page` is "new" if the game goes on from a position that was shown elsewhere.
    constructor(root, { rules, engines }, page = "") {
        this.from = page === "new" ? recall("from") : null;
        this.rules = rules;
        this.engines = engines;
        this.wanted = { opponent: "here", colour: "white" };
        this.preview = h("div", { class: "board preview" });
        this.board = new Board(this.preview, t("start-position"), {
            canLift: () => false, pick() {}, drop() {}, cancel() {},
            activate: (square) => this.play(null, square) });
        this.build(root);
        this.changed();
        this.recent();
    }

    destroy() {
        clearTimeout(this.timer);
    }

    build(root) {
        const chosen = this.from?.name ?? recall("rules", "chess");
        this.choice = h("select", { onchange: () => this.changed() },
            ...ruleOptions(this.rules, chosen), option("own", t("own-rule-set")));
        this.text = h("textarea", { rows: 8, spellcheck: "false", oninput: () => this.checkText(),
                                    placeholder: "name = mine\nparent = chess\nboard = 8x8" });
        this.text.value = recall("rule-text", "");
        this.told = new Told();
        if (chosen === "own") this.choice.value = "own";
        this.mistakes = h("ul", { class: "faults" });
        this.own = h("div", { hidden: true }, field(t("rule-set"), this.text),
            h("div", { role: "status" }, this.mistakes));
        const name = (colour) => h("input", { maxlength: 40, autocomplete: "off", placeholder: t("name"),
                                              "aria-label": t(`name-of-${colour}`) });
        this.names = { white: name("white"), black: name("black") };
        this.nameFields = { white: field(t("white"), this.names.white), black: field(t("black"), this.names.black) };
        this.clock = h("select", { onchange: () => this.changed() },
            ...CLOCKS.map((value) => option(value, t(`clock-${value || "none"}`))));
        const number = (value, max, step) =>
            h("input", { type: "number", min: 0, max, step, value, required: true, inputmode: "decimal" });
        this.minutes = number(15, 1440, "any");
        this.increment = number(10, 600, "any");
        this.clockFields = h("div", { class: "fields", hidden: true },
            field(t("minutes"), this.minutes), field(t("seconds-a-move"), this.increment));
        this.arbiter = h("select", {}, ...REGULATIONS.map((value) => option(value, t(`regulations-${value}`))));
        this.arbiterField = field(t("arbiters-rules"), this.arbiter);
        this.engine = h("select", {});
        this.strength = h("select", {}, ...STRENGTHS.map((value, index) =>
            option(value, t(`strength-${value || "full"}`), index === 1)));
        this.thinking = h("select", {}, ...THINKING.map((value) => option(value, t(`thinking-${value || "clock"}`), value === "500")));
        this.engineFields = h("div", { class: "fields", hidden: true },
            this.engineField = field(t("engine-name"), this.engine), field(t("strength"), this.strength),
            field(t("thinks-for"), this.thinking));
        this.colours = choices(t("you-play"), "colour", [["white", t("white")], ["black", t("black")]],
            "white", (value) => {
                this.wanted.colour = value;
                this.changed();
            });
        const opponents = [["here", t("two-here")], ["friend", t("by-link")], ["class", t("in-class")]];
        if (this.engines.length > 0) opponents.push(["engine", t("engine-name")]);
        this.message = h("p", { class: "message", role: "status" });
        this.start = h("button", { class: "primary large", text: t("play") });
        this.form = h("form", { class: "card new", onsubmit: (event) => this.play(event) },
            h("h1", { text: t("new-game") }), this.from ? h("p", { class: "hint", text: t("from-position") })
                : h("div", { class: "rule-field" }, field(t("rules"), this.choice),
                    h("button", { type: "button", text: t("show-games"), onclick: () => this.cards() })), this.own,
            this.told.element,
            choices(t("players"), "opponent", opponents, "here", (value) => {
                this.wanted.opponent = value;
                this.changed();
            }),
            this.colours, this.engineFields,
            h("div", { class: "fields" }, this.nameFields.white, this.nameFields.black),
            field(t("clock"), this.clock), this.clockFields, this.arbiterField, this.message,
            h("div", { class: "buttons" }, this.start,
                h("a", { class: "button", href: "#/setup", text: t("set-up-position"),
                         onclick: () => remember("editor", { rules: this.choice.value }) }),
                h("a", { class: "button", href: "#/open", text: t("open-fen-pgn") })));
        this.mine = h("ol", { class: "games" });
        this.mineCard = h("section", { class: "card recent", hidden: true }, h("h2", { text: t("my-games") }), this.mine);
        this.games = h("ol", { class: "games" });
        this.gamesCard = h("section", { class: "card recent", hidden: true },
            h("h2", { text: t("games-on-server") }), this.games);
        root.replaceChildren(h("div", { class: "home" }, this.preview,
            h("div", { class: "side" }, this.form, this.mineCard, this.gamesCard)));
    }

    changed() {
        const own = this.choice.value === "own";
        this.offerEngines(own ? "" : this.from?.name ?? this.choice.value);
        const { opponent, colour } = this.wanted;
        this.colours.hidden = opponent === "here" || opponent === "class";
        this.engineFields.hidden = opponent !== "engine";
        this.arbiterField.hidden = opponent === "engine";
        for (const each of ["white", "black"]) // an engine has its own name
            this.nameFields[each].hidden = opponent === "engine" && each !== colour;
        this.thinking.options[0].disabled = !this.clock.value;
        if (!this.clock.value && !this.thinking.value) this.thinking.value = "500";
        this.clockFields.hidden = this.clock.value !== "other";
        this.minutes.disabled = this.increment.disabled = this.clockFields.hidden;
        this.own.hidden = !own;
        if (own && !this.text.value) this.text.value = `name = mine\ntitle = My own game\nparent = ${this.rule?.name ?? "chess"}\n`;
        this.rule = this.rules.find(({ name }) => name === this.choice.value);
        this.shuffled = this.choice.value === "chess960" ? shuffledStart() : null;
        if (own) {
            if (!this.board.size.files) this.showStart(null); // until the text says which
            this.checkText();
        }
        else this.showStart(this.shuffled ?? this.rule?.start);
        this.told.show(this.rule?.told);
    }

    // An engine is offered only if one plays these rules.
    offerEngines(name) {
        const able = this.engines.filter(({ rules }) => rules.includes(name));
        const shown = able.map((engine) => engine.name).join();
        const radio = this.form?.querySelector("[name=opponent][value=engine]");
        if (radio) {
            radio.disabled = able.length === 0;
            radio.closest("label").title = able.length === 0 ? t("engine-none") : "";
            if (radio.disabled && radio.checked) this.form.querySelector("[name=opponent][value=here]").click();
        }
        if (shown === this.engineNames) return;
        this.engineNames = shown;
        this.engine.replaceChildren(...able.map((engine) => option(engine.name, engine.title)));
        this.engineField.hidden = able.length < 2;
    }

    async cards() {
        const name = await chooseRules(this.rules, this.choice.value);
        if (!name) return;
        this.choice.value = name;
        this.changed();
    }

    showStart(fen, rule = this.rule) {
        this.board.names = namesOf(rule);
        if (this.from) {
            const { pieces, size, holes = [] } = this.from;
            return this.board.show({ size, holes, pieces: new Map(Object.entries(pieces)), style: recall("style", "a1"), animate: false });
        }
        const board = readBoard((fen ?? "8/8/8/8/8/8/8/8").split(" ")[0]);
        if (board) this.board.show({ size: board, pieces: board.pieces, holes: [...board.holes],
                                     style: recall("style", "a1"),
                                     animate: false });
        return undefined;
    }

    // Mistakes of an own rule set are shown while it is written.
    checkText() {
        clearTimeout(this.timer);
        this.timer = setTimeout(async () => {
            try {
                const { mistakes = [], rules } = await api.checkRules(this.text.value);
                this.mistakes.replaceChildren(...mistakes.map(({ line, column, text }) =>
                    h("li", { text: `${t("fault-place", { line, column })}: ${text}` })));
                if (!rules) return;
                this.showStart(rules.start, rules);
                remember("rule-text", this.text.value); // the editor takes it up
            } catch (problem) {
                this.say(problem.message);
            }
        }, 250);
    }

    say(text) {
        this.message.textContent = text;
        this.message.className = text ? "message bad" : "message";
    }

    request() {
        const own = this.choice.value === "own";
        const wanted = own ? { rules_text: this.text.value } : named(this.rule);
        if (this.from) {
            const { rules, rules_text: text, fen, moves } = this.from;
            Object.assign(wanted, text ? { rules_text: text } : { rules }, { fen, moves });
        } else if (this.shuffled) wanted.fen = this.shuffled;
        const { opponent, colour } = this.wanted;
        for (const each of ["white", "black"])
            if (!this.nameFields[each].hidden && this.names[each].value.trim())
                wanted[each] = this.names[each].value.trim();
        if (this.clock.value) wanted.clock = this.time();
        if (opponent !== "engine" && this.arbiter.value !== "casual") wanted.regulations = this.arbiter.value;
        if (opponent === "engine") {
            wanted.engine = { name: this.engine.value, plays: OTHER[colour] };
            if (this.thinking.value) wanted.engine.move_ms = Number(this.thinking.value);
            if (this.strength.value) wanted.engine.elo = Number(this.strength.value);
        }
        return wanted;
    }

    time() {
        const [initial, increment] = this.clock.value === "other"
            ? [60 * Number(this.minutes.value), Number(this.increment.value)]
            : this.clock.value.split("+").map(Number);
        return { initial_ms: Math.max(100, Math.round(initial * 1000)),
                 increment_ms: Math.round(increment * 1000) };
    }

    // A touch of the board starts the game, too, with that piece picked up.
    async play(event, square = "") {
        event?.preventDefault();
        if (this.start.disabled || !this.form.reportValidity()) return;
        this.start.disabled = true;
        this.say("");
        try {
            const { id, seats } = await api.createGame(this.request());
            const { opponent, colour } = this.wanted;
            if (this.choice.value !== "own") remember("rules", this.choice.value);
            if (opponent === "friend") {
                keepSeats(id, { [colour]: seats[colour] });
                remember(`invites.${id}`, { [OTHER[colour]]: seats[OTHER[colour]] });
                location.hash = `#/game/${id}/share`;
            } else if (opponent === "class") { // both seats are given away; this screen watches
                remember(`invites.${id}`, seats);
                location.hash = `#/game/${id}/share`;
            } else {
                keepSeats(id, seats);
                location.hash = square ? `#/game/${id}/pick-${square}` : `#/game/${id}`;
            }
        } catch (problem) {
            if (problem.status === 0 && this.wanted.opponent === "here") location.hash = await studyInstead(this.request());
            else this.say(problem.message);
            this.start.disabled = false;
        }
    }

    async recent() {
        try {
            const { games: all } = await api.listGames(60);
            const mine = all.filter(({ id }) => Object.keys(seatsOf(id)).length > 0);
            const others = all.filter((game) => !mine.includes(game)).slice(0, 12);
            const row = (game) => h("li", {},
                h("a", { class: "row", href: `#/game/${game.id}` },
                    h("span", { class: "players", text: `${game.white || t("white")} – ${game.black || t("black")}` }),
                    h("span", { class: "result", text: game.result === "*" ? t("game-goes-on") : game.result }),
                    h("span", { class: "place", text: about(game, this.rules) })));
            this.mineCard.hidden = mine.length === 0;
            this.mine.replaceChildren(...mine.slice(0, 12).map(row));
            this.gamesCard.hidden = others.length === 0;
            this.games.replaceChildren(...others.map(row));
        } catch {
            this.gamesCard.hidden = true;
        }
    }
}
