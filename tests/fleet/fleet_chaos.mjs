// Clients play on three servers and PostgreSQL behind nginx, while servers are killed and stopped, the
// database is restarted, and its network is cut and stalled. No acknowledged move may be lost, none
// applied twice, no two owners may write in turns, and what clients saw of a game must be linearizable.
//   node fleet_chaos.mjs [SECONDS] [SEED] [CLIENTS] [PAUSE]
// PAUSE is the least number of milliseconds between troubles. The run goes on past SECONDS until every kind of trouble has happened.
import path from "node:path";
process.env.ARBITER_TEST_STORE = "postgresql";
const { check, database, done, equal, folder, freePort, sleep, start, test, until } = await import("../server/lib.mjs");
const { startCutter } = await import("./bad_network.mjs");
const { nginx, startNginx } = await import("./nginx_front.mjs");
const { violations } = await import("./linearizable.mjs");
const { Wire } = await import("./http_socket.mjs");

const seconds = Number(process.argv[2] ?? 12), clients = Number(process.argv[4] ?? 24), pause = Number(process.argv[5] ?? 300);
const looks = 3 * clients; // milliseconds between two looks at a game, at least: some 200 looks a second in all
let seed = Number(process.argv[3] ?? 1);
const lot = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
const line = ["Nf3", "Nf6", "Nc3", "Nc6", "e4", "e5", "Be2", "Be7", "d3", "d6", "Be3", "Be6", "h3", "h6", "a3", "a6", "Qd2", "Qd7",
    "b3", "b6", "Rd1", "Rd8", "Rc1", "Rc8", "Rb1", "Rb8", "Ra1", "Ra8", "g3", "g6"];
if (!nginx) {
    console.log("skipped: there is no nginx (tools/install-deps check)");
    process.exit(77);
}

// ---- the fleet ----

database.url("chaos");
const cutter = await startCutter(database.socket);
const place = `postgresql://arbiter@127.0.0.1:${cutter.port}/chaos?sslmode=disable`;
const ports = [await freePort(), await freePort(), await freePort()];
const args = (port) => ["--port", String(port), "--games", "1000000", "--connections", "100000", "--proxy", "127.0.0.1", "--host", "chess.example.org"];
const servers = await Promise.all(ports.map((port) => start({ place, args: args(port) })));

const proxy = await startNginx(path.join(folder, "nginx"), ports, { patience: "6s" }), front = proxy.port;

// ---- clients ----

// Most requests go through nginx, some directly, so that they reach servers which do not own the game. Every client has
// connections of its own, each of which waits for one answer at a time.
const host = "chess.example.org", wires = [];
function hand() {
    const mine = [front, ...ports].map((port) => new Wire(port, host));
    wires.push(...mine);
    return async (where, { body, token } = {}) => {
        const { status, text } = await mine[lot(8) === 0 ? 1 + lot(3) : 0].ask(where, { body: body && JSON.stringify(body), token });
        return { status, text };
    };
}
const versionOf = (text) => Number(/"version":(\d+)/.exec(text)[1]);
const unknown = (status) => status === 0 || status >= 500;
const now = () => performance.now();

const games = new Map(); // id: operations
const rates = []; // acknowledged moves in each second
let playing = true, acknowledged = 0, refusals = 0, longest = 0, latest = [];

// Sends an operation again until its outcome is known, which its request_id allows, or until the test ends.
async function persist(operation, send, stop) {
    for (let first = now(); ;) {
        const answer = await send();
        if (!unknown(answer.status)) {
            longest = Math.max(longest, now() - first);
            return answer;
        }
        refusals++;
        if (!stop()) return null;
        await sleep(30 + lot(100));
    }
}

async function player(number) {
    const hands = [hand(), hand()], look = hand();
    for (let round = 0; playing; round++) {
        const key = `client-${number}-${"k".repeat(24)}`, wanted = { request_id: `game-${round}` };
        const made = await persist({}, () => hands[0]("/api/games", { body: wanted, token: key }), () => true);
        if (made.status !== 201) throw new Error(`no game: ${JSON.stringify(made)}`);
        const { id, seats } = JSON.parse(made.text), token = `${seats.white},${seats.black}`, where = `/api/games/${id}`;
        if (games.has(id)) throw new Error("two requests made one game");
        const operations = [];
        games.set(id, operations);
        const read = async (ask) => {
            const from = now(), state = await ask(where);
            if (state.status !== 200) return null;
            const version = versionOf(state.text);
            operations.push({ kind: "read", from, to: now(), version });
            return version;
        };
        // Most games have one client, every fourth has two that disturb each other; and each has a reader.
        const play = async (name, ask) => {
            for (let ply = 0, n = 0; ply < line.length && playing; n++) {
                const operation = { kind: "move", request: `${id}-${name}-${n}`, from: now(), to: Infinity, version: null };
                operations.push(operation);
                const answer = await persist(operation, () => ask(`${where}/moves`, { token, body: { move: line[ply], ply, request_id: operation.request } }), () => ending > now());
                if (answer === null) return;
                operation.to = now();
                if (answer.status === 200) {
                    operation.version = versionOf(answer.text);
                    ply = operation.version;
                    acknowledged++;
                    latest.push(operation.to - operation.from);
                } else {
                    operation.version = 0;
                    if (answer.status !== 409 && answer.status !== 422) throw new Error(`refused: ${JSON.stringify(answer)}`);
                    ply = await read(ask) ?? ply;
                }
            }
        };
        let over = false;
        const looking = (async () => {
            while (!over) {
                await read(look);
                await sleep(looks + lot(2 * looks));
            }
        })();
        await Promise.all((number % 4 === 0 ? hands : hands.slice(0, 1)).map((ask, i) => play("ab"[i], ask)));
        over = true;
        await looking;
    }
}

// ---- the troubles ----

// Every round has all kinds of trouble in random order, so that each kind happens in every run, however short. A stopped server or
// a silent database stays so for longer than a lease (3 s) the first time and every other time after that.
const events = {};
const kinds = {
    async killed() { await replace("SIGKILL"); },
    async drained() { await replace("SIGTERM"); },
    async stopped(time) {
        const { child } = servers[lot(3)];
        child.kill("SIGSTOP");
        await sleep(time % 2 ? 500 + lot(2000) : 3500);
        child.kill("SIGCONT");
    },
    async restarted(time) {
        await database.down(time % 2 ? "SIGINT" : "SIGQUIT"); // by turns like a crash and in order
        await database.up();
    },
    async cut() { cutter.cut(); await sleep(100 + lot(1000)); cutter.heal(); },
    async stalled(time) { cutter.stall(); await sleep(time % 2 ? 200 + lot(2000) : 3500); cutter.heal(); },
};
async function replace(signal) {
    const i = lot(3);
    await servers[i].kill(signal);
    servers[i] = await until(() => start({ place, args: args(ports[i]) }).catch(() => null), "a server starts again", 60000);
}
async function trouble() {
    for (let round = 0; playing || round === 0; round++) {
        const names = Object.keys(kinds);
        while (names.length > 0 && (playing || round === 0)) {
            const [name] = names.splice(lot(names.length), 1), before = acknowledged;
            await sleep(pause + lot(pause));
            await until(() => acknowledged > before || !playing, `moves go on before: ${name}`);
            events[name] = (events[name] ?? 0) + 1;
            await kinds[name](round);
        }
        firstRound();
    }
}

let ending = Infinity, firstRound;
await test("whatever happens, no answered move is lost, none counts twice, and all histories are right", async () => {
    const ask = hand();
    await until(() => ask("/healthz").then((answer) => answer.status === 200), "nginx answers");
    const began = now();
    const rounded = new Promise((resolve) => { firstRound = resolve; });
    const all = Promise.all([...Array(clients).keys()].map(player)), troubled = trouble();
    troubled.catch(() => {});
    let counted = 0;
    const meter = setInterval(() => { rates.push(acknowledged - counted); counted = acknowledged; }, 1000);
    await Promise.race([Promise.all([sleep(seconds * 1000), rounded]), all, troubled]);
    playing = false;
    clearInterval(meter);
    const rate = acknowledged / (now() - began) * 1000;
    ending = now() + 60000;
    await troubled;
    cutter.heal();
    await all;
    const logs = new Map();
    for (const row of database.sql("chaos", `SELECT g.white || '|' || l.n || '|' || l.fence || '|' || l.request || '|' || l.sum || '|' || l.game
        FROM arbiter.log l JOIN arbiter.games g ON g.id = l.game ORDER BY l.game, l.n`).split("\n").filter(Boolean)) {
        const [, n, fence, request] = row.split("|");
        const id = request.split("-")[0];
        if (!logs.has(id)) logs.set(id, []);
        logs.get(id).push({ n: Number(n), fence: Number(fence), request });
    }
    let operations = 0, handed = 0;
    for (const [id, seen] of games) {
        const log = logs.get(id) ?? [];
        operations += seen.length;
        handed += new Set(log.map((step) => step.fence)).size > 1;
        equal(violations(seen, log).slice(0, 3), [], `game ${id}`);
    }
    latest.sort((a, b) => a - b);
    console.log(`${((now() - began) / 1000).toFixed(0)} s, ${games.size} games, ${handed} changed hands while played, ${operations} operations, ${acknowledged} moves acknowledged (${rate.toFixed(0)} a second, ${[...rates].sort((a, b) => a - b)[rates.length >> 1] ?? 0} in the median second, ${Math.max(0, ...rates)} in the best), ` +
        `${refusals} refused for now, longest wait ${(longest / 1000).toFixed(1)} s, median ${latest[latest.length >> 1]?.toFixed(1)} ms; ${JSON.stringify(events)}`);
    equal(Object.keys(events).sort(), Object.keys(kinds).sort(), "what happened");
    check(acknowledged > 0, "moves were made");
});
proxy.stop();
cutter.stop();
for (const wire of wires) wire.end?.();
await done();
