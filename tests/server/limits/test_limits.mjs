// What the other routes take at most, to the byte, and what they then say; names of hosts, kinds of bodies, methods and files.
import { symlinkSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, here, raw, start, statusOf, stream, test } from "../lib.mjs";

const engine = path.join(folder, "waits");
symlinkSync(path.join(here, "../terminal/engines/waits"), engine);
process.env.GATE = folder;
const server = await start({ args: ["--games", "1000", "--host", "club.example"] });
const post = (where, body, more = {}) => server.ask(where, { body, ...more });
const told = async (where, body, status, detail, more = {}) => {
    const answer = await post(where, body, more);
    equal([answer.status, answer.json?.detail], [status, detail], `${where} ${JSON.stringify(body).slice(0, 60)}`);
};
const text = (key, limit) => `'${key}' is a text of at most ${limit} bytes, none of them NUL`;
const number = (key, min, max) => `'${key}' is a whole number from ${min} to ${max}`;
const game = await server.create();
const x = (count) => "x".repeat(count);

await test("texts of every route", async () => {
    for (const where of ["/api/legal", "/api/why", "/api/explain", "/api/gif"]) {
        await told(where, { fen: x(4097) }, 400, text("fen", 4096));
        await told(where, { fen: x(4096) }, 422, "the FEN cannot be read at byte 1: this rule set has no piece with this letter");
        await told(where, { fen: "4k3/9/8/8/8/8/8/4K3 w - - 0 1" }, 422, "the FEN cannot be read at byte 5: this row is longer than the board is wide");
        await told(where, { fen: "4k3/8/8/8/8/8/8/3KK3 w - - 0 1" }, 422, "the position cannot be played: a side has too many kings");
        for (const fen of ["start", "4k3/8/8/8/8/8/8/4K3 w"]) equal((await post(where, { fen, move: "Ke2" })).status, 200, `${where} reads FEN as people write it`);
        await told(where, { moves: x(65537) }, 400, text("moves", 65536));
        await told(where, { moves: x(40) }, 422, `move 1, ${x(32)}, cannot be played`);
        await told(where, { moves: " e4  e5 Ke3" }, 422, "move 3, Ke3, cannot be played");
        await told(where, { rules_text: "nonsense" }, 422, (await post(where, { rules_text: "nonsense" })).json.detail);
    }
    check((await post("/api/legal", { rules_text: "\nnonsense" })).json.detail.startsWith("the rule set has a mistake in line 2, column 1: "), "its place");
    for (const where of ["/api/why", `${game.at}/why`]) {
        await told(where, { move: x(65) }, 400, text("move", 64));
        for (const key of ["from", "to", "promotion"]) await told(where, { move: "", [key]: x(9) }, 400, text(key, 8));
        equal((await post(where, { from: "a7", to: "a8", promotion: x(8) })).status, 422);
    }
    await told(`${game.at}/code`, { seat: x(9) }, 400, text("seat", 8));
    await told(`${game.at}/code`, { seat: x(8) }, 400, "'seat' is \"white\", \"black\" or \"watch\"");
    await told("/api/join", { code: x(65) }, 400, text("code", 64));
    await told("/api/join", { code: x(64) }, 404, "no game waits under this code; ask for a new one");
    await told("/api/setup/check", { fen: x(4097) }, 400, text("fen", 4096));
    await told("/api/rules/check", { text: x(65537) }, 400, text("text", 65536));
    for (const where of ["/api/tree", "/api/check"]) {
        await told(where, { pgn: x(786433) }, 400, "'pgn' is a text of at most 768 KB");
        await told(where, { pgn: 5 }, 400, "'pgn' is a text of at most 768 KB");
        equal((await post(where, { pgn: null })).status, where === "/api/check" ? 200 : 422);
    }
    for (const [delay, status] of [[99, 400], [100, 200], [10000, 200], [10001, 400]])
        equal((await post("/api/gif", { delay_ms: delay })).status, status, `a delay of ${delay}`);
    equal((await post("/api/gif", { delay_ms: 1 })).json.detail, number("delay_ms", 100, 10000));
    const seconds = Buffer.from((await post("/api/gif", { moves: "e4" })).text, "utf8");
    check(seconds.length > 100, "a picture");
    for (const [count, status] of [[106, 200], [107, 400]]) equal((await server.ask(`/api/qr?text=${x(count)}`)).status, status);
    const mistakes = (await post("/api/rules/check", { text: "?\n".repeat(150) })).json.mistakes;
    equal([mistakes.length, mistakes[0].line, mistakes[63].line], [65, 1, 64], "the library reads no further");
});

await test("texts of a game's changes", async () => {
    const act = (body) => post(`${game.at}/actions`, body, { token: game.both });
    const detail = async (body) => (await act(body)).json.detail;
    equal(await detail({ action: x(33) }), text("action", 32));
    equal(await detail({ action: x(32) }), "there is no such action");
    equal(await detail({ action: "name", name: x(65) }), text("name", 64));
    for (const name of ["a\u001f", "\u007f"]) equal(await detail({ action: "name", name }), "a name holds no control characters");
    equal((await act({ action: "name", name: ` ~${x(62)}` })).json.players.white.name, ` ~${x(62)}`);
    equal(await detail({ action: "goto", ply: 6001 }), number("ply", 0, 6000));
    equal((await act({ action: "goto", ply: -1 })).status, 400);
    for (const body of [{ action: "goto" }, { action: "goto", ply: 1 }]) equal(await detail(body), "the game has no such ply");
    equal((await act({ action: "goto", ply: 0 })).status, 200);
    equal(await detail({ action: "undo", request_id: x(65) }), text("request_id", 64));
    equal((await post(`${game.at}/moves`, { move: "e4", ply: 1 }, { token: game.both })).json.detail, "the game has moved on: another ply is on the board");
    equal((await post(`${game.at}/moves`, { move: "e4", ply: -1 }, { token: game.both })).status, 400);
    equal((await post(`${game.at}/moves`, { move: "e4", ply: 0, request_id: x(64) }, { token: game.both })).status, 200);
    equal((await post(`${game.at}/moves`, { move: "e4", ply: 0, request_id: x(64) }, { token: game.both })).json.ply, 1, "the same request");
});

await test("numbers in addresses", async () => {
    const status = async (where, more) => (await server.ask(where, more)).status;
    for (const [query, wanted] of [["limit=1", 200], ["limit=200", 200], ["limit=0", 400], ["limit=201", 400], ["limit=x", 400],
        ["limit=-1", 400], ["before=0", 200], ["before=-1", 400], ["before=9223372036854775807", 200], ["before=9223372036854775808", 400]])
        equal(await status(`/api/games?${query}`), wanted, query);
    for (const [query, wanted] of [["ply=0", 200], ["ply=1", 200], ["ply=2", 404], ["ply=x", 404], ["ply=-1", 404], ["ply=", 404]])
        for (const what of ["", "/fen", "/legal", "/explain"]) equal(await status(`${game.at}${what}?${query}`), wanted, `${what} ${query}`);
    for (const id of ["0", "999999", "9223372036854775808", "-1", "x", "1x"]) equal(await status(`/api/games/${id}`), 404, id);
    for (const [query, wanted] of [["coordinates=alg", 200], ["coordinates=xy", 200], ["coordinates=rc", 200], ["coordinates=", 400], ["coordinates=xyz", 400]])
        equal((await post(`/api/why?${query}`, { move: "e4" })).status, wanted, query);
    for (const from of ["e2", "E2"]) check([200, 400].includes(await status(`${game.at}/legal?from=${from}`)), from);
    equal(await status(`${game.at}/legal?from=N@`), 200);
});

await test("languages are chosen by address, then by the browser's list", async () => {
    const sentence = async (query, list) => (await post(`/api/why${query}`, { move: "Ra3" }, { headers: list ? { "Accept-Language": list } : {} })).json.text;
    const english = await sentence(""), german = await sentence("?lang=de");
    check(english !== german, "two languages");
    for (const [query, list, wanted] of [["?lang=en", "de", english], ["?lang=xx", "de", english], ["", "de", german], ["", "de-DE,en;q=0.5", german],
        ["", "xx,de;q=0.9", german], ["", "xx, de", german], ["", "xx;q=1,yy,de", german], ["", "en,de", english], ["", "xx", english], ["", ", ,de", german]])
        equal(await sentence(query, list), wanted, `${query} ${list}`);
});

await test("seats are told by their tokens", async () => {
    const seats = async (token) => (await server.ask(game.at, { headers: { Authorization: `Bearer ${token}` } })).json.seats;
    const { white, black } = game.seats;
    for (const [token, wanted] of [[white, ["white"]], [black, ["black"]], [`${white},${black}`, ["white", "black"]], [`${black}, ${white}`, ["white", "black"]],
        ["", []], [white.slice(1), []], [`${white}x`, []], [`x,${black}`, ["black"]]])
        equal(await seats(token), wanted, token);
    equal((await game.read()).seats, undefined);
    equal((await server.ask(game.at, { headers: { Authorization: white } })).json.seats, [], "another kind of authorization");
    const events = await stream(server, `${game.at}/events?seats=${white},${black}`);
    for (const end = Date.now() + 60000; events.presence.length === 0 && Date.now() < end;) await new Promise((wake) => setTimeout(wake, 20));
    equal(events.presence[0], { white: true, black: true, watching: 0 });
    await events.close();
});

await test("who the server is", async () => {
    const ask = async (host, path_ = "/healthz") => statusOf(await raw(server, `GET ${path_} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    const { port } = server;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`, `10.1.2.3:${port}`, "club.example", "Club.Example:443", "club.example:80"])
        equal(await ask(host), 200, host);
    for (const host of ["127.0.0.1", `127.0.0.1:${port + 1}`, "localhost", `other.example:${port}`, `127.0.0.1:${port}.evil`, `127.0.0.1:${port}x`, `[::1`, `[::1]x:${port}`,
        `[127.0.0.1]:${port}`, `[zz]:${port}`, "club.example:65536", "club.example:x", "club.example.evil", `:${port}`, `${x(256)}:${port}`])
        equal(await ask(host), 421, host);
    const from = async (headers) => (await post("/api/legal", {}, { headers })).status;
    const own = `127.0.0.1:${port}`;
    for (const [headers, wanted] of [[{ Origin: `http://${own}` }, 200], [{ Origin: `https://${own}` }, 200], [{ Origin: "http://evil.example" }, 403],
        [{ Origin: "null" }, 403], [{ Origin: `ftp://${own}` }, 403], [{ Origin: "https://club.example" }, 200], [{ Origin: "https://club.example:8443" }, 200],
        [{ Origin: "https://club.example.evil" }, 403], [{ Origin: "https://club.exampl" }, 403], [{ "Sec-Fetch-Site": "same-origin" }, 200],
        [{ "Sec-Fetch-Site": "none" }, 200], [{ "Sec-Fetch-Site": "cross-site" }, 403], [{ "Sec-Fetch-Site": "same-site" }, 403]])
        equal(await from(headers), wanted, JSON.stringify(headers));
    equal((await server.ask("/api/rules", { headers: { "Sec-Fetch-Site": "cross-site" } })).status, 200, "looking is free");
});

await test("kinds of bodies, and methods", async () => {
    const kind = async (type) => (await post("/api/legal", "{}", { raw: true, headers: { "Content-Type": type } })).status;
    for (const [type, wanted] of [["application/json", 200], ["Application/JSON", 200], ["application/json;charset=utf-8", 200], ["application/json ;x", 200],
        ["application/jsonx", 415], ["application/jso", 415], ["text/plain", 415]])
        equal(await kind(type), wanted, type);
    const method = async (how, where) => { const { status, headers } = await server.ask(where, { method: how }); return [status, headers.get("Allow")]; };
    for (const [how, where, allowed] of [["PUT", "/api/games", "GET, HEAD, POST"], ["GET", "/api/legal", "POST"], ["HEAD", "/api/legal", "POST"], ["POST", "/api/rules", "GET, HEAD"],
        ["DELETE", game.at, "GET, HEAD"], ["POST", "/", "GET, HEAD"], ["PUT", `${game.at}/events`, "GET, HEAD, POST"], ["HEAD", `${game.at}/events`, "GET"]])
        equal(await method(how, where), [405, allowed], `${how} ${where}`);
    equal([(await server.ask("/api/rules", { method: "HEAD" })).status, (await server.ask("/api/rules", { method: "HEAD" })).text], [200, ""]);
    for (const where of ["/nowhere", "/api", "/api/", "/api/games/", `${game.at}/nothing`, `${game.at}/`, "/index", "/docs/nowhere"]) equal((await server.ask(where)).status, 404, where);
    equal((await server.ask("/docs")).status, 308);
    equal((await server.ask("/docs")).headers.get("Location"), "docs/");
});

await test("files of the page have their types, and are sent once", async () => {
    for (const [where, type] of [["/", "text/html; charset=utf-8"], ["/index.html", "text/html; charset=utf-8"], ["/docs/", "text/html; charset=utf-8"],
        ["/openapi.yaml", "text/plain; charset=utf-8"]]) {
        const found = await server.ask(where);
        if (where === "/openapi.yaml" && found.status === 404) continue;
        equal([found.status, found.type], [200, type], where);
        const etag = found.headers.get("ETag");
        check(/^"[0-9a-f]+"$/.test(etag), etag);
        for (const [known, wanted] of [[etag, 304], [`"x", ${etag}`, 304], ['"x"', 200]])
            equal((await server.ask(where, { headers: { "If-None-Match": known } })).status, wanted, `${where} ${known}`);
        const packed = await server.ask(where, { headers: { "Accept-Encoding": "gzip" } });
        if (packed.headers.get("Content-Encoding") === "gzip") {
            equal(packed.headers.get("ETag"), etag.replace(/"$/, '-gz"'));
            equal((await server.ask(where, { headers: { "Accept-Encoding": "gzip", "If-None-Match": etag } })).status, 200, "the other form");
        }
        equal(found.headers.get("Content-Encoding"), null);
    }
});

await done();
