// database.mjs: starts, stops and kills a PostgreSQL server in a temporary folder, on a socket there.
// It ends with the test and touches no installed cluster.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

// Debian keeps the server's programs outside PATH, with a folder for each version.
export function programs() {
    const versions = "/usr/lib/postgresql";
    const folders = existsSync(versions)
        ? readdirSync(versions).sort((a, b) => b - a).map((v) => path.join(versions, v, "bin")) : [];
    folders.push(...(process.env.PATH ?? "").split(":"));
    return folders.find((folder) => ["initdb", "postgres", "pg_ctl"].every((p) => existsSync(path.join(folder, p))));
}

// PostgreSQL refuses to run as root, so root runs it as the user nobody.
function nobody() {
    const line = readFileSync("/etc/passwd", "utf8").split("\n").find((l) => l.startsWith("nobody:"));
    const [, , uid, gid] = line.split(":");
    return { uid: Number(uid), gid: Number(gid) };
}

// Starts a database; with `of` it is a standby of that database under the name `name`. Writes do not wait for the disk, because
// power failures are not tried, unless `settings` say so.
export async function startDatabase({ settings = {}, of, name = "" } = {}) {
    const bin = programs();
    if (!bin) {
        console.log("no PostgreSQL here (Debian: postgresql)");
        process.exit(77);
    }
    const root = process.getuid() === 0;
    const who = root ? nobody() : {};
    const folder = mkdtempSync(path.join(tmpdir(), "arbiter-pg-"));
    const data = path.join(folder, "data");
    if (root) chownSync(folder, who.uid, who.gid);
    chmodSync(folder, 0o755);
    const options = { ...who, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
    const made = of
        ? spawnSync(path.join(bin, "pg_basebackup"), ["-h", of.folder, "-U", "arbiter", "-D", data, "-R", "-C", "-S", name, "--no-sync", "-c", "fast"],
            { ...options, encoding: "utf8" })
        : spawnSync(path.join(bin, "initdb"), ["-D", data, "-U", "arbiter", "-A", "trust", "-E", "UTF8",
            "--no-locale", "--no-sync"], { ...options, encoding: "utf8" });
    if (made.status !== 0) throw new Error(`the database cannot be made: ${made.stderr}`);
    const kept = of ? readFileSync(path.join(data, "postgresql.auto.conf"), "utf8").split("\n").filter((line) => /^primary_/.test(line)).join("\n") : "";
    const all = { listen_addresses: "''", unix_socket_directories: `'${folder}'`, shared_buffers: "'64MB'",
        max_connections: 60, logging_collector: "off", fsync: "off",
        cluster_name: `'${name}'`, ...settings };
    writeFileSync(path.join(data, "postgresql.auto.conf"),
        Object.entries(all).map(([key, value]) => `${key} = ${value}\n`).join("") + kept + "\n");
    if (root) chownSync(path.join(data, "postgresql.auto.conf"), who.uid, who.gid);

    let child = null, log = "";
    const database = {
        folder, socket: path.join(folder, ".s.PGSQL.5432"), log: () => log, pid: () => child?.pid,
        async up() {
            child = spawn(path.join(bin, "postgres"), ["-D", data], { ...options, stdio: ["ignore", "pipe", "pipe"] });
            child.stderr.on("data", (text) => { log += text; });
            for (const end = Date.now() + 600000; Date.now() < end; await sleep(50)) {
                if (child.exitCode !== null) throw new Error(`postgres ended: ${log}`);
                if (database.sql("postgres", "SELECT 1", true) === "1") return;
            }
            throw new Error(`postgres did not start: ${log}`);
        },
        // SIGINT ends all sessions and stops the server in order; SIGQUIT stops it at once, like a crash.
        async down(signal = "SIGINT") {
            if (!child) return;
            const process_ = child;
            child = null;
            const ended = new Promise((resolve) => process_.on("exit", resolve));
            process_.kill(signal);
            await ended;
        },
        // Makes this standby the primary.
        async promote() {
            const run = spawnSync(path.join(bin, "pg_ctl"), ["-D", data, "promote"], { ...options, encoding: "utf8" });
            if (run.status !== 0) throw new Error(`promote: ${run.stderr}`);
        },
        sql(name, text, quiet = false) {
            const run = spawnSync("psql", ["-h", folder, "-U", "arbiter", "-d", name, "-AtqX", "-v", "ON_ERROR_STOP=1",
                "-c", text], { encoding: "utf8", maxBuffer: 1 << 28 });
            if (run.status !== 0 && !quiet) throw new Error(`psql: ${run.stderr}`);
            return run.stdout.trim();
        },
        // Returns the address of a database of that name, which the first call creates.
        url(name) {
            if (database.sql("postgres", `SELECT 1 FROM pg_database WHERE datname='${name}'`) !== "1")
                database.sql("postgres", `CREATE DATABASE "${name}"`);
            return `postgresql://arbiter@/${name}?host=${encodeURIComponent(folder)}`;
        },
    };
    process.on("exit", () => {
        if (child) {
            child.kill("SIGQUIT");
            spawnSync(path.join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "-W", "stop"], options);
        }
        rmSync(folder, { recursive: true, force: true });
    });
    await database.up();
    return database;
}
