// Tests the service worker without a browser: what it keeps, also if the page lies below a path.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { done, equal, here, test } from "../lib.mjs";

const source = readFileSync(path.join(here, "../../web/worker.js"), "utf8");

// Loads a worker at this address; `net` answers its requests, `put` replaces the browser's cache.
function load(home, { net = async () => new Response("an answer"), put } = {}) {
    const heard = {}, shelf = new Map();
    const store = { put: put ?? (async (key, answer) => { shelf.delete(key); shelf.set(key, answer); }), match: async (key) => shelf.get(key)?.clone(),
                    keys: async () => [...shelf.keys()], delete: async (key) => shelf.delete(key) };
    const self = { location: new URL("worker.js", home), addEventListener: (name, act) => { heard[name] = act; } };
    vm.runInNewContext(source, { self, URL, Uint8Array, Response, crypto: webcrypto, caches: { open: async () => store }, fetch: (request) => net(request) });
    const ask = (where, method = "GET", { body = "", headers = {} } = {}) => {
        let answer = null; // null: the worker leaves it to the browser
        const request = new Request(new URL(where, home), { method, headers, ...(body ? { body } : {}) });
        heard.fetch({ request, respondWith: (given) => { answer = given; } });
        return answer;
    };
    const tell = async (data) => {
        let work = null;
        heard.message({ data, waitUntil: (given) => { work = given; } });
        await work;
    };
    return { ask, shelf, tell };
}

// Returns the text of an answer, and whether the worker marked it as kept.
const told = async (asked) => {
    const answer = await asked;
    return `${await answer.text()}${answer.headers.get("X-Kept") ? " kept" : ""}`;
};

for (const home of ["https://chess.example.org/", "https://chess.example.org/chess/"])
    await test(`at ${home} only the page and games that were read are kept`, async () => {
        const { ask, shelf } = load(home);
        for (const where of ["", "main.js", "api/rules", "api/engines", "api/games/7"]) {
            await ask(where);
            equal(shelf.has(new URL(where, home).href), true, where);
        }
        for (const where of ["api/games/7/events?seats=secret", "api/games/7/legal", "api/games", "healthz", "metrics", "https://other.example.org/main.js"])
            equal(ask(where), null, where);
        equal(ask("main.js", "POST"), null);
        equal(ask("api/games/7", "GET", { headers: { Authorization: "Bearer secret" } }), null, "with a token:");
    });

await test("a text that was opened is kept by what was sent, and of what was seen the last sixty", async () => {
    let gone = false, count = 0;
    const { ask, shelf } = load("https://chess.example.org/", { net: async () => {
        if (gone) throw new Error("no network");
        return new Response(String(count += 1));
    } });
    await ask("api/tree", "POST", { body: "one" });
    await ask("api/tree", "POST", { body: "two" });
    gone = true;
    equal([await told(ask("api/tree", "POST", { body: "two" })), await told(ask("api/tree", "POST", { body: "one" }))], ["2 kept", "1 kept"]);
    equal(await ask("api/tree", "POST", { body: "three" }).catch(({ message }) => message), "no network");
    gone = false;
    for (let id = 1; id <= 70; id += 1) await ask(`api/games/${id}`);
    equal([shelf.size, shelf.has("https://chess.example.org/api/games/11"), shelf.has("https://chess.example.org/api/games/10")], [60, true, false]);
});

await test("the whole page is kept: each part names the ones that it needs", async () => {
    const home = "https://chess.example.org/chess/";
    const files = { "": ["text/html", '<link href="style.css"><a href="#/">x</a><script src="main.js">'], "style.css": ["text/css", ""],
                    "main.js": ["text/javascript", 'import { t } from "./texts/texts.js";\nconst parts = () => import("./game/game.js");'],
                    "game/game.js": ["text/javascript", 'import "x";\nimport { t } from "../texts/texts.js";\nimport { u } from "./seats.js";\nfetch("./referee.gz")'],
                    "game/seats.js": ["text/javascript", ""], "texts/texts.js": ["text/javascript", ""], "referee.gz": ["application/gzip", ""] };
    const asked = [];
    const { shelf, tell } = load(home, { net: async (url) => {
        asked.push(url.slice(home.length));
        const [type, text] = files[asked.at(-1)];
        return new Response(text, { headers: { "Content-Type": type } });
    } });
    await tell("something else");
    equal(asked, []);
    await tell("keep the page");
    equal(asked.sort(), Object.keys(files).sort());
    equal(shelf.size, 7);
});

await test("the server's answer comes even if it cannot be kept, and goes before what was kept", async () => {
    const full = load("https://chess.example.org/", { put: async () => { throw new Error("quota"); } });
    equal((await full.ask("main.js")).ok, true);
    let version = 1;
    const { ask } = load("https://chess.example.org/", { net: async () => {
        if (version > 2) throw new Error("no network");
        return new Response(String(version++));
    } });
    equal([await told(ask("main.js")), await told(ask("main.js")), await told(ask("main.js"))], ["1", "2", "2 kept"]);
});

await done();
