// After SIGTERM requests that have begun are answered, streams end, no acknowledged step is lost, and nobody new is let in.
import net from "node:net";
import { check, done, equal, start, statusOf, stream, test, until } from "../lib.mjs";

const connect = (server) => new Promise((resolve) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.got = "";
    socket.setNoDelay(true);
    socket.on("data", (data) => { socket.got += data; });
    socket.on("error", () => {});
    socket.on("close", () => { socket.gone = true; });
    socket.on("connect", () => resolve(socket));
});
const request = (server, game, body, fields = "") => `POST ${game.at}/moves HTTP/1.1\r\n` +
    `Host: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n${fields}` +
    `Authorization: Bearer ${game.both}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

await test("requests that have begun are answered, and durable", async () => {
    let server = await start();
    const games = await Promise.all(Array.from({ length: 20 }, () => server.create()));
    const whole = request(server, games[0], '{"move":"e4"}');
    const sockets = await Promise.all(games.map(() => connect(server)));
    const idle = await connect(server);
    const events = await stream(server, `${games[0].at}/events`);
    const cut = (i) => 20 + i * Math.floor((whole.length - 21) / 20); // within the head, within the body
    // The system has the bytes then; the server may or may not have read them.
    await Promise.all(sockets.map((socket, i) => new Promise((resolve) =>
        socket.write(request(server, games[i], '{"move":"e4"}').slice(0, cut(i)), resolve))));
    const ended = server.kill("SIGTERM");
    await until(() => idle.gone, "an idle connection ends");
    await events.finished;
    await until(async () => (await connectRefused(server)), "nobody new comes in");
    for (const [i, socket] of sockets.entries())
        socket.write(request(server, games[i], '{"move":"e4"}').slice(cut(i)));
    await until(() => sockets.every((socket) => socket.gone), "every answer");
    for (const { got } of sockets) {
        equal(statusOf(got), 200, got.slice(0, 200));
        check(got.includes("Connection: close\r\n"), "the last answer of its connection");
    }
    equal((await ended).code, 0);
    server = await start();
    for (const game of games)
        equal((await server.ask(game.at)).json.history.map((move) => move.san), ["e4"]);
    await server.kill();
});

function connectRefused(server) {
    return new Promise((resolve) => {
        const socket = net.connect(server.port, "127.0.0.1");
        socket.on("connect", () => { socket.destroy(); resolve(false); });
        socket.on("error", () => resolve(true));
    });
}

await test("under load: what was answered with 200 is there afterwards", async () => {
    let server = await start({ store: "load.db" });
    const games = await Promise.all(Array.from({ length: 12 }, () => server.create()));
    const played = games.map(() => 0);
    const line = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let stopped = false;
    const playing = games.map(async (game, i) => {
        while (!stopped) {
            const answer = await server.ask(`${game.at}/moves`,
                { body: { move: line[played[i] % 4] }, token: game.both }).catch(() => null);
            if (answer?.status !== 200) return;
            played[i] = answer.json.ply;
            if (played[i] === 14) await server.ask(`${game.at}/actions`, // before it is a draw
                { body: { action: "goto", ply: 2 }, token: game.both }).then((back) => {
                    if (back.status === 200) played[i] = 2;
                }).catch(() => { stopped = true; });
        }
    });
    await until(() => played.every((ply) => ply > 3), "moves are made");
    equal((await server.kill("SIGTERM")).code, 0);
    await Promise.all(playing);
    server = await start({ store: "load.db" });
    for (const [i, game] of games.entries()) {
        const { ply } = (await server.ask(game.at)).json;
        check(ply === played[i] || ply === 2 || ply === played[i] + 1, `ply ${ply}, answered ${played[i]}`);
    }
    await server.kill();
});

await test("who never ends a request does not hold it up; a second signal does not wait", async () => {
    const server = await start({ store: "slow.db" });
    const slow = await connect(server);
    await new Promise((resolve) => slow.write("POST /api/games HTTP/1.1\r\n", resolve));
    const ended = server.kill("SIGTERM");
    await until(() => connectRefused(server), "the first signal has arrived");
    equal(server.child.exitCode, null, "it waits");
    server.child.kill("SIGTERM");
    equal((await ended).code, 0);
    check(!slow.got.includes("408"), "it did not wait for the request's time to be up");
    slow.destroy();
});

await done();
