// Three servers and PostgreSQL behind nginx; clients play while servers are killed and stopped, the
// database is restarted, and its network cut and stalled. No acknowledged move may be lost, none
// applied twice, no two owners may write in turns, and what everybody saw of a game is linearizable.
//   node fleet_chaos.mjs [SECONDS] [SEED] [CLIENTS]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
process.env.ARBITER_TEST_STORE = "postgresql";
const { check, database, done, equal, folder, here, sleep, start, test, until } = await import("../server/lib.mjs");
const { startCutter } = await import("./cutter.mjs");
const { violations } = await import("./linear.mjs");

const seconds = Number(process.argv[2] ?? 12), clients = Number(process.argv[4] ?? 24);
let seed = Number(process.argv[3] ?? 1);
const lot = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7", "d3", "d6", "Be3", "Be6", "h3", "h6", "a3", "a6", "Qd2", "Qd7",
    "b3", "b6", "Rd1", "Rd8", "Rc1", "Rc8", "Rb1", "Rb8", "Ra1", "Ra8", "g3", "g6"];
const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));
if (!nginx) {
    console.log("skipped: there is no nginx (tools/install-deps check)");
    process.exit(77);
}

// ---- the fleet ----

database.url("chaos");
const cutter = await startCutter(database.socket);
const place = `postgresql://arbiter@127.0.0.1:${cutter.port}/chaos?sslmode=disable`;
const free = () => new Promise((resolve) => { const probe = net.createServer(); probe.listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => resolve(port)); }); });
const ports = [await free(), await free(), await free()], front = await free();
const args = (port) => ["--port", String(port), "--games", "1000000", "--connections", "100000", "--proxy", "127.0.0.1", "--host", "chess.example.org"];
const servers = await Promise.all(ports.map((port) => start({ place, args: args(port) })));

const home = path.join(folder, "nginx");
mkdirSync(home);
const manual = /```nginx\n([\s\S]*?)```/.exec(readFileSync(path.join(here, "../../docs/fleet.md"), "utf8"))[1]; // the manual's own lines
let at = 0;
writeFileSync(path.join(home, "nginx.conf"), `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
${manual.replace("listen 80", `listen 127.0.0.1:${front}`).replace(/10\.0\.0\.1\d:8377/g, () => `127.0.0.1:${ports[at++]}`).replace("75s", "6s")} }`);
const proxy = spawn(nginx, ["-c", path.join(home, "nginx.conf"), "-p", home, "-e", path.join(home, "error.log")], { stdio: "ignore" });
process.on("exit", () => proxy.kill("SIGTERM"));

// ---- clients ----

const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
// Through nginx mostly, past it sometimes: so requests reach servers that do not own the game.
function ask(where, { body, token, key } = {}) {
    return new Promise((resolve) => {
        const port = lot(4) === 0 ? ports[lot(3)] : front, text = body && JSON.stringify(body);
        const headers = { Host: "chess.example.org", ...(text ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) } : {}) };
        if (token ?? key) headers.Authorization = `Bearer ${token ?? key}`;
        const request = http.request({ host: "127.0.0.1", port, path: where, method: text ? "POST" : "GET", headers, agent, timeout: 8000 }, (response) => {
            let got = "";
            response.on("data", (data) => { got += data; });
            response.on("end", () => { try { resolve({ status: response.statusCode, json: JSON.parse(got) }); } catch { resolve({ status: 0 }); } });
            response.on("error", () => resolve({ status: 0 }));
        });
        request.on("timeout", () => request.destroy());
        request.on("error", () => resolve({ status: 0 }));
        request.end(text);
    });
}
const unknown = (status) => status === 0 || status >= 500;
const now = () => performance.now();

const games = new Map(); // id: operations
let playing = true, acknowledged = 0, refusals = 0, longest = 0, latest = [];

// Sent again until its fate is known, as its request_id allows; or until all is over.
async function persist(operation, send, stop) {
    for (let first = now(); ;) {
        const answer = await send();
        if (!unknown(answer.status)) {
            longest = Math.max(longest, now() - first);
            return answer;
        }
        refusals++;
        if (!stop()) return null;
        await sleep(30 + lot(100));
    }
}

async function player(number) {
    for (let round = 0; playing; round++) {
        const key = `client-${number}-${"k".repeat(24)}`, wanted = { request_id: `game-${round}` };
        const made = await persist({}, () => ask("/api/games", { body: wanted, key }), () => true);
        if (made.status !== 201) throw new Error(`no game: ${JSON.stringify(made)}`);
        const { id, seats } = made.json, token = `${seats.white},${seats.black}`, where = `/api/games/${id}`;
        if (games.has(id)) throw new Error("two requests made one game");
        const operations = [];
        games.set(id, operations);
        // Two hands on one game, and one who looks.
        const hand = async (name) => {
            for (let ply = 0, n = 0; ply < line.length && playing; n++) {
                const operation = { kind: "move", request: `${id}-${name}-${n}`, from: now(), to: Infinity, version: null };
                operations.push(operation);
                const answer = await persist(operation, () => ask(`${where}/moves`, { token, body: { move: line[ply], ply, request_id: operation.request } }), () => ending > now());
                if (answer === null) return;
                operation.to = now();
                if (answer.status === 200) {
                    operation.version = answer.json.version;
                    ply = operation.version;
                    acknowledged++;
                    latest.push(operation.to - operation.from);
                } else {
                    operation.version = 0;
                    if (answer.status !== 409 && answer.status !== 422) throw new Error(`refused: ${JSON.stringify(answer)}`);
                    const from = now(), state = await ask(where);
                    if (state.status === 200) {
                        operations.push({ kind: "read", from, to: now(), version: state.json.version });
                        ply = state.json.version;
                    }
                }
            }
        };
        let over = false;
        const looker = async () => {
            while (!over) {
                const from = now(), state = await ask(where);
                if (state.status === 200) operations.push({ kind: "read", from, to: now(), version: state.json.version });
                await sleep(20 + lot(60));
            }
        };
        const looking = looker();
        await Promise.all([hand("a"), hand("b")]);
        over = true;
        await looking;
    }
}

// ---- what happens to them ----

const events = {};
async function trouble() {
    const kinds = {
        async killed() {
            const i = lot(3);
            await servers[i].kill("SIGKILL");
            servers[i] = await until(() => start({ place, args: args(ports[i]) }).catch(() => null), "a server starts again", 60000);
        },
        async stopped() {
            const { child } = servers[lot(3)];
            child.kill("SIGSTOP");
            await sleep(500 + lot(4500));
            child.kill("SIGCONT");
        },
        async drained() {
            const i = lot(3);
            await servers[i].kill("SIGTERM");
            servers[i] = await until(() => start({ place, args: args(ports[i]) }).catch(() => null), "a server starts again", 60000);
        },
        async restarted() {
            await database.down(lot(2) ? "SIGQUIT" : "SIGINT");
            await database.up();
        },
        async cut() { cutter.cut(); await sleep(100 + lot(1500)); cutter.heal(); },
        async stalled() { cutter.stall(); await sleep(200 + lot(4000)); cutter.heal(); },
    };
    const names = Object.keys(kinds);
    for (let i = lot(names.length); playing; i++) {
        await sleep(300 + lot(900));
        const name = i % 2 ? names[lot(names.length)] : names[i / 2 % names.length | 0];
        if (!playing) break;
        events[name] = (events[name] ?? 0) + 1;
        await kinds[name]();
    }
}

let ending = Infinity;
await test("whatever happens, no answered move is lost, none counts twice, and all histories are right", async () => {
    await until(() => ask("/healthz").then((answer) => answer.status === 200), "nginx answers");
    const all = Promise.all([...Array(clients).keys()].map(player)), troubled = trouble();
    troubled.catch(() => {});
    await Promise.race([sleep(seconds * 1000), all, troubled]);
    playing = false;
    ending = now() + 60000;
    await troubled;
    cutter.heal();
    await all;
    const logs = new Map();
    for (const row of database.sql("chaos", `SELECT g.white || '|' || l.n || '|' || l.fence || '|' || l.request || '|' || l.sum || '|' || l.game
        FROM arbiter.log l JOIN arbiter.games g ON g.id = l.game ORDER BY l.game, l.n`).split("\n").filter(Boolean)) {
        const [, n, fence, request] = row.split("|");
        const id = request.split("-")[0];
        if (!logs.has(id)) logs.set(id, []);
        logs.get(id).push({ n: Number(n), fence: Number(fence), request });
    }
    let operations = 0, handed = 0;
    for (const [id, seen] of games) {
        const log = logs.get(id) ?? [];
        operations += seen.length;
        handed += new Set(log.map((step) => step.fence)).size > 1;
        equal(violations(seen, log).slice(0, 3), [], `game ${id}`);
    }
    latest.sort((a, b) => a - b);
    console.log(`${seconds} s, ${games.size} games, ${handed} changed hands while played, ${operations} operations, ${acknowledged} moves acknowledged, ` +
        `${refusals} refused for now, longest wait ${(longest / 1000).toFixed(1)} s, median ${latest[latest.length >> 1]?.toFixed(1)} ms; ${JSON.stringify(events)}`);
    check(acknowledged > 0 && Object.keys(events).length > 0, "something happened");
});
proxy.kill("SIGTERM");
cutter.stop();
agent.destroy();
await done();
