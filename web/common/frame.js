// frame.js: the language of the page: which one it begins with, the switch in the bar, and the texts of the bar itself.
import { $, option } from "./dom.js";
import { recall, remember } from "./settings.js";
import { LANGUAGES, knownLanguage, language, speakLanguage, t } from "../texts/texts.js";

// The language that was chosen here before, else the first of the browser's that the page speaks.
export async function beginLanguage() {
    await speakLanguage(recall("language") ?? knownLanguage(navigator.languages ?? [navigator.language]));
}

// The texts of index.html name their keys, so that they are seen before any script has run.
function paint() {
    $(".language").dataset.tag = language();
    document.documentElement.lang = language() === "zh" ? "zh-Hans" : language();
    for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
    for (const element of document.querySelectorAll("[data-label]")) {
        element.setAttribute("aria-label", t(element.dataset.label));
        if (element.title) element.title = t(element.dataset.label);
    }
}

export function frameLanguage(changed) {
    const select = $("#language");
    select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => {
        const one = option(tag, name, tag === language());
        one.lang = tag;
        return one;
    }));
    select.addEventListener("change", async () => {
        remember("language", select.value);
        await speakLanguage(select.value);
        select.value = language();
        paint();
        changed();
    });
    paint();
}

// Reads the values of all fields of a view. Returns a function that puts them into the same fields of a new view.
export function keepFields(root) {
    const fields = () => [...root.querySelectorAll("input:not([type=file]), textarea, select")];
    const kept = fields().map(({ tagName, type, value, checked }) => ({ tagName, type, value, checked }));
    return () => {
        const now = fields();
        if (now.length !== kept.length || now.some(({ tagName, type }, at) => tagName !== kept[at].tagName || type !== kept[at].type))
            return;
        kept.forEach(({ value, checked }, at) => {
            const field = now[at];
            const chosen = field.type === "radio" || field.type === "checkbox";
            if (chosen ? field.checked === checked : field.value === value) return;
            if (chosen) field.checked = checked;
            else field.value = value;
            if (!chosen || checked || field.type === "checkbox") {
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }
        });
    };
}
