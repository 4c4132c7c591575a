// open.js: bringing in what exists: a FEN, a PGN of one or many games, a Lab 3 config; pasted,
// chosen as a file, or dropped on the page.
import * as api from "../common/api.js";
import * as collection from "./collection.js";
import { field, h, option } from "../common/dom.js";
import { looksLikeFen } from "../board/fen.js";
import { named, ruleOptions } from "../start/rules.js";
import { recall, remember } from "../common/settings.js";
import { listKept, openNumber, throwAway } from "./shelf.js";
import { language, t } from "../texts/texts.js";

const LIMIT = 64 * 1024 * 1024;

// Old collections are Windows-1252 (or Latin-1, a part of it); joined files can be both.
function decode(bytes) {
    const strict = new TextDecoder("utf-8", { fatal: true });
    const old = new TextDecoder("windows-1252");
    const either = (part) => {
        try {
            return strict.decode(part);
        } catch {
            return old.decode(part);
        }
    };
    try {
        return strict.decode(bytes);
    } catch {
        const lines = [];
        for (let at = 0; at < bytes.length;) {
            const end = bytes.indexOf(10, at);
            lines.push(either(bytes.subarray(at, end < 0 ? bytes.length : end)));
            at = end < 0 ? bytes.length : end + 1;
        }
        return lines.join("\n");
    }
}

export const textOf = async (file) => decode(new Uint8Array(await file.arrayBuffer()));

// A Lab 3 config has its actions behind a line with a tilde.
const looksLikeLab = (text) => /^~\s*$/m.test(text) && /^\s*[0-9]+\s+[0-9]+/m.test(text);

// A rule-set file is statements: name = …, parent = …
const looksLikeRules = (text) => !/^\s*\[/m.test(text) && /^\s*(name|title|parent|board|start)\s*=/m.test(text);

// FEN as engines, mails and other pages write it: "FEN: …".
const unlabelled = (text) => text.replace(/^\s*(position\s+)?fen\b\s*[:=]?\s*(?=\S*\/)/i, "");

// Text that was pasted or dropped on another view and is shown here next.
let taken = "";
let draft = ""; // what was typed and not opened yet

function bring(text) {
    if (text.trim() === "") return;
    taken = text;
    if (location.hash === "#/open") dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = "#/open";
}

export function listen() {
    document.addEventListener("paste", (event) => {
        if (!event.target.closest?.("input, textarea, select, dialog"))
            bring(event.clipboardData.getData("text/plain"));
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        bring(file && file.size <= LIMIT ? await textOf(file)
                                         : event.dataTransfer.getData("text/plain"));
    });
}

export class OpenView {
    constructor(root, { rules }) {
        this.text = h("textarea", { rows: 10, spellcheck: "false", oninput: () => { draft = this.text.value; },
                                    placeholder: "[Event \"…\"]  1. e4 e5 …" });
        this.file = h("input", { type: "file", accept: ".pgn,.fen,.txt,.config,.rules,text/plain",
                                 onchange: () => this.read(this.file.files[0]) });
        this.known = rules;
        this.rules = h("select", {}, option("", t("as-text-says")), ...ruleOptions(rules));
        this.message = h("p", { class: "message", role: "status" });
        this.list = h("ol", { class: "games" });
        this.filter = h("input", { type: "search", placeholder: t("find-in-file"),
                                   "aria-label": t("find-in-file"), oninput: () => this.fill() });
        this.filter.value = collection.sought;
        this.found = h("section", { class: "card", hidden: true, "aria-label": t("games-of-file") },
            this.filter, this.list);
        const card = h("section", { class: "card" }, h("h1", { text: t("open-something") }),
            field(t("open-text"), this.text), field(t("from-file"), this.file),
            field(t("rules"), this.rules), this.message,
            h("div", { class: "buttons" }, h("button", {
                class: "primary", text: t("open"), onclick: () => this.take(this.text.value) })));
        this.keptList = h("ol", { class: "games kept" });
        this.kept = h("section", { class: "card", hidden: true }, h("h2", { text: t("kept-here") }), this.keptList);
        root.replaceChildren(h("div", { class: "page two" }, card, h("div", { class: "found" }, this.found, this.kept)));
        this.offerOwn();
        this.show(collection.titles());
        this.showKept();
        this.text.value = draft;
        const brought = taken;
        taken = "";
        if (brought) this.take(this.text.value = brought);
    }

    destroy() {}

    // Lists files and studies that were opened before; the open one has its own list.
    async showKept() {
        const files = (await listKept()).filter(({ number }) => this.titles.length < 2 || number !== openNumber());
        this.kept.hidden = files.length === 0;
        const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
        this.keptList.replaceChildren(...files.map(({ number, title: known, count = 1, when }) => {
            const title = known || t("study");
            return h("li", {},
                h("button", { class: "quiet row", onclick: () => this.reopen(number) },
                    h("span", { class: "players", text: title }), h("span", { class: "result", text: t("so-many-games", { count }) }),
                    h("span", { class: "place", text: day.format(when) })),
                h("button", { class: "quiet remove", text: "×", "aria-label": t("throw-away", { title }), title: t("throw-away", { title }),
                              onclick: () => throwAway(number).then(() => this.showKept()) }));
        }));
    }

    async reopen(number) {
        const titles = await collection.reopen(number);
        if (titles.length < 2) collection.show(0);
        else this.show(titles);
        this.showKept();
    }

    // The rule set may also be the one that was written on the first page.
    async offerOwn() {
        const text = recall("rule-text", "");
        const { rules } = text ? await api.checkRules(text).catch(() => ({})) : {};
        if (!rules) return;
        this.ownText = text;
        this.rules.append(option("own", t("own-rules", { title: rules.title })));
    }

    named(otherwise) {
        const { value } = this.rules;
        if (value === "own") return { rules_text: this.ownText };
        if (value) return named(this.known.find(({ name }) => name === value));
        return otherwise ? { rules: otherwise } : {};
    }

    say(text) {
        this.message.textContent = text;
        this.message.className = text ? "message bad" : "message";
    }

    async read(file) {
        if (!file) return;
        if (file.size > LIMIT) this.say(t("file-too-large"));
        else this.take(await textOf(file));
    }

    async take(text) {
        this.say("");
        draft = "";
        try {
            if (text.trim() === "") this.say(t("nothing-to-open"));
            else if (looksLikeRules(text)) this.startRules(text);
            else if (looksLikeFen(unlabelled(text))) await this.start({ ...this.named("chess"), fen: unlabelled(text).trim() });
            else if (looksLikeLab(text)) await this.start({ ...this.named("lab"), lab: text });
            else await this.games(text);
        } catch (problem) {
            this.say(problem.message);
        }
    }

    async games(text) {
        const titles = collection.load(text, this.named());
        const kept = await collection.keepFile(text);
        if (titles.length < 2) return collection.show(0);
        this.show(titles);
        if (!kept) this.say(t("no-room"));
        return undefined;
    }

    // The first page uses the text as the person's own rule set.
    startRules(text) {
        remember("rule-text", text);
        remember("rules", "own");
        location.hash = "#/";
    }

    async start(wanted) {
        const id = await collection.create(wanted).catch((problem) => {
            if (problem.status !== 0 || wanted.lab) throw problem;
            return null;
        });
        location.hash = id ? `#/game/${id}` : await collection.studyInstead(wanted);
    }

    show(titles) {
        this.titles = titles;
        this.found.hidden = titles.length < 2;
        this.fill();
        if (!this.found.hidden) this.filter.focus();
        this.markFaulty();
    }

    // Asks which games have findings, part by part, and shows each answer at once.
    markFaulty() {
        if (this.titles.length > 1) collection.check(() => this.mark());
    }

    mark() {
        const counts = collection.findings();
        for (const row of this.list.querySelectorAll(".row")) {
            const count = counts[Number(row.dataset.index)];
            if (!(count > 0) || row.querySelector(".faulty")) continue;
            const text = t("findings", { count });
            row.lastChild.append(h("span", { class: "faulty", text: `⚠ ${count}`, title: text, "aria-label": text }));
        }
    }

    // Shows only the first games; a search narrows the list down.
    fill() {
        const wanted = collection.seek(this.filter.value).trim().toLowerCase();
        const hits = this.titles.map((title, index) => ({ ...title, index }))
            .filter(({ players, place }) => `${players} ${place}`.toLowerCase().includes(wanted));
        this.list.replaceChildren(...hits.slice(0, 500).map(({ players, result, place, index }) =>
            h("li", {}, h("button", { class: "quiet row", "data-index": index, onclick: () => collection.show(index) },
                h("span", { class: "count", text: index + 1 }), h("span", { class: "players", text: players }),
                h("span", { class: "result", text: result }),
                h("span", { class: "place" }, place)))));
        this.mark();
        if (hits.length > 500) this.list.append(h("li", { class: "none",
            text: t("and-more", { count: hits.length - 500 }) }));
    }
}
