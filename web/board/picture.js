// picture.js: the board on the screen as a picture of its own, SVG or PNG, with its colours inside; the game as a GIF.
import { film } from "../common/api.js";
import { h } from "../common/dom.js";
import { t } from "../texts/texts.js";

const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap",
                    "stroke-dasharray", "font-family", "font-size", "font-weight", "transform"];

// A copy of the SVG that needs no style sheet: the computed styles are written into it.
export function boardSvg(svg) {
    const copy = svg.cloneNode(true);
    const originals = svg.querySelectorAll("*");
    for (const [index, element] of [...copy.querySelectorAll("*")].entries()) {
        const style = getComputedStyle(originals[index]);
        for (const name of PROPERTIES) {
            const value = style.getPropertyValue(name);
            if (value && value !== "none" || name === "fill") element.setAttribute(name, value);
        }
        for (const name of ["style", "class", "tabindex", "role", "data-square", "data-tint"]) element.removeAttribute(name);
    }
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.removeAttribute("class");
    return { text: new XMLSerializer().serializeToString(copy), width, height };
}

async function boardPng(svg) {
    const { text, width, height } = boardSvg(svg);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = h("canvas", { width: Math.round(width), height: Math.round(height) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

function save(blob, name) {
    const address = URL.createObjectURL(blob);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// The server draws the game that the view shows, move by move.
function filmButton(view, name) {
    const button = h("button", { text: t("save-gif"), title: t("save-gif-hint"), onclick: async () => {
        button.disabled = true;
        try {
            save(await film({ ...view.whole(), flip: view.flipped }), `${name}.gif`);
            button.textContent = t("save-gif");
        } catch (problem) {
            button.textContent = problem.message;
        }
        button.disabled = false;
    } });
    return button;
}

export function pictureButtons(view, name) {
    const { svg } = view.board;
    return [h("button", { text: t("save-svg"), onclick: () =>
                save(new Blob([boardSvg(svg).text], { type: "image/svg+xml" }), `${name}.svg`) }),
            h("button", { text: t("save-png"), onclick: async () => save(await boardPng(svg), `${name}.png`) }),
            filmButton(view, name)];
}
