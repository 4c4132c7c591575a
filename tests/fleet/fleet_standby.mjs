// PostgreSQL runs with a synchronous standby, as docs/fleet.md sets it up. The primary dies while people play, the standby is
// promoted, and the servers find it by themselves. Every acknowledged move must be there once.
//   node fleet_standby.mjs [GAMES]
import { check, done, equal, sleep, start, test, until } from "../server/lib.mjs";
import { startDatabase } from "./database.mjs";
import { violations } from "./linearizable.mjs";
import { Wire } from "./http_socket.mjs";

const games = Number(process.argv[2] ?? 8);
const line = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"];
const settings = { wal_level: "replica", max_wal_senders: 4, max_replication_slots: 4 };
const primary = await startDatabase({ settings });
primary.url("chess");

// The standby has no standby of its own: when promoted it would wait for one that does not exist.
const standby = await startDatabase({ settings, of: primary, name: "standby1" });
primary.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (standby1)'");
primary.sql("postgres", "SELECT pg_reload_conf()");
await until(() => primary.sql("postgres", "SELECT sync_state FROM pg_stat_replication") === "sync", "the standby is synchronous");
const hosts = [primary, standby].map(({ folder }) => encodeURIComponent(folder)).join(",");
const place = `postgresql://arbiter@/chess?host=${hosts}&target_session_attrs=read-write`;
const args = ["--games", "100000", "--connections", "10000", "--proxy", "127.0.0.1"];
const servers = await Promise.all([1, 2, 3].map(() => start({ place, args })));

const histories = new Map();
let playing = true, acknowledged = 0, longest = 0;
const now = () => performance.now();
async function player(number) {
    const wires = servers.map(({ port }) => new Wire(port, `127.0.0.1:${port}`));
    const key = `client-${number}-${"k".repeat(24)}`;
    const insist = async (where, call) => {
        for (const first = now(); ;) {
            const answer = await wires[Math.floor(Math.random() * 3)].ask(where, { ...call, body: JSON.stringify(call.body) });
            if (answer.status !== 0 && answer.status < 500) {
                longest = Math.max(longest, now() - first);
                return answer;
            }
            await sleep(50);
        }
    };
    for (let round = 0; playing; round++) {
        const { id, seats } = JSON.parse((await insist("/api/games", { body: { request_id: `g${round}` }, token: key })).text);
        const operations = [];
        histories.set(id, operations);
        for (let ply = 0; ply < 40 && playing; ply++) {
            const operation = { kind: "move", request: `${id}-${ply}`, from: now(), to: Infinity, version: null };
            operations.push(operation);
            const answer = await insist(`/api/games/${id}/moves`, { token: `${seats.white},${seats.black}`,
                body: { move: line[ply % 8], ply, request_id: operation.request } });
            if (answer.status !== 200) break; // a repetition ended the game, or the game is another's
            operation.to = now();
            operation.version = Number(/"version":(\d+)/.exec(answer.text)[1]);
            acknowledged++;
        }
    }
    for (const wire of wires) wire.end?.();
}

await test("the primary dies: the standby has every acknowledged move, and the servers go on with it", async () => {
    const all = Promise.all([...Array(games).keys()].map(player));
    await until(() => acknowledged > 50 * games, "people play");
    const before = acknowledged, died = now();
    await primary.down("SIGQUIT");
    await sleep(300); // moves wait or are refused
    await standby.promote();
    await until(() => standby.sql("postgres", "SELECT pg_is_in_recovery()", true) === "f", "it is promoted");
    const promoted = now();
    await until(() => acknowledged > before + 5 * games, "moves are taken again");
    console.log(`moves again ${((now() - promoted) / 1000).toFixed(1)} s after the promotion, ${((now() - died) / 1000).toFixed(1)} s after the death`);
    await until(() => acknowledged > before + 50 * games, "and go on");
    playing = false;
    await all;
    const logs = new Map();
    for (const row of standby.sql("chess", "SELECT n || '|' || fence || '|' || request FROM arbiter.log ORDER BY game, n").split("\n").filter(Boolean)) {
        const [n, fence, request] = row.split("|"), id = request.split("-")[0];
        if (!logs.has(id)) logs.set(id, []);
        logs.get(id).push({ n: Number(n), fence: Number(fence), request });
    }
    for (const [id, operations] of histories) equal(violations(operations, logs.get(id) ?? []).slice(0, 3), [], `game ${id}`);
    check(before > 0, "something was at stake");
    console.log(`${histories.size} games, ${acknowledged} moves acknowledged, ${before} of them before the failover; longest wait ${(longest / 1000).toFixed(1)} s`);
    for (const server of servers) await until(async () => (await server.ask("/healthz")).status === 200, "all are well");
});
await done();
