// plot.js: clock times and evaluations of a game's main line, as a small picture to click on.
import { h, s } from "../common/dom.js";
import { t } from "../texts/texts.js";

const WIDTH = 400;
const HEIGHT = 70;

// White's part of the expected point, from hundredths of a pawn.
const chance = ({ cp, mate }) => (mate !== undefined ? (mate > 0 || Object.is(mate, 0) ? 1 : 0) : 1 / (1 + Math.exp(-cp / 250)));

function line(points, name) {
    return s("polyline", { class: name, points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
}

export class Plot {
    constructor(go) {
        this.go = go;
        this.element = h("figure", { class: "plot", hidden: true });
    }

    show(tree, ply) {
        if (tree !== this.tree) {
            this.tree = tree;
            this.draw(tree.mainLine());
        }
        const x = this.count > 0 ? WIDTH * Math.min(ply, this.count) / this.count : 0;
        this.cursor?.setAttribute("transform", `translate(${x} 0)`);
    }

    draw(nodes) {
        this.count = nodes.length;
        const at = (index) => WIDTH * (index + 1) / nodes.length;
        const evals = nodes.flatMap(({ eval: value }, index) => (value ? [[at(index), HEIGHT * (1 - chance(value))]] : []));
        const most = Math.max(1, ...nodes.map(({ clock_ms: ms = 0 }) => ms));
        const clocks = [0, 1].map((parity) => nodes.flatMap(({ clock_ms: ms }, index) =>
            (ms !== undefined && index % 2 === parity ? [[at(index), HEIGHT * (1 - ms / most) * 0.96 + 1]] : [])));
        const has = evals.length > 1 || clocks.some((list) => list.length > 1);
        this.element.hidden = !has;
        this.cursor = null;
        if (!has) return this.element.replaceChildren();
        const label = t(evals.length > 1 ? "plot-evals" : "plot-clocks");
        this.cursor = s("path", { class: "cursor", d: `M0 0V${HEIGHT}` });
        const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
                                   class: evals.length > 1 && "has-evals" },
            evals.length > 1 && s("rect", { class: "black-part", x: evals[0][0], y: 0, width: evals.at(-1)[0] - evals[0][0], height: HEIGHT }),
            evals.length > 1 && s("polygon", { class: "area", points: [[evals[0][0], HEIGHT], ...evals, [evals.at(-1)[0], HEIGHT]]
                .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") }),
            evals.length > 1 && s("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
            evals.length > 1 && line(evals, "eval-line"),
            clocks[0].length > 1 && line(clocks[0], "clock-white"), clocks[1].length > 1 && line(clocks[1], "clock-black"),
            this.cursor);
        picture.addEventListener("click", (event) => {
            const box = picture.getBoundingClientRect();
            this.go(Math.round((event.clientX - box.left) / box.width * this.count));
        });
        return this.element.replaceChildren(picture, h("figcaption", { text: label }));
    }
}
