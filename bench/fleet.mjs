// Measures three servers on one PostgreSQL, with the load on the same machine: durable moves per second,
// their times, the cost of a move and of a game, and the time of a take-over. Only CPU time per move is
// meaningful on a busy machine, too.
//   node bench/fleet.mjs BUILD [SECONDS] [nginx]     nginx: through it, and not past it
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { startDatabase } from "../tests/fleet/database.mjs";
import { startNginx } from "../tests/fleet/nginx_front.mjs";

const build = path.resolve(process.argv[2] ?? "build"), seconds = Number(process.argv[3] ?? 5);
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));
const database = await startDatabase({ settings: { fsync: "on" } });
const url = database.url("bench");

async function serve() {
    const child = spawn(path.join(build, "arbiter"), ["serve", "--port", "0", "--store", url, "--games", "1000000000",
        "--connections", "1000000", "--proxy", "127.0.0.1", "--host", "chess.example.org"], { stdio: ["ignore", "pipe", "inherit"] });
    process.on("exit", () => child.kill("SIGKILL"));
    const port = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(Number(/:(\d+)/.exec(String(text).replace("http:", ""))[1]))));
    return { child, port, pid: child.pid };
}
const servers = [await serve(), await serve(), await serve()];
const front = process.argv[4] === "nginx"
    ? await startNginx(path.join(database.folder, "nginx"), servers.map(({ port }) => port), { host: "chess.example.org" }) : null;
if (front) await sleep(500);

// ---- what it costs ----

const stat = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /, "").split(" ");
const cpu = (pid) => { try { const f = stat(pid); return (Number(f[11]) + Number(f[12])) * 10; } catch { return 0; } }; // ms
const children = (pid) => readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((name) => { try { return stat(name)[1] === String(pid); } catch { return false; } });
const used = () => ({ servers: servers.reduce((sum, s) => sum + cpu(s.pid), 0),
    nginx: front ? [String(front.pid), ...children(front.pid)].reduce((sum, pid) => sum + cpu(pid), 0) : 0,
    database: [String(database.pid()), ...children(database.pid())].reduce((sum, pid) => sum + cpu(pid), 0) });
const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]); // KB
const stored = () => Number(database.sql("bench", "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid=c.relnamespace WHERE nspname='arbiter' AND relkind='r'"));
const counted = (what) => Number(database.sql("bench", `SELECT count(*) FROM arbiter.${what}`));
const wal = () => Number(database.sql("bench", "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(),'0/0')"));

// Puts load on each server by clients of its own, and combines their times by taking the worst.
async function load(connections, rate) {
    const before = used(), moves = counted("log"), written = wal();
    const runs = await Promise.all(servers.map(({ port }) => new Promise((resolve) => {
        const run = spawn(path.join(build, "bench/serve_load"), [front?.port ?? port, connections, seconds, rate].map(String), { stdio: ["ignore", "pipe", "inherit"] });
        let out = "";
        run.stdout.on("data", (text) => { out += text; });
        run.on("close", () => resolve((/^#.*$/m.exec(out)?.[0] ?? "").split("\t").slice(1).map(Number)));
    })));
    const after = used(), made = counted("log") - moves;
    const sum = runs.reduce((all, run) => all + run[0], 0), worst = (i) => Math.max(...runs.map((run) => run[i]));
    console.log(`3 x ${connections} connections${rate ? `, ${3 * rate} moves/s due` : ""}: ${sum.toFixed(0)} durable moves/s, p50 ${worst(1).toFixed(2)} ms, p99 ${worst(2).toFixed(2)} ms; ` +
        `a move costs ${((after.servers - before.servers) * 1000 / made).toFixed(0)} us of CPU in the servers, ` +
        `${((after.database - before.database) * 1000 / made).toFixed(0)} us in the database, ${front ? `${((after.nginx - before.nginx) * 1000 / made).toFixed(0)} us in nginx, ` : ""}${((wal() - written) / made).toFixed(0)} bytes of WAL`);
}

console.log(`fleet${front ? " through nginx" : ""}: ${seconds} s each; load of the machine before: ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}`);
await load(10, 0);
await load(100, 0);
await load(300, 0);
await load(100, 1000);
const games = counted("games"), steps = counted("log");
console.log(`${games} games, ${steps} steps: ${(stored() / steps).toFixed(0)} bytes on disk a step, all tables and indexes; ` +
    `servers hold ${servers.map((s) => `${(resident(s.pid) / 1024).toFixed(0)} MB`).join(", ")}`);

// ---- take-over ----

const ask = async (port, where, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${where}`, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => ({ status: 0 }));
    return answer.status >= 200 && answer.status < 300 ? answer.json() : null;
};
const made = [];
for (let i = 0; i < 200; i++) {
    const { id } = await ask(servers[0].port, "/api/games", {});
    await ask(servers[0].port, `/api/games/${id}`); // the first server that is asked owns the game
    made.push(id);
}
servers[0].child.kill("SIGKILL");
const began = performance.now();
while (!(await ask(servers[1].port, `/api/games/${made[0]}`))) await sleep(20);
const first = performance.now() - began;
for (const id of made) while (!(await ask(servers[1].port, `/api/games/${id}`))) await sleep(20);
console.log(`taken over after SIGKILL in ${(first / 1000).toFixed(2)} s, all 200 games ${(performance.now() - began - first).toFixed(0)} ms later`);
for (const { child } of servers) child.kill("SIGTERM");
await sleep(500);
process.exit(0);
