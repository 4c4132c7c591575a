// analysis.js: an engine's lines about the position of a study, as the server streams them, and the bar beside
// the board while they come. Offered only where an engine of the server plays the rules.
import * as api from "../common/api.js";
import { h, option } from "../common/dom.js";
import { t } from "../texts/texts.js";

const PAUSE = 250; // milliseconds: quick steps through a game start no engine

// White's score as people write it: +0.35, #5, #-3.
export const scoreText = ({ cp, mate }) => {
    if (mate !== undefined) return `#${mate}`;
    return `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${(Math.abs(cp) / 100).toFixed(2)}`;
};

// The score for the bar, in pawns; a mate is beyond any number of pawns.
const pawns = ({ cp, mate }) => (mate === undefined ? cp / 100 : mate > 0 ? 100 : -100);

export class Analysis {
    // owner: a study; it has named, tree, node, position(), score, flipped, send(move)
    constructor(owner) {
        this.owner = owner;
        this.lines = [];
        this.engine = h("select", { "aria-label": t("engine"), onchange: () => this.restart() });
        this.on = h("input", { type: "checkbox", onchange: () => this.restart() });
        this.depth = h("span", { class: "hint", "aria-live": "off" });
        this.list = h("ol", { class: "engine-lines", "aria-label": t("engine-lines") });
        this.element = h("div", { class: "analysis", hidden: true },
            h("div", { class: "analysis-head" }, h("label", {}, this.on, h("span", { text: t("engine-look") })), this.engine, this.depth),
            this.list);
    }

    // Offers the engine once the rules are known.
    async offer() {
        const { rules } = this.owner.named;
        const all = rules ? await api.engines().catch(() => []) : [];
        const able = all.filter((engine) => engine.rules.includes(rules));
        this.engine.replaceChildren(...able.map(({ name, title }) => option(name, title)));
        this.engine.hidden = able.length < 2;
        this.element.hidden = able.length === 0;
    }

    // Starts again, because the position on the board or the wish has changed.
    restart() {
        const { owner } = this;
        const key = this.on.checked && !this.element.hidden ? `${this.engine.value} ${JSON.stringify(owner.position())}` : "";
        if (key === this.key) return;
        this.stop();
        this.key = key;
        this.show([]);
        if (key && !owner.node.outcome) this.timer = setTimeout(() => this.look(), PAUSE);
    }

    stop() {
        clearTimeout(this.timer);
        this.reading?.abort();
        this.reading = null;
    }

    async look() {
        const reading = this.reading = new AbortController();
        try {
            await api.analyse({ ...this.owner.position(), engine: this.engine.value }, reading.signal,
                              ({ lines }) => reading === this.reading && this.show(lines));
        } catch (problem) {
            if (reading === this.reading && !reading.signal.aborted) this.depth.textContent = problem.message;
        }
    }

    show(lines) {
        const { owner } = this;
        this.depth.textContent = lines.length > 0 ? t("engine-depth", { depth: lines[0].depth }) : "";
        owner.score.showEngine(lines.length > 0 ? pawns(lines[0]) : null, lines.length > 0 ? scoreText(lines[0]) : "", owner.flipped);
        this.lines = lines;
        while (this.list.childElementCount > lines.length) this.list.lastChild.remove();
        for (const [at, line] of lines.entries()) {
            if (!this.list.children[at]) this.list.append(this.item(at));
            const [score, moves] = this.list.children[at].firstChild.children;
            score.textContent = scoreText(line);
            moves.textContent = line.san.join(" ");
        }
    }

    // A line stays the same element while the engine thinks, so that clicks and focus are not lost.
    item(at) {
        return h("li", {}, h("button", { class: "quiet engine-line", title: t("engine-play"),
                                         onclick: () => this.owner.send({ move: this.lines[at].uci[0] }) }, h("strong"), h("span")));
    }
}
