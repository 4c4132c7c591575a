// game_tree.js: a game with variations as the server read it: nodes with their parents and children, and
// the position at each, made from what every move puts where.
import { nextView, startView } from "../game/timeline.js";

export class GameTree {
    constructor(answer) {
        const { nodes, node: _, ...rest } = answer;
        Object.assign(this, rest);
        this.byId = new Map(nodes.map((node) => [node.id, { ...node, children: [] }]));
        for (const node of this.byId.values())
            if (node.parent !== null) this.byId.get(node.parent).children.push(node);
        this.root = this.byId.get(0);
        this.root.view = { ...startView({ ...answer, start: { fen: answer.start, check: this.root.check } }), ply: 0 };
        this.tagged = Object.fromEntries(answer.tags.toReversed());
    }

    node(id) {
        return this.byId.get(id) ?? this.root;
    }

    parent(node) {
        return node.parent === null ? null : this.byId.get(node.parent);
    }

    // The moves that lead to a node, without the root.
    path(node) {
        const nodes = [];
        for (let at = node; at.parent !== null; at = this.byId.get(at.parent)) nodes.unshift(at);
        return nodes;
    }

    view(node) {
        if (!node.view) {
            const before = this.view(this.parent(node));
            const view = node.kind === "move" ? nextView(before, node) : { ...before, turn: node.turn, last: null };
            node.view = { ...view, ply: before.ply + (node.kind === "text" ? 0 : 1) };
        }
        return node.view;
    }

    next(node) {
        return node.children.find((child) => child.kind !== "text") ?? null;
    }

    // The last node of the line that goes on from here.
    end(node) {
        let at = node;
        for (let next = this.next(at); next; next = this.next(at)) at = next;
        return at;
    }

    mainLine() {
        const line = [];
        for (let at = this.next(this.root); at; at = this.next(at)) line.push(at);
        return line;
    }

    // The node after so many plies of the main line.
    atPly(ply) {
        return ply <= 0 ? this.root : this.mainLine()[ply - 1] ?? this.end(this.root);
    }

    isMain(node) {
        return this.path(node).every((each) => this.next(this.parent(each)) === each);
    }
}

const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱",
                 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 32: "⟳", 36: "↑", 40: "→", 132: "⇆", 138: "⊕", 146: "N" };
export const glyph = (nag) => GLYPHS[nag] ?? `$${nag}`;
export const tone = (nags = []) => (nags.some((nag) => nag === 2 || nag === 4) ? "poor"
    : nags.includes(6) ? "dubious" : nags.some((nag) => nag === 1 || nag === 3) ? "fine" : nags.includes(5) ? "keen" : "");

// The number in front of a move: "12." or, for Black, "12…".
export function numberOf(tree, node) {
    const before = tree.parent(node);
    return { number: before.number, black: before.turn === "black" };
}
