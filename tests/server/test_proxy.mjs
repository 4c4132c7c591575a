// Behind proxies: whose request it is, by header, by the PROXY line, and through a real nginx with TLS.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import { check, done, equal, folder, here, raw, start, statusOf, test, until } from "./lib.mjs";

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
        [{ "X-Forwarded-For": "6.6.6.6, 10.1.1.1" }, 429], // what stands before it is the client's own
        [{ "X-Forwarded-For": "10.1.1.3, 10.9.8.7" }, 201], [{ "X-Forwarded-For": "10.1.1.3" }, 429],
        [{ Forwarded: "for=10.1.1.4;proto=https" }, 201], [{ Forwarded: "for=\"10.1.1.4:4711\"" }, 429],
        [{ Forwarded: "for=\"[2001:db8::1]\"" }, 201],
        [{ Forwarded: "for=\"[2001:db8::ffff]:99\"" }, 429], // the same network of 64 bits
        [{ Forwarded: "for=\"[2001:db8:0:1::1]\"" }, 201],
        [{ "X-Forwarded-For": "::ffff:10.1.1.2" }, 429], // an address of IPv4 in the clothes of IPv6
        [{ Forwarded: "for=10.1.1.8", "X-Forwarded-For": "10.1.1.9" }, 201], // two that disagree: the proxy itself
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

const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((name) => existsSync(name));
if (!nginx) {
    console.log("skipped: there is no nginx (tools/install-deps check)");
    process.exit(77);
}

const free = () => new Promise((resolve) => { const probe = net.createServer(); probe.listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => resolve(port)); }); });

await test("nginx with TLS, below a path, as the manual has it: the page, moves, events, addresses", async () => {
    const server = await start({ store: "nginx.db", args: ["--proxy", "127.0.0.1", "--host", "chess.example.org"] });
    const port = await free(), home = path.join(folder, "nginx");
    mkdirSync(home);
    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=chess.example.org", "-keyout", path.join(home, "key.pem"), "-out", path.join(home, "cert.pem")], { stdio: "pipe" });
    // The manual's own lines, with our ports and files.
    const manual = readFileSync(path.join(here, "../../docs/serve.md"), "utf8");
    const sample = /```nginx\n([\s\S]*?)```/.exec(manual)[1]
        .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`).replace(/127\.0\.0\.1:8377/g, `127.0.0.1:${server.port}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${home}/cert.pem;`).replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${home}/key.pem;`);
    writeFileSync(path.join(home, "nginx.conf"), `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
${sample} }`);
    const child = spawn(nginx, ["-c", path.join(home, "nginx.conf"), "-p", home, "-e", path.join(home, "error.log")], { stdio: "ignore" });
    const ask = (where, { body, token, origin = "https://chess.example.org" } = {}) => new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const headers = { Host: "chess.example.org", Origin: origin, ...(text ? { "Content-Type": "application/json", "Content-Length": text.length } : {}) };
        if (token) headers.Authorization = `Bearer ${token}`;
        const request = https.request({ host: "127.0.0.1", port, path: `/chess${where}`, method: text ? "POST" : "GET", headers, rejectUnauthorized: false, agent: false }, (response) => {
            let got = "";
            response.on("data", (data) => { got += data; if (where.endsWith("/events") && got.includes("event: state")) { request.destroy(); resolve({ status: 200, text: got }); } });
            response.on("end", () => resolve({ status: response.statusCode, text: got, json: () => JSON.parse(got) }));
        });
        request.on("error", reject);
        request.end(text);
    });
    try {
        await until(() => ask("/healthz").then((answer) => answer.status === 200, () => false), "nginx answers");
        const page = await ask("/");
        check(page.status === 200 && !/(src|href)="\//.test(page.text), "the page names nothing by an absolute path");
        const made = (await ask("/api/games", { body: {} })).json();
        equal((await ask(`/api/games/${made.id}/moves`, { body: { move: "e4" }, token: made.seats.white })).json().ply, 1);
        check((await ask(`/api/games/${made.id}/events`)).text.includes("\"ply\":1"), "events come at once");
        equal((await ask("/api/games", { body: {}, origin: "https://evil.example.org" })).status, 403);
        equal((await ask("/metrics")).status, 403);
    } finally {
        child.kill("SIGTERM");
        await server.kill();
    }
});

await done();
