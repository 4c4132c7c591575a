// board.js: an accessible board for any size from 1x1 to 32x32, as one SVG. It draws what it is told
// and reports what was picked, dropped or typed; it knows no rules.
//
// The squares are a grid (role grid, row, gridcell) with one tab stop that the arrow keys move; the
// pieces lie in a layer of their own above it, so that they can glide.
import { arrowShape, burst, circleShape, edgeLabels, leave } from "./marks.js";
import { s } from "../common/dom.js";
import { pieceGroup, pieceName } from "./pieces.js";
import { STYLES, inStyle, squareAt, squareName } from "./squares.js";
import { t } from "../texts/texts.js";

const CELL = 100;
const DRAG_FROM = 5; // pixels that tell a drag from a click
const HOLD = 450; // milliseconds of a long press

// The colours of arrows, as on other sites: green without a key, red with Shift, blue with Alt, yellow with both.
const inkOf = ({ shiftKey, altKey, ctrlKey }) =>
    ((shiftKey || ctrlKey) && altKey ? "Y" : shiftKey || ctrlKey ? "R" : altKey ? "B" : "G");

export class Board {
    // handlers: canLift(square), pick(square), activate(square), drop(from, to or null), cancel(),
    // hover(square), ask(square) by a long press, mark(from, to, colour) by the right button,
    // key(event, square) → true if it was used, arrow(event) likewise, before the board itself
    constructor(host, label, handlers) {
        this.handlers = handlers;
        this.label = label;
        this.size = { files: 0, ranks: 0 };
        this.flipped = false;
        this.style = "a1";
        this.names = {};
        this.pieces = new Map(); // square → {letter, element}
        this.cells = new Map();
        this.selected = null;
        this.targets = new Map(); // square → {capture}
        this.holes = new Set(); // places that are no squares
        this.goal = new Set();
        this.last = [];
        this.check = [];
        this.verdict = {};
        this.tints = new Map(); // square → { class, words }
        this.lines = []; // arrows of an explanation: { from, to, class }
        this.drawn = []; // marks of a person: { from, to or null, colour }
        this.ahead = []; // the squares of a move made before its turn
        this.focus = null;
        this.drag = null;
        this.svg = s("svg", { class: "board-svg" });
        this.listen();
        host.append(this.svg);
        // The host listens, because Chromium makes an SVG that listens for focus a tab stop.
        host.addEventListener("focusin", (event) => {
            const square = event.target.dataset?.square;
            if (square) this.setStop(square);
        });
    }

    // ---- what the board shows ----

    show({ size, pieces, holes = [], goal = [], flipped = this.flipped, style = this.style, last = [],
           check = [], animate = true }) {
        const shape = [size.files, size.ranks, flipped, style, ...holes, "goal", ...goal, ...Object.entries(this.names)].join();
        if (shape !== this.shape) {
            this.shape = shape;
            Object.assign(this, { size, flipped, style, holes: new Set(holes), goal: new Set(goal) });
            this.build();
            animate = false;
        }
        this.abandon();
        this.place(pieces, animate, last[1]);
        this.last = last;
        this.check = check;
        this.paint();
    }

    select(square, targets = []) {
        this.selected = square;
        this.targets = new Map(targets.map((target) => [target.to, target]));
        this.paint();
    }

    // Marks the squares of a verdict: {from, to, at, by, king, prey}; an arrow goes from the attacker, and
    // `prey` are the pieces that must be captured.
    mark(verdict = {}) {
        this.verdict = verdict;
        this.paint();
    }

    // Shows the tints, by square, and the arrows of an explanation or of the teacher's view.
    tint(tints = new Map(), lines = []) {
        this.tints = tints;
        this.lines = lines;
        this.paint();
    }

    // Shows the arrows and circles that a person has drawn.
    draw(marks = []) {
        this.drawn = marks;
        this.paint();
    }

    premove(squares = []) {
        this.ahead = squares;
        this.paint();
    }

    // Shows a move before the server has answered. `dropped` is the letter of a piece from the hand.
    anticipate(from, to, dropped = null) {
        const piece = dropped ? { letter: dropped, element: pieceGroup(dropped, this.names) } : this.pieces.get(from);
        if (!piece) return;
        if (dropped) this.layer.append(piece.element);
        if (this.pieces.has(to)) leave(this.pieces.get(to).element);
        this.pieces.delete(from);
        this.pieces.set(to, piece);
        this.put(piece.element, to);
        this.last = [from, to];
        this.paint();
    }

    focusSquare(square) {
        if (!this.cells.has(square)) return;
        this.setStop(square);
        this.cells.get(square).group.focus({ preventScroll: true });
    }

    // Moves the focus to the board after a piece was picked up elsewhere by keyboard.
    focusByKey() {
        this.svg.classList.remove("by-pointer");
        this.focusSquare(this.focus);
    }

    // The side of a square in pixels of the screen.
    get cellWidth() {
        return this.cells.get(this.focus).group.firstChild.getBoundingClientRect().width;
    }

    // The place of a square as fractions of the SVG, for elements that are laid over the board.
    placeOf(square) {
        const box = this.cells.get(square).group.getBoundingClientRect();
        const all = this.svg.getBoundingClientRect();
        return { left: box.left - all.left, top: box.top - all.top, width: box.width,
                 height: box.height };
    }

    // ---- drawing ----

    build() {
        const { files, ranks } = this.size;
        const style = STYLES[this.style];
        const edge = Math.max(16, Math.max(files, ranks) * CELL * 0.042);
        this.edge = { left: edge, top: style.top ? edge : edge * 0.25 };
        const width = files * CELL + edge * 1.25;
        const height = ranks * CELL + edge * 1.25;
        this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        const room = this.svg.closest(".table, .home") ?? this.svg.parentElement;
        room.style.setProperty("--board-ratio", width / height);
        const edges = { left: this.edge.left / width, top: this.edge.top / height,
                        right: (edge * 1.25 - this.edge.left) / width,
                        bottom: (edge * 1.25 - this.edge.top) / height };
        for (const [side, part] of Object.entries(edges)) // labels end with the squares
            room.style.setProperty(`--edge-${side}`, `${100 * part}%`);
        this.cells.clear();
        this.pieces.clear();

        this.grid = s("g", { role: "grid", "aria-label": this.label,
                             transform: `translate(${this.edge.left} ${this.edge.top})` });
        for (let row = 0; row < ranks; row += 1) {
            const group = s("g", { role: "row" });
            for (let column = 0; column < files; column += 1)
                group.append(this.cell(row, column));
            this.grid.append(group);
        }
        const at = { transform: `translate(${this.edge.left} ${this.edge.top})` };
        this.layer = s("g", { class: "pieces", "aria-hidden": "true", ...at });
        this.arrows = s("g", { class: "arrows", "aria-hidden": "true", ...at });
        this.svg.replaceChildren(edgeLabels(this, edge, CELL), this.grid, this.layer, this.arrows);
        const corner = squareName(0, 0);
        const isSquare = (square) => this.cells.has(square) && !this.holes.has(square);
        if (!isSquare(this.focus)) this.focus = isSquare(corner) ? corner : [...this.cells.keys()].findLast(isSquare) ?? corner;
        this.setStop(this.focus);
    }

    fileRank(row, column) {
        const { files, ranks } = this.size;
        return this.flipped ? { file: files - 1 - column, rank: row }
                            : { file: column, rank: ranks - 1 - row };
    }

    rowColumn(square) {
        const { file, rank } = squareAt(square);
        const { files, ranks } = this.size;
        return this.flipped ? { row: rank, column: files - 1 - file }
                            : { row: ranks - 1 - rank, column: file };
    }

    cell(row, column) {
        const { file, rank } = this.fileRank(row, column);
        const square = squareName(file, rank);
        const box = { x: column * CELL, y: row * CELL, width: CELL, height: CELL };
        const middle = { cx: column * CELL + 50, cy: row * CELL + 50 };
        const hole = this.holes.has(square);
        const group = s("g", { role: "gridcell", tabindex: -1, "data-square": square,
                               "aria-disabled": hole && "true",
                               class: `cell ${hole ? "hole" : (file + rank) % 2 === 0 ? "dark" : "light"}` },
            s("rect", { class: "ground", ...box }),
            this.goal.has(square) && s("path", { class: "goal",
                d: `M${box.x + 5} ${box.y + 30}V${box.y + 5}h25M${box.x + 95} ${box.y + 70}v25h-25` }),
            s("rect", { class: "tint", ...box }),
            s("circle", { class: "dot", ...middle, r: 15 }),
            s("circle", { class: "hoop", ...middle, r: 44 }),
            s("rect", { class: "frame", x: box.x + 4, y: box.y + 4, width: CELL - 8,
                        height: CELL - 8, rx: 6 }),
            s("rect", { class: "ring", x: box.x + 3, y: box.y + 3, width: CELL - 6,
                        height: CELL - 6, rx: 6 }));
        this.cells.set(square, { group, row, column });
        return group;
    }

    put(element, square) {
        const { row, column } = this.cells.get(square);
        element.style.transform = `translate(${column * CELL}px, ${row * CELL}px)`;
    }

    // Moves the pieces. A piece that left a square glides to the square where an equal one appeared; a captured
    // piece fades. If `target`, the square of the last move, is empty and several pieces are gone, they exploded.
    place(wanted, animate, target) {
        this.layer.classList.toggle("still", !animate);
        const free = [];
        for (const [square, piece] of this.pieces) {
            if (wanted.get(square) === piece.letter) {
                this.put(piece.element, square);
                continue;
            }
            free.push({ square, ...piece });
            this.pieces.delete(square);
        }
        for (const [square, letter] of wanted) {
            if (this.pieces.has(square) || !this.cells.has(square)) continue;
            const like = free.findIndex((piece) => piece.letter === letter);
            const element = like >= 0 ? free.splice(like, 1)[0].element : pieceGroup(letter, this.names);
            if (like < 0) {
                this.put(element, square);
                this.layer.append(element);
            } else {
                this.layer.append(element);
                void element.getBoundingClientRect?.();
                this.put(element, square);
            }
            this.pieces.set(square, { letter, element });
        }
        for (const piece of free) if (animate) leave(piece.element); else piece.element.remove();
        if (animate && free.length > 1 && this.cells.has(target) && !wanted.has(target)) burst(this.layer, this.cells.get(target), CELL);
    }

    paint() {
        const { from, to, at, by, king, prey } = this.verdict;
        for (const [square, { group }] of this.cells) {
            const target = this.targets.get(square);
            const states = {
                selected: square === this.selected, target: target !== undefined,
                capture: target?.capture === true, last: this.last.includes(square),
                check: this.check.includes(square), "bad-at": square === at || square === prey,
                "bad-by": square === by, "bad-king": square === king,
                "bad-move": square === from || square === to,
                ahead: this.ahead.includes(square),
            };
            for (const [name, on] of Object.entries(states)) group.classList.toggle(name, on);
            const tint = this.tints.get(square)?.class ?? "";
            if ((group.dataset.tint ?? "") !== tint) group.dataset.tint = tint;
            this.describe(square, group, states);
        }
        this.arrows.replaceChildren(...this.arrow(by, prey ?? king ?? at ?? to),
            ...this.lines.flatMap((line) => this.arrow(line.from, line.to, line.class)),
            ...this.drawn.flatMap((mark) => (mark.to ? this.arrow(mark.from, mark.to, `mark mark-${mark.colour}`)
                                                     : this.circle(mark.from, `mark mark-${mark.colour}`))));
    }

    describe(square, group, states) {
        const piece = this.pieces.get(square);
        const words = [inStyle(this.style, square, this.size.ranks),
                       piece ? pieceName(piece.letter, this.names)
                           : this.holes.has(square) ? t("no-square-here") : t("empty-square")];
        if (this.goal.has(square)) words.push(t("goal"));
        if (states.selected) words.push(t("selected"));
        if (states.target) words.push(t(states.capture ? "may-be-taken" : "may-go-here"));
        if (states.check) words.push(t("is-in-check"));
        if (states.last) words.push(t("last-move"));
        if (square === this.verdict.at) words.push(t("in-the-way"));
        if (square === this.verdict.prey) words.push(t("can-be-taken"));
        if (states["bad-by"]) words.push(t("attacks"));
        if (states.ahead) words.push(t("move-in-advance"));
        for (const { from, to, colour } of this.drawn)
            if (from === square) {
                const shape = to ? t("drawn-arrow", { square: inStyle(this.style, to, this.size.ranks) }) : t("drawn-circle");
                words.push(`${shape} (${t(`pen-${colour}`)})`);
            }
        const said = this.tints.get(square)?.words;
        if (said) words.push(said);
        const label = words.join(", ");
        if (group.getAttribute("aria-label") === label) return;
        group.setAttribute("aria-label", label);
        group.setAttribute("aria-selected", String(states.selected));
    }

    arrow(from, to, name = "arrow") {
        if (!from || !to || from === to || !this.cells.has(from) || !this.cells.has(to)) return [];
        return [arrowShape(this.cells.get(from), this.cells.get(to), CELL, name)];
    }

    circle(square, name) {
        return this.cells.has(square) ? [circleShape(this.cells.get(square), CELL, name)] : [];
    }

    // ---- pointer ----

    squareUnder(event) {
        const matrix = this.grid?.getScreenCTM();
        if (!matrix) return null;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        const column = Math.floor(point.x / CELL);
        const row = Math.floor(point.y / CELL);
        const inside = row >= 0 && column >= 0 && row < this.size.ranks && column < this.size.files;
        if (!inside) return null;
        const { file, rank } = this.fileRank(row, column);
        return squareName(file, rank);
    }

    listen() {
        const on = (name, handler) => this.svg.addEventListener(name, handler);
        on("pointerdown", (event) => this.pressed(event));
        on("pointermove", (event) => this.moved(event));
        on("pointerup", (event) => this.released(event));
        on("pointercancel", () => {
            clearTimeout(this.holding);
            this.abandon();
        });
        on("pointerleave", () => {
            this.hovered = null;
            this.handlers.hover?.(null);
        });
        on("click", (event) => { // from a screen reader, which presses no pointer
            const square = event.target.closest?.("[data-square]")?.dataset.square;
            if (event.detail === 0 && square) this.handlers.activate(square);
        });
        on("contextmenu", (event) => {
            const square = this.squareUnder(event);
            if (this.handlers.mark || (square && this.handlers.erase?.(square))) event.preventDefault();
        });
        on("keydown", (event) => this.key(event));
    }

    pressed(event) {
        if (event.button === 2 && this.handlers.mark) this.inking = { from: this.squareUnder(event), colour: inkOf(event) };
        if (event.button !== 0 || !event.isPrimary) return;
        const square = this.squareUnder(event);
        if (!square) return;
        event.preventDefault();
        if (this.pen) { // by touch: the pen is chosen, and the finger draws
            this.inking = { from: square, colour: this.pen };
            this.svg.setPointerCapture(event.pointerId);
            return;
        }
        clearTimeout(this.holding);
        if (this.handlers.ask && event.pointerType !== "mouse")
            this.holding = setTimeout(() => this.held(square), HOLD);
        this.svg.classList.add("by-pointer"); // no focus ring for a pointer
        this.focusSquare(square);
        const lift = !this.targets.has(square) && this.handlers.canLift(square);
        this.drag = { from: square, lift, was: this.selected === square, moved: false,
                      x: event.clientX, y: event.clientY, pointer: event.pointerId };
        this.svg.setPointerCapture(event.pointerId);
        if (lift) this.handlers.pick(square);
    }

    // A long press asks about the square; the piece stays where it is.
    held(square) {
        if (this.drag?.moved) return;
        const { drag } = this;
        this.abandon();
        if (drag?.lift && !drag.was) this.handlers.cancel();
        this.handlers.ask(square);
    }

    moved(event) {
        const { drag } = this;
        if (!drag) {
            const square = this.squareUnder(event);
            if (square !== this.hovered) {
                this.hovered = square;
                this.handlers.hover?.(square);
            }
            return;
        }
        if (drag.pointer !== event.pointerId || !drag.lift) return;
        const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
        if (!drag.moved && far < DRAG_FROM) return;
        clearTimeout(this.holding);
        const piece = this.pieces.get(drag.from);
        if (!piece) return;
        if (!drag.moved) {
            drag.moved = true;
            piece.element.classList.add("lifted");
            this.layer.append(piece.element);
        }
        const matrix = this.grid.getScreenCTM().inverse();
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
        piece.element.style.transform = `translate(${point.x - 50}px, ${point.y - 50}px)`;
        this.over(this.squareUnder(event));
    }

    over(square) {
        if (this.overSquare === square) return;
        this.cells.get(this.overSquare)?.group.classList.remove("over");
        this.cells.get(square)?.group.classList.add("over");
        this.overSquare = square;
    }

    released(event) {
        clearTimeout(this.holding);
        if (this.inking && (event.button === 2 || this.pen)) {
            const { from, colour } = this.inking;
            const to = this.squareUnder(event);
            this.inking = null;
            if (from && to) this.handlers.mark(from, to === from ? null : to, colour);
            return;
        }
        const { drag } = this;
        if (!drag || drag.pointer !== event.pointerId) return;
        const square = this.squareUnder(event);
        this.abandon();
        if (drag.moved) {
            if (square !== drag.from) this.handlers.drop(drag.from, square);
        } else if (!drag.lift) {
            if (square === drag.from) this.handlers.activate(square);
        } else if (drag.was) {
            this.handlers.cancel();
        }
    }

    // Puts a lifted piece back on its square.
    abandon() {
        const { drag } = this;
        this.drag = null;
        this.over(null);
        const piece = drag?.moved ? this.pieces.get(drag.from) : null;
        if (!piece) return;
        this.layer.classList.add("still");
        piece.element.classList.remove("lifted");
        this.put(piece.element, drag.from);
    }

    // ---- keyboard ----

    setStop(square) {
        this.cells.get(this.focus)?.group.setAttribute("tabindex", -1);
        this.focus = square;
        this.cells.get(square)?.group.setAttribute("tabindex", 0);
    }

    step(rows, columns) {
        const { row, column } = this.rowColumn(this.focus);
        const limit = (value, end) => Math.min(Math.max(value, 0), end - 1);
        const { file, rank } = this.fileRank(limit(row + rows, this.size.ranks),
                                             limit(column + columns, this.size.files));
        this.focusSquare(squareName(file, rank));
    }

    // Draws a circle or, if a square was chosen before, an arrow from it.
    inkByKey() {
        const { selected, focus } = this;
        const arrow = selected && selected !== focus;
        this.handlers.mark(arrow ? selected : focus, arrow ? focus : null, this.pen || "G");
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        // After the use of a pointer no square has the cursor, so the arrow keys go through the game.
        if (this.svg.classList.contains("by-pointer") && this.handlers.arrow?.(event)) return;
        this.svg.classList.remove("by-pointer");
        const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
                        ArrowRight: [0, 1], Home: [0, -99], End: [0, 99], PageUp: [-99, 0],
                        PageDown: [99, 0] };
        if (steps[event.key]) this.step(...steps[event.key]);
        else if (event.key === "Enter" && event.shiftKey && this.handlers.mark) this.inkByKey();
        else if (event.key === "Enter" || event.key === " ") this.handlers.activate(this.focus);
        else if (event.key === "Escape") this.handlers.cancel();
        else if (!this.handlers.key?.(event, this.focus)) return;
        event.preventDefault();
        event.stopPropagation();
    }
}
