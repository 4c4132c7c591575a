// worker.js: the service worker: the page itself stays in the browser, so that what needs nobody else works
// with the network gone. The server is asked first; only without an answer the kept copy serves.
const SHELF = "arbiter-page";
const HOME = new URL("./", self.location).href; // the page may lie below any path

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Games change and their events never end: of what the server answers only the page's own parts are kept.
const keeps = ({ method, url }) => {
    if (method !== "GET" || !url.startsWith(HOME)) return false;
    const [path] = url.slice(HOME.length).split(/[?#]/);
    return path === "api/rules" || path === "api/engines" || !/^(api\/|healthz$|metrics$)/.test(path);
};

async function serve(request) {
    const shelf = await caches.open(SHELF).catch(() => null);
    let answer;
    try {
        answer = await fetch(request);
    } catch (problem) {
        const kept = await shelf?.match(request);
        if (kept) return kept;
        throw problem;
    }
    if (answer.ok) await shelf?.put(request, answer.clone()).catch(() => {}); // a full disk must not hide the answer
    return answer;
}

self.addEventListener("fetch", (event) => {
    if (keeps(event.request)) event.respondWith(serve(event.request));
});
