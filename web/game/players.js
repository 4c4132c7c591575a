// players.js: the strips beside the board (name, captured pieces or the hand, clock) and the score bar.
import { h } from "../common/dom.js";
import { Hand } from "../board/hand.js";
import { isWhite, pieceImage } from "../board/pieces.js";
import { t } from "../texts/texts.js";

function clockText(ms) {
    const left = Math.max(0, ms);
    const seconds = Math.floor(left / 1000);
    const two = (value) => String(value).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    if (left < 20000) return `0:${two(seconds % 60)}.${Math.floor(left / 100) % 10}`;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
                     : `${minutes}:${two(seconds % 60)}`;
}

// A side's lead in material, in pawns, by pieces with a common value.
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9 };
function leadOf(pieces, colour) {
    let lead = 0;
    for (const letter of Object.values(pieces ?? {}))
        lead += (isWhite(letter) === (colour === "white") ? 1 : -1) * (WORTH[letter.toLowerCase()] ?? 0);
    return lead > 0 ? `+${lead}` : "";
}

const value = (letter) => "pnbrqk".indexOf(letter.toLowerCase());

export class Strip {
    // `hand` has the handlers for touched pieces in hand.
    constructor(colour, hand) {
        this.colour = colour;
        this.hand = new Hand(colour, hand);
        this.hand.element.hidden = true;
        this.name = h("span", { class: "name" });
        this.tag = h("span", { class: "tag" });
        this.checks = h("span", { class: "tag checks" });
        this.captured = h("span", { class: "captured", role: "img" });
        this.lead = h("span", { class: "lead" });
        this.clock = h("span", { class: "clock", role: "timer", hidden: true });
        this.element = h("div", { class: `strip ${colour}` }, h("span", { class: "stone" }),
            h("div", { class: "who" }, h("div", {}, this.name, this.tag, this.checks), this.captured, this.lead,
                this.hand.element), this.clock);
    }

    // `here`: is the player at the table? undefined if that is not known.
    show(state, { mine, names, here, received }) {
        const player = state.players[this.colour];
        const title = t(this.colour);
        const taken = state.captured?.[this.colour] ?? [];
        this.name.textContent = player.name || title;
        this.tag.textContent = player.kind === "engine" ? t("engine") : mine ? t("you") : here === false ? t("away") : "";
        this.element.classList.toggle("away", here === false && !mine);
        this.lead.textContent = leadOf(state.pieces, this.colour);
        this.element.classList.toggle("moving", state.turn === this.colour && !state.outcome);
        const checks = state.checks?.[this.colour];
        this.checks.textContent = checks > 0 ? t("checks-to-win", { count: checks }) : "";
        this.captured.hidden = !!state.hands; // what is taken is in the hand
        this.hand.element.hidden = !state.hands;
        if (state.hands) this.hand.show(state.hands[this.colour], names);
        if (this.shown !== taken.join("")) {
            this.shown = taken.join("");
            const sorted = taken.toSorted((a, b) => value(a) - value(b)); // equal pieces side by side
            this.captured.replaceChildren(...sorted.map((letter, index) => {
                const image = pieceImage(letter, names);
                image.classList.toggle("same", letter === sorted[index - 1]);
                return image;
            }));
            this.captured.setAttribute("aria-label", taken.length === 0
                ? t("taken-nothing", { side: title }) : t("taken", { side: title, pieces: taken.join(" ") }));
        }
        this.state = state;
        this.received = received;
        this.tick();
    }

    tick() {
        const clock = this.state?.clock;
        this.clock.hidden = clock?.[`${this.colour}_ms`] === undefined; // a record may have the time of one side only
        if (this.clock.hidden) return;
        const running = clock.running === this.colour;
        const gone = running ? performance.now() - this.received : 0;
        const left = clock[`${this.colour}_ms`] - gone;
        const text = clockText(left);
        if (this.clock.textContent !== text) this.clock.textContent = text;
        this.clock.classList.toggle("running", running);
        this.clock.classList.toggle("low", left < 20000);
    }
}

export class ScoreBar {
    constructor() {
        this.part = h("div", { class: "score-white" });
        this.text = h("span", { class: "score-text", "aria-hidden": "true" });
        this.element = h("div", { class: "score", role: "img" }, h("div", { class: "rail" }, this.part));
        this.element.hidden = this.text.hidden = true; // until there is one
    }

    // Shows an engine's score for White, in pawns and as text; null hides the bar.
    showEngine(pawns, text, flipped) {
        this.set(pawns, 3, text, t("engine-score"), flipped);
    }

    // Shows White's score by Lab 3: its lead in pieces and moves; null hides the bar.
    show(score, flipped) {
        const sign = score > 0 ? "+" : score < 0 ? "−" : "";
        this.set(score, 6, sign + Math.abs(score).toFixed(1), t("lab-score"), flipped);
    }

    // `much` is the lead that fills about three quarters of the bar.
    set(score, much, text, title, flipped) {
        this.element.hidden = this.text.hidden = typeof score !== "number";
        if (this.element.hidden) return;
        this.part.style.setProperty("--part", 1 / (1 + Math.exp(-score / much)));
        this.element.classList.toggle("flipped", flipped);
        this.text.textContent = text;
        this.text.title = title;
        this.element.title = `${title}: ${text}`;
        this.element.setAttribute("aria-label", `${title}: ${text}`);
    }
}
