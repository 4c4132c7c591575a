// rules.js: the rule sets that can be chosen: those that the server knows by name, or one's own; what each is told by.
import { openDialog } from "../common/dialogs.js";
import { h, option } from "../common/dom.js";
import { readBoard } from "../board/fen.js";
import { miniBoard } from "../board/mini_board.js";
import { t, titled } from "../texts/texts.js";

// Names a rule set for the server; a person's own is sent as a text.
export const named = ({ name, text }) => (text ? { rules_text: text } : { rules: name });

// The names of its kinds by their letters.
export const namesOf = (rule) => Object.fromEntries((rule?.kinds ?? []).map(({ letter, name }) => [letter.toLowerCase(), name]));

const COURSES = { basic: "CMPS 12B, MSc exercise 3", lab: "Lab 3", "lab-bonus": "Lab 3 bonus",
                  "king-capture": "COMP 250" };

// The title for people, with the course that plays by these rules.
const shownTitle = ({ name, title }) => (COURSES[name] ? `${titled(title)} (${COURSES[name]})` : titled(title));

// The options of a select; rule sets that are not built in form a group.
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
    // load() fetches the sentences when the person unfolds them, if they are not at hand.
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
