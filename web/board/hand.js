// hand.js: the pieces that a side may drop, as a row of buttons beside the board. It reports what was
// picked up, carried and let go; it knows no rules.
import { h } from "../common/dom.js";
import { pieceImage, pieceName } from "./pieces.js";
import { t } from "../texts/texts.js";

const DRAG_FROM = 5; // pixels that tell a drag from a click

export class Hand {
    // handlers: canLift(letter), pick(letter), activate(letter) by key or screen reader, cancel(),
    // explain(letter), over(event) while it is carried, drop(letter, event), width() of what is carried
    constructor(colour, handlers) {
        this.handlers = handlers;
        this.selected = null;
        this.element = h("div", { class: "hand", role: "group", "aria-label": t(`hand-of-${colour}`) });
        const on = (name, handler) => this.element.addEventListener(name, handler);
        on("pointerdown", (event) => this.pressed(event));
        on("pointermove", (event) => this.moved(event));
        on("pointerup", (event) => this.released(event));
        on("pointercancel", () => this.abandon());
        on("click", (event) => {
            const letter = this.letterUnder(event);
            if (event.detail === 0 && letter) this.handlers.activate(letter);
        });
    }

    // pieces: letter to number; names: those of a rule set's own kinds.
    show(pieces, names = {}) {
        const shape = JSON.stringify([pieces, names]);
        if (shape === this.shape) return;
        this.shape = shape;
        this.names = names;
        this.element.replaceChildren(...Object.entries(pieces).map(([letter, count]) => {
            const name = pieceName(letter, names);
            return h("button", { type: "button", "data-letter": letter, title: name,
                                 class: count > 0 ? "" : "none", "aria-label": t("so-many-in-hand", { name, count }) },
                pieceImage(letter, names), h("span", { class: "count", "aria-hidden": "true", text: count }));
        }));
        if (this.element.childElementCount === 0)
            this.element.append(h("span", { class: "hint", text: t("nothing-in-hand") }));
        this.select(this.selected);
    }

    select(letter) {
        this.selected = letter;
        for (const button of this.element.querySelectorAll("button")) {
            const on = button.dataset.letter === letter;
            button.classList.toggle("selected", on);
            button.setAttribute("aria-pressed", String(on));
        }
    }

    letterUnder(event) {
        return event.target.closest?.("button")?.dataset.letter;
    }

    pressed(event) {
        const letter = this.letterUnder(event);
        if (!letter || event.button !== 0 || !event.isPrimary) return;
        event.preventDefault();
        const lift = this.handlers.canLift(letter);
        this.drag = { letter, lift, was: this.selected === letter, x: event.clientX, y: event.clientY,
                      pointer: event.pointerId };
        this.element.setPointerCapture(event.pointerId);
        if (lift) this.handlers.pick(letter);
        else this.handlers.explain(letter);
    }

    moved(event) {
        const { drag } = this;
        if (!drag?.lift || drag.pointer !== event.pointerId) return;
        if (!drag.ghost) {
            if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
            const width = `${this.handlers.width()}px`;
            drag.ghost = h("div", { class: "ghost" }, pieceImage(drag.letter, this.names));
            Object.assign(drag.ghost.style, { width, height: width });
            const root = this.element.getRootNode(); // the page, or the element whose styles it has
            (root.body ?? root).append(drag.ghost);
        }
        drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
        this.handlers.over(event);
    }

    released(event) {
        const { drag } = this;
        if (!drag || drag.pointer !== event.pointerId) return;
        this.abandon();
        if (drag.ghost) this.handlers.drop(drag.letter, event);
        else if (drag.lift && drag.was) this.handlers.cancel();
    }

    abandon() {
        this.drag?.ghost?.remove();
        this.drag = null;
    }
}
