// annotate.js: what a person says about the move on the board: a comment, a sign, arrows and circles, and
// where its line stands among the others.
import { h } from "../common/dom.js";
import { glyph } from "./game_tree.js";
import { t } from "../texts/texts.js";

const SIGNS = [1, 2, 3, 4, 5, 6];
const PENS = ["G", "R", "Y", "B"];
const PAUSE = 500; // milliseconds without a key after which a comment is kept

export class Annotate {
    // study: a view with edit(change), node, tree, board
    constructor(study) {
        this.study = study;
        this.text = h("textarea", { rows: 2, "aria-label": t("comment"), placeholder: t("comment-placeholder"),
                                    oninput: () => this.typed(), onchange: () => this.saveComment() });
        this.signs = h("div", { class: "signs", role: "group", "aria-label": t("signs") }, ...SIGNS.map((nag) =>
            h("button", { text: glyph(nag), "aria-label": t(`nag-${nag}`), title: t(`nag-${nag}`), "data-nag": nag,
                          onclick: () => study.edit({ edit: "nag", node: study.node.id, nag }) })));
        this.pens = h("div", { class: "pens", role: "group", "aria-label": t("pens") }, ...PENS.map((colour) =>
            h("button", { class: `pen mark-${colour}`, "aria-pressed": "false", "aria-label": t(`pen-${colour}`), title: t("pen-hint"),
                          onclick: () => this.choose(colour) }, h("span", { class: "blob" }))));
        this.promote = h("button", { text: t("promote"), onclick: () => this.change("promote") });
        this.main = h("button", { text: t("make-main"), onclick: () => this.change("main") });
        this.remove = h("button", { class: "quiet", text: t("delete-from-here"), onclick: () => this.change("delete") });
        this.element = h("details", { class: "annotate" }, h("summary", { text: t("annotate") }),
            this.text, h("div", { class: "row-tools" }, this.signs, this.pens),
            h("div", { class: "buttons" }, this.promote, this.main, this.remove));
    }

    change(edit) {
        return this.study.edit({ edit, node: this.study.node.id });
    }

    // By touch a pen is chosen first; a mouse draws with its right button.
    choose(colour) {
        const { board } = this.study;
        board.pen = board.pen === colour ? null : colour;
        if (board.pen) board.svg.scrollIntoView({ block: "nearest" }); // on a phone it may be above
        for (const [index, button] of [...this.pens.children].entries())
            button.setAttribute("aria-pressed", String(PENS[index] === board.pen));
    }

    // Text is kept before the field is left, so a reload loses nothing.
    typed() {
        clearTimeout(this.typing);
        this.typing = setTimeout(() => this.saveComment(), PAUSE);
    }

    async saveComment() {
        const { study } = this;
        clearTimeout(this.typing);
        const text = this.text.value.trim();
        if (text !== (study.node.comments ?? []).join(" ")) await study.edit({ edit: "comment", node: study.node.id, text });
    }

    show(tree, node) {
        if (document.activeElement !== this.text || this.node !== node.id) this.text.value = (node.comments ?? []).join(" ");
        this.node = node.id;
        const move = node.kind === "move";
        for (const button of this.signs.children) {
            button.disabled = !move;
            button.setAttribute("aria-pressed", String((node.nags ?? []).includes(Number(button.dataset.nag))));
        }
        const path = tree.path(node);
        this.main.hidden = tree.isMain(node);
        this.promote.hidden = tree.isMain(node);
        this.remove.hidden = path.length === 0;
    }
}
