// rules.js: the rule sets that can be chosen: those that the server knows by name, or one's own; what each is told by.
import { openDialog } from "../common/dialogs.js";
import { h, option } from "../common/dom.js";
import { readBoard } from "../board/fen.js";
import { miniBoard } from "../board/mini_board.js";
import { t, titled } from "../texts/texts.js";

// As the server wants a rule set named: one's own has a text.
export const named = ({ name, text }) => (text ? { rules_text: text } : { rules: name });

// The names of its kinds by their letters.
export const namesOf = (rule) => Object.fromEntries((rule?.kinds ?? []).map(({ letter, name }) => [letter.toLowerCase(), name]));

const COURSES = { basic: "CMPS 12B, MSc exercise 3", lab: "Lab 3", "lab-bonus": "Lab 3 bonus",
                  "king-capture": "COMP 250" };

// As people read it, with the course that plays by it.
const shownTitle = ({ name, title }) => (COURSES[name] ? `${titled(title)} (${COURSES[name]})` : titled(title));

// For a select: those that are not built in stand in a group of their own.
export function ruleOptions(rules, chosen) {
    const one = (rule) => option(rule.name, shownTitle(rule), rule.name === chosen);
    return [...rules.filter((rule) => rule.built_in).map(one),
            h("optgroup", { label: t("other-games") }, ...rules.filter((rule) => !rule.built_in)
                .toSorted((a, b) => titled(a.title).localeCompare(titled(b.title))).map(one))];
}

// All games as cards with a small board each; resolves to the name of the chosen one, or null.
export function chooseRules(rules, chosen) {
    return new Promise((resolve) => {
        let name = null;
        const cards = h("div", { class: "cards" });
        const fill = (wanted = "") => cards.replaceChildren(...rules
            .filter(({ title, name: short, aliases = [] }) => [title, titled(title), short, ...aliases].join(" ").toLowerCase().includes(wanted))
            .map((rule) => h("button", { class: "game-card", "aria-pressed": String(rule.name === chosen), onclick: () => {
                ({ name } = rule);
                dialog.close();
            } }, miniBoard(readBoard(rule.start.split(" ")[0], rule.hands ? rule.ranks : 0), namesOf(rule)), h("span", { text: shownTitle(rule) }))));
        const search = h("input", { type: "search", "aria-label": t("find-game"), placeholder: t("find-game"),
                                    oninput: () => fill(search.value.trim().toLowerCase()) });
        const dialog = openDialog(t("games-known"), search, cards);
        fill();
        dialog.classList.add("wide");
        dialog.addEventListener("close", () => resolve(name));
    });
}

// What is special about the rules of a game, in sentences, folded away beside its board.
export class Told {
    // load(): the sentences of rules that are not at hand, asked for when somebody unfolds them
    constructor(load = null) {
        this.list = h("ul", {});
        this.element = h("details", { class: "told", hidden: true, ontoggle: () => this.opened(load) },
            h("summary", { text: t("how-played") }), this.list);
    }

    show(sentences = []) {
        this.element.hidden = sentences.length === 0;
        this.list.replaceChildren(...sentences.map((text) => h("li", { text })));
    }

    async opened(load) {
        if (!load || this.asked || !this.element.open) return;
        this.asked = true;
        try {
            this.show(await load());
        } catch (problem) {
            this.asked = false; // ask again
            this.list.replaceChildren(h("li", { text: problem.message }));
        }
    }
}
