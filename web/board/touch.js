// touch.js: the hand at the board: it picks up a piece, tries a move, shows a refusal, and moves in advance.
// Works for every view that has a board; what is legal is asked from the view's source.
import { choosePromotion } from "../common/dialogs.js";
import { pieceName } from "./pieces.js";
import { inStyle, sentenceIn } from "./squares.js";
import { t } from "../texts/texts.js";

// The origin of a drop is a piece in hand, such as "N@".
export const handOf = (letter) => `${letter.toUpperCase()}@`;
export const isHand = (from) => from?.endsWith("@") === true;

const HOVER = 350; // milliseconds of rest over a square before its verdict is asked

export class Touch {
    // owner: the view. It has board, strips, source, style, names, view, and says who may move:
    // mayUse(letter), inAdvance(letter), claiming; it sends moves: send(move); it speaks: say, spoken
    constructor(owner) {
        this.owner = owner;
        this.selected = null;
        this.legal = null; // promise of a map: square or hand → targets
        this.known = null; // the map, once it is here
        this.premove = null;
    }

    // The position on the board has changed.
    fresh() {
        this.legal = this.known = null;
        this.verdicts = new Map();
        this.unselect();
    }

    get board() {
        return this.owner.board;
    }

    all() {
        if (!this.legal) {
            const asked = this.owner.source.legal().then(({ moves }) => {
                const map = new Map(moves.map(({ from, targets }) => [from, targets]));
                if (this.legal === asked) this.known = map;
                return map;
            });
            asked.catch(() => { if (this.legal === asked) this.legal = null; });
            this.legal = asked;
        }
        return this.legal;
    }

    async targetsOf(from) {
        return (await this.all()).get(from) ?? [];
    }

    // The piece that would be picked up from a square or from the hand.
    letterFrom(from) {
        const { view } = this.owner;
        if (!isHand(from)) return view.pieces[from];
        return view.turn === "white" ? from[0] : from[0].toLowerCase();
    }

    mayLift(square) {
        const letter = this.owner.view?.pieces[square];
        return !!letter && (this.owner.mayUse(letter) || this.owner.inAdvance(letter));
    }

    mayDrop(letter) {
        const { view } = this.owner;
        return this.owner.mayUse(letter) && view.hands?.[view.turn][letter] > 0;
    }

    // Shows in blue where the piece was picked up and in green where it may go.
    showPicked(from, targets = []) {
        this.board.select(from, targets);
        for (const [colour, strip] of Object.entries(this.owner.strips ?? {}))
            strip.hand.select(isHand(from) && colour === this.owner.view.turn ? this.letterFrom(from) : null);
    }

    async pick(from) {
        const { owner } = this;
        this.selected = from;
        owner.say("");
        this.board.mark();
        this.showPicked(from);
        if (owner.inAdvance(this.letterFrom(from))) return;
        await owner.touched?.(from);
        if (this.selected !== from) return;
        try {
            const all = await this.targetsOf(from);
            if (this.selected !== from || owner.gone) return;
            const targets = owner.claiming ? all.filter(({ claims }) => claims.length > 0) : all;
            this.showPicked(from, targets);
            const name = pieceName(this.letterFrom(from), owner.names);
            owner.speak(t("picked", { piece: name, count: targets.length }));
            if (targets.length === 0) await this.explainNone(from, name, all.length > 0);
        } catch (problem) {
            owner.say(problem.message, "bad");
        }
    }

    // For a piece that cannot move, asks what prevents it.
    async explainNone(from, name, claiming) {
        const { owner } = this;
        const place = isHand(from) ? t("in-hand") : t("on-square", { square: this.square(from) });
        const head = t(claiming ? "no-claim-move" : "no-legal-move", { piece: `${name} ${place}` });
        if (claiming || isHand(from)) return owner.say(head);
        const { causes } = await owner.source.explain({ ply: owner.view.ply, from }, owner.style);
        if (this.selected !== from || owner.message.textContent) return undefined; // keep a refusal
        const [cause] = causes;
        if (cause?.kind === "pinned") this.board.mark({ by: cause.by, king: cause.at });
        else if (cause) this.showVerdict(cause, {});
        return owner.say([head, cause && sentenceIn(owner.style, cause.text, owner.view.size.ranks)]
            .filter(Boolean).join(" "));
    }

    square(name) {
        return inStyle(this.owner.style, name, this.owner.view.size.ranks);
    }

    unselect() {
        this.selected = null;
        this.restEnds();
        if (!this.owner.view) return;
        this.showPicked(null);
        this.board.mark();
    }

    clear() {
        this.unselect();
        this.advance(null);
        this.owner.say("");
    }

    activate(square) {
        if (!this.owner.view) return;
        if (this.selected === square) this.clear();
        else if (this.selected && this.board.targets.has(square)) this.attempt(this.selected, square);
        else if (this.mayLift(square)) this.pick(square);
        else if (this.selected) this.attempt(this.selected, square);
        else {
            this.advance(null);
            this.owner.nothingToLift(square);
        }
    }

    // By keyboard the focus goes to the squares.
    activateHand(letter) {
        if (!this.mayDrop(letter)) this.owner.nothingToLift(null, letter);
        else if (this.selected === handOf(letter)) this.clear();
        else {
            this.pick(handOf(letter));
            this.board.focusByKey();
        }
    }

    // ---- moving ----

    async attempt(from, to) {
        const { owner } = this;
        if (!to) return this.clear();
        this.restEnds(); // the verdict on the move replaces that of a resting pointer
        if (owner.inAdvance(this.letterFrom(from))) return this.advance({ from, to });
        if (!this.known && !owner.claiming && !owner.arbiter) return this.rush(from, to);
        try {
            const target = (await this.targetsOf(from)).find((each) => each.to === to);
            if (!target && owner.arbiter) return owner.send({ from, to }); // the arbiter rules on it
            if (!target) return this.refuse(await owner.source.why({ from, to }, owner.style), { from, to });
            return await this.make(from, to, target.promotions);
        } catch (problem) {
            return owner.failed(problem);
        }
    }

    // The legal moves are not here yet: the move is shown at once, and taken back if it is refused.
    async rush(from, to) {
        const asked = this.all().catch(() => null);
        this.unselect();
        this.board.anticipate(from, to, isHand(from) ? this.letterFrom(from) : null);
        const known = await asked;
        const target = known?.get(from)?.find((each) => each.to === to);
        if (!known || !target || target.promotions.length > 1) {
            this.owner.render(false);
            return known ? this.attempt(from, to) : this.owner.send({ from, to });
        }
        return this.make(from, to, target.promotions, true);
    }

    async make(from, to, promotions, shown = false) {
        const { owner } = this;
        let [promotion] = promotions;
        if (promotions.length > 1) {
            this.board.anticipate(from, to);
            promotion = await choosePromotion(promotions, owner.view.turn === "white", this.board, to, owner.names);
            if (!promotion) return this.putBack();
        }
        this.unselect();
        if (!owner.claiming && !shown)
            this.board.anticipate(from, to, isHand(from) ? this.letterFrom(from) : null);
        return owner.send({ from, to, ...(promotion ? { promotion } : {}) });
    }

    putBack() {
        this.unselect();
        this.owner.render(false);
    }

    // A refused move says why and marks the squares of the verdict.
    refuse(verdict, { from, to } = {}) {
        if (verdict.legal) return;
        const { owner } = this;
        this.showVerdict(verdict, { from, to });
        const article = verdict.article ? ` ${t("laws", { article: verdict.article })}` : "";
        owner.say(sentenceIn(owner.style, verdict.text, owner.view.size.ranks) + article, "bad");
        if (verdict.verdict === "wrong-shape" && from && !isHand(from)) this.sayHow(from);
    }

    showVerdict(verdict, { from, to }) {
        const { owner } = this;
        const king = /exposes-king|still-in-check|castle-in-check/.test(verdict.verdict)
            ? owner.royalOf?.(owner.view.turn) : undefined;
        const squares = verdict.verdict === "must-capture" ? { by: verdict.at, prey: verdict.by }
                                                           : { at: verdict.at, by: verdict.by, king };
        this.board.mark({ from, to, ...squares });
    }

    // After a refusal, shows how the piece does move.
    async sayHow(from) {
        const { owner } = this;
        const said = owner.message.textContent;
        const { moves } = await owner.source.explain({ ply: owner.view.ply, from }, owner.style).catch(() => ({}));
        if (moves && owner.message.textContent === said) owner.say(`${said} ${moves}`, "bad");
    }

    // ---- verdicts without trying ----

    // If a piece is picked up and the pointer rests over a square, asks for the verdict there.
    hover(square) {
        this.restEnds();
        const from = this.selected;
        if (!from || !square || square === from || this.board.targets.has(square)
            || this.owner.inAdvance(this.letterFrom(from))) return;
        this.hovering = setTimeout(() => this.askVerdict(from, square), HOVER);
    }

    restEnds() {
        clearTimeout(this.hovering);
        this.restsOn = null;
    }

    async askVerdict(from, to) {
        const { owner } = this;
        const key = `${from} ${to}`;
        this.restsOn = key;
        try {
            if (!this.verdicts.has(key)) this.verdicts.set(key, owner.source.why({ from, to }, owner.style));
            const verdict = await this.verdicts.get(key);
            if (this.restsOn !== key || this.selected !== from || owner.gone) return;
            if (!verdict.legal) this.showVerdict(verdict, { from, to });
            owner.say(sentenceIn(owner.style, verdict.text, owner.view.size.ranks)
                + (verdict.article ? ` ${t("laws", { article: verdict.article })}` : ""));
        } catch {
            this.verdicts.delete(key);
        }
    }

    // ---- in advance ----

    advance(move) {
        this.premove = move;
        this.unselect();
        this.board.premove(move ? [move.from, move.to] : []);
    }

    // It is our turn: the move that was made in advance is played if it is legal, else forgotten.
    async playAdvance() {
        const { premove, owner } = this;
        if (!premove) return;
        this.advance(null);
        const { from, to } = premove;
        const target = (await this.targetsOf(from).catch(() => [])).find((each) => each.to === to);
        if (!target || owner.gone || !owner.mayUse(this.letterFrom(from) ?? "")) return;
        const promotion = target.promotions.length > 1 ? target.promotions.find((each) => each === "q")
            ?? target.promotions[0] : target.promotions[0];
        this.board.anticipate(from, to);
        owner.send({ from, to, ...(promotion ? { promotion } : {}) });
    }
}
