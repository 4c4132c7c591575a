// rules.js: the rule sets that can be chosen: built in, from files that come with the server, or one's
// own; and how the server wants the chosen one named.
import { h, option } from "./dom.js";
import { headings } from "./pgn.js";

export const named = ({ name, text }) => (text ? { rules_text: text } : { rules: name });

const COURSES = { basic: "CMPS 12B, MSc exercise 3", lab: "Lab 3", "lab-bonus": "Lab 3 bonus",
                  "king-capture": "COMP 250" };

// For a select: those from files stand in a group of their own.
export function ruleOptions(rules, chosen) {
    const one = ({ name, title, text }) => option(name, !text && COURSES[name]
        ? `${title} (${COURSES[name]})` : title, name === chosen);
    return [...rules.filter(({ text }) => !text).map(one),
            h("optgroup", { label: "Other games" }, ...rules.filter(({ text }) => text)
                .toSorted((a, b) => a.title.localeCompare(b.title)).map(one))];
}

// A PGN names its rule set by a tag: "Three-check" as well as "3check". The server knows its own.
export function variantOf(rules, pgn) {
    const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
    const wanted = plain(headings(pgn).Variant ?? "");
    const found = wanted && rules.find(({ name, title, text }) => text
        && (plain(name) === wanted || plain(title).startsWith(wanted)));
    return found ? named(found) : {};
}
