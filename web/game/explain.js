// explain.js: "Why?": what the referee knows about the position, in sentences; each can be shown on the board.
// One card serves mate, stalemate, checks, pins, draws, and whether a side can still win.
import { h } from "../common/dom.js";
import { changed } from "./timeline.js";
import { isWhite } from "../board/pieces.js";
import { sentenceIn } from "../board/squares.js";
import { shownSan } from "./san.js";
import { t } from "../texts/texts.js";

const TINTS = { check: "why-check", double: "why-check", "no-help": "why-check", pinned: "why-pin",
                flight: "why-flight", "cannot-help": "why-help", stuck: "why-stuck" };

// For these the card lists what prevents the pieces from moving.
const HINDERED = new Set(["checkmate", "stalemate", "check", "piece"]);

// For moves that leave the king attacked the arrow goes to the king, not to the target of the move.
const OF_KING = new Set(["exposes-king", "still-in-check"]);

// The squares and the arrow of one cause. kingOf(square) is the square of the king of that piece's side.
function drawing({ kind, from, to, at, by, verdict }, kingOf) {
    const tints = new Map();
    const lines = [];
    const put = (square, name, words) => { if (square) tints.set(square, { class: name, words }); };
    if (kind === "flight") put(to, verdict === "own-piece" ? "why-own" : "why-flight", t("closed"));
    else if (kind === "stuck" || kind === "cannot-help") put(to, TINTS[kind], t("closed"));
    put(from, "why-piece");
    if (at && at !== to) put(at, kind === "stuck" ? "why-own" : "why-king");
    put(by, "why-by", t("attacks"));
    const target = kind === "pinned" ? at : kind === "flight" ? to : OF_KING.has(verdict) ? kingOf(from) : at ?? to;
    if (by && target) lines.push({ from: by, to: target, class: "arrow" });
    return { tints, lines };
}

// The drawings of all causes at once.
function together(causes, kingOf) {
    const tints = new Map();
    const lines = [];
    for (const cause of causes) {
        const one = drawing(cause, kingOf);
        for (const [square, tint] of one.tints) if (!tints.has(square) || tint.class === "why-by") tints.set(square, tint);
        for (const line of one.lines)
            if (!lines.some(({ from, to }) => from === line.from && to === line.to)) lines.push(line);
    }
    return { tints, lines };
}

export class Explanation {
    // owner: a view with board, source, style, view, go(ply), names
    constructor(owner) {
        this.owner = owner;
        this.button = h("button", { class: "why", "aria-expanded": "false", text: t("why"), title: t("why-hint"),
                                    onclick: () => (this.open ? this.close() : this.ask()) });
        this.card = h("section", { class: "explanation", hidden: true, "aria-label": t("why"), tabindex: -1 });
    }

    get open() {
        return !this.card.hidden;
    }

    close() {
        if (!this.open) return;
        this.card.hidden = true;
        this.stopLine();
        this.button.setAttribute("aria-expanded", "false");
        this.owner.board.tint();
        this.owner.repaint?.();
    }

    // Asks about the game as it stands, or about the piece on a square. claim: the move of a claim that was wrong.
    async ask(from = this.owner.hand?.selected ?? null, claim = null) {
        const { owner } = this;
        const square = from && !from.endsWith("@") ? from : null;
        if (!await owner.ready()) return;
        try {
            const found = await owner.source.explain({ ply: owner.view.ply, from: square }, owner.style);
            const intended = square ? null : claim ?? owner.claimedMove?.();
            const counts = intended ? await owner.countsAfter(intended) : {};
            if (owner.gone) return;
            this.show({ ...found, ...counts, wrong: claim !== null }, square);
        } catch (problem) {
            owner.say(problem.message, "bad");
        }
    }

    kingOf(square) {
        const { owner } = this;
        return owner.royalOf(isWhite(owner.view.pieces[square]) ? "white" : "black");
    }

    words(text) {
        return sentenceIn(this.owner.style, text, this.owner.view.size.ranks);
    }

    show(all, square) {
        // That pieces cannot move is no reason for a claimed draw or a fallen flag.
        const causes = all.about === "goes-on" ? all.causes.filter(({ kind }) => kind === "pinned") : HINDERED.has(all.about) ? all.causes : [];
        const found = { ...all, causes };
        const parts = [this.heading(found, square), this.causes(found), this.draws(found), this.wins(found)];
        this.card.replaceChildren(...parts.flat().filter(Boolean),
            h("button", { class: "quiet close", "aria-label": t("close"), text: "×", onclick: () => this.close() }));
        this.card.hidden = false;
        this.button.setAttribute("aria-expanded", "true");
        this.paintAll(found.causes);
        this.owner.speak([...this.card.querySelectorAll("h2, p, li")].map((each) => each.textContent).join(" "));
        this.bringInSight();
    }

    // Beside the board, scrolls as little as possible. On a narrow screen the board stays in sight, and the card goes right below it.
    bringInSight() {
        const table = this.owner.root.querySelector(".table");
        const below = getComputedStyle(table).position === "sticky" && innerWidth < innerHeight;
        this.card.style.scrollMarginTop = below ? `${table.offsetHeight + 8}px` : "";
        this.card.scrollIntoView({ block: below ? "start" : "nearest" });
    }

    paintAll(causes) {
        const { tints, lines } = together(causes, (square) => this.kingOf(square));
        this.owner.board.tint(tints, lines);
    }

    heading({ about, text: ruled, causes, moves, wrong }, square) {
        const record = about === "goes-on" ? this.owner.recordSays?.() : null;
        const text = record ?? ruled;
        if (wrong) return [h("h2", { text: t("why-wrong-claim") })];
        const titles = { checkmate: "why-mate", stalemate: "why-stalemate", check: "why-check", piece: "why-piece" };
        const title = titles[about] ? t(titles[about], { square: square && this.owner.hand.square(square) })
            : text ? t("why-ended") : t("why-nothing");
        return [h("h2", { text: title }), text && h("p", { text: this.words(text) }), moves && h("p", { text: moves }),
                about === "piece" && causes.length === 0 && h("p", { text: t("nothing-hinders") }),
                about === "goes-on" && !record && causes.length === 0 && h("p", { text: t("goes-on") })];
    }

    // Each sentence is a button. While it is pointed at, focused or pressed, the board shows only this cause.
    causes({ causes }) {
        if (causes.length === 0) return null;
        const item = (cause) => {
            const alone = () => {
                const { tints, lines } = drawing(cause, (square) => this.kingOf(square));
                this.owner.board.tint(tints, lines);
            };
            return h("li", {}, h("button", { class: "quiet cause", onpointerenter: alone, onfocus: alone, onclick: alone },
                h("span", { class: `dot-${cause.kind}` }),
                h("span", { text: this.words(cause.text) + (cause.article ? ` (${cause.article})` : "") })));
        };
        return h("ul", { class: "causes", onpointerleave: () => this.paintAll(causes) }, ...causes.map(item));
    }

    // Writes the earlier positions of a repetition and the number of moves without progress, if they matter.
    // `after` is the intended move of a claim; then the numbers are those after it.
    draws({ about, repeated, repetitions, quiet, after }) {
        const parts = [];
        const { owner } = this;
        if (repeated.length > 1 || (after && repetitions.claim))
            parts.push(h("p", {}, t(after ? "repeated-with" : "repeated", { count: repeated.length, san: after }), " ",
                ...repeated.filter((ply) => ply <= owner.view.ply).flatMap((ply) => [
                    h("button", { class: "quiet link", text: owner.placeOf(ply), onclick: () => owner.go(ply) }), " "])));
        if (/threefold|fivefold|claim/.test(about) || repeated.length > 1)
            parts.push(h("p", { class: "hint", text: t("repetition-rule", repetitions) }));
        if (quiet.plies >= 40 || /moves/.test(about) || (after && quiet.claim))
            parts.push(h("p", { text: t(after ? "quiet-with" : "quiet", { san: after, claim: quiet.claim / 2, end: quiet.end / 2,
                moves: Math.floor(quiet.plies / 2) + (after && quiet.plies % 2 ? "½" : "") }) }));
        return parts;
    }

    wins({ win }) {
        if (!win) return null;
        return ["white", "black"].map((side) => {
            const { text, line = [] } = win[side];
            return h("p", {}, text, " ", line.length > 0 && h("button", { text: t("play-line"),
                                                                         onclick: () => this.playLine(line) }));
        });
    }

    // Plays on the board the line by which a side could still mate.
    playLine(line) {
        const { owner } = this;
        this.stopLine();
        let { pieces } = owner.view;
        let at = 0;
        const words = h("p", { class: "line", "aria-live": "polite" });
        this.card.append(words);
        const step = () => {
            if (at >= line.length || owner.gone) return this.stopLine(false);
            const move = line[at];
            pieces = changed(pieces, move.put);
            owner.board.tint();
            owner.board.show({ ...owner.shown(), pieces: new Map(Object.entries(pieces)),
                               last: [move.uci.slice(0, 2), move.uci.slice(2, 4)], check: move.check });
            words.textContent = line.slice(0, at + 1).map(({ san }) => shownSan(san)).join(" ");
            at += 1;
            return undefined;
        };
        step();
        this.line = setInterval(step, 700);
    }

    stopLine(render = true) {
        if (!this.line) return;
        clearInterval(this.line);
        this.line = null;
        if (render) this.owner.render(false);
    }
}
