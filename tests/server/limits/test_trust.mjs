// Identity and trust: ids, seats, owners, names of the server, addresses, signals, the state of the disk.
import { check, done, equal, folder, from, raw, start, statusOf, test, until } from "../lib.mjs";
import { statSync, chmodSync } from "node:fs";
import path from "node:path";

let server = await start();

await test("ids of games tell nothing of their order, and lists go on by them", async () => {
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await server.create()).id);
    const gaps = made.slice(1).map((id, i) => BigInt(id) - BigInt(made[i]));
    check(gaps.every((gap) => gap > 1000n || gap < -1000n), `${made}`);
    const first = (await server.ask("/api/games?limit=3")).json.games.map((game) => game.id);
    equal(first, made.slice(2).reverse());
    const rest = (await server.ask(`/api/games?limit=3&before=${first[2]}`)).json.games.map((game) => game.id);
    equal(rest, made.slice(0, 2).reverse());
    equal((await server.ask(`/api/games/${BigInt(made[0]) + 1n}`)).status, 404);
});

await test("a request id gives its seats to nobody but the client whose key made it", async () => {
    const body = { request_id: "guessable" };
    const mine = await server.ask("/api/games", { body });
    equal(Object.keys(mine.json.seats).length, 2);
    const theirs = await server.ask("/api/games", { body });
    equal([theirs.json.id, Object.keys(theirs.json.seats).length], [mine.json.id, 0]);
    const key = "0123456789abcdefghijkl";
    const first = await server.ask("/api/games", { body, token: key });
    check(first.json.id !== mine.json.id, "a key has its own requests");
    equal((await server.ask("/api/games", { body, token: key })).json, first.json);
    check((await server.ask("/api/games", { body, token: "0123456789abcdefghijkm" })).json.id !== first.json.id, "another key");
    equal((await server.ask("/api/games", { body, token: "short" })).status, 400);
});

await test("lists and counts are for the owner: not through a proxy, unless they are public", async () => {
    for (const where of ["/metrics", "/api/games"]) {
        equal((await server.ask(where)).status, 200, where);
        for (const header of ["X-Forwarded-For", "Forwarded", "Via"])
            equal((await server.ask(where, { headers: { [header]: "for=1.2.3.4" } })).status, 403, `${where} ${header}`);
    }
    const open = await start({ store: "open.db", args: ["--public"] });
    equal((await open.ask("/metrics", { headers: { "X-Forwarded-For": "1.2.3.4" } })).status, 200);
    await open.kill();
});

await test("a name that only begins like ours is another's", async () => {
    for (const [host, status] of [[`127.0.0.1:${server.port}`, 200], [`127.0.0.1:${server.port}.evil`, 421],
        [`127.0.0.1:${server.port}x`, 421], [`localhost:${server.port}.evil.test`, 421], ["127.0.0.1:", 421], ["127.0.0.1:99999999999", 421]])
        equal(statusOf(await raw(server, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)), status, host);
});

await test("clients of IPv4 on a socket of IPv6 are told apart; a network of IPv6 is one", async () => {
    const dual = await start({ store: "dual.db", args: ["--listen", "::", "--games", "2"] });
    const make = async (address) => (await from(dual, address)("/api/games", { body: {} })).status;
    equal([await make("127.0.0.2"), await make("127.0.0.2"), await make("127.0.0.2")], [201, 201, 429]);
    equal([await make("127.0.0.3"), await make("127.0.0.3")], [201, 201]);
    await dual.kill();
});

await test("SIGHUP drains as SIGTERM does", async () => {
    const hung = await start({ store: "hup.db" });
    const game = await hung.create();
    equal((await game.move("e4")).status, 200);
    const { code } = await hung.kill("SIGHUP");
    equal(code, 0);
    const again = await start({ store: "hup.db" });
    equal((await again.ask(`/api/games/${game.id}`)).json.ply, 1);
    await again.kill();
});

await test("a store that others could read is theirs no more, and it is said", async () => {
    await server.kill();
    const file = path.join(folder, "games.db");
    equal(statSync(file).mode & 0o777, 0o600);
    chmodSync(file, 0o644);
    server = await start();
    equal(statSync(file).mode & 0o777, 0o600);
    const game = await server.create();
    equal((await game.move("e4")).status, 200);
    equal(statSync(`${file}-wal`).mode & 0o777, 0o600);
    const { err } = await server.kill();
    check(/others could read the store/.test(err), err);
    server = await start();
});

await test("a takeback that was asked for is off with the next move", async () => {
    const game = await server.create();
    await game.move("e4", game.seats.white);
    equal((await game.act("takeback", game.seats.white)).json.offers.takeback, "white");
    equal((await game.move("e5", game.seats.black)).json.offers.takeback, null);
    equal((await game.act("accept-takeback", game.seats.black)).status, 409);
});

await test("the disk may be filled so far and no further; running games have a quarter more", async () => {
    const rules_text = `name = large\n${`# ${"x".repeat(70)}\n`.repeat(800)}`; // 58 KB
    const on = (disk) => start({ store: "tight.db", args: ["--disk", disk, "--games", "100000"] });
    const play = (at, { id, both }, move) => at.ask(`/api/games/${id}/moves`, { body: { move }, token: both });
    const add = async (count) => {
        const roomy = await on("1000");
        for (let made = 0; made < count; made++) equal((await roomy.ask("/api/games", { body: { rules_text } })).status, 201);
        await roomy.kill();
    };
    const refusal = async (ask) => until(async () => { // the server looks at the disk once a second
        const answer = await ask();
        return answer.status === 503 && answer.json.detail;
    }, "the quota");
    const first = await on("1000");
    const game = await first.create();
    await first.kill();

    await add(19); // 1.1 MB
    const tight = await on("1");
    const full = await refusal(() => tight.ask("/api/games", { body: {} }));
    check(/--disk/.test(full), full);
    equal((await play(tight, game, "e4")).status, 200);
    equal((await play(tight, game, "e5")).status, 200);
    await tight.kill();

    await add(8); // 1.6 MB
    const tighter = await on("1");
    await refusal(() => tighter.ask("/api/games", { body: {} }));
    const before = (await tighter.ask(`/api/games/${game.id}`)).json;
    const refused = await play(tighter, game, "Nf3");
    equal(refused.status, 503);
    check(/--disk/.test(refused.json.detail), refused.json.detail);
    equal((await tighter.ask(`/api/games/${game.id}/actions`, { body: { action: "undo" }, token: game.both })).status, 503);
    equal((await tighter.ask(`/api/games/${game.id}`)).json, before);
    await tighter.kill();

    const again = await on("2");
    equal((await play(again, game, "Nf3")).status, 200);
    await again.kill();
});

await done();
