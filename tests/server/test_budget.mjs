// Work: whatever was sent or stored, no request holds the others up; who asks for much waits himself.
import net from "node:net";
import { check, done, equal, from, start, stream, test, until } from "./lib.mjs";
import { hostileRules } from "./hostile_rules.mjs";

const server = await start({ args: ["--games", "100000"] });
const other = from(server, "127.0.0.7");
const cpu = async () => Number(/^arbiter_cpu_seconds_total ([\d.e+-]+)/m.exec((await other("/metrics")).text)[1]);
const long = "name = long\nauto-repetitions = no\nauto-moves = no\nclaim-moves = 10000\nclaim-repetitions = no\n";
const shuffle = (plies) => `${["Nf3 Nf6 Ng1 Ng8"].concat(Array(Math.floor(plies / 4) - 1).fill("Nf3 Nf6 Ng1 Ng8")).join(" ")} *`;

// The most that one request may make the library do (APP_WORK in server/app.h); some 25 ms.
const most = 24 << 20;
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

await test("games that are only checked are work, too", async () => {
    const fresh = await start({ store: "checked.db" });
    const pawns = Array.from({ length: 30 }, () => `16${"P".repeat(16)}`).join("/");
    const pgn = `[SetUp "1"]\n[FEN "k31/${pawns}/K31 w - - 0 1"]\n\n${"Kb1 Kb32 Ka1 Ka32 ".repeat(4000)}*`;
    equal((await fresh.ask("/api/check", { body: { pgn, rules: "lab" } })).json.faulty, 0);
    const { text } = await fresh.ask("/metrics");
    const work = Number(/^arbiter_request_work_max ([\d.e+-]+)/m.exec(text)[1]);
    check(work > 1000000 && work <= most, `${work} squares`);
    await fresh.kill();
});

await test("a stored game is looked at within its budget", async () => {
    const made = await server.ask("/api/games", { body: { rules_text: hostileRules({ royals: 100 }) } });
    equal(made.status, 201);
    for (let i = 0; i < 5; i++) equal((await server.ask(`/api/games/${made.json.id}`)).status, 200);
});

await test("locked pawns: to ask for each of 5,900 plies whether anybody can still mate is too much", async () => {
    const fen = '[SetUp "1"]\n[FEN "4k1b1/8/p1p1p1p1/P1P1P1P1/8/7p/7P/B3K3 w - - 0 1"]\n\n';
    const pgn = (times) => `${fen}${"Ke2 Ke7 Ke1 Ke8 ".repeat(times)}*`;
    const many = await server.ask("/api/view", { body: { rules_text: long, pgn: pgn(1475) } });
    equal([many.status, /more work/.test(many.json.detail)], [422, true]); // a second of processor time before
    equal((await server.ask("/api/view", { body: { rules_text: long, pgn: pgn(100) } })).json.ply, 400);
});

await test("going back and forth in a long game is counted: it can always be read again", async () => {
    const made = (await other("/api/games", { body: { rules_text: long, pgn: shuffle(2000) } })).json;
    let last, steps = 0;
    do { // by many addresses, for one would be told to wait
        last = await from(server, `127.0.2.${1 + steps % 200}`)(`/api/games/${made.id}/actions`,
            { body: { action: "goto", ply: steps % 2 === 0 ? 0 : 2000 }, token: `${made.seats.white},${made.seats.black}` });
        if (last.status === 200) steps++;
    } while (last.status === 200 && steps < 2000);
    check(last.status !== 200 && steps > 500, `${steps} steps, then ${last.status}`);
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

await test("costly requests that wait do not hold up another address: it is seen and answered before them", async () => {
    const text = JSON.stringify({ rules_text: hostileRules({ royals: 500, enemies: 500 }) });
    const request = `POST /api/view HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    let answered = 0;
    const sockets = Array.from({ length: 40 }, () => { // 40 requests, which take seconds of processor time
        const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress: "127.0.0.66" });
        socket.on("error", () => {});
        socket.on("data", (data) => { answered += (data.toString().match(/HTTP\/1\.1 422/g) ?? []).length; });
        socket.write(request);
        return socket;
    });
    await until(() => answered > 0, "the first answer");
    const mine = (await other("/api/games", { body: {} })).json;
    equal((await other(`/api/games/${mine.id}/moves`, { body: { move: "e4" }, token: mine.seats.white })).json.ply, 1);
    check(answered < 20, `${answered} of 40 were answered first`);
    await until(() => answered === 40, "the rest has its turn", 600000);
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

console.log(`costliest request: ${JSON.stringify(await worst())}`);
equal((await worst()).work, most);
await done();
