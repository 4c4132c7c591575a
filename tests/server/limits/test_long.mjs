// Large studies are read on threads beside the loop, so that nobody waits for them; their queue is bounded and fair.
import net from "node:net";
import { check, done, equal, from, start, test, until } from "../lib.mjs";

const server = await start();
const figure = (text, name) => Number(new RegExp(`^arbiter_${name} ([\\d.e+-]+)`, "m").exec(text)[1]);
const metrics = async () => (await server.ask("/metrics")).text;

await test("whether a side can still win is searched beside the loop, as long as the command searches", async () => {
    equal(figure(await metrics(), "long_request_cpu_seconds_max"), 0);
    const fen = "8/1p1p1p1p/1P6/KP6/PP6/1P3P2/3P3P/k7 w - - 0 1"; // 50,000 positions are not enough
    const posted = (await server.ask("/api/explain?win=1", { body: { fen } })).json;
    check(figure(await metrics(), "long_request_cpu_seconds_max") > 0);
    const game = await server.create({ fen });
    const kept = (await server.ask(`${game.at}/explain?win=1&teacher=1`)).json;
    for (const { win } of [posted, kept]) equal([win.white.answer, win.black.answer], ["no", "no"]);
    check(kept.legal.white.length > 0);
    // A pawn that came to the last row in play may not stand there in a set-up.
    const stays = await server.ask("/api/explain?win=1", { body: { rules_text: "name = stays\npromotion = no\n",
        fen: "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1", moves: "a7a8" } });
    equal([stays.status, stays.json?.win.white.answer], [200, "yes"], stays.text);
});

// Makes a repertoire of lines of ten plies, each from the start position; every node has a number of its own.
const lines = ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O", "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6"];
const repertoire = (nodes) => `1. e4 ${Array.from({ length: Math.ceil((nodes - 2) / 10) }, (_, i) => `(${lines[i % lines.length]})`).join(" ")} *`;
const read = (body, address = "127.0.0.1") => from(server, address)("/api/tree", { body });

await test("a study of 50,000 nodes is read and changed", async () => {
    const whole = await read({ pgn: repertoire(50000) }, "127.0.1.1");
    equal([whole.status, whole.json?.nodes.length >= 50000], [200, true], whole.text.slice(0, 200));
    const last = whole.json.nodes.at(-1);
    equal([last.san, last.uci, last.put], ["O-O", "e8g8", { e8: "", f8: "r", g8: "k", h8: "" }]);
    const changed = await read({ pgn: repertoire(50000), edits: [{ edit: "add", node: last.id, move: "Rc1" }] }, "127.0.1.2");
    equal([changed.status, changed.json.nodes.length, changed.json.nodes[changed.json.node].san], [200, whole.json.nodes.length + 1, "Rc1"]);
    const checked = await from(server, "127.0.1.3")("/api/check", { body: { pgn: repertoire(50000) } });
    equal([checked.status, checked.json.games], [200, 1]);
});

await test("a study in pieces is the same as the same study alone", async () => {
    const one = await read({ pgn: repertoire(600) }), many = await read({ pgn: repertoire(6000) }, "127.0.1.4");
    equal(many.json.nodes.slice(0, 600), one.json.nodes.slice(0, 600), "short texts are read by the loop, long ones beside it");
});

await test("what costs too much is refused there, too", async () => {
    const huge = await read({ pgn: repertoire(220000) }, "127.0.1.5");
    equal(huge.status, 400, "the text is too long");
    for (const pgn of [`1. e4 ${"(d4) ".repeat(110000)}*`, `1. e4 ${"zz ".repeat(260000)}*`]) {
        const answer = await read({ pgn, edits: Array(100).fill({ edit: "nag", node: 1, nag: 1 }) }, "127.0.1.6");
        equal([answer.status, /too large/.test(answer.json.detail)], [422, true], pgn.slice(0, 12));
    }
    check(figure(await metrics(), "request_work_max") <= 12 << 20, "no request of the loop was costlier");
});

await test("others are answered while it is read", async () => {
    let tries = 0;
    await until(async () => {
        let over = false, seen = 0;
        const large = read({ pgn: repertoire(50000) }, `127.0.2.${tries += 1}`).then(() => { over = true; });
        while (!over && seen === 0) seen = figure(await metrics(), "long_requests");
        await large;
        return seen === 1;
    }, "a question is answered in between");
    await until(async () => figure(await metrics(), "long_requests") === 0, "nothing is left");
});

// An address that has used much work waits behind one that has used none, whichever came first.
await test("of those that wait the one comes next whose address has used least", async () => {
    const order = [];
    const body = JSON.stringify({ pgn: repertoire(20000) });
    const post = (address, name) => new Promise((resolve, reject) => {
        const wire = net.connect({ port: server.port, host: "127.0.0.1", localAddress: address });
        let got = "";
        wire.on("error", reject);
        wire.on("data", (data) => {
            if (got === "") order.push(name);
            got += data.toString("latin1");
            if (/^HTTP\/1\.1 (?!200)/.test(got)) reject(new Error(got.slice(0, 300)));
            if (got.endsWith("}") && got.length > 100000) { wire.destroy(); resolve(); }
        });
        wire.write(`POST /api/tree HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
    const waiting = async (count) => until(async () => figure(await metrics(), "long_requests") >= count, `${count} wait`);
    let tries = 0;
    await until(async () => {
        order.length = 0;
        tries += 2;
        const greedy = Array.from({ length: 3 }, () => post(`127.0.3.${tries}`, "greedy"));
        const seen = await Promise.race([waiting(3).then(() => true), Promise.all(greedy).then(() => false)]);
        const modest = post(`127.0.3.${tries + 1}`, "modest");
        await Promise.all([...greedy, modest]);
        return seen && order.indexOf("modest") < 3;
    }, "the modest one goes before the last greedy one");
});

await test("a client that goes takes its study with it, and the server ends while one is read", async () => {
    const wire = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.4.1" });
    const body = JSON.stringify({ pgn: repertoire(50000) });
    const head = `POST /api/tree HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    await new Promise((sent) => wire.write(head + body, sent));
    wire.resetAndDestroy();
    await until(async () => figure(await metrics(), "long_requests") === 0, "it is forgotten");
    const late = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.4.2" });
    late.on("error", () => {});
    late.resume();
    await new Promise((sent) => late.write(head + body, sent));
    const { code, err } = await server.kill();
    equal([code, /Sanitizer/.test(err)], [0, false], err);
});

await done();
