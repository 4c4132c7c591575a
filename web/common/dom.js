// dom.js: making elements, without markup in strings. Knows nothing of chess.

const SVG = "http://www.w3.org/2000/svg";

function set(element, key, value) {
    if (value === undefined || value === null || value === false) return;
    if (key === "text") element.textContent = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
}

function fill(element, properties, children) {
    for (const [key, value] of Object.entries(properties)) set(element, key, value);
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

export const h = (tag, properties = {}, ...children) =>
    fill(document.createElement(tag), properties, children);

export const s = (tag, properties = {}, ...children) =>
    fill(document.createElementNS(SVG, tag), properties, children);

export const $ = (selector, root = document) => root.querySelector(selector);

// A label and its field, the field described by a hint where there is one.
let fields = 0;
export function field(label, control, hint = "") {
    const id = control.id || `field-${++fields}`;
    control.id = id;
    const parts = [h("label", { for: id, text: label }), control];
    if (hint) {
        control.setAttribute("aria-describedby", `${id}-hint`);
        parts.push(h("p", { class: "hint", id: `${id}-hint`, text: hint }));
    }
    return h("div", { class: "field" }, ...parts);
}

export const option = (value, text, selected = false) => h("option", { value, text, selected });

// A row of choices, one of which is chosen.
export function choices(legend, name, list, chosen, changed) {
    return h("fieldset", { class: "choices" }, h("legend", { text: legend }),
        h("div", { class: "segments" }, ...list.map(([value, text]) => {
            const radio = h("input", { type: "radio", name, value, checked: value === chosen,
                                       onchange: () => changed(value) });
            return h("label", { class: "segment" }, radio, h("span", { text }));
        })));
}

// `area` is the field that holds the text. Without HTTPS browsers have no navigator.clipboard; then the old
// command copies the selection.
export async function copyText(text, area) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        area.select();
        return document.execCommand("copy");
    }
}

// Only the newest call gets its value; an older one resolves to undefined.
export function latest() {
    let newest = 0;
    return async (promise) => {
        const mine = ++newest;
        const value = await promise;
        return mine === newest ? value : undefined;
    };
}
