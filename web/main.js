// main.js: which view the address asks for. #/ is the first page, #/game/ID a game, #/game/ID/TOKEN
// a seat that somebody shared, #/setup the editor, #/open the reader of files, #/file/N a game of one, #/join/CODE a place
// that five letters stand for, #/bots the bot arena.
import * as api from "./common/api.js";
import * as collection from "./study/collection.js";
import { showKeys } from "./common/dialogs.js";
import { $, h } from "./common/dom.js";
import { HomeView } from "./start/home.js";
import { OpenView, listen } from "./study/open.js";
import { sounds } from "./common/sound.js";
import { beginLanguage, frameLanguage, keepFields } from "./common/frame.js";
import { t } from "./texts/texts.js";
import { applyTheme, nextTheme, recall } from "./common/settings.js";

// Modules that the first view does not need are loaded when they are needed.
const parts = { editor: () => import("./start/editor.js"), game: () => import("./game/game.js"), study: () => import("./study/study.js"),
                join: () => import("./start/join.js"), bots: () => import("./start/bots.js"), picture: () => import("./board/picture.js") };
const part = (name) => parts[name]().catch(() => { throw new Error(t("not-reached")); });

const AGAIN = 5000; // milliseconds after which a server that was out of reach is asked for again
const STAYED = 5000; // milliseconds after which the whole page is kept: by then the first view has all it needs

const root = $("#view");
let view = null;
let known = null; // rule sets and engines of this server
let looking = 0; // the timer of showNetwork
let calls = 0; // calls of route so far

async function server() {
    if (known) return known;
    const [rules, engines] = await Promise.all([api.rules(), api.engines().catch(() => [])]);
    return known ??= { rules, engines };
}

// The view that the address asks for; null if the person has gone to another one meanwhile.
async function viewOf([, page = "", id, rest], left) {
    if (page === "game" && id) {
        const { GameView } = await part("game");
        return left() ? null : GameView.open(root, id, rest, left);
    }
    if (page === "join") {
        const { JoinView } = await part("join");
        return left() ? null : new JoinView(root, id ?? "");
    }
    if (page === "file" && await collection.has(id)) {
        const [{ StudyView }] = await Promise.all([part("study"), server()]);
        return left() ? null : new StudyView(root, collection.choose(id), rest ?? "", known);
    }
    const { EditorView } = page === "setup" ? await part("editor") : {};
    const { BotsView } = page === "bots" ? await part("bots") : {};
    const views = { "": HomeView, new: HomeView, setup: EditorView, open: OpenView, file: OpenView, bots: BotsView };
    const what = await server();
    if (page === "open" || page === "file") await collection.restore();
    return left() ? null : new (views[page] ?? HomeView)(root, what, page);
}

async function route() {
    const mine = calls += 1;
    const left = () => mine !== calls; // the user has already left
    view?.destroy();
    view = null;
    document.title = "Arbiter";
    if (location.hash !== root.dataset.ready) scrollTo(0, 0); // another view begins at its top
    try {
        const opened = await viewOf(location.hash.split("/"), left);
        if (!opened) return undefined;
        if (left()) return opened.destroy?.();
        view = opened;
    } catch (problem) {
        if (left()) return undefined;
        root.replaceChildren(h("p", { class: "message bad", text: problem.message }));
    }
    for (const link of document.querySelectorAll("header nav a")) {
        if (link.hash === location.hash) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const head = $("h1", root)?.textContent;
    if (head && document.title === "Arbiter") document.title = `${head} · Arbiter`; // a game has its own
    root.dataset.ready = location.hash;
    return undefined;
}

function showTheme() {
    const name = recall("theme", "auto");
    $("#theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[name];
    $("#theme").setAttribute("aria-label", t(`theme-${name}`));
    $("#theme").title = t(`theme-${name}`);
}

function showSound() {
    const label = t(sounds.on ? "sound-on" : "sound-off");
    $("#sound").setAttribute("aria-label", label);
    $("#sound").setAttribute("aria-pressed", String(sounds.on));
    $("#sound").title = label;
}

function toggleSound() {
    sounds.toggle();
    showSound();
}

// The view is made again in the other language; typed text stays.
async function languageChanged() {
    const restore = keepFields(root);
    known = null; // the rule sets tell themselves in a language
    showTheme();
    showSound();
    showNetwork();
    await route();
    restore();
}

// Without the network the page says what still works, and tests if it is back.
async function showNetwork() {
    const strip = $("#network");
    clearTimeout(looking);
    strip.hidden ||= !api.network.gone;
    if (!api.network.gone) return;
    looking = setTimeout(api.reach, AGAIN);
    const { prepare } = await import("./common/referee.js").catch(() => ({ prepare: () => null }));
    strip.textContent = t(await prepare() ? "offline" : "offline-bare");
    strip.hidden = !api.network.gone;
}

applyTheme();
await beginLanguage();
frameLanguage(languageChanged);
showTheme();
showSound();
$("#sound").addEventListener("click", toggleSound);
document.addEventListener("keydown", (event) => {
    const typing = event.defaultPrevented || event.target.closest?.("input, textarea, select, dialog");
    if (event.key === "m" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing) toggleSound();
});
$("#theme").addEventListener("click", () => {
    nextTheme();
    showTheme();
});
$("#skip").addEventListener("click", (event) => { // the address belongs to the views
    event.preventDefault();
    root.focus();
});
$("#keys").addEventListener("click", showKeys);
listen();
addEventListener("hashchange", route);
addEventListener("network", showNetwork);
addEventListener("online", api.reach);
addEventListener("offline", api.reach);
route();
// Keeps the whole page in the browser for use without a network. Without HTTPS only this tab keeps its parts and the referee.
addEventListener("load", () => {
    if ("serviceWorker" in navigator && isSecureContext)
        navigator.serviceWorker.register("worker.js").then(() => navigator.serviceWorker.ready)
            .then(({ active }) => setTimeout(() => active.postMessage("keep the page"), STAYED)).catch(() => {});
    else setTimeout(() => Promise.allSettled([import("./common/referee.js").then(({ prepare }) => prepare()), ...Object.values(parts).map((load) => load())]), STAYED);
});
