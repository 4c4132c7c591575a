// The service worker, without a browser: what it keeps, also where the page lies below a path.
import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { done, equal, here, test } from "./lib.mjs";

const source = readFileSync(path.join(here, "../../web/worker.js"), "utf8");

// A worker at this address; `net` answers its requests, `put` is what the browser's store does.
function load(home, { net = async () => ({ ok: true, clone: () => "copy" }), put } = {}) {
    const heard = {}, shelf = new Map();
    const store = { put: put ?? (async ({ url }, answer) => { shelf.set(url, answer); }), match: async ({ url }) => shelf.get(url) };
    const self = { location: new URL("worker.js", home), addEventListener: (name, act) => { heard[name] = act; } };
    vm.runInNewContext(source, { self, URL, caches: { open: async () => store }, fetch: (request) => net(request) });
    const ask = (where, method = "GET") => {
        let answer = null; // null: the worker leaves it to the browser
        heard.fetch({ request: { method, url: new URL(where, home).href }, respondWith: (given) => { answer = given; } });
        return answer;
    };
    return { ask, shelf };
}

for (const home of ["https://chess.example.org/", "https://chess.example.org/chess/"])
    await test(`at ${home} only the page is kept`, async () => {
        const { ask, shelf } = load(home);
        for (const where of ["", "main.js", "api/rules", "api/engines"]) {
            await ask(where);
            equal(shelf.has(new URL(where, home).href), true, where);
        }
        for (const where of ["api/games/7", "api/games/7/events?seats=secret", "api/games", "healthz", "metrics", "https://other.example.org/main.js"])
            equal(ask(where), null, where);
        equal(ask("main.js", "POST"), null);
    });

await test("the server's answer comes even if it cannot be kept, and goes before what was kept", async () => {
    const full = load("https://chess.example.org/", { put: async () => { throw new Error("quota"); } });
    equal((await full.ask("main.js")).ok, true);
    let version = 1;
    const { ask } = load("https://chess.example.org/", { net: async () => {
        if (version > 2) throw new Error("no network");
        const now = version++;
        return { ok: true, now, clone: () => ({ now }) };
    } });
    equal([(await ask("main.js")).now, (await ask("main.js")).now, (await ask("main.js")).now], [1, 2, 2]);
});

await done();
