// tree_list.js: the moves of a study. The main line has two columns; comments and variations stand between its
// rows, and variations of variations in brackets. Every move is a button.
import { h } from "../common/dom.js";
import { glyph, numberOf, tone } from "./game_tree.js";
import { MoveList } from "../game/movelist.js";
import { lettersNow, shownSan } from "../game/san.js";
import { t } from "../texts/texts.js";

const comment = (text) => h("span", { class: "comment", text });

// Text that could not be read as moves: its first word is what was refused.
function unread(text = "") {
    const [, word, rest] = /^(\S*)([^]*)$/.exec(text);
    return h("span", { class: "raw" }, h("s", { text: word }), rest);
}

export class TreeList extends MoveList {
    // go(node) from a click; step(ply) from the slider and its buttons
    constructor(go, step) {
        super(step);
        this.goTo = go;
    }

    move(tree, node, { main = false, numbered = true } = {}) {
        const { number, black } = numberOf(tree, node);
        const label = `${numbered && !main ? `${number}${black ? "…" : "."} ` : ""}${shownSan(node.san) ?? "--"}`;
        const nags = (node.nags ?? []).map(glyph).join("");
        return h("button", { class: `quiet move ${tone(node.nags)}`, "data-node": node.id,
                             "data-ply": main ? tree.view(node).ply : null, title: `${number}${black ? "…" : "."} ${shownSan(node.san) ?? "--"}`,
                             onclick: () => this.goTo(node) }, label, nags && h("span", { class: "nag", text: nags }));
    }

    // A line from a node on, inside brackets or not.
    line(tree, first) {
        const parts = [];
        let numbered = true;
        for (let at = first; at; at = tree.next(at)) {
            if (at.before) parts.push(...at.before.map(comment));
            parts.push(at.kind === "text" ? unread(at.raw)
                                          : this.move(tree, at, { numbered: numbered || !numberOf(tree, at).black }));
            numbered = false;
            if (at.comments?.some(Boolean)) {
                parts.push(...at.comments.filter(Boolean).map(comment));
                numbered = true;
            }
            const others = this.others(tree, at);
            if (at !== first && others.length > 0) {
                parts.push(...others.map((other) => this.variation(tree, other)));
                numbered = true;
            }
            const rest = at.children.find(({ kind }) => kind === "text");
            if (rest && !tree.next(at)) parts.push(unread(rest.raw));
        }
        return parts;
    }

    // The alternatives to a move; only the first move of each choice has them.
    others(tree, node) {
        const parent = node.parent === null ? null : tree.parent(node);
        const children = parent?.children ?? [];
        return parent && tree.next(parent) === node ? children.filter((child) => child !== node && child.kind !== "text") : [];
    }

    variation(tree, first) {
        return h("span", { class: "variation", role: "group", "aria-label": t("variation") }, ...this.line(tree, first));
    }

    // The comments and variations after a move of the main line.
    aside(tree, node) {
        const said = (node.comments ?? []).filter(Boolean).map(comment);
        const tried = this.others(tree, node).map((other) => this.variation(tree, other));
        const raw = node.children.filter(({ kind }) => kind === "text").map(({ raw: text }) => unread(text));
        const parts = [...said, ...tried, ...raw];
        return parts.length > 0 ? h("li", { class: "aside" }, ...parts) : null;
    }

    showTree(tree, current) {
        if (tree !== this.tree || this.letters !== lettersNow()) {
            this.tree = tree;
            this.letters = lettersNow();
            this.list.replaceChildren(...this.rows(tree));
        }
        for (const button of this.list.querySelectorAll("button")) {
            const on = Number(button.dataset.node) === current.id;
            button.toggleAttribute("aria-current", on);
            if (on) button.setAttribute("aria-current", "true");
        }
        const shown = this.list.querySelector("[aria-current]");
        const behind = shown?.closest("li")?.nextElementSibling;
        if (behind?.querySelector(".raw")) this.bringInSight(behind); // the text that could not be read
        this.bringInSight(shown);
        const path = tree.path(current);
        const line = tree.path(tree.end(current)).length;
        this.bounds(path.length, line, current.san);
    }

    rows(tree) {
        const rows = [];
        const intro = this.aside(tree, { children: tree.next(tree.root) ? [] : tree.root.children, comments: tree.root.comments, parent: null });
        if (intro) rows.push(intro);
        let row = null;
        for (const node of tree.mainLine()) {
            const { number, black } = numberOf(tree, node);
            if (!row) {
                row = h("li", {}, h("span", { class: "number", text: `${number}.` }), black && h("span", { class: "move gap", text: "…" }));
                rows.push(row);
            }
            row.append(this.move(tree, node, { main: true }));
            if (black) row = null;
            const aside = this.aside(tree, node);
            if (!aside) continue;
            rows.push(aside);
            row = null;
        }
        if (tree.root.end) rows.push(h("li", { class: "aside" }, ...tree.root.end.map(comment)));
        if (rows.length === 0) rows.push(h("li", { class: "none", text: t("no-move-yet") }));
        return rows;
    }
}
