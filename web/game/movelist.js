// movelist.js: the moves of a game as a list to click, with the buttons and the slider that rewind
// it. It writes moves as the chosen handout does; it does not know what they mean.
import { h, s } from "../common/dom.js";
import { squareAt } from "../board/squares.js";
import { lettersNow, shownSan } from "./san.js";
import { t } from "../texts/texts.js";

// The side that moved first, and the number of its first move.
export function startOf(state) {
    const first = state.history[0];
    const black = first ? first.text[0]?.startsWith("BLACK") : state.turn === "black";
    const moved = state.outcome && state.turn === sideOf(state.ply, black) ? 1 : 0; // king taken
    return { black, number: state.fullmove - Math.floor((state.ply - moved + (black ? 1 : 0)) / 2) };
}

// The side that makes this ply, counted from 1.
const sideOf = (ply, black) => ((ply % 2 === 1) === black ? "black" : "white");

// Where in the game a ply stands: "After White's move 8 of 38"; short: "8. Nf3".
export function placeIn(state, ply, short = false) {
    if (ply === 0) return t("start-position");
    const { black, number } = startOf(state);
    const moveOf = (each) => number + Math.floor((each - 1 + (black ? 1 : 0)) / 2);
    const side = sideOf(ply, black);
    if (short) return `${moveOf(ply)}.${side === "black" ? ".." : ""} ${shownSan(state.history[ply - 1].san)}`;
    return t("after-move", { side: t(side), number: moveOf(ply), count: moveOf(state.history.length) });
}

function numbers(move, style, ranks) {
    const pair = (square) => {
        const { file, rank } = squareAt(square);
        return style === "rc" ? `${ranks - 1 - rank} ${file}` : `${file + 1} ${rank + 1}`;
    };
    const [, dropped] = /^(.@)/.exec(move.uci) ?? [];
    return `${dropped ?? pair(move.from)} ${pair(move.to)}`;
}

// COMP 250's entries of these moves, a line each.
export const historyText = (history) => history.flatMap(({ text }) => text).join("\n");

const ICONS = { first: "M6 5v14M19 5l-10 7 10 7z", back: "M17 5L7 12l10 7z",
                forth: "M7 5l10 7-10 7z", end: "M18 5v14M5 5l10 7-10 7z" };

const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] }));

export class MoveList {
    constructor(go) {
        this.go = go;
        this.list = h("ol", { class: "moves", "aria-label": t("moves"), tabindex: -1 });
        const button = (label, name, step) =>
            h("button", { class: "quiet step", "aria-label": label, title: label,
                          onclick: () => this.go(step()) }, icon(name));
        this.first = button(t("to-start"), "first", () => 0);
        this.back = button(t("one-back"), "back", () => this.shown - 1);
        this.forth = button(t("one-forward"), "forth", () => this.shown + 1);
        this.end = button(t("to-end"), "end", () => this.length);
        this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": t("rewind"),
                                   oninput: () => this.go(Number(this.slider.value)) });
        // If something beside the list takes some of its space, keeps the current move in sight.
        new ResizeObserver(() => this.bringInSight(this.list.querySelector("[aria-current]"))).observe(this.list);
        this.element = h("div", { class: "record" }, this.list,
            h("div", { class: "rewind" }, this.first, this.back, this.slider, this.forth, this.end));
    }

    show(state, shown, style) {
        this.shown = shown;
        this.length = state.history.length;
        const shape = [style, lettersNow(), state.length, ...state.history.map((move) => move.uci)].join(" ");
        if (shape !== this.shape) {
            this.shape = shape;
            this.fill(state, style);
        }
        for (const button of this.list.querySelectorAll("button")) {
            const ply = Number(button.dataset.ply);
            button.toggleAttribute("aria-current", ply === shown);
            if (ply === shown) button.setAttribute("aria-current", "true");
            button.classList.toggle("undone", ply > state.ply);
        }
        this.bringInSight(this.list.querySelector("[aria-current]"));
        this.bounds(shown, this.length, state.history[shown - 1]?.san);
    }

    // Sets the slider and the buttons to a ply.
    bounds(shown, length, san) {
        this.shown = shown;
        this.length = length;
        this.slider.max = length;
        this.slider.value = shown;
        this.slider.setAttribute("aria-valuetext", shown === 0 ? t("start-position") : t("after-san", { san: shownSan(san) }));
        this.slider.disabled = length === 0;
        this.first.disabled = this.back.disabled = shown === 0;
        this.forth.disabled = this.end.disabled = shown >= length;
    }

    // Scrolls the list and nothing around it: the page stays where it is.
    bringInSight(button) {
        if (!button) {
            this.list.scrollTop = 0;
            return;
        }
        const view = this.list.getBoundingClientRect();
        const box = button.getBoundingClientRect();
        if (box.top < view.top) this.list.scrollTop -= view.top - box.top;
        else if (box.bottom > view.bottom) this.list.scrollTop += box.bottom - view.bottom;
    }

    fill(state, style) {
        const { black, number } = startOf(state);
        const texts = style === "xy";
        this.list.classList.toggle("texts", texts);
        const item = (move) => {
            const label = style === "a1" ? shownSan(move.san)
                : texts ? move.text.join("\n") : numbers(move, style, state.size.ranks);
            return h("button", { class: "quiet move", "data-ply": move.ply, title: shownSan(move.san),
                                 text: label, onclick: () => this.go(move.ply) });
        };
        const rows = [];
        if (texts) {
            rows.push(...state.history.map((move) => h("li", {}, item(move))));
        } else {
            const cells = state.history.map(item);
            if (black) cells.unshift(h("span", { class: "move gap", text: "…" }));
            for (let index = 0; index < cells.length; index += 2)
                rows.push(h("li", {}, h("span", { class: "number",
                                                  text: `${number + index / 2}.` }),
                            ...cells.slice(index, index + 2)));
        }
        if (rows.length === 0) rows.push(h("li", { class: "none", text: t("no-move-yet") }));
        this.list.replaceChildren(...rows);
    }
}
