// dialogs.js: what is asked or shown over the page: a choice, a promotion, texts to copy, links.
// Native dialogs: they keep the focus inside, and Escape closes them.
import { copyText, h } from "./dom.js";
import { pieceImage } from "./pieces.js";
import { pieceName } from "./board.js";

// A finger that is lifted from the board opens a dialog, and only then the browser makes the click of
// that tap: on whatever lies under the finger by now. A pointer's click counts only if the pointer was
// also pressed here; one by keyboard or screen reader has no pointer (detail 0).
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
    const close = h("button", { class: "quiet close", "aria-label": "Close", text: "×",
                                onclick: () => dialog.close() });
    dialog.append(h("header", {}, h("h2", { text: title }), close), ...content.filter(Boolean));
    return dialog;
}

// Resolves to whether the answer was yes.
export function confirm(question, yes) {
    return new Promise((resolve) => {
        const dialog = frame(question, h("div", { class: "buttons" },
            h("button", { class: "danger", text: yes, onclick: () => dialog.close("yes") }),
            h("button", { text: "Cancel", onclick: () => dialog.close() })));
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
        open(dialog);
    });
}

// Resolves to the letter chosen, or null. Lies over the square where the pawn arrives.
export function choosePromotion(letters, white, board, square, names) {
    return new Promise((resolve) => {
        let chosen = null;
        const dialog = h("dialog", { class: "promotion", "aria-label": "Promote to" });
        const choose = (letter) => {
            chosen = letter;
            dialog.close();
        };
        const order = (letter) => ("qrbn".indexOf(letter) + 9) % 9; // the usual ones first
        for (const letter of letters.toSorted((a, b) => order(a) - order(b))) {
            const piece = white ? letter.toUpperCase() : letter.toLowerCase();
            const name = pieceName(piece, names);
            dialog.append(h("button", { "aria-label": name, title: name, "data-letter": letter,
                                        onclick: () => choose(letter) }, pieceImage(piece)));
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

// link: what the device can send on by its own means, where it has any.
function copyRow(label, text, { lines = 1, link = false } = {}) {
    const sender = link && navigator.share && h("button", { text: "Send", "aria-label": `Send ${label}`,
        onclick: () => navigator.share({ title: `Chess: ${label}`, url: text }).catch(() => {}) });
    const area = lines > 1
        ? h("textarea", { readonly: true, rows: lines, spellcheck: "false", "aria-label": label })
        : h("input", { readonly: true, spellcheck: "false", "aria-label": label });
    area.value = text;
    const button = h("button", { text: "Copy", "aria-label": `Copy ${label}`, onclick: async () => {
        const copied = await copyText(text, area);
        button.textContent = copied ? "Copied" : "Press Ctrl+C";
        setTimeout(() => { button.textContent = "Copy"; }, 1600);
    } });
    return h("div", { class: "copy" }, h("div", { class: "copy-head" },
        h("span", { class: "label", text: label }), sender, button), area);
}

export function showExport(fen, pgn, name) {
    const file = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
    const dialog = frame("Copy or save", copyRow("FEN", fen), copyRow("PGN", pgn, { lines: 9 }),
        h("div", { class: "buttons" },
            h("a", { class: "button", href: file, download: `${name}.pgn`, text: "Save as a file" })));
    dialog.addEventListener("close", () => URL.revokeObjectURL(file));
    open(dialog);
}

// links: [label, address, hint]; give: [label, action] for seats that can be given away.
export function showShare(links, give) {
    const alone = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
    const dialog = frame("Share", ...links.map(([label, address, hint]) =>
        h("div", {}, copyRow(label, address, { link: true }), h("p", { class: "hint", text: hint }))),
        alone && h("p", { class: "hint warning" }, "These links work on this machine only. For others start the server with ",
            h("code", { text: "--listen" }), " and open the page by an address that they can reach."),
        h("div", { class: "buttons" }, ...give.map(([label, action]) =>
            h("button", { text: label, onclick: () => {
                dialog.close();
                action();
            } }))));
    open(dialog);
}

const KEYS = [
    ["Arrow keys", "go from square to square, once Tab has led to the board"],
    ["Enter or Space", "picks up the piece, puts it down"],
    ["Escape", "lets go of it"],
    ["Letters and digits", "go to the move box: Nf3, e2e4, O-O, e8=Q, N@f3"],
    ["← and →", "step back and forth in the game, outside the board or after a click on it"],
    ["Home and End", "go to the start and to the end of the game"],
];

export function showKeys() {
    open(frame("Keys", h("dl", { class: "keys" }, ...KEYS.flatMap(([key, text]) =>
        [h("dt", { text: key }), h("dd", { text })]))));
}
