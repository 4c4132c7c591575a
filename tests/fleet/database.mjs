// database.mjs: a PostgreSQL of the test's own, in a temporary folder, on a socket in it: started,
// stopped, killed, and always gone when the test is. Nothing of an installed cluster is touched.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

// Debian keeps the server's programs off PATH, a folder a version.
export function programs() {
    const versions = "/usr/lib/postgresql";
    const folders = existsSync(versions)
        ? readdirSync(versions).sort((a, b) => b - a).map((v) => path.join(versions, v, "bin")) : [];
    folders.push(...(process.env.PATH ?? "").split(":"));
    return folders.find((folder) => ["initdb", "postgres", "pg_ctl"].every((p) => existsSync(path.join(folder, p))));
}

// PostgreSQL refuses to run as root: then it runs as nobody, which needs no account of its own.
function nobody() {
    const line = readFileSync("/etc/passwd", "utf8").split("\n").find((l) => l.startsWith("nobody:"));
    const [, , uid, gid] = line.split(":");
    return { uid: Number(uid), gid: Number(gid) };
}

// `of`: another one, whose standby of that name it is. Power failures are not tried: writes wait for no disk, unless `settings` say so.
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
        // SIGINT: ends all sessions and stops; SIGQUIT: at once, as if it crashed.
        async down(signal = "SIGINT") {
            if (!child) return;
            const process_ = child;
            child = null;
            const ended = new Promise((resolve) => process_.on("exit", resolve));
            process_.kill(signal);
            await ended;
        },
        // A standby becomes the one that is written to.
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
        // The address of a database by that name, made when it is asked for first.
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
