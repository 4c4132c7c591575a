// What a connection and a game may take, to the second: the server's clock runs ahead by as much as a test says.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { hostileRules } from "./hostile_rules.mjs";
import { check, done, equal, folder, here, start, statusOf, test, until } from "./lib.mjs";

const shim = path.join(folder, "steptime.so"), file = path.join(folder, "step");
execFileSync("cc", ["-shared", "-fPIC", "-o", shim, path.join(here, "steptime.c")]);
let ahead = 0n;
const write = () => { const eight = Buffer.alloc(8); eight.writeBigInt64LE(ahead); writeFileSync(file, eight, { flag: ahead === 0n ? "w" : "r+" }); };
write();
const begin = (store, args = [], more = ":") =>
    start({ store, args, before: `${more}; export LD_PRELOAD=${shim} STEP_FILE=${file}` });
const server = await begin("time.db");
const host = `Host: 127.0.0.1:${server.port}\r\n`;

// A connection that remembers what came and whether it was ended.
const open = (bytes = "", to = server) => {
    const socket = net.connect(to.port, "127.0.0.1");
    socket.got = "";
    socket.on("data", (data) => { socket.got += data; });
    socket.on("error", () => {});
    socket.on("close", () => { socket.gone = true; });
    socket.write(bytes);
    return socket;
};
const get = (where) => `GET ${where} HTTP/1.1\r\n${host}\r\n`;
const answered = (socket, count = 1) =>
    until(() => (socket.got.match(/HTTP\/1\.1 \d/g) ?? []).length >= count, "an answer");
// Lets time pass, and waits until the server has looked at its clock: twice, for the first look may have
// begun before. What a marker is told, others of its age have been told as well.
async function pass(seconds, to = server) {
    const arrived = async (socket) => { await answered(socket); socket.got = ""; };
    const marker = open(`${get("/healthz")}GET /`, to);
    await arrived(marker);
    ahead += BigInt(Math.round(seconds * 1000));
    write();
    if (seconds > 10) await until(() => marker.got.includes(" 408 "), "the marker's end");
    marker.destroy();
}

await test("a whole request that waits for the turn of its address is not late", async () => {
    const busy = await begin("turns.db");
    const body = JSON.stringify({ rules_text: hostileRules({ royals: 500, enemies: 500 }) });
    const request = `POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:${busy.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const waiting = Array.from({ length: 100 }, () => open(request, busy)); // seconds of processor time
    await until(() => waiting.some((socket) => socket.got !== ""), "the first answer");
    ahead += 11000n;
    write();
    await until(() => waiting.every((socket) => socket.got !== "" || socket.gone), "every answer", 600000);
    equal(waiting.filter((socket) => statusOf(socket.got) !== 422).length, 0);
    for (const socket of waiting) socket.destroy();
    await busy.kill();
});

await test("a request has ten seconds, an idle connection 75, whatever was asked before", async () => {
    const idle = open(get("/healthz")), silent = open(), partial = open("GET /healthz HTTP/1.1\r\n");
    await answered(idle);
    await pass(10.5); // a bug had ended idle connections here
    await until(() => partial.got !== "", "the partial request's end");
    equal(statusOf(partial.got), 408);
    await until(() => silent.gone, "the end of one that never said a word");
    await pass(60);
    check(!idle.gone, "idle for 70 s");
    idle.write(get("/healthz"));
    await answered(idle, 2);
    await pass(70);
    check(!idle.gone, "idle for 70 s again");
    await pass(10.5);
    await until(() => idle.gone, "the end of one that is idle for 80 s");
    check(!idle.got.includes(" 408 "), "it had asked for nothing");
});

await test("a partial request behind an answer that waited for the disk has ten seconds, too", async () => {
    const game = await server.create();
    const body = '{"move":"e4"}';
    const socket = open(`POST /api/games/${game.id}/moves HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
        `Authorization: Bearer ${game.both}\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /heal`);
    await answered(socket);
    await pass(10.5);
    await answered(socket, 2);
    equal(statusOf(socket.got.slice(socket.got.lastIndexOf("HTTP/1.1"))), 408);
});

await test("who does not take an answer is let go after 20 seconds, and not before", async () => {
    const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
    const { id } = await server.create({ rules_text: long, pgn: `${"Nf3 Nf6 Ng1 Ng8 ".repeat(1400)}*` });
    const count = async () => Number(/^arbiter_connections (\d+)/m.exec((await server.ask("/metrics")).text)[1]);
    const before = await count();
    const socket = open();
    socket.pause();
    socket.write(get(`/api/games/${id}`).repeat(12)); // more than both systems hold for a connection
    await until(async () => await count() > before, "it is there");
    await pass(15);
    check(await count() > before, "it has 20 s");
    await pass(15);
    await until(async () => await count() <= before, "it is gone");
    socket.destroy();
});

await test("a game without a result that nobody touches leaves the disk after --expire days", async () => {
    const one = await begin("expire.db", ["--expire", "2"]);
    const [left, played, ended] = [await one.create(), await one.create(), await one.create()];
    equal((await ended.act("resign", ended.seats.white)).status, 200);
    await pass(30 * 3600, one);
    equal((await played.move("e4")).status, 200);
    equal((await one.ask(left.at)).status, 200, "after a day and more");
    await pass(20 * 3600, one);
    await until(async () => (await one.ask(left.at)).status === 404, "it is gone");
    equal([(await one.ask(played.at)).status, (await one.ask(ended.at)).status], [200, 200]);
    await one.kill();
    const again = await begin("expire.db", ["--expire", "2"]);
    equal((await again.ask(left.at)).status, 404);
    equal((await again.ask(played.at)).json.ply, 1);
    await again.kill();
});

await test("at the limit of connections the one that has been idle longest goes, whoever it is", async () => {
    const few = await begin("few.db", [], "ulimit -n 164"); // 100 connections
    const ask = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`;
    const sockets = [];
    const add = async () => { const socket = open(ask, few); await answered(socket); sockets.push(socket); return socket; };
    for (let i = 0; i < 98; i++) await add();
    sockets[0].write(ask); // it is busy again: the second is the quietest now
    await answered(sockets[0], 2);
    for (let i = 1; i <= 20; i++) {
        await add();
        await add();
        await until(() => sockets[i].gone, `the end of number ${i}`);
    }
    const gone = sockets.map((socket, i) => (socket.gone ? i : -1)).filter((i) => i >= 0);
    check(!sockets[0].gone && gone.every((i) => i <= 41), `gone: ${gone}`);
    check(sockets.slice(60).every((socket) => !socket.gone), "the newest stay");
    equal((await few.ask("/healthz")).status, 200);
    await few.kill();
});

await done();
