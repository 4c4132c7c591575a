// main.js: which view the address asks for. #/ is the first page, #/game/ID a game, #/game/ID/TOKEN
// a seat that somebody shared, #/setup the editor, #/open the reader of files, #/file/N a game of one.
import * as api from "./api.js";
import * as collection from "./collection.js";
import { showKeys } from "./dialogs.js";
import { $, h } from "./dom.js";
import { EditorView } from "./editor.js";
import { GameView } from "./game.js";
import { HomeView } from "./home.js";
import { OpenView, listen } from "./open.js";
import { applyTheme, nextTheme, recall } from "./settings.js";

const root = $("#view");
let view = null;
let known = null; // rule sets and engines of this server

async function server() {
    known ??= { rules: await api.rules(), engines: await api.engines().catch(() => []) };
    return known;
}

async function route() {
    const asked = location.hash;
    const [, page = "", id, rest] = asked.split("/");
    const left = () => asked !== location.hash; // by who was quicker than the answers
    view?.destroy();
    view = null;
    document.title = "Arbiter";
    if (page === "game" && id) {
        view = await GameView.open(root, id, rest);
    } else if (page === "file" && await collection.has(id)) {
        await server();
        if (left()) return;
        const game = view = new GameView(root, collection.choose(id));
        if (/^[0-9]+$/.test(rest ?? "")) game.started.then(() => game.rewind(Number(rest)));
    } else {
        const views = { "": HomeView, setup: EditorView, open: OpenView, file: OpenView };
        try {
            const what = await server();
            if (page === "open" || page === "file") await collection.restore();
            if (left()) return;
            view = new (views[page] ?? HomeView)(root, what);
        } catch (problem) {
            root.replaceChildren(h("p", { class: "message bad", text: problem.message }));
        }
    }
    for (const link of document.querySelectorAll("header nav a"))
        link.toggleAttribute("aria-current", link.hash === location.hash);
    root.dataset.ready = location.hash;
}

function showTheme() {
    const name = recall("theme", "auto");
    $("#theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[name];
    $("#theme").setAttribute("aria-label", `Light or dark: ${name}`);
    $("#theme").title = `Light or dark: ${name}`;
}

applyTheme();
showTheme();
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
route();
