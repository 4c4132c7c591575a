// worker.js: the service worker. It keeps the page and the games and texts that were shown, so that they can be shown again without
// a network. The server is asked first; a kept copy is used only if there is no answer.
const PAGE = "arbiter-page";
const SEEN = "arbiter-seen";
const MOST_SEEN = 60;
const HOME = new URL("./", self.location).href; // the page may lie below any path

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The cache in which an answer is kept, or null. A game is kept as it was last read. Streams of events, which never end, and
// requests with the token of a seat are not kept.
function shelfOf({ method, url, headers }) {
    if (!url.startsWith(HOME)) return null;
    const [path] = url.slice(HOME.length).split(/[?#]/);
    if (method === "POST") return path === "api/tree" ? SEEN : null;
    if (method !== "GET") return null;
    if (/^api\/games\/[^/]+$/.test(path)) return headers.has("Authorization") ? null : SEEN;
    return path === "api/rules" || path === "api/engines" || !/^(api\/|healthz$|metrics$)/.test(path) ? PAGE : null;
}

// The body of a request is part of the question, so its hash is part of the key.
async function keyOf(request) {
    if (request.method === "GET") return request.url;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await request.clone().arrayBuffer()));
    return `${request.url}?sent=${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function keep(shelf, name, key, answer) {
    await shelf.put(key, answer);
    if (name !== SEEN) return;
    const keys = await shelf.keys();
    for (const old of keys.slice(0, -MOST_SEEN)) await shelf.delete(old);
}

async function serve(request, name) {
    const key = await keyOf(request);
    const shelf = await caches.open(name).catch(() => null);
    let answer;
    try {
        answer = await fetch(request);
    } catch (problem) {
        const kept = await shelf?.match(key, { ignoreVary: true });
        if (kept) return new Response(kept.body, { status: kept.status, headers: { ...Object.fromEntries(kept.headers), "X-Kept": "1" } });
        throw problem;
    }
    if (answer.ok && shelf) await keep(shelf, name, key, answer.clone()).catch(() => {}); // a full disk must not hide the answer
    return answer;
}

self.addEventListener("fetch", (event) => {
    const name = shelfOf(event.request);
    if (name) event.respondWith(serve(event.request, name));
});

// Keeps all parts of the page, also those of views that were never opened. Each part names the parts that it needs.
async function keepPage() {
    const shelf = await caches.open(PAGE);
    const waiting = [HOME];
    for (const url of waiting) {
        const answer = await fetch(url);
        if (!answer.ok) continue;
        const text = /javascript|html/.test(answer.headers.get("Content-Type")) ? await answer.clone().text() : "";
        await shelf.put(url, answer);
        // Paths of imports are relative to the module, paths of fetches to the page.
        for (const [, fetched, imported] of text.matchAll(/(?:href="|src="|fetch\("\.\/)([\w./]+)"|(?:from |import\()"(\.\.?\/[\w./]+)"/g)) {
            const next = new URL(fetched ?? imported, fetched ? HOME : url).href;
            if (!waiting.includes(next) && shelfOf({ method: "GET", url: next }) === PAGE) waiting.push(next);
        }
    }
}

self.addEventListener("message", (event) => {
    if (event.data === "keep the page") event.waitUntil(keepPage().catch(() => {}));
});
