// dialogs.js: what is asked or shown over the page: a choice, a promotion, texts to copy, links.
// Native dialogs: they keep the focus inside, and Escape closes them.
import { copyText, h } from "./dom.js";
import { pieceImage, pieceName } from "../board/pieces.js";
import { t } from "../texts/texts.js";

// A finger that is lifted from the board opens a dialog. The browser makes the click of that tap only afterwards, on
// whatever is under the finger then. So a click by a pointer counts only if the pointer was also pressed in the
// dialog; a click by keyboard or screen reader has no pointer (detail 0).
function ignoreOpeningTap(dialog) {
    let pressed = false;
    dialog.addEventListener("pointerdown", () => { pressed = true; }, true);
    dialog.addEventListener("click", (event) => {
        if (pressed || event.detail === 0) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, true);
}

function open(dialog, opened) {
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    ignoreOpeningTap(dialog);
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    dialog.showModal();
    opened?.();
    return dialog;
}

function frame(title, ...content) {
    const dialog = h("dialog", { class: "dialog", "aria-label": title });
    const close = h("button", { class: "quiet close", "aria-label": t("close"), text: "×",
                                onclick: () => dialog.close() });
    dialog.append(h("header", {}, h("h2", { text: title }), close), ...content.filter(Boolean));
    return dialog;
}

export const openDialog = (title, ...content) => open(frame(title, ...content));

// Resolves to true if the answer was yes.
export function confirm(question, yes) {
    return new Promise((resolve) => {
        const dialog = frame(question, h("div", { class: "buttons" },
            h("button", { class: "danger", text: yes, onclick: () => dialog.close("yes") }),
            h("button", { text: t("cancel"), onclick: () => dialog.close() })));
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
        open(dialog);
    });
}

// Resolves to a name, or null.
export function askName(now) {
    return new Promise((resolve) => {
        const input = h("input", { maxlength: 40, autocomplete: "name", "aria-label": t("my-name") });
        input.value = now;
        const dialog = frame(t("my-name"), h("form", { class: "typed", onsubmit: (event) => {
            event.preventDefault();
            dialog.close("yes");
        } }, input, h("button", { class: "primary", text: t("save") })));
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? input.value.trim() : null));
        open(dialog, () => input.select());
    });
}

// Resolves to the letter chosen, or null. Lies over the square where the pawn arrives.
export function choosePromotion(letters, white, board, square, names) {
    return new Promise((resolve) => {
        let chosen = null;
        const dialog = h("dialog", { class: "promotion", "aria-label": t("promote-to") });
        const choose = (letter) => {
            chosen = letter;
            dialog.close();
        };
        const order = (letter) => ("qrbn".indexOf(letter) + 9) % 9; // the usual ones first
        for (const letter of letters.toSorted((a, b) => order(a) - order(b))) {
            const piece = white ? letter.toUpperCase() : letter.toLowerCase();
            const name = pieceName(piece, names);
            dialog.append(h("button", { "aria-label": name, title: name, "data-letter": letter,
                                        onclick: () => choose(letter) }, pieceImage(piece, names)));
        }
        dialog.addEventListener("keydown", (event) => {
            const buttons = [...dialog.children];
            const at = buttons.indexOf(document.activeElement);
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            if (letters.includes(event.key.toLowerCase())) choose(event.key.toLowerCase());
            else if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
            else return;
            event.preventDefault();
        });
        dialog.addEventListener("close", () => resolve(chosen));
        open(dialog, () => {
            const place = board.placeOf(square);
            const all = board.svg.getBoundingClientRect();
            const size = Math.max(place.width, 44);
            dialog.style.setProperty("--cell", `${size}px`);
            const box = dialog.getBoundingClientRect();
            const limit = (value, end) => Math.max(4, Math.min(value, end - 4));
            const left = Math.min(place.left, all.width - box.width);
            dialog.style.left = `${limit(all.left + left, innerWidth - box.width)}px`;
            dialog.style.top = `${limit(all.top + place.top, innerHeight - box.height)}px`;
        });
    });
}

// `link`: the text is an address, which the device may be able to send by its own means.
function copyRow(label, text, { lines = 1, link = false } = {}) {
    const sender = link && navigator.share && h("button", { text: t("send"), "aria-label": `${t("send")} ${label}`,
        onclick: () => navigator.share({ title: `${t("chess")}: ${label}`, url: text }).catch(() => {}) });
    const area = lines > 1
        ? h("textarea", { readonly: true, rows: lines, spellcheck: "false", "aria-label": label })
        : h("input", { readonly: true, spellcheck: "false", "aria-label": label });
    area.value = text;
    const button = h("button", { text: t("copy"), "aria-label": `${t("copy")} ${label}`, onclick: async () => {
        const copied = await copyText(text, area);
        button.textContent = t(copied ? "copied" : "press-ctrl-c");
        setTimeout(() => { button.textContent = t("copy"); }, 1600);
    } });
    return h("div", { class: "copy" }, h("div", { class: "copy-head" },
        h("span", { class: "label", text: label }), sender, button), area);
}

// `view` is drawn in the pictures; `history` is that of COMP 250, if its coordinates are chosen.
export async function showExport({ fen, pgn, name, view, history = "" }) {
    const { pictureButtons } = await import("../board/picture.js") // only who exports needs it, and not without the network
        .catch(() => ({ pictureButtons: () => [] }));
    const file = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
    const dialog = frame(t("copy-or-save"), copyRow("FEN", fen), copyRow("PGN", pgn, { lines: 9 }),
        history && copyRow(t("history"), history, { lines: 5 }),
        h("div", { class: "buttons" },
            h("a", { class: "button", href: file, download: `${name}.pgn`, text: t("save-file") }),
            ...pictureButtons(view, name)));
    dialog.addEventListener("close", () => URL.revokeObjectURL(file));
    open(dialog);
}

// Shows the five letters of a code, and a QR code with them for a camera. makeCode() resolves to { code }.
function codeCard(label, makeCode) {
    const card = h("div", { class: "code-card" }, h("span", { class: "label", text: label }));
    makeCode().then(({ code }) => {
        const address = `${location.origin}${location.pathname}#/join/${code}`;
        card.append(h("strong", { class: "join-code", text: code }),
            h("img", { class: "qr", src: `api/qr?text=${encodeURIComponent(address)}`, alt: t("qr-of", { code }), width: 180, height: 180 }));
    }).catch((problem) => card.append(h("p", { class: "hint", text: problem.message })));
    return card;
}

// Each of `links` is [label, address, hint, makeCode]; each of `give` is [label, action] for a seat that can be given away.
export function showShare(links, give) {
    const alone = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    const dialog = frame(t("share"),
        h("div", { class: "codes" }, ...links.map(([label, , , makeCode]) => codeCard(label, makeCode))),
        h("p", { class: "hint", text: t("code-hint") }),
        h("details", {}, h("summary", { text: t("as-links") }), ...links.map(([label, address, hint]) =>
            h("div", {}, copyRow(label, address, { link: true }), h("p", { class: "hint", text: hint })))),
        alone && h("p", { class: "hint warning" }, t("links-here-only"),
            h("code", { text: "--listen" }), t("links-listen")),
        h("div", { class: "buttons" }, ...give.map(([label, action]) =>
            h("button", { text: label, onclick: () => {
                dialog.close();
                action();
            } }))));
    dialog.classList.add("wide");
    open(dialog);
}

const KEYS = ["arrows", "enter", "escape", "mark", "letters", "steps", "ends", "sides", "why", "sound"];

export function showKeys() {
    open(frame(t("keys"), h("dl", { class: "keys" }, ...KEYS.flatMap((key) =>
        [h("dt", { text: t(`key-${key}`) }), h("dd", { text: t(`does-${key}`) })]))));
}
