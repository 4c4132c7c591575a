// Tests time limits of connections and games to the second: a test puts the server's clock ahead as far as it needs.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import net from "node:net";
import { hostileRules } from "../hostile_rules.mjs";
import { check, done, equal, from, program, sleep, start, statusOf, test, until } from "../lib.mjs";
import { jump, stepped } from "../step_clock.mjs";

const begin = (store, args = [], more = ":") =>
    start({ store, args, before: `${more}; ${stepped}` });
const server = await begin("time.db");
const host = `Host: 127.0.0.1:${server.port}\r\n`;

// A connection that remembers what came and whether it was ended.
const open = (bytes = "", to = server) => {
    const socket = net.connect(to.port, "127.0.0.1");
    socket.got = "";
    socket.on("data", (data) => { socket.got += data; });
    socket.on("error", () => {});
    socket.on("close", () => { socket.gone = true; });
    socket.sent = new Promise((resolve) => socket.write(bytes, resolve)); // the system has taken the bytes
    return socket;
};
const connections = async (to) => Number(/^arbiter_connections (\d+)/m.exec((await to.ask("/metrics")).text)[1]);
const get = (where) => `GET ${where} HTTP/1.1\r\n${host}\r\n`;
const answered = (socket, count = 1) =>
    until(() => (socket.got.match(/HTTP\/1\.1 \d/g) ?? []).length >= count, "an answer");
// Lets time pass, and waits until the server has looked at its clock twice, because the first look may
// have begun before. When a marker connection is told something, others of its age have been told as well.
async function pass(seconds, to = server) {
    const arrived = async (socket) => { await answered(socket); socket.got = ""; };
    const marker = open(`${get("/healthz")}GET /`, to);
    await arrived(marker);
    jump(seconds * 1000);
    if (seconds > 10) await until(() => marker.got.includes(" 408 "), "the marker's end");
    marker.destroy();
}

await test("a whole request that waits for the turn of its address is not late", async () => {
    const busy = await begin("turns.db");
    const body = JSON.stringify({ rules_text: hostileRules({ royals: 500, enemies: 500 }) });
    const request = `POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:${busy.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const waiting = Array.from({ length: 100 }, () => open(request, busy)); // seconds of processor time
    await Promise.all(waiting.map((socket) => socket.sent));
    await until(() => waiting.some((socket) => socket.got !== ""), "the first answer");
    jump(11000);
    await until(() => waiting.every((socket) => socket.got !== "" || socket.gone), "every answer");
    equal(waiting.filter((socket) => statusOf(socket.got) !== 422).length, 0);
    for (const socket of waiting) socket.destroy();
    await busy.kill();
});

await test("a request that the server has not got round to reading is not late", async () => {
    const slow = await begin("unread.db");
    const sockets = Array.from({ length: 100 }, () => open("", slow)); // more than the loop is told of at a time
    await until(async () => await connections(slow) > 100, "all are there");
    await slow.away(async () => {
        const request = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${slow.port}\r\n\r\n`;
        await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(request, resolve))));
        jump(11000);
    });
    await until(() => sockets.every((socket) => socket.got !== "" || socket.gone), "every answer");
    equal(sockets.filter((socket) => statusOf(socket.got) !== 200).length, 0);
    await slow.kill();
});

await test("a request has ten seconds, an idle connection 75, whatever was asked before", async () => {
    const idle = open(get("/healthz")), silent = open(), partial = open("GET /healthz HTTP/1.1\r\n");
    const trickling = Array.from({ length: 20 }, () => open("GET / HTTP/1.1\r\n"));
    await answered(idle);
    await pass(5);
    for (const socket of trickling) socket.write("X: y\r\n"); // does not begin the ten seconds anew
    await pass(5.5);
    await pass(10.5); // a bug had ended idle connections here
    await until(() => trickling.every((socket) => socket.got !== ""), "the end of those who send a line now and then");
    equal(trickling.filter((socket) => statusOf(socket.got) !== 408).length, 0);
    await until(() => partial.got !== "", "the partial request's end");
    equal(statusOf(partial.got), 408);
    await until(() => silent.gone, "the end of one that never said a word");
    await pass(15); // a busy machine adds as many seconds of its own
    check(!idle.gone, "idle for half a minute");
    idle.write(get("/healthz"));
    await answered(idle, 2);
    await pass(35);
    check(!idle.gone, "idle for half a minute again");
    await pass(45);
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
    const count = () => connections(server);
    await until(async () => await count() === 1, "nobody is there but who asks");
    const socket = open();
    socket.pause();
    socket.write(get(`/api/games/${id}`).repeat(12)); // the answers exceed the buffers at both ends of a connection
    await until(async () => await count() > 1, "it is there");
    await pass(10.1); // leaves ten seconds for a busy machine
    check(await count() > 1, "it has 20 s");
    await pass(15);
    await until(async () => await count() === 1, "it is gone");
    socket.destroy();
});

await test("who takes an answer while the server is away gets the rest", async () => {
    const slow = await begin("untaken.db");
    const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
    const { id } = await slow.create({ rules_text: long, pgn: `${"Nf3 Nf6 Ng1 Ng8 ".repeat(1400)}*` });
    const host = `Host: 127.0.0.1:${slow.port}\r\n`, socket = open("", slow);
    socket.pause();
    socket.write(`GET /api/games/${id} HTTP/1.1\r\n${host}\r\n`.repeat(12));
    // Counts the bytes between client and server by the system's own table.
    const hex = (port) => `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    const between = () => readFileSync("/proc/net/tcp", "latin1").split("\n").map((line) => line.trim().split(/\s+/))
        .filter(([, from, to]) => [from, to].every((end) => end?.endsWith(hex(slow.port)) || end?.endsWith(hex(socket.localPort))))
        .reduce((sum, [, , , , queues]) => sum + queues.split(":").reduce((both, each) => both + parseInt(each, 16), 0), 0);
    for (let before = -1, now = 0; now < 100000 || now !== before; before = now, now = between()) await sleep(50);
    await slow.away(async () => {
        socket.resume();
        await until(() => between() === 0, "all that was sent is taken");
        socket.pause();
        jump(25000);
    });
    await pass(10.1, slow); // the rest has another 20 s
    socket.resume();
    await answered(socket, 12);
    await slow.kill();
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

await test("after a restart a clock has the time back since the last move, and runs on", async () => {
    let one = await begin("clock.db");
    const game = await one.create({ clock: { initial_ms: 3600000, increment_ms: 0 } });
    await game.move("e4");
    await one.kill("SIGKILL");
    jump(4000000); // more than the time on the clock
    one = await begin("clock.db");
    const after = (await one.ask(game.at)).json;
    equal([after.ply, after.outcome, after.clock.running], [1, null, "black"]);
    check(after.clock.black_ms > 3000000, `${after.clock.black_ms} left`);
    jump(4000000);
    await until(async () => (await one.ask(game.at)).json.outcome?.reason === "flag", "the flag");
    await one.kill();
});

await test("a flag falls where it is hard to tell who can still win, and the game can be read ever after", async () => {
    let one = await begin("hard.db");
    const game = await one.create({ rules: "antichess", clock: { initial_ms: 60000, increment_ms: 0 } });
    equal((await game.move("e3")).status, 200);
    jump(70000);
    const end = await until(async () => (await one.ask(game.at)).json.outcome, "the flag");
    equal([end.result, end.reason], ["1-0", "flag"]);
    await one.kill();
    one = await begin("hard.db");
    equal((await one.ask(game.at)).json.outcome.reason, "flag");
    await one.kill();
});

// A move, after which the other side lets its flag fall.
const flags = [
    ["chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"], ["chess", "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", "e1d2"],
    ["chess", "4k3/4q3/8/8/8/8/8/4KN2 w - - 0 1", "e1d2"], ["chess", "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 b - - 0 1", "h7h6"],
    ["chess", "1k6/1P5p/BP1p1p1p/1P6/8/8/3P1PKP/8 b - - 0 1", "h6h5"], ["chess960", "4k3/8/8/8/8/8/8/RK6 b A - 0 1", "e8e7"],
    ["crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "h1h2"], ["crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] b - - 0 1", "e8e7"],
    ["crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1e2"], ["crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] b - - 0 1", "e8e7"],
    ["horde", "4k3/8/8/8/8/8/P7/8 w - - 0 1", "a2a3"], ["horde", "4k3/8/8/8/8/8/P7/8 b - - 0 1", "e8e7"],
    ["horde", "4k3/8/8/8/8/8/PPPP4/8 w - - 0 1", "a2a3"], ["horde", "4k3/8/8/8/8/8/PPPP4/8 b - - 0 1", "e8e7"],
    ["horde", "4k3/8/8/8/8/8/8/B7 w - - 0 1", "a1b2"], ["horde", "4k3/8/8/8/8/8/8/B7 b - - 0 1", "e8e7"],
    ["antichess", "8/8/3b4/8/8/4B3/8/8 w - - 0 1", "e3d2"], ["antichess", "8/8/3b4/8/8/3N4/8/8 w - - 0 1", "d3c1"],
    ["atomic", "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", "d3c3"], ["atomic", "8/8/3k4/8/8/3K4/3P4/8 b - - 0 1", "d6c6"],
    ["racingkings", "8/8/8/8/8/8/1k3K2/8 w - - 0 1", "f2f3"], ["3check", "8/8/3k4/8/8/3K3B/8/8 w - - 3+3 0 1", "h3g2"],
    ["3check", "8/8/3k4/8/8/3K3B/8/8 b - - 3+3 0 1", "d6d5"], ["kingofthehill", "8/8/3k4/8/8/8/3K4/8 w - - 0 1", "d2c2"],
];

await test("a flag is ruled as by `game`, also in variants", async () => {
    const one = await begin("flags.db");
    const games = [];
    for (const [rules, fen, move] of flags) {
        const game = await one.create({ rules, fen, clock: { initial_ms: 60000, increment_ms: 0 } });
        equal((await game.move(move)).status, 200, `${rules} ${fen} ${move}`);
        games.push(game);
    }
    jump(70000);
    for (const [i, [rules, fen, move]] of flags.entries()) {
        const loser = fen.split(" ")[1] === "w" ? "BLACK" : "WHITE", input = `new ${fen}\nmove ${move.slice(0, 2)} ${move.slice(2)}\nflag ${loser}\noutcome\n`;
        const said = spawnSync(program, ["game", "--rules", rules, "--coords", "alg"], { input, encoding: "utf8" }).stdout.trim().split("\n");
        const outcome = await until(async () => (await one.ask(games[i].at)).json.outcome, "the flag");
        equal(`${outcome.result} ${outcome.reason}`, said.at(-1), `${rules} ${fen} ${move}: ${said}`);
        equal(outcome.reason, "flag", rules);
    }
    await one.kill();
});

await test("at the limit of connections the one that has been idle longest goes, whoever it is", async () => {
    const few = await begin("few.db", [], "ulimit -n 164"); // 100 connections
    const ask = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`;
    const sockets = [];
    const add = async () => { const socket = open(ask, few); await answered(socket); sockets.push(socket); return socket; };
    for (let i = 0; i < 98; i++) await add();
    sockets[0].write(ask); // makes the first active again, so that the second has been idle longest
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

// Streams are never idle and end only when their clients leave, so a few addresses could hold every connection.
await test("at the limit a newcomer takes the place of a stream of the address that holds most", async () => {
    const few = await begin("streams_few.db", [], "ulimit -n 164"); // 100 connections
    const game = await few.create();
    const watch = (localAddress) => {
        const socket = net.connect({ port: few.port, host: "127.0.0.1", localAddress });
        socket.on("error", () => {});
        socket.on("close", () => { socket.gone = true; });
        socket.resume();
        socket.write(`GET ${game.at}/events HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`);
        return socket;
    };
    const streams = async () => Number(/^arbiter_streams (\d+)/m.exec((await few.ask("/metrics")).text)[1]);
    const honest = Array.from({ length: 20 }, (_, i) => watch(`127.0.6.${1 + i}`));
    await until(async () => await streams() === 20, "the others watch");
    for (let i = 0; i < 120; i++) watch("127.0.5.1");
    await until(async () => await streams() >= 90, "one address has all the rest");
    for (let i = 1; i <= 30; i++) equal((await from(few, `127.0.7.${i}`)("/healthz")).status, 200);
    equal(honest.filter((socket) => socket.gone).length, 0, "of the others nobody goes");
    await few.kill();
});

await test("at the limit newcomers are let in also when all came at once, and none could go then", async () => {
    const few = await begin("at_once.db", [], "ulimit -n 164"); // 100 connections
    const game = await few.create();
    await until(async () => await connections(few) === 1, "the maker has left");
    await few.away(async () => { // all are accepted before the first is read
        const streams = Array.from({ length: 300 }, () => open(`GET ${game.at}/events HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`, few));
        await Promise.all(streams.map((socket) => socket.sent));
    });
    for (let i = 1; i <= 3; i++) equal((await from(few, `127.0.7.${i}`)("/healthz")).status, 200);
    await few.kill();
});

await test("at the limit nobody goes whose request the server has not got round to reading", async () => {
    const few = await begin("unread_few.db", [], "ulimit -n 164"); // 100 connections
    const ask = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${few.port}\r\n\r\n`;
    const sockets = Array.from({ length: 90 }, () => open(ask, few));
    for (const socket of sockets) await answered(socket);
    const was = sockets.map((socket) => socket.got.length);
    await few.away(async () => { // new ones come first, requests of the others behind them
        const fresh = Array.from({ length: 30 }, () => open("", few));
        await Promise.all(fresh.map((socket) => new Promise((resolve) => socket.on("connect", resolve))));
        await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(ask, resolve))));
    });
    await until(() => sockets.every((socket, i) => socket.gone || socket.got.length > was[i]), "every answer");
    equal(sockets.filter((socket, i) => socket.got.length === was[i]).length, 0, "ended instead of answered");
    await few.kill();
});

await test("a code to join by is good for two hours, and so is the wait after wrong ones for a minute", async () => {
    const one = await begin("codes.db");
    const game = await one.create({});
    const code = async () => (await one.ask(`${game.at}/code`, { body: { seat: "black" }, token: game.seats.black })).json.code;
    const join = async (text) => (await one.ask("/api/join", { body: { code: text } })).status;
    const first = await code();
    jump(7190000);
    equal(await code(), first, "ten seconds before its end");
    jump(20000);
    equal(await join(first), 404, "ten seconds after it");
    const second = await code();
    check(second !== first, "a new one");
    for (let i = 0; i < 9; i++) equal(await join("AEIOU"), 404);
    equal(await join(second), 429);
    jump(60000);
    equal(await join(second), 200);
    await one.kill();
});

await done();
