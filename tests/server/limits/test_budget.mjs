// No request may hold up the others, whatever was sent or stored; a client who asks for much work waits himself.
import { readFileSync } from "node:fs";
import net from "node:net";
import { check, done, equal, from, start, stream, test, until } from "../lib.mjs";
import { hostileRules } from "../hostile_rules.mjs";

const server = await start({ args: ["--games", "100000"] });
const other = from(server, "127.0.0.7");
const cpu = async () => Number(/^arbiter_cpu_seconds_total ([\d.e+-]+)/m.exec((await other("/metrics")).text)[1]);
const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
const shuffle = (plies) => `${["Nf3 Nf6 Ng1 Ng8"].concat(Array(Math.floor(plies / 4) - 1).fill("Nf3 Nf6 Ng1 Ng8")).join(" ")} *`;

// The most that one request may make the library do (APP_WORK in server/app.h); some 30 ms.
const most = 12 << 20;
const worst = async () => {
    const { text } = await other("/metrics");
    const figure = (name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+-]+)`, "m").exec(text)[1]);
    return { work: figure("request_work_max"), ms: 1000 * figure("request_cpu_seconds_max") };
};

await test("a rule set that costs as much as it can is answered, or refused, within its budget", async () => {
    for (const rules_text of [hostileRules(), hostileRules({ royals: 500, enemies: 400 }),
        hostileRules({ royals: 500, enemies: 500, slides: "slide 1,2 1,3" })]) {
        const seen = await server.ask("/api/view", { body: { rules_text } });
        check([200, 422].includes(seen.status), seen.text.slice(0, 200));
        if (seen.status === 422) check(/work|check/.test(seen.json.detail), seen.json.detail);
    }
    equal((await worst()).work, most, "the costliest ends with its budget");
    const beyond = await server.ask("/api/view", { body: { rules_text: hostileRules({ leaps: "1,4 3,4 2,5", slides: "hop 1,2 1,3 2,3" }) } });
    equal([beyond.status, /so many royal pieces/.test(beyond.json.detail)], [422, true]);
});

// Measures the work for a short text, which the loop itself reads, on a fresh server. Long ones are in test_long.mjs.
let fresh = 0;
async function workOf(route, body) {
    const alone = await start({ store: `work${++fresh}.db` });
    const answer = await from(alone, "127.0.0.8")(route, { body });
    const work = Number(/^arbiter_request_work_max ([\d.e+-]+)/m.exec((await alone.ask("/metrics")).text)[1]);
    await alone.kill();
    return { ...answer, work };
}

await test("games that are only checked are work, too", async () => {
    const pawns = Array.from({ length: 30 }, () => `16${"P".repeat(16)}`).join("/");
    const kings = `[SetUp "1"]\n[FEN "k31/${pawns}/K31 w - - 0 1"]\n\n${"Kb1 Kb32 Ka1 Ka32 ".repeat(12)}*`;
    const board = await workOf("/api/check", { pgn: kings, rules: "lab" });
    equal(board.json.faulty, 0);
    check(board.work > 6000 && board.work < most, `${board.work} squares`);
    // Before any game is read the start position is tested for an end; this took 0.25 s before it counted as work.
    const start = await workOf("/api/check", { pgn: "*", rules_text: hostileRules({ royals: 500, enemies: 400 }) });
    equal([start.status, /more work/.test(start.json.detail), start.work], [422, true, most]);
    // Text other than moves counts, too: 16 KB of it took milliseconds and once counted as no work at all.
    for (const [what, pgn] of Object.entries({ games: '[A ""]\n*\n'.repeat(1800), variations: `1. e4 ${"(d4) ".repeat(3200)}*`,
        variants: '[Variant "crazyhouse"]\n1. e4 *\n'.repeat(480), events: '[Event ""]\n'.repeat(1450) })) {
        const { status, work } = await workOf("/api/check", { pgn });
        check(status === 200 && work > 500000, `${what}: ${status}, ${work} squares`);
    }
});

await test("a long game stays playable where it takes a search to see that it is not dead, also after a restart", async () => {
    // Each position costs about half a million units, so that all moves together cost more than a request may.
    const fen = "1kb5/1p6/1Pp5/n1P5/N1p5/1pP5/1P6/1KB5 w - - 0 1";
    let locked = await start({ store: "locked.db" });
    const { id, seats } = (await locked.ask("/api/games", { body: { rules_text: long, fen } })).json;
    const path = `/api/games/${id}`;
    for (let ply = 0; ply < 100; ply++) {
        const move = ["b1a1", "b8a8", "a1b1", "a8b8"][ply % 4];
        const answer = await locked.ask(`${path}/moves`, { body: { move }, token: seats[ply % 2 === 0 ? "white" : "black"] });
        equal([answer.status, answer.json?.detail], [200, undefined], `ply ${ply}`);
    }
    await locked.kill("SIGKILL");
    locked = await start({ store: "locked.db" });
    equal((await locked.ask(path)).json.ply, 100);
    await locked.kill();
});

await test("a tree is work, too: to be read, and to be changed", async () => {
    const tree = (pgn, count) => workOf("/api/tree", { pgn, edits: Array(count).fill({ edit: "nag", node: 1, nag: 1 }) });
    const lines = `1. e4 ${"(1. d4 d5) ".repeat(1480)}*`;
    const read = await tree(lines, 0), changed = await tree(lines, 1), passed = await tree(`1. e4 ${"zz ".repeat(5400)}*`, 100);
    equal([read.status, changed.status, passed.status], [200, 200, 200]);
    check(read.work > 2500000, `${read.work} squares to read`);
    check(changed.work > read.work + 500000, `${changed.work} squares to change`);
    check(passed.work > 2000000, `${passed.work} squares to pass notes`);
    // Each tag was once looked for among all others, which took 0.3 s.
    const tags = Array.from({ length: 9000 }, (_, i) => `[T${i} "x"]`).join("\n");
    equal((await from(server, "127.0.0.9")("/api/view", { body: { pgn: `${tags}\n\n1. e4 *` } })).status, 200);
});

await test("a stored game is looked at within its budget", async () => {
    const made = await server.ask("/api/games", { body: { rules_text: hostileRules({ royals: 100 }) } });
    equal(made.status, 201);
    for (let i = 0; i < 5; i++) equal((await server.ask(`/api/games/${made.json.id}`)).status, 200);
});

await test("a king at the edge: to ask for each of 5,900 plies whether anybody can still mate is too much", async () => {
    const fen = '[SetUp "1"]\n[FEN "8/4BK2/8/5B1k/7p/7P/8/8 w - - 0 1"]\n\n';
    const pgn = (times) => `${fen}${"Ba3 Kg5 Be7+ Kh5 ".repeat(times)}*`;
    const many = await server.ask("/api/view", { body: { rules_text: long, pgn: pgn(1475) } });
    equal([many.status, /more work/.test(many.json.detail)], [422, true]); // a second of processor time before
    equal((await server.ask("/api/view", { body: { rules_text: long, pgn: pgn(100) } })).json.ply, 400);
});

await test("going back and forth in a long game is counted: it can always be read again", async () => {
    const made = (await other("/api/games", { body: { rules_text: long, pgn: shuffle(2000) } })).json;
    let last, steps = 0;
    do { // from many addresses, because a single one would be told to wait
        last = await from(server, `127.0.2.${1 + steps % 200}`)(`/api/games/${made.id}/actions`,
            { body: { action: "goto", ply: steps % 2 === 0 ? 0 : 2000 }, token: `${made.seats.white},${made.seats.black}` });
        if (last.status === 200) steps++;
    } while (last.status === 200 && steps < 2000);
    check(last.status !== 200 && steps > 300, `${steps} steps, then ${last.status}`);
    equal((await other(`/api/games/${made.id}`)).status, 200);
});

await test("a PGN that is too long for its rule set is refused, and one of 6,000 plies of chess is not", async () => {
    const many = await server.ask("/api/games", { body: { rules_text: long, pgn: shuffle(8000) } });
    equal([many.status, /too long/.test(many.json.detail)], [422, true]);
    const most = await server.ask("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } });
    equal(most.status, 201);
});

await test("a ply of a long game costs no replay", async () => {
    const made = (await server.ask("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } })).json;
    const before = await cpu();
    for (let i = 0; i < 200; i++) await server.ask(`/api/games/${made.id}/fen?ply=${5000 + i}`);
    const used = await cpu() - before;
    check(used < 1.5, `${used} s for 200 positions`); // replaying the game each time would take 4 s and more
});

await test("the same request again in a long game replays nothing", async () => {
    const made = (await server.ask("/api/games", { body: { rules_text: long, pgn: shuffle(4000) } })).json;
    const token = `${made.seats.white},${made.seats.black}`;
    const move = (text, id) => server.ask(`/api/games/${made.id}/moves`, { body: { move: text, request_id: id }, token });
    equal((await move("e4", "first")).json.ply, 4001);
    equal((await move("e5", "second")).json.ply, 4002);
    const loads = async () => Number(/^arbiter_loads_total (\d+)/m.exec((await server.ask("/metrics")).text)[1]);
    const before = await loads();
    const again = await move("e4", "first");
    equal([again.status, again.json.version, again.json.ply], [200, 1, 4001]);
    equal(await loads(), before, "games read from disk");
});

await test("costly requests that wait do not hold up another address: it is seen and answered before them", async () => {
    const text = JSON.stringify({ rules_text: hostileRules({ royals: 500, enemies: 500 }) });
    const request = `POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    let answered = 0;
    const send = (localAddress, bytes, heard) => { // resolves to the connection when its bytes lie in the system
        const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress });
        socket.on("error", () => {});
        socket.on("data", (data) => heard(data.toString()));
        return new Promise((resolve) => socket.write(bytes, () => resolve(socket)));
    };
    const refusals = (text) => Number(/^arbiter_requests_total\{status="4xx"\} (\d+)/m.exec(text)[1]);
    const before = refusals((await other("/metrics")).text);
    // 40 requests take seconds of processor time. Behind them comes a request of another address, which asks how many were
    // answered before it. All of them arrive while the server is stopped.
    const sockets = [];
    let got = "";
    await server.away(async () => {
        for (let i = 0; i < 40; i++)
            sockets.push(await send("127.0.0.66", request, (text) => { answered += (text.match(/HTTP\/1\.1 422/g) ?? []).length; }));
        sockets.push(await send("127.0.0.7", `GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`, (text) => { got += text; }));
    });
    await until(() => /^arbiter_requests_total\{status="4xx"\} \d+\n/m.test(got), "the other's answer");
    const first = refusals(got) - before;
    check(first < 20, `${first} of 40 were answered first`);
    const mine = (await other("/api/games", { body: {} })).json;
    equal((await other(`/api/games/${mine.id}/moves`, { body: { move: "e4" }, token: mine.seats.white })).json.ply, 1);
    await until(() => answered === 40, "the rest has its turn");
    for (const socket of sockets) socket.destroy();
});

// A long body needs a second read of the socket, so a short request that comes with its head would be answered first anyway.
// So here the heads have been read, and bodies and the short request are there together when the server reads again.
await test("a short request goes before long ones that came first, each from an address that owes nothing", async () => {
    const quiet = await start({ store: "turns.db" });
    const head = `Host: 127.0.0.1:${quiet.port}\r\n`, body = JSON.stringify({ pgn: `1. e4 {${"x".repeat(3000)}}` });
    const wires = await Promise.all(Array.from({ length: 9 }, async (_, i) => {
        const wire = net.connect({ port: quiet.port, host: "127.0.0.1", localAddress: `127.0.3.${1 + i}` });
        wire.got = "";
        wire.on("data", (data) => { wire.got += data; });
        wire.write(i === 0 ? `GET /healthz HTTP/1.1\r\n${head}\r\n` :
            `POST /api/view HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
        await until(() => wire.got.includes(i === 0 ? '"ok"' : "100 Continue\r\n\r\n"), "the head is read");
        wire.got = "";
        return wire;
    }));
    const send = (wire, bytes) => new Promise((sent) => wire.write(bytes, sent));
    const answered = (figures) => [...figures.matchAll(/^arbiter_requests_total\{status="\dxx"\} (\d+)/gm)].reduce((sum, each) => sum + Number(each[1]), 0);
    const before = answered((await quiet.ask("/metrics")).text) + 1; // with this question
    quiet.child.kill("SIGSTOP");
    await until(() => / T /.test(readFileSync(`/proc/${quiet.pid}/stat`, "latin1")), "the server stands still");
    for (const wire of wires.slice(1)) await send(wire, body);
    await send(wires[0], `GET /metrics HTTP/1.1\r\n${head}\r\n`);
    quiet.child.kill("SIGCONT");
    await until(() => wires.every((wire) => wire.got.startsWith("HTTP/1.1 200")) && wires[0].got.includes("arbiter_resident_bytes "), "every answer");
    equal(answered(wires[0].got) - before, 0, "long requests that were answered first");
    for (const wire of wires) wire.destroy();
    await quiet.kill();
});

await test("streams hold no games in memory, and who does not read holds little", async () => {
    const games = [];
    for (let i = 0; i < 12; i++)
        games.push((await other("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } })).json.id);
    const sockets = games.flatMap((id) => Array.from({ length: 10 }, () => {
        const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.67" });
        socket.on("error", () => {});
        socket.pause();
        socket.write(`GET /api/games/${id}/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
        return socket;
    }));
    await until(async () => /^arbiter_requests_total\{status="4xx"\} [1-9]/m.test((await other("/metrics")).text),
        "an address that takes nothing is refused more");
    for (const socket of sockets) socket.destroy();
});

await test("a watched game that has left the memory is told of its next move", async () => {
    const small = await start({ store: "small.db", args: ["--games", "100000"] });
    const game = await small.create();
    const watch = await stream(small, `${game.at}/events`);
    await until(() => watch.events.length === 1, "the first state");
    for (let i = 0; i < 90; i++) // from many addresses, because one would ask for too much
        equal((await from(small, `127.0.1.${1 + i}`)("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } })).status, 201);
    equal((await game.move("e4")).status, 200);
    await until(() => watch.events.some((event) => event.data.ply === 1), "the move");
    await watch.close();
    await small.kill();
});

// Telling all of them at once would hold up everybody else: a send takes microseconds, and there may be thousands of watchers.
await test("a move in a game that hundreds watch is told in parts, and others are served in between", async () => {
    const crowd = await start({ store: "crowd.db" });
    const game = await crowd.create();
    const head = `Host: 127.0.0.1:${crowd.port}\r\n`;
    const watchers = Array.from({ length: 1500 }, (_, i) => {
        const socket = net.connect({ port: crowd.port, host: "127.0.0.1", localAddress: `127.0.4.${1 + i % 10}` });
        socket.told = 0;
        socket.setEncoding("latin1");
        socket.on("error", () => {});
        socket.on("data", (text) => { socket.told += text.split("event: state").length - 1; });
        socket.write(`GET ${game.at}/events HTTP/1.1\r\n${head}\r\n`);
        return socket;
    });
    await until(() => watchers.every((socket) => socket.told === 1), "everybody watches");
    const told = async () => Number(/^arbiter_events_total (\d+)/m.exec((await crowd.ask("/metrics")).text)[1]);
    const before = await told();
    // The move and 600 questions of another address are there together.
    const connect = (localAddress) => new Promise((resolve) => {
        const socket = net.connect({ port: crowd.port, host: "127.0.0.1", localAddress }, () => resolve(socket));
        socket.got = "";
        socket.on("data", (text) => { socket.got += text; });
    });
    const mover = await connect("127.0.0.7"), asker = await connect("127.0.0.8");
    const send = (socket, bytes) => new Promise((sent) => socket.write(bytes, sent));
    await crowd.away(async () => {
        await send(mover, `POST ${game.at}/moves HTTP/1.1\r\n${head}Content-Type: application/json\r\nAuthorization: Bearer ${game.both}\r\n` +
            'Content-Length: 13\r\n\r\n{"move":"e4"}');
        await send(asker, `GET /metrics HTTP/1.1\r\n${head}\r\n`.repeat(600));
    });
    await until(() => watchers.every((socket) => socket.told === 2), "everybody is told");
    await until(() => asker.got.split("\narbiter_resident_bytes ").length === 601, "every answer");
    const seen = [...asker.got.matchAll(/^arbiter_events_total (\d+)/gm)].map((each) => Number(each[1]) - before);
    const between = seen.filter((count) => count > 0 && count < watchers.length);
    check(between.length > 0, `watchers told as others saw it: ${[...new Set(seen)]}`);
    equal(await told(), before + watchers.length);
    for (const socket of [...watchers, mover, asker]) socket.destroy();
    await crowd.kill();
});

console.log(`costliest request: ${JSON.stringify(await worst())}`);
equal((await worst()).work, most);
await done();
