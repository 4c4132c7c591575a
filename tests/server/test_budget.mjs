// Work: whatever was sent or stored, no request holds the others up; who asks for much waits himself.
import net from "node:net";
import { check, done, equal, from, start, stream, test, until } from "./lib.mjs";
import { hostileRules } from "./hostile_rules.mjs";

const server = await start({ args: ["--games", "100000"] });
const other = from(server, "127.0.0.7");
const cpu = async () => Number(/^arbiter_cpu_seconds_total ([\d.e+-]+)/m.exec((await other("/metrics")).text)[1]);
const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
const shuffle = (plies) => `${["Nf3 Nf6 Ng1 Ng8"].concat(Array(Math.floor(plies / 4) - 1).fill("Nf3 Nf6 Ng1 Ng8")).join(" ")} *`;

await test("a rule set that costs as much as it can is answered, or refused, within its budget", async () => {
    for (const rules_text of [hostileRules(), hostileRules({ royals: 500, enemies: 400 }),
        hostileRules({ royals: 500, enemies: 500, slides: "slide 1,2 1,3 2,3" })]) {
        const before = await cpu();
        const seen = await server.ask("/api/view", { body: { rules_text } });
        check([200, 422].includes(seen.status), seen.text.slice(0, 200));
        if (seen.status === 422) check(/work|check/.test(seen.json.detail), seen.json.detail);
        const used = await cpu() - before;
        check(used < 2, `${used} s of processor time`); // minutes without a budget
    }
});

await test("a stored game is looked at within its budget, also after a restart", async () => {
    const made = await server.ask("/api/games", { body: { rules_text: hostileRules({ royals: 100 }) } });
    equal(made.status, 201);
    const before = await cpu();
    for (let i = 0; i < 5; i++) equal((await server.ask(`/api/games/${made.json.id}`)).status, 200);
    check(await cpu() - before < 4, "five visitors");
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
    check(used < 1.5, `${used} s for 200 positions`); // 4 s and more by replaying
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

await test("pipelined work of one address does not hold up another, over reconnects too", async () => {
    const made = (await server.ask("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } })).json;
    const sockets = Array.from({ length: 30 }, () => {
        const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.66" });
        socket.on("error", () => {});
        socket.on("data", () => {});
        for (let i = 0; i < 40; i++)
            socket.write(`GET /api/games/${made.id}/fen?ply=${i} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
        return socket;
    });
    const mine = (await other("/api/games", { body: {} })).json; // waits for some turns, not for all of it
    const before = await server.ask("/metrics");
    const answered = Number(/requests_total\{status="2xx"\} (\d+)/.exec(before.text)[1]);
    equal((await other(`/api/games/${mine.id}`)).status, 200);
    const after = Number(/requests_total\{status="2xx"\} (\d+)/.exec((await server.ask("/metrics")).text)[1]);
    check(after - answered < 1000, `${after - answered} others were answered first`);
    for (const socket of sockets) socket.destroy();
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
    for (let i = 0; i < 90; i++) // by many, for one would ask for too much at once
        equal((await from(small, `127.0.1.${1 + i}`)("/api/games", { body: { rules_text: long, pgn: shuffle(5900) } })).status, 201);
    equal((await game.move("e4")).status, 200);
    await until(() => watch.events.some((event) => event.data.ply === 1), "the move");
    await watch.close();
    await small.kill();
});

await done();
