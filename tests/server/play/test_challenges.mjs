// Challenges at their limits: clocks, colours, start positions, who may answer what, and how many there may be.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { check, done, equal, here, placeOf, start, test, until } from "../lib.mjs";
import { lines } from "../bot_client.mjs";

const program = process.env.ARBITER ?? path.join(here, "../../build/arbiter");
const server = await start({ args: ["--games", "1000"] });
const token = (...words) => execFileSync(program, ["token", "add", ...words, "--store", placeOf("games.db")], { encoding: "utf8" }).trim();
const tokens = { Anna: token("Anna"), Fish: token("--bot", "Fish"), Idle: token("--bot", "Idle"), Many: token("Many") };
const form = (fields) => ({ body: new URLSearchParams(fields).toString(), raw: true,
    headers: { "Content-Type": "application/x-www-form-urlencoded" } });
const post = (who, where, fields = {}) => server.ask(where, { token: tokens[who], ...form(fields) });
const ask = async (who, where) => (await server.ask(where, { token: tokens[who] })).json;
const challenge = (from, to, fields) => post(from, `/api/challenge/${to}`, fields);
const made = async (fields, from = "Anna", to = "fish") => {
    const { status, json, text } = await challenge(from, to, fields);
    equal(status, 200, `${JSON.stringify(fields)}: ${text}`);
    return json;
};
const dropped = async ({ id }, who = "Anna") => equal((await post(who, `/api/challenge/${id}/cancel`)).status, 200, "taken back");
const tried = async (fields) => { const json = await made(fields); await dropped(json); return json; };

await test("clocks have limits", async () => {
    for (const [limit, increment, shown] of [[10800, 180, "180+180"], [1, "", "0.0166667+0"], [0, 5, "0.0833333+5"], [60, 0, "1+0"], [90, 2, "1.5+2"]])
        equal((await tried({ "clock.limit": limit, "clock.increment": increment })).timeControl.show, shown);
    equal((await tried({ "clock.limit": 0, "clock.increment": 5 })).timeControl.limit, 5, "its first move, too");
    equal((await tried({ "clock.increment": 5 })).timeControl, { type: "unlimited" });
    for (const [limit, increment] of [[10801, 0], [60, 181], [0, 0], ["x", 0], [60, "x"], [-1, 5]]) {
        const { status, json } = await challenge("Anna", "fish", { "clock.limit": limit, "clock.increment": increment });
        equal([status, json.error], [400, "The clock is up to 10800 seconds, and up to 180 for each move"], `${limit} ${increment}`);
    }
});

await test("colours, start positions and variants", async () => {
    for (const color of ["white", "black"]) equal((await tried({ color })).finalColor, color);
    const drawn = new Set();
    for (let i = 0; i < 60 && drawn.size < 2; i++) drawn.add((await tried({ color: "random" })).finalColor);
    equal([...drawn].sort(), ["black", "white"], "by lot");
    equal((await tried({ fen: "startpos" })).initialFen, undefined);
    equal((await tried({ fen: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1" })).initialFen, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    equal((await tried({ fen: "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1" })).variant.key, "chess960", "rights of other squares");
    equal((await tried({ variant: "crazyhouse" })).variant.key, "crazyhouse");
    const lots = new Set();
    for (let i = 0; i < 4; i++) lots.add((await tried({ variant: "chess960" })).initialFen);
    check(lots.size > 1, "start positions by lot");
    for (const [fields, error] of [[{ variant: "shogi" }, "There is no such variant"], [{ fen: "x" }, "The FEN is no position that can be played"],
        [{ variant: "crazyhouse", fen: "x" }, "The FEN is no position that can be played"]])
        equal((await challenge("Anna", "fish", fields)).json.error, error);
    equal([(await challenge("Anna", "nobody", {})).status, (await challenge("Anna", "anna", {})).status], [404, 400]);
});

await test("who may answer a challenge, and what is then told", async () => {
    const first = await made({ color: "white" }), second = await made({ color: "black" });
    const theirs = await made({}, "Fish", "anna");
    const mine = await ask("Anna", "/api/challenge");
    equal([mine.in.map(({ id }) => id), mine.out.map(({ id }) => id).sort()], [[theirs.id], [first.id, second.id].sort()]);
    equal([mine.in[0].direction, mine.out[0].direction], ["in", "out"]);
    equal([(await ask("Anna", `/api/challenge/${first.id}/show`)).direction, (await ask("Fish", `/api/challenge/${first.id}/show`)).direction], ["out", "in"]);
    for (const [who, id, what] of [["Anna", first.id, "accept"], ["Anna", first.id, "decline"], ["Fish", first.id, "cancel"], ["Many", first.id, "accept"],
        ["Many", first.id, "cancel"]])
        equal((await post(who, `/api/challenge/${id}/${what}`)).status, 404, `${who} ${what}`);
    for (const [reason, key] of [["tooFast", "toofast"], ["LATER", "later"], ["nonsense", "generic"], ["", "generic"], ["onlyBot", "onlybot"]]) {
        const asked = await made({});
        equal((await post("Fish", `/api/challenge/${asked.id}/decline`, reason ? { reason } : {})).status, 200);
        const { aborted } = { aborted: (await server.ask(`/api/games/${asked.id}`)).json.outcome };
        equal([aborted.reason, aborted.text], ["aborted", `The challenge was declined (${key})`]);
        equal((await post("Fish", `/api/challenge/${asked.id}/accept`)).json.error, "No such challenge");
        equal((await post("Anna", `/api/challenge/${asked.id}/cancel`)).json.error, "No such challenge");
    }
    equal((await post("Fish", `/api/challenge/${first.id}/accept`)).status, 200);
    equal((await post("Fish", `/api/challenge/${first.id}/accept`)).status, 404, "accepted already");
    equal((await post("Fish", `/api/bot/game/${first.id}/move/e7e5`)).status, 400, "not its turn");
    equal((await post("Anna", `/api/board/game/${first.id}/move/e2e4`)).status, 200);
    equal((await post("Anna", `/api/challenge/${first.id}/cancel`)).status, 200, "aborted before both have moved");
    equal((await server.ask(`/api/games/${first.id}`)).json.outcome.text, "The game was aborted before both sides had moved");
    equal((await post("Anna", `/api/challenge/${second.id}/cancel`)).status, 200);
    equal((await post("Anna", `/api/challenge/${theirs.id}/accept`)).status, 200);
    const white = theirs.finalColor === "white" ? ["Fish", "bot"] : ["Anna", "board"], black = theirs.finalColor === "white" ? ["Anna", "board"] : ["Fish", "bot"];
    for (const [[who, kind], move] of [[white, "e2e4"], [black, "e7e5"]])
        equal((await post(who, `/api/${kind}/game/${theirs.id}/move/${move}`)).status, 200, move);
    equal((await post("Anna", `/api/challenge/${theirs.id}/cancel`)).status, 404, "both have moved");
    equal((await post("Anna", `/api/board/game/${theirs.id}/resign`)).status, 200);
});

await test("an account has at most 64 games and challenges", async () => {
    const all = [];
    for (let i = 0; i < 64; i++) all.push(await made({}, "Many", "idle"));
    for (const [from, to] of [["Many", "fish"], ["Anna", "many"], ["Anna", "idle"]]) {
        const { status, json } = await challenge(from, to, {});
        equal([status, json.error], [400, "There are too many games and challenges already"], `${from} ${to}`);
    }
    await dropped(all[0], "Many");
    await until(async () => (await challenge("Many", "fish", {})).status === 200, "room for one");
});

await test("challenges from the page have the limits of the page", async () => {
    const page = (body, more = {}) => server.ask("/api/bots/Fish/challenge", { body, ...more });
    equal((await page({})).status, 409, "it is not here");
    const { close } = lines(server, "/api/stream/event", tokens.Fish, () => {});
    await until(async () => (await server.ask("/api/users/status?ids=fish")).json[0].online, "it is here");
    const good = async (body) => {
        const { status, json, text } = await page(body);
        equal(status, 201, `${JSON.stringify(body)}: ${text}`);
        return json;
    };
    const number = (key, min, max) => `'${key}' is a whole number from ${min} to ${max}`;
    for (const [ms, increment] of [[1000, 0], [10800000, 180000]])
        equal((await good({ clock: { initial_ms: ms, increment_ms: increment } })).state.clock.increment_ms, increment);
    equal((await good({ clock: {} })).state.clock.white_ms, 300000);
    for (const ms of [999, 10800001]) equal((await page({ clock: { initial_ms: ms } })).json.detail, number("initial_ms", 1000, 10800000));
    for (const ms of [-1, 180001]) equal((await page({ clock: { increment_ms: ms } })).json.detail, number("increment_ms", 0, 180000));
    const named = await good({ name: "n".repeat(64), color: "white" });
    equal([named.state.players.white.name, named.state.players.black.name, Object.keys(named.seats), named.state.challenger],
          ["n".repeat(64), "Fish", ["white"], "white"]);
    equal(Object.keys((await good({ color: "black" })).seats), ["black"]);
    equal((await page({ name: "n".repeat(65) })).status, 400);
    equal((await page({ color: "x".repeat(9) })).status, 400);
    equal((await page({ rules: "none" })).json.detail, "there is no rule set of that name");
    equal((await page({ fen: "x" })).status, 400);
    equal((await server.ask("/api/bots/Fish/challenge", form({}))).status, 415);
    equal((await server.ask("/api/bots/Nobody/challenge", { body: {} })).status, 404);
    close();
});

await done();
