// One address sends too much of everything: it is told so, memory stays bounded, others play on.
import net from "node:net";
import { check, done, equal, from, raw, sleep, start, statusOf, stream, test, until } from "../lib.mjs";

// The factor by which a build with a sanitizer (tools/threads) needs more memory.
const shadow = Number(process.env.ARB_SHADOW ?? 1);

const frugal = "export ASAN_OPTIONS=quarantine_size_mb=16"; // what is freed counts as free
const server = await start({ before: frugal });
const host = `Host: 127.0.0.1:${server.port}\r\n`;
const post = (where, body) => `POST ${where} HTTP/1.1\r\n${host}Content-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const metric = async (name) =>
    Number(new RegExp(`^arbiter_${name} ([\\d.e+]+)`, "m").exec((await server.ask("/metrics")).text)[1]);
const other = from(server, "127.0.0.2"); // another address of this machine

// Sends all requests over a few connections, many at a time, and counts the answers by status.
async function flood(request, count, connections = 16, lot = 50) {
    const counts = {};
    let left = count;
    await Promise.all(Array.from({ length: connections }, () => new Promise((resolve, reject) => {
        const socket = net.connect(server.port, "127.0.0.1");
        let due = 0, rest = "";
        const send = () => {
            due = Math.min(lot, left);
            left -= due;
            if (due === 0) socket.end();
            else socket.write(request.repeat(due));
        };
        socket.setEncoding("latin1");
        socket.on("connect", send);
        socket.on("error", reject);
        socket.on("close", resolve);
        socket.on("data", (text) => {
            rest += text;
            const found = rest.match(/HTTP\/1\.1 \d{3} /g) ?? [];
            for (const line of found) counts[line.slice(9, 12)] = (counts[line.slice(9, 12)] ?? 0) + 1;
            rest = rest.slice(-11).replace(/HTTP\/1\.1 \d{3} .*/s, "");
            due -= found.length;
            if (due === 0) send();
        });
    })));
    return counts;
}

// Plays from another address meanwhile. Resolves to the number of moves made and to the longest time, in processor time of the
// server, before it answered one.
async function playMeanwhile(busy) {
    const { id, seats } = (await other("/api/games", { body: {} })).json;
    const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7", "d3", "d6"];
    let moves = 0, worst = 0, over = false;
    busy.finally(() => { over = true; }).catch(() => {});
    while (!over) {
        const ply = moves % (line.length + 1);
        const back = ply === line.length;
        const at = server.worked();
        const answer = await other(`/api/games/${id}/${back ? "actions" : "moves"}`, {
            body: back ? { action: "goto", ply: 0 } : { move: line[ply] },
            token: `${seats.white},${seats.black}` });
        equal(answer.status, 200, answer.text);
        worst = Math.max(worst, server.worked() - at);
        moves++;
        await sleep(5);
    }
    return { moves, worst };
}

await test("100,000 games asked for by one address: 1,000 are made, others play on", async () => {
    const flooding = flood(post("/api/games", "{}"), 100000);
    const { moves, worst } = await playMeanwhile(flooding);
    equal(await flooding, { 201: 1000, 429: 99000 });
    check(moves > 10, `${moves} moves were made meanwhile`);
    check(worst < 5000, `before a move it worked for ${worst} ms`);
    const refused = await server.ask("/api/games", { body: {} });
    equal([refused.status, refused.type, refused.json.status], [429, "application/problem+json", 429]);
    check(Number(refused.headers.get("Retry-After")) > 0);
    equal((await other("/api/games", { body: {} })).status, 201, "another address");
});

await test("a flood of streams: as many as an address may hold, the rest is told why", async () => {
    const { id, seats } = (await other("/api/games", { body: {} })).json;
    const mine = await stream(server, `/api/games/${id}/events`);
    const sockets = Array.from({ length: 400 }, () => {
        const socket = net.connect(server.port, "127.0.0.1");
        socket.got = "";
        socket.on("data", (data) => { socket.got += data; });
        socket.on("error", () => {});
        socket.write(`GET /api/games/${id}/events HTTP/1.1\r\n${host}\r\n`);
        return socket;
    });
    await until(() => sockets.every((socket) => socket.got.includes("\r\n\r\n")), "every answer");
    const open = sockets.filter((socket) => statusOf(socket.got) === 200);
    const refused = sockets.filter((socket) => statusOf(socket.got) === 429);
    check(open.length > 200 && open.length < 256, `${open.length} are open`);
    equal(open.length + refused.length, 400);
    for (const { got } of refused) {
        check(got.includes("Content-Type: application/problem+json\r\n"), got);
        equal(JSON.parse(got.split("\r\n\r\n")[1]).status, 429);
    }
    equal((await other(`/api/games/${id}/moves`, { body: { move: "e4" }, token: seats.white })).status, 200);
    await until(() => mine.events.at(-1)?.data.ply === 1, "the move is told");
    await until(() => open.every((socket) => socket.got.includes('"ply":1')), "to everybody");
    for (const socket of sockets) socket.destroy();
    await mine.close();
    await until(async () => (await server.ask("/healthz").catch(() => ({}))).status === 200, "room again");
    await until(async () => await metric("streams") === 0, "no stream is left");
});

await test("many more connections than may be held are not even answered, and cost nothing", async () => {
    const sockets = Array.from({ length: 1500 }, () => {
        const socket = net.connect(server.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.on("close", () => { socket.gone = true; });
        return socket;
    });
    await until(() => sockets.filter((socket) => socket.gone).length >= 900, "they are cut off");
    equal((await other("/healthz")).status, 200, "another address");
    for (const socket of sockets) socket.destroy();
    await until(async () => (await server.ask("/healthz").catch(() => ({}))).status === 200, "room again");
});

await test("large requests: one address gets so much done, others play on", async () => {
    const large = post("/api/view", JSON.stringify({ pgn: `1. e4 {${"x".repeat(250000)}}` }));
    const flooding = flood(large, 200, 20, 1);
    const { moves, worst } = await playMeanwhile(flooding);
    const counts = await flooding;
    check(counts[200] >= 16 && counts[429] > 0 && counts[200] + counts[429] === 200, JSON.stringify(counts));
    check(moves > 3, `${moves} moves were made meanwhile`);
    check(worst < 10000, `before a move it worked for ${worst} ms`);
    await until(async () => (await server.ask("/healthz")).status === 200, "it is forgiven");
});

await test("large events: a flood of streams of a long game ends, its players play on", async () => {
    const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
    const { id, seats } = (await other("/api/games", { body: { rules_text: long, pgn: `${"Nf3 Nf6 Ng1 Ng8 ".repeat(1450)}*` } })).json;
    const size = (await other(`/api/games/${id}`)).text.length; // half a megabyte
    const figures = async () => {
        const { text } = await other("/metrics");
        const figure = (name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+]+)`, "m").exec(text)[1]);
        const answered = [...text.matchAll(/^arbiter_requests_total\{status="([24])xx"\} (\d+)/gm)].map((each) => Number(each[2]));
        return { streams: figure("streams"), memory: figure("resident_bytes"), answered: answered[0] + answered[1] };
    };
    const before = await figures();
    const sockets = Array.from({ length: 200 }, () => {
        const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.9" }); // reads nothing
        socket.on("error", () => {});
        socket.write(`GET /api/games/${id}/events HTTP/1.1\r\n${host}\r\n`);
        return socket;
    });
    // Each request is answered, by a stream or by 429.
    const after = await until(async () => { const now = await figures(); return now.answered >= before.answered + 200 && now; }, "200 answers");
    // So many streams are accepted that 8 MB wait for the clients; the systems' buffers take a part of each.
    const least = Math.floor((8 << 20) / size), most = Math.ceil((8 << 20) / (size - 400e3)) + 2;
    check(after.streams >= least && after.streams <= most, `${after.streams} streams, not ${least} to ${most}`);
    for (const move of ["e4", "e5", "d4", "d5"])
        equal((await other(`/api/games/${id}/moves`, { body: { move }, token: `${seats.white},${seats.black}` })).status, 200);
    const { memory } = await figures();
    check(memory < 400e6 * shadow, `${memory} bytes`);
    for (const socket of sockets) socket.destroy();
});

await server.kill();

await test("memory is bounded: games leave it and come back as they were", async () => {
    const roomy = await start({ store: "many.db", args: ["--games", "100000"], before: frugal });
    const figure = async (name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+]+)`, "m")
        .exec((await roomy.ask("/metrics")).text)[1]);
    const moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(110) + "e4 e5"; // 442 plies, 100 KB in memory
    const first = [], watched = [];
    for (let i = 0; i < 100; i++) first.push(await roomy.create({ rules: "king-capture", pgn: moves }));
    const before = await Promise.all(first.map((game) => game.read()));
    await first[0].move("d4");
    for (const game of first.slice(20)) watched.push(await stream(roomy, `${game.at}/events`));
    const one = `POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:${roomy.port}\r\nContent-Type: application/json\r\n`;
    const body = JSON.stringify({ rules: "king-capture", pgn: moves });
    const answers = await Promise.all(Array.from({ length: 20 }, () => raw(roomy,
        `${one}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(49) +
        `${one}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)));
    equal(answers.map((text) => text.split("HTTP/1.1 201").length - 1), Array(20).fill(50));
    check(await figure("games_in_memory") < 1000, `${await figure("games_in_memory")} of 1,100 in memory`);
    check(await figure("resident_bytes") < 300e6 * shadow, `resident: ${await figure("resident_bytes")} bytes`);
    await first[0].read(); // it may have stayed in memory until its last move was in its summary
    const loads = await figure("loads_total");
    for (const [i, game] of first.slice(0, 20).entries()) {
        const now = await game.read();
        equal([now.fen, now.version, now.history.length],
            i === 0 ? [now.fen, 1, 443] : [before[i].fen, 0, 442], `game ${game.id}`);
    }
    equal(await figure("loads_total"), loads + 19, "games read from the store");
    equal((await first[1].move("d4")).json.ply, 443, "and played on");
    equal((await first[0].act("undo")).json.ply, 442);
    for (const events of watched) await events.close();
    await roomy.kill();
});

await done();
