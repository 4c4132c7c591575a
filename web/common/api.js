// api.js: the server's API as functions. A refusal becomes a Problem that carries the verdict.
import { knownLanguage, language, problemText, t } from "../texts/texts.js";

// Begins with a capital, unless its first word is a move or a square: bb5 is not Bb5.
export function sentence(text) {
    const whole = /^[a-z](x|\S*\d)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?…\u3002\uff01\uff1f]$/.test(whole) ? whole : t("sentence", { text: whole });
}

export class Problem extends Error {
    constructor(status, body) {
        super(sentence(problemText(body.detail || body.title || t("no-answer"))));
        this.status = status;
        this.verdict = body.verdict ?? null;
        this.body = body;
    }
}

// A request that is sent twice, because its first answer got lost, must change things only once.
const requestId = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

// Whether the last request reached the server. The event "network" tells views of a change.
export const network = { gone: false };
function found(reached) {
    if (network.gone === !reached) return;
    network.gone = !reached;
    dispatchEvent(new Event("network"));
}

// Tests if the server can be reached.
export async function reach() {
    await fetch("healthz", { cache: "no-store" }).then(() => found(true), () => found(false));
    if (network.gone) dispatchEvent(new Event("network"));
}

// Without the server, asks the referee in the browser, or reports that there is none.
async function askHere(path, body) {
    found(false);
    const { answer } = await import("./referee.js").catch(() => ({ answer: () => null }));
    const { status, value } = await answer(path, body, language()) ?? {};
    if (!status) throw new Problem(0, { detail: t("not-reached") });
    if (status !== 200) throw new Problem(status, value);
    return value;
}

async function ask(path, { body, token, method, cache = "no-store", preloaded = false } = {}) {
    const headers = preloaded ? {} : { "Accept-Language": language() };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
        response = await fetch(path, {
            method: method ?? (body === undefined ? "GET" : "POST"), headers, cache,
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch {
        return askHere(path, body);
    }
    found(!response.headers.has("X-Kept"));
    const text = await response.text();
    const json = (response.headers.get("Content-Type") ?? "").includes("json");
    const value = json && text ? JSON.parse(text) : text;
    if (!response.ok) throw new Problem(response.status, json ? value : { detail: text });
    return value;
}

// Asks for what only the server can do. Throws a Problem if it is not reached or refuses.
async function fromServer(path, wanted, signal) {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted), signal })
        .catch((problem) => { throw signal?.aborted ? problem : new Problem(0, { detail: t("not-reached") }); });
    if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
    return response;
}

// An animated picture of a game: { rules or rules_text, fen, moves, flip }.
export async function film(wanted) {
    return (await fromServer("api/gif", wanted)).blob();
}

// An engine's lines about a position, as they come: onLook({ done, lines }).
export async function analyse(wanted, signal, onLook) {
    const response = await fromServer("api/analysis", wanted, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (text + part.value).split("\n");
        text = lines.pop();
        if (lines.length > 0) onLook(JSON.parse(lines.at(-1)));
    }
}

const game = (id, rest = "") => `api/games/${encodeURIComponent(id)}${rest}`;

// index.html preloads the answers to `rules`, in the browser's language, and to `engines`, before any module runs. The browser uses a
// preloaded answer only for a request without headers of its own.
export const rules = () => (language() === knownLanguage(navigator.languages) ? ask("api/rules", { cache: "default", preloaded: true })
    : ask(`api/rules?lang=${language()}`, { cache: "default" }));
export const checkRules = (text) => ask("api/rules/check", { body: { text } });
export const engines = () => ask("api/engines", { cache: "default", preloaded: true });
export const checkSetup = (setup) => ask("api/setup/check", { body: setup });
export const listGames = (limit = 20) => ask(`api/games?limit=${limit}`);
export const createGame = (wanted) =>
    ask("api/games", { body: { ...wanted, request_id: requestId() } });
export const bots = () => ask("api/bots");
export const challengeBot = (name, wanted) => ask(`api/bots/${encodeURIComponent(name)}/challenge`, { body: wanted });
export const readGame = (id, token) => ask(game(id), { token });
export const readPly = (id, ply) => ask(game(id, `?ply=${ply}`));
export const legalOf = (id) => ask(game(id, "/legal"));
export const legalAt = (position) => ask("api/legal", { body: position });
export const readTree = (wanted) => ask("api/tree", { body: wanted });
// `named` is { rules } or { rules_text }, or nothing if each game names its own rules.
export const checkGames = (pgn, named) => ask("api/check", { body: { pgn, ...named } });
export const look = (wanted, ply) =>
    ask(ply === undefined ? "api/view" : `api/view?ply=${ply}`, { body: wanted });
export const codeFor = (id, seat, token) => ask(game(id, "/code"), { token, body: { seat } });
export const join = (code) => ask("api/join", { body: { code } });
export const rulesOf = (id) => ask(game(id, "/rules"));

// Verdicts name squares in the style of the board.
const worded = (style) => (style === "rc" || style === "xy" ? `?coordinates=${style}` : "");
export const why = (id, move, style) => ask(game(id, `/why${worded(style)}`), { body: move });
export const whyAt = (asked, style) => ask(`api/why${worded(style)}`, { body: asked });

// wish: { ply, from, win, teacher }
function wished(wish, style) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(wish))
        if (value !== undefined && value !== null && value !== false) query.set(name, value === true ? 1 : value);
    if (style === "rc" || style === "xy") query.set("coordinates", style);
    return query.size > 0 ? `?${query}` : "";
}
export const explain = (id, wish, style) => ask(game(id, `/explain${wished(wish, style)}`));
export const explainAt = (position, wish, style) =>
    ask(`api/explain${wished(wish, style)}`, { body: position });
export const play = (id, token, move, style) =>
    ask(game(id, `/moves${worded(style)}`), { token, body: { ...move, request_id: requestId() } });
export const act = (id, token, action, style) =>
    ask(game(id, `/actions${worded(style)}`), { token, body: { ...action, request_id: requestId() } });
export const report = (id, token, event) =>
    ask(game(id, "/events"), { token, body: { ...event, request_id: requestId() } });
export const pgnOf = (id) => ask(game(id, "/pgn"));

// Streams the states of a game. The browser reconnects by itself and tells which state it saw last. It gives up
// only after an answer that is no stream; then this function starts again. `seats` are tokens, so that others
// see who is here; onPresence gets { white, black, watching }.
export function watch(id, onState, onConnected, seats = "", onPresence = () => {}) {
    let source = null;
    let timer = 0;
    let closed = false;
    const open = () => {
        const query = new URLSearchParams({ lang: language(), ...(seats ? { seats } : {}) });
        source = new EventSource(game(id, `/events?${query}`));
        source.addEventListener("presence", (event) => onPresence(JSON.parse(event.data)));
        source.addEventListener("state", (event) => onState(JSON.parse(event.data)));
        source.onopen = () => onConnected(true);
        source.onerror = () => {
            onConnected(false);
            if (source.readyState === EventSource.CLOSED && !closed) {
                clearTimeout(timer);
                timer = setTimeout(open, 2000);
            }
        };
    };
    open();
    return () => {
        closed = true;
        clearTimeout(timer);
        source.close();
    };
}
