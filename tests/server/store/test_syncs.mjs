// Data is on disk before it is acknowledged, and only its owner may read it. A shim records every file that is created,
// written and synced, for the server's store and for the journal of `play`.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { check, done, equal, folder, here, start, test, until } from "../lib.mjs";

const shim = path.join(folder, "syncs.so"), log = path.join(folder, "syncs.log");
execFileSync("cc", ["-shared", "-fPIC", "-o", shim, path.join(here, "store/syncs.c")]);
const lines = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
const forget = () => rmSync(log, { force: true });
const before = `umask 000; export LD_PRELOAD=${shim} SYNCS_LOG=${log}`;

await test("a move is in the store's log, and synced, before it is answered", async () => {
    const server = await start({ store: "synced.db", before });
    const game = await server.create();
    for (const move of ["e4", "e5", "Nf3", "Nc6"]) {
        forget();
        equal((await game.move(move)).status, 200);
        const seen = lines().filter((line) => line.endsWith("synced.db-wal"));
        const written = seen.findIndex((line) => line.startsWith("write ")), synced = seen.findLastIndex((line) => line.startsWith("sync "));
        check(written >= 0 && synced > written, `${move}: ${seen.join(" | ")}`);
    }
    await server.kill();
});

await test("nobody else may read what the server makes, whatever the umask", async () => {
    forget();
    const server = await start({ store: "private.db", before });
    await server.create();
    await server.kill();
    const made = lines().filter((line) => line.startsWith("open ") && line.includes("private.db"));
    check(made.length >= 2, made.join(" | "));
    equal(made.filter((line) => !line.startsWith("open 600 ")), [], "files that others may read");
});

await test("a move at the terminal is in the journal, synced, and for its player only", async () => {
    forget();
    const home = path.join(folder, "home"), journal = path.join(home, "game.journal");
    mkdirSync(home);
    const child = spawn("sh", ["-c", `${before}; exec "$0" play --journal "$1"`, process.env.ARBITER, journal],
        { env: { ...process.env, HOME: home }, stdio: ["pipe", "ignore", "ignore"] });
    const exited = new Promise((resolve) => child.on("exit", resolve));
    const syncs = () => lines().filter((line) => line === `sync ${journal}`).length;
    for (const [count, move] of ["e4", "e5", "Nf3"].entries()) {
        child.stdin.write(`${move}\n`);
        await until(() => existsSync(journal) && readFileSync(journal, "utf8").split("\n").filter((line) => /^\S*\s*(move )?[a-h][1-8][a-h][1-8]|move/.test(line)).length > count, `${move} is written`);
        await until(() => syncs() > count, `${move} is synced`);
    }
    child.stdin.end();
    await exited;
    const seen = lines().filter((line) => line.endsWith(journal));
    equal(seen.filter((line) => line.startsWith("open ") && !line.startsWith("open 600 ")), []);
    check(seen.at(-1).startsWith("sync "), seen.join(" | "));
});

await done();
