// faults.js: what is wrong with a game that was opened, as `check` finds it: a list, each entry a click away
// from the board before it, the refused move drawn.
import * as api from "../common/api.js";
import { h } from "../common/dom.js";
import { t } from "../texts/texts.js";

// Findings that matter in a record of a game, but not in pasted moves without tags.
const OF_RECORDS = new Set(["no-result-tag", "no-termination-marker"]);
const STOPS = new Set(["illegal", "ambiguous", "bad-token", "bad-fen", "moves-after-end"]); // after these no move follows
const isRecord = (pgn) => /^\s*\[\w+\s+"/m.test(pgn);

export class FaultList {
    // study: a view with tree, goto(node), hand, say, board
    constructor(study) {
        this.study = study;
        this.list = h("ol", { class: "fault-list" });
        this.title = h("summary", {});
        this.element = h("details", { class: "fault-card", open: true, hidden: true }, this.title, this.list);
    }

    // Which node a finding of `check` is about, and how the tree saw it.
    placed(finding) {
        const { tree } = this.study;
        const seen = tree.faults.find(({ line, column }) => line === finding.line && column === finding.column);
        return { ...seen, ...finding, node: seen?.node ?? tree.atPly((finding.ply ?? 1) - (seen ? 1 : 0)).id };
    }

    async show(pgn, named) {
        const { study } = this;
        const { findings: told = [] } = await api.checkGames(pgn, named).catch(() => ({}));
        if (study.gone) return;
        const findings = isRecord(pgn) ? told : told.filter(({ finding }) => !OF_RECORDS.has(finding));
        const found = findings.map((finding) => this.placed(finding));
        const unseen = study.tree.faults.filter(({ line, column, code }) =>
            !told.some((finding) => finding.line === line && (finding.column === column || finding.finding === code)));
        const all = [...found, ...unseen.map((fault) => ({ ...fault, finding: fault.code }))];
        this.element.hidden = all.length === 0;
        this.title.textContent = t("faults", { count: all.length });
        this.list.replaceChildren(...all.map((fault) => h("li", {},
            h("button", { class: "quiet fault", onclick: () => this.choose(fault) },
                h("span", { class: "fault-place", text: t("fault-place", { line: fault.line, column: fault.column }) }),
                h("span", { text: [fault.token ?? fault.word, api.sentence(fault.text)].filter(Boolean).join(": ") })))));
        this.all = all;
    }

    // The first finding behind which no move can follow, if there is one.
    first() {
        return this.all.find(({ finding, code }) => (code || finding === "bad-fen") && STOPS.has(finding));
    }

    choose(fault) {
        const { study } = this;
        study.goTo(study.tree.node(fault.node));
        const article = fault.article && !fault.text.includes(fault.article) ? ` ${t("laws", { article: fault.article })}` : "";
        study.say(api.sentence(fault.text) + article, "bad");
        const { from, to, at, by } = fault;
        if (from || to) {
            study.board.mark({ from, to, at, by });
            if (from && to) study.board.tint(new Map(), [{ from, to, class: "arrow refused" }]);
        }
    }
}
