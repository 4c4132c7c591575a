// teacher.js: what a teacher shows on the board: squares that a side attacks, pins, all moves of a side.
import { h } from "../common/dom.js";
import { recall, remember } from "../common/settings.js";
import { t } from "../texts/texts.js";

const LAYERS = ["white-attacks", "black-attacks", "pins", "white-moves", "black-moves"];

export class Teacher {
    // owner: a view with board, source, style, view, say
    constructor(owner) {
        this.owner = owner;
        this.on = new Set(recall("teacher", []));
        this.found = null;
        this.element = h("details", { class: "teacher", open: this.on.size > 0 },
            h("summary", { text: t("teacher") }),
            h("div", { class: "checks" }, ...LAYERS.map((layer) => h("label", {},
                h("input", { type: "checkbox", value: layer, checked: this.on.has(layer),
                             onchange: (event) => this.toggle(layer, event.target.checked) }),
                h("span", { text: t(layer) })))));
    }

    toggle(layer, on) {
        if (on) this.on.add(layer);
        else this.on.delete(layer);
        remember("teacher", [...this.on]);
        this.show();
    }

    // The position has changed.
    async show() {
        const { owner } = this;
        if (this.on.size === 0) return owner.board.tint();
        const key = owner.positionKey();
        try {
            if (this.key !== key) {
                const found = await owner.source.explain({ ply: owner.view.ply, teacher: true }, owner.style);
                if (owner.gone || owner.positionKey() !== key) return undefined;
                this.found = found;
                this.key = key;
            }
            return this.paint();
        } catch (problem) {
            return owner.say(problem.message, "bad");
        }
    }

    paint() {
        const { attacked, pins, legal } = this.found;
        const tints = new Map();
        const sides = ["white", "black"].filter((side) => this.on.has(`${side}-attacks`));
        for (const side of sides)
            for (const [square, count] of Object.entries(attacked[side])) {
                const both = tints.has(square);
                const words = t(`attacked-${side}`, { count });
                tints.set(square, { class: both ? "attack-both" : `attack-${side}`,
                                    words: both ? `${tints.get(square).words}, ${words}` : words });
            }
        const lines = [];
        for (const side of ["white", "black"])
            if (this.on.has(`${side}-moves`))
                for (const [from, to] of legal[side]) if (from) lines.push({ from, to, class: `arrow legal-${side}` });
        if (this.on.has("pins"))
            for (const { from, by, at } of pins) {
                tints.set(from, { class: "why-pin", words: t("pinned") });
                lines.push({ from: by, to: at ?? from, class: "arrow pin" });
            }
        this.owner.board.tint(tints, lines);
    }
}
