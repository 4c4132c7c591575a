// Behind proxies the server finds the client of a request by header, by the PROXY line, and through a real nginx and Caddy with TLS.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import { check, done, equal, folder, freePort, here, raw, start, statusOf, test, until } from "../lib.mjs";

const make = async (server, headers) => (await server.ask("/api/games", { body: {}, headers })).status;
const args = ["--games", "1"];

await test("nobody is believed who was not named", async () => {
    const server = await start({ store: "plain.db", args });
    equal([await make(server, { "X-Forwarded-For": "10.1.1.1" }), await make(server, { "X-Forwarded-For": "10.1.1.2" })], [201, 429]);
    await server.kill();
});

await test("a named proxy is believed about the last address that is no proxy", async () => {
    const server = await start({ store: "named.db", args: [...args, "--proxy", "127.0.0.1,10.9.0.0/16"] });
    for (const [headers, status] of [
        [{ "X-Forwarded-For": "10.1.1.1" }, 201], [{ "X-Forwarded-For": "10.1.1.1" }, 429],
        [{ "X-Forwarded-For": "10.1.1.2" }, 201],
        [{ "X-Forwarded-For": "6.6.6.6, 10.1.1.1" }, 429], // earlier entries are the client's own claim
        [{ "X-Forwarded-For": "10.1.1.3, 10.9.8.7" }, 201], [{ "X-Forwarded-For": "10.1.1.3" }, 429],
        [{ Forwarded: "for=10.1.1.4;proto=https" }, 201], [{ Forwarded: "for=\"10.1.1.4:4711\"" }, 429],
        [{ Forwarded: "for=\"[2001:db8::1]\"" }, 201],
        [{ Forwarded: "for=\"[2001:db8::ffff]:99\"" }, 429], // the same network of 64 bits
        [{ Forwarded: "for=\"[2001:db8:0:1::1]\"" }, 201],
        [{ "X-Forwarded-For": "::ffff:10.1.1.2" }, 429], // an IPv4 address mapped to IPv6
        [{ Forwarded: "for=10.1.1.8", "X-Forwarded-For": "10.1.1.9" }, 201], // the headers disagree, so the proxy itself counts as the client
        [{ Forwarded: "for=10.1.1.10", "X-Forwarded-For": "10.1.1.11" }, 429]])
        equal(await make(server, headers), status, JSON.stringify(headers));
    equal((await server.ask("/metrics", { headers: { "X-Forwarded-For": "127.0.0.1" } })).status, 403, "never the owner");
    await server.kill();
});

await test("the PROXY line names the client of a connection, and only a proxy may send it", async () => {
    const server = await start({ store: "line.db", args: [...args, "--proxy", "127.0.0.1"] });
    const post = `POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;
    for (const [line, status] of [["TCP4 10.2.2.2 127.0.0.1 5 80", 201], ["TCP4 10.2.2.2 127.0.0.1 6 80", 429],
        ["TCP6 2001:db8:5::1 ::1 5 80", 201], ["UNKNOWN", 201], ["TCP4 nonsense", 400], ["TCP5 10.2.2.9 1 1 1", 400]])
        equal(statusOf(await raw(server, `PROXY ${line}\r\n${post}`)), status, line);
    await server.kill();
    const plain = await start({ store: "noline.db" });
    equal(statusOf(await raw(plain, `PROXY TCP4 10.2.2.2 127.0.0.1 5 80\r\n${post}`)), 400);
    await plain.kill();
});

await test("the PROXY block of version 2 does the same, whole or byte by byte", async () => {
    const server = await start({ store: "block.db", args: [...args, "--proxy", "127.0.0.1"] });
    const post = `POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;
    const block = (command, family, rest, len = rest.length) => Buffer.concat([Buffer.from("\r\n\r\n\0\r\nQUIT\n"),
        Buffer.from([command, family, len >> 8, len & 255]), Buffer.from(rest), Buffer.from(post)]);
    const four = (last, more = []) => [10, 3, 3, last, 127, 0, 0, 1, 0, 5, 0, 80, ...more];
    const six = (network, last) => [0x20, 1, 0xd, 0xb8, 0, 0, 0, network, 0, 0, 0, 0, 0, 0, 0, last, ...Array(16).fill(0), 0, 5, 0, 80];
    for (const [name, bytes, status] of [
        ["TCP4", block(0x21, 0x11, four(1)), 201], ["the same again", block(0x21, 0x11, four(1)), 429],
        ["with more behind it", block(0x21, 0x11, four(2, [4, 0, 1, 0])), 201],
        ["TCP6", block(0x21, 0x21, six(1, 1)), 201], ["the same network", block(0x21, 0x21, six(1, 2)), 429],
        ["another network", block(0x21, 0x21, six(2, 1)), 201],
        ["LOCAL: the proxy itself", block(0x20, 0, []), 201], ["and again", block(0x20, 0x11, four(9)), 429],
        ["another version", block(0x31, 0x11, four(3)), 400], ["too short", block(0x21, 0x11, [1, 2, 3]), 400],
        ["too long", block(0x21, 0x11, four(3), 60000), 400]])
        equal(statusOf(await raw(server, bytes)), status, name);
    const slow = net.connect(server.port, "127.0.0.1");
    let got = "";
    slow.setNoDelay(true);
    slow.on("data", (data) => { got += data; });
    for (const byte of block(0x21, 0x11, four(4))) await new Promise((sent) => slow.write(Buffer.from([byte]), sent));
    await until(() => got !== "", "an answer");
    equal(statusOf(got), 201);
    await server.kill();
});

const found = (name) => ["/usr/sbin", "/usr/bin"].map((place) => path.join(place, name)).find((file) => existsSync(file));
const nginx = found("nginx"), caddy = found("caddy");
if (!nginx || !caddy) {
    console.log("skipped: there is no nginx or no caddy (tools/install-deps check)");
    process.exit(77);
}

// Returns the manual's own configuration.
const sample = (fence, manual = "docs/serve.md") => new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(path.join(here, "../..", manual), "utf8"))[1];

// Plays a game through a proxy with TLS on this port, below a path: tests the page, moves, events, addresses.
async function playThrough(port, name, below = "/chess") {
    const ask = (where, { body, token, origin = "https://chess.example.org", headers = {} } = {}) => new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const all = { Host: "chess.example.org", Origin: origin, ...headers, ...(text ? { "Content-Type": "application/json", "Content-Length": text.length } : {}) };
        if (token) all.Authorization = `Bearer ${token}`;
        const request = https.request({ host: "127.0.0.1", localAddress: "127.0.0.9", port, servername: "chess.example.org", path: `${below}${where}`,
            method: text ? "POST" : "GET", headers: all, rejectUnauthorized: false, agent: false }, (response) => {
            let got = "";
            response.on("data", (data) => { got += data; if (where.endsWith("/events") && got.includes("event: state")) { request.destroy(); resolve({ status: 200, text: got }); } });
            response.on("end", () => resolve({ status: response.statusCode, text: got, json: () => JSON.parse(got) }));
        });
        request.on("error", reject);
        request.end(text);
    });
    await until(() => ask("/healthz").then((answer) => answer.status === 200, () => false), `${name} answers`);
    const page = await ask("/");
    check(page.status === 200 && !/(src|href)="\//.test(page.text), "the page names nothing by an absolute path");
    const made = (await ask("/api/games", { body: {} })).json();
    equal((await ask(`/api/games/${made.id}/moves`, { body: { move: "e4" }, token: made.seats.white })).json().ply, 1);
    check((await ask(`/api/games/${made.id}/events`)).text.includes("\"ply\":1"), "events come at once");
    equal((await ask("/api/games", { body: {}, origin: "https://evil.example.org" })).status, 403);
    equal((await ask("/metrics")).status, 403);
    // A header of the client itself does not count: it has made its two games.
    equal((await ask("/api/games", { body: {}, headers: { "X-Forwarded-For": "6.6.6.6" } })).status, 201);
    equal((await ask("/api/games", { body: {}, headers: { "X-Forwarded-For": "6.6.6.7" } })).status, 429);
}

for (const [manual, below] of [["docs/serve.md", "/chess"], ["docs/club.md", ""]])
await test(`nginx with TLS as ${manual} has it`, async () => {
    const server = await start({ store: `nginx${below.length}.db`, args: ["--games", "2", "--proxy", "127.0.0.1", "--host", "chess.example.org"] });
    const port = await freePort(), home = path.join(folder, `nginx${below.length}`);
    mkdirSync(home);
    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=chess.example.org", "-keyout", path.join(home, "key.pem"), "-out", path.join(home, "cert.pem")], { stdio: "pipe" });
    const lines = sample("nginx", manual) // with our ports and files
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`).replace(/127\.0\.0\.1:8377/g, `127.0.0.1:${server.port}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${home}/cert.pem;`).replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${home}/key.pem;`);
    writeFileSync(path.join(home, "nginx.conf"), `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
${lines} }`);
    const child = spawn(nginx, ["-c", path.join(home, "nginx.conf"), "-p", home, "-e", path.join(home, "error.log")], { stdio: "ignore" });
    try {
        await playThrough(port, "nginx", below);
    } finally {
        child.kill("SIGTERM");
        await server.kill();
    }
});

await test("Caddy with TLS, below a path, as the manual has it", async () => {
    const server = await start({ store: "caddy.db", args: ["--games", "2", "--proxy", "127.0.0.1", "--host", "chess.example.org"] });
    const port = await freePort(), home = path.join(folder, "caddy");
    mkdirSync(home);
    const lines = sample("caddy").replace("chess.example.org {", `chess.example.org:${port} {\n    tls internal`)
        .replace("127.0.0.1:8377", `127.0.0.1:${server.port}`);
    writeFileSync(path.join(home, "Caddyfile"), `{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n    default_bind 127.0.0.1\n` +
        `    storage file_system ${home}/data\n}\n${lines}`);
    const child = spawn(caddy, ["run", "--config", path.join(home, "Caddyfile"), "--adapter", "caddyfile"],
        { stdio: ["ignore", "ignore", openSync(path.join(home, "log"), "w")], env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home } });
    try {
        await playThrough(port, "Caddy").catch((error) => { throw new Error(`${error.stack}\n${readFileSync(path.join(home, "log"), "utf8").slice(-1500)}`); });
    } finally {
        child.kill("SIGTERM");
        await server.kill();
    }
});

await done();
