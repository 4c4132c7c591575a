// Malicious or broken clients get the right refusal, and nobody else is affected.
import net from "node:net";
import { check, done, equal, raw, sleep, start, statusOf, test, until } from "../lib.mjs";

const server = await start({ args: ["--connections", "60"] });
const host = `Host: 127.0.0.1:${server.port}\r\n`;
const game = await server.create();
const status = async (bytes, options) => statusOf(await raw(server, bytes, options));
const post = (fields, body = "{}") =>
    `POST ${game.at}/moves HTTP/1.1\r\n${host}Content-Type: application/json\r\n${fields}\r\n${body}`;

await test("what is no HTTP is refused", async () => {
    for (const bytes of ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n", "nonsense\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
        `GET / HTTP/1.1\r\n${host}Bad Field: x\r\n\r\n`, `GET / HTTP/1.1\r\n${host} folded\r\n\r\n`,
        `GET / HTTP/1.1\r\n${host}A:\x01\r\n\r\n`, `GET /\x00 HTTP/1.1\r\n${host}\r\n`, "\x16\x03\x01\x02\x00\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\n\r\n`, `GET http:/// HTTP/1.1\r\n${host}\r\n`,
        `GET http://?x HTTP/1.1\r\n${host}\r\n`, `GET ftp://127.0.0.1:${server.port}/ HTTP/1.1\r\n${host}\r\n`, `GET * HTTP/1.1\r\n${host}\r\n`, "GET / HTTP/1.1\nHost: x\r\n\r\n"])
        equal(await status(bytes), 400, JSON.stringify(bytes));
    equal(await status(`GET / HTTP/2.0\r\n${host}\r\n`), 505);
});

await test("no two readings of where a request ends (smuggling)", async () => {
    equal(await status(post("Content-Length: 2\r\nContent-Length: 3\r\n")), 400);
    equal(await status(post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n")), 400);
    equal(await status(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n")), 501);
    equal(await status(post("Content-Length : 2\r\n")), 400);
    equal(await status(post("Content-Length: +2\r\n")), 400);
    equal(await status(post("Content-Length: 2, 2\r\n")), 400);
    equal(await status(post("Content-Length:\r\n")), 400);
    for (const length of ["0x2", "2 2", "-2", "2.0", "2;", "\t2\x0b", "\u0662"])
        equal(await status(post(`Content-Length: ${length}\r\n`)), 400, JSON.stringify(length));
    equal(await status(post("Content-Length: 2\r\nContent-Length: 2\r\n")), 400, "twice the same");
    equal(await status(post("content-length: 2\r\nCONTENT-LENGTH: 3\r\n")), 400);
    for (const coding of ["chunked", "identity", "xchunked", "chunked, identity", "\tchunked", "gzip, chunked", "CHUNKED"]) {
        equal(await status(post(`Transfer-Encoding: ${coding}\r\n`, "0\r\n\r\n")), 501, coding);
        equal(await status(post(`Transfer-Encoding: ${coding}\r\nContent-Length: 5\r\n`, "0\r\n\r\n")), 400, coding);
    }
    for (const line of ["Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked", " Transfer-Encoding: chunked",
        "X: y\r\n Transfer-Encoding: chunked", "X: y\r\n\tfolded", "X: y\nTransfer-Encoding: chunked", "X: y\rZ: w", "X: y\rZA: w",
        "Transfer\x00-Encoding: chunked", ": empty", "NoColon"])
        equal(await status(post(`${line}\r\nContent-Length: 2\r\n`)), 400, JSON.stringify(line));
    equal(await status(`GET / HTTP/1.1\r\n${host}Host: evil\r\n\r\n`), 400);
    const answers = await raw(server, post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        `{}GET /healthz HTTP/1.1\r\n${host}\r\n`));
    equal(answers.match(/HTTP\/1\.1 \d{3} /g).length, 1, "answers");
    const inner = `GET /healthz HTTP/1.1\r\n${host}\r\n`; // the body of a GET is no request
    const got = await raw(server, `GET /healthz HTTP/1.1\r\n${host}Content-Length: ${inner.length}\r\n` +
        `Connection: close\r\n\r\n${inner}`);
    equal(got.match(/HTTP\/1\.1 \d{3} /g).length, 1, "answers");
});

await test("requests in one piece are answered one by one", async () => {
    const one = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
    const answers = await raw(server, one.repeat(20) + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    equal(answers.split("HTTP/1.1 200").length - 1, 21);
    const byte = net.connect(server.port, "127.0.0.1");
    let got = "";
    byte.on("data", (data) => { got += data; });
    byte.setNoDelay(true);
    for (const c of post(`Authorization: Bearer x\r\nContent-Length: 14\r\n`, '{"move": "e4"}')) {
        byte.write(c);
        await sleep(1);
    }
    await until(() => got.includes("403"), "an answer to a request that came byte by byte");
    byte.destroy();
});

await test("a request is answered once, whatever is wrong with its fields", async () => {
    const body = JSON.stringify(Object.fromEntries(["fen", "pgn", "moves", "move", "text", "rules_text", "code", "engine", "edits", "action",
        "kind", "delay_ms"].map((name) => [name, { a: 1 }])));
    const after = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    for (const where of ["/api/games", "/api/view", "/api/tree", "/api/check", "/api/explain", "/api/legal", "/api/why", "/api/gif", "/api/join",
        "/api/analysis", "/api/setup/check", "/api/rules/check", `${game.at}/moves`, `${game.at}/actions`, `${game.at}/events`, `${game.at}/why`]) {
        const got = await raw(server, `POST ${where} HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
            `Authorization: Bearer ${game.both}\r\nContent-Length: ${body.length}\r\n\r\n${body}${after}`);
        equal(got.match(/HTTP\/1\.1 \d{3} /g).map((line) => line.slice(9, 10)), ["4", "2"], where);
    }
});

await test("too large", async () => {
    equal(await status(`GET / HTTP/1.1\r\n${host}X: ${"x".repeat(9000)}\r\n\r\n`), 431);
    equal(await status("GET /".padEnd(20000, "x")), 431);
    equal(await status(`GET / HTTP/1.1\r\n${host}${"A: b\r\n".repeat(70)}\r\n`), 431);
    equal(await status(post("Content-Length: 2000000\r\n")), 413);
    equal(await status(post("Content-Length: 99999999999999999999999999\r\n")), 413);
    equal((await server.ask("/api/games", { body: { fen: "k".repeat(5000) } })).status, 400);
    equal((await server.ask("/api/games", { body: { rules_text: "x".repeat(70000) } })).status, 400);
    equal((await server.ask("/api/games", { body: { rules: "lab", fen: `${"33/".repeat(33)} w - - 0 1` } })).status, 422);
    equal((await server.ask("/api/games", { body: { pgn: "1. e4 ".repeat(40000) } })).status, 201, "up to its fault");
    equal((await server.ask("/api/games", { body: { rules: "king-capture", pgn: "Nf3 Nf6 Ng1 Ng8 ".repeat(1600) } })).status, 422);
    equal((await server.ask("/api/games", { body: { pgn: "1. e4 ".repeat(50000) } })).status, 400);
});

await test("bad JSON", async () => {
    for (const body of ["", "{", "[]", "5", "null", '{"move":"e4","move":"d4"}', '{"move":"\\u0000"}', "\xff\xfe",
        "[".repeat(100000), '{"a":'.repeat(50000)])
        equal((await server.ask(`${game.at}/moves`, { body, raw: true, token: game.both })).status, 400, body.slice(0, 20));
    equal((await server.ask(`${game.at}/moves`, { body: { move: "<script>" }, token: game.both })).status, 422);
});

await test("Host and Origin: no rebinding, no forgery", async () => {
    const get = (name) => status(`GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
    equal(await get("evil.example"), 421);
    equal(await get(`evil.example:${server.port}`), 421);
    equal(await get("127.0.0.1:1"), 421);
    equal(await get("127.0.0.1.evil.example:" + server.port), 421);
    equal(await get(`localhost:${server.port}`), 200);
    equal(await get(`[::1]:${server.port}`), 200);
    const from = async (headers) => (await server.ask("/api/games", { body: {}, headers })).status;
    equal(await from({ Origin: "http://evil.example" }), 403);
    equal(await from({ Origin: "null" }), 403);
    equal(await from({ Origin: `http://127.0.0.1:${server.port + 1}` }), 403);
    equal(await from({ Origin: server.url }), 201);
    const forged = (site) => status(`POST /api/games HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
        `Sec-Fetch-Site: ${site}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
    equal(await forged("cross-site"), 403);
    equal(await forged("same-site"), 403);
    equal(await forged("same-origin"), 201);
    equal(await status(`POST /api/games HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 2\r\n` +
        "Connection: close\r\n\r\n{}"), 415);
});

await test("an absolute target is served, and its host counts in place of the field", async () => {
    const target = (absolute, field = host) => status(`GET ${absolute} HTTP/1.1\r\n${field}Connection: close\r\n\r\n`);
    const own = `http://127.0.0.1:${server.port}`;
    equal(await target(`${own}/healthz`), 200);
    equal(await target(`HTTP://localhost:${server.port}/healthz`), 200);
    equal(await target(`https://[::1]:${server.port}/api/games/${game.id}?x=/`), 200);
    equal(await target(`${own}/nothing`), 404);
    for (const bare of [own, `${own}/`, `${own}?a=/b`])
        equal((await raw(server, `GET ${bare} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).includes("<!doctype html"), true, bare);
    equal(await target(`${own}/healthz`, "Host: evil.example\r\n"), 200, "RFC 9112, 3.2.2: the field is ignored");
    equal(await target(`${own}/healthz`, ""), 400, "but it has to be there");
    equal(await target(`${own}/healthz`, `${host}${host}`), 400, "once");
    for (const other of ["http://evil", "http://evil.example/", `http://evil.example:${server.port}/`, `${own}.evil/`, "http://127.0.0.1:1/",
        `http://127.0.0.1.evil:${server.port}/`, `http://user@127.0.0.1:${server.port}/`, `http://127.0.0.1:${server.port}@evil/`,
        `http://[::1/`, "http://:/"])
        equal(await target(other), 421, other);
    equal(await status(`POST ${own}/api/games HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"), 403, "the page of another site");
});

await test("no way out of the page's folder", async () => {
    for (const path of ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/..", "/index.html/",
        "/api/games/1/../2", "/api/games/-1", "/api/games/99999999999999999999"])
        equal(await status(`GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`), 404, path);
});

await test("nothing is reflected unescaped", async () => {
    const name = '<img src=x onerror=alert(1)>"\\';
    const made = await server.create({ white: name });
    const answer = await server.ask(made.at);
    equal(answer.json.players.white.name, name);
    check(answer.headers.get("X-Content-Type-Options") === "nosniff");
    const none = await server.ask("/<script>alert(1)</script>");
    check(!none.text.includes("<script>"), none.text);
});

await test("one address holds so many connections", async () => {
    const sockets = Array.from({ length: 100 }, () => net.connect(server.port, "127.0.0.1"));
    let refused = "";
    for (const socket of sockets) {
        socket.on("error", () => {});
        socket.on("data", (data) => { refused += data; });
    }
    await until(() => refused.includes("429"), "a refusal");
    check(refused.includes("Content-Type: application/problem+json\r\n"), refused);
    await until(() => refused.includes('"status":429'), "a problem that says so");
    for (const socket of sockets) socket.destroy();
    await until(async () => {
        try { return (await server.ask("/healthz")).status === 200; } catch { return false; }
    }, "the server answers again");
});

await test("clients that go away in the middle", async () => {
    for (let i = 0; i < 200; i++) {
        const socket = net.connect(server.port, "127.0.0.1");
        socket.on("error", () => {});
        await new Promise((go) => socket.on("connect", go));
        socket.write(post(`Authorization: Bearer ${game.both}\r\nContent-Length: 13\r\n`, '{"move":"a3"}').slice(0, 60 + i));
        if (i % 3 === 0) socket.resetAndDestroy?.();
        else if (i % 3 === 1) socket.end();
        else socket.destroy();
    }
    // The server may not yet know that all clients have gone, and an address may hold only 60 connections.
    await until(async () => (await server.ask("/healthz").catch(() => ({}))).status === 200, "the server answers again");
    equal((await game.read()).id, game.id);
});

await test("half a connection is enough for an answer", async () => {
    equal(await status(`GET /healthz HTTP/1.1\r\n${host}\r\n`, { end: true }), 200);
});

await test("it is still well and stops cleanly", async () => {
    equal((await server.kill()).code, 0);
});

await done();
