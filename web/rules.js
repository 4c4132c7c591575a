// rules.js: the rule sets that can be chosen: those that the server knows by name, or one's own.
import { h, option } from "./dom.js";

// As the server wants a rule set named: one's own has a text.
export const named = ({ name, text }) => (text ? { rules_text: text } : { rules: name });

const COURSES = { basic: "CMPS 12B, MSc exercise 3", lab: "Lab 3", "lab-bonus": "Lab 3 bonus",
                  "king-capture": "COMP 250" };

// For a select: those that are not built in stand in a group of their own.
export function ruleOptions(rules, chosen) {
    const one = ({ name, title }) => option(name, COURSES[name]
        ? `${title} (${COURSES[name]})` : title, name === chosen);
    return [...rules.filter((rule) => rule.built_in).map(one),
            h("optgroup", { label: "Other games" }, ...rules.filter((rule) => !rule.built_in)
                .toSorted((a, b) => a.title.localeCompare(b.title)).map(one))];
}
