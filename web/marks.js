// marks.js: arrows and circles on a board, as shapes and as PGN writes them: Ge2e4 in [%cal …], Rd5 in
// [%csl …]. Knows cells by row and column, no rules.
import { s } from "./dom.js";

const middle = ({ row, column }, cell) => [column * cell + cell / 2, row * cell + cell / 2];

// From the edge of a piece to short of the target's middle.
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
