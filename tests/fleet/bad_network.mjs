// bad_network.mjs: a proxy between servers and their database that imitates a bad network: it cuts
// connections, stalls, and heals.
import net from "node:net";

export async function startCutter(socketPath) {
    const pairs = new Set();
    let stalled = false, closed = false;
    const cutter = net.createServer({ pauseOnConnect: false }, (client) => {
        if (closed) { client.destroy(); return; }
        const up = net.connect(socketPath);
        const pair = { client, up };
        pairs.add(pair);
        const end = () => { pairs.delete(pair); client.destroy(); up.destroy(); };
        for (const [a, b] of [[client, up], [up, client]]) {
            a.on("data", (data) => { if (!b.write(data)) { a.pause(); b.once("drain", () => stalled || a.resume()); } });
            a.on("error", end);
            a.on("close", end);
        }
        if (stalled) { client.pause(); up.pause(); }
    });
    await new Promise((ready) => cutter.listen(0, "127.0.0.1", ready));
    return {
        port: cutter.address().port,
        // Resets every connection, whatever it is sending, and lets no new one through until `heal`.
        cut() { closed = true; for (const { client, up } of [...pairs]) { client.resetAndDestroy?.(); up.destroy(); } },
        // Passes nothing on in either direction, but keeps the connections open.
        stall() { stalled = true; for (const { client, up } of pairs) { client.pause(); up.pause(); } },
        heal() { closed = stalled = false; for (const { client, up } of pairs) { client.resume(); up.resume(); } },
        stop() { for (const { client, up } of pairs) { client.destroy(); up.destroy(); } cutter.close(); },
    };
}
