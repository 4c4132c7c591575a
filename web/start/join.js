// join.js: five letters that another screen shows lead to its game, and to a seat where they stand for one.
import * as api from "../common/api.js";
import { field, h } from "../common/dom.js";
import { keepSeats, seatsOf } from "../common/settings.js";
import { t } from "../texts/texts.js";

export class JoinView {
    // code: the letters, if the address has them (by a camera)
    constructor(root, code) {
        this.box = h("input", { maxlength: 5, minlength: 5, required: true, pattern: "[A-Za-z]{5}", autocomplete: "off", autocapitalize: "characters",
                                spellcheck: "false", enterkeyhint: "go", value: code });
        this.message = h("p", { class: "message", role: "status" });
        this.button = h("button", { class: "primary large", text: t("join") });
        root.replaceChildren(h("form", { class: "card join-form", onsubmit: (event) => this.join(event) },
            h("h1", { text: t("join-title") }), field(t("join-code"), this.box, t("join-hint")), this.message,
            h("div", { class: "buttons" }, this.button)));
        if (code) this.join();
        else this.box.focus();
    }

    destroy() {
        this.gone = true;
    }

    async join(event) {
        event?.preventDefault();
        this.button.disabled = true;
        this.message.textContent = "";
        try {
            const { id, seat, token } = await api.join(this.box.value.trim());
            if (seat) keepSeats(id, { ...seatsOf(id), [seat]: token });
            if (!this.gone) location.replace(`#/game/${id}`);
        } catch (problem) {
            this.message.textContent = problem.message;
            this.message.className = "message bad";
            this.button.disabled = false;
            this.box.select();
        }
    }
}
