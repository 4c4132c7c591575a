// marks.js: arrows and circles on a board, as shapes and as PGN writes them: Ge2e4 in [%cal …], Rd5 in
// [%csl …]; beside them what else a board draws but for squares and pieces. Knows cells by row and column, no rules.
import { s } from "../common/dom.js";
import { STYLES } from "./squares.js";

const middle = ({ row, column }, cell) => [column * cell + cell / 2, row * cell + cell / 2];

// An arrow begins at the edge of a piece and ends before the middle of the target.
export function arrowShape(a, b, cell, name) {
    const [x, y] = middle(a, cell);
    const [toX, toY] = middle(b, cell);
    const turn = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
    const shaft = Math.hypot(toX - x, toY - y) - 62;
    return s("path", { class: name, transform: `translate(${x} ${y}) rotate(${turn})`,
                       d: `M34 -6H${shaft}v-14L${shaft + 30} 0L${shaft} 20V6H34z` });
}

export function circleShape(a, cell, name) {
    const [cx, cy] = middle(a, cell);
    return s("circle", { class: `${name} ring-mark`, cx, cy, r: 43 });
}

// Letters and numbers along the edge.
export function edgeLabels(board, edge, cell) {
    const { files, ranks } = board.size;
    const style = STYLES[board.style];
    const group = s("g", { class: "labels", "aria-hidden": "true", "font-size": Math.min(edge * 0.56, 60) });
    const text = (x, y, label) => s("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central", text: label });
    for (let column = 0; column < files; column += 1) {
        const y = style.top ? edge * 0.55 : board.edge.top + ranks * cell + edge * 0.5;
        group.append(text(board.edge.left + column * cell + cell / 2, y, style.file(board.fileRank(0, column).file)));
    }
    for (let row = 0; row < ranks; row += 1)
        group.append(text(edge * 0.5, board.edge.top + row * cell + cell / 2, style.rank(board.fileRank(row, 0).rank, ranks)));
    return group;
}

// ---- captures and explosions ----

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function passing(element, frames, duration) {
    const done = () => element.remove();
    element.animate(frames, { duration, easing: "ease-out" }).finished.then(done, done);
}

// A piece that was taken fades below what takes it.
export function leave(element) {
    if (still()) return element.remove();
    element.parentNode.prepend(element);
    return passing(element, [{ opacity: 1 }, { opacity: 0 }], 220);
}

// An explosion covers all squares that it reaches.
export function burst(layer, at, cell) {
    if (still()) return;
    const [cx, cy] = middle(at, cell);
    const ball = s("circle", { class: "burst", cx, cy, r: cell * 1.5 });
    layer.append(ball);
    passing(ball, [{ opacity: 0.9, transform: "scale(.2)" }, { opacity: 0, transform: "scale(1)" }], 450);
}

// A mark drawn again in its colour goes away; in another colour it changes.
export function toggled(marks, { from, to, colour }) {
    const same = (mark) => mark.from === from && (mark.to ?? null) === (to ?? null);
    const old = marks.find(same);
    const rest = marks.filter((mark) => !same(mark));
    return old?.colour === colour ? rest : [...rest, { from, to: to ?? null, colour }];
}

export const written = (marks) => ({
    cal: marks.filter(({ to }) => to).map(({ colour, from, to }) => colour + from + to).join(","),
    csl: marks.filter(({ to }) => !to).map(({ colour, from }) => colour + from).join(","),
});
