// Live events: every client sees every change; late and returning clients get the newest state.
import net from "node:net";
import { check, done, equal, start, stream, test, until } from "../lib.mjs";

let server = await start();

await test("two watchers see the moves in order, with ids", async () => {
    const game = await server.create();
    const a = await stream(server, `${game.at}/events`);
    const b = await stream(server, `${game.at}/events`);
    await until(() => a.events.length === 1 && b.events.length === 1, "the first state");
    for (const move of ["e4", "e5", "Nf3"]) await game.move(move);
    await until(() => a.events.length === 4 && b.events.length === 4, "three moves");
    equal(a.events.map((e) => [e.id, e.event, e.data.ply]),
        [["0", "state", 0], ["1", "state", 1], ["2", "state", 2], ["3", "state", 3]]);
    await a.close();
    await game.move("Nc6");
    await until(() => b.events.length === 5, "the move after one has gone");
    const back = await stream(server, `${game.at}/events`, { "Last-Event-ID": "3" });
    await until(() => back.events.length === 1, "what was missed");
    equal(back.events[0].id, "4");
    const same = await stream(server, `${game.at}/events`, { "Last-Event-ID": "4" });
    await game.act("undo");
    await until(() => same.events.length > 0, "the undo");
    equal([same.events[0].id, same.events[0].data.ply], ["5", 3], "nothing was missed, so the undo is the first event");
    for (const s of [b, back, same]) await s.close();
});

await test("who comes and goes is told to those who are there", async () => {
    const game = await server.create();
    const white = await stream(server, `${game.at}/events?seats=${game.seats.white}`);
    await until(() => white.presence.length > 0, "the first one");
    equal(white.presence.at(-1), { white: true, black: false, watching: 0 });
    const black = await stream(server, `${game.at}/events?seats=${game.seats.black}`);
    const third = await stream(server, `${game.at}/events?seats=nonsense`);
    await until(() => white.presence.at(-1).watching === 1, "three are there");
    equal(white.presence.at(-1), { white: true, black: true, watching: 1 });
    await black.close();
    await until(() => !white.presence.at(-1).black, "one has gone");
    for (const s of [white, third]) await s.close();
});

await test("another game, colours changed, and names", async () => {
    const game = await server.create({ white: "Ann" });
    const act = (body, token) => server.ask(`${game.at}/actions`, { body, token });
    equal((await act({ action: "rematch" }, game.seats.white)).status, 409, "not over");
    equal((await act({ action: "name", name: "Bob" }, game.seats.black)).json.players.black.name, "Bob");
    equal((await act({ action: "name", name: "a\nb" }, game.seats.black)).status, 400);
    await game.move("e4");
    await act({ action: "resign" }, game.seats.black);
    equal((await act({ action: "rematch" }, game.seats.white)).json.rematch, "white");
    equal((await act({ action: "rematch" }, game.seats.white)).status, 409, "asked already");
    const { next } = (await act({ action: "rematch" }, game.seats.black)).json;
    const state = (await server.ask(`/api/games/${next}`, { token: game.seats.black })).json;
    equal([state.players.white.name, state.players.black.name, state.seats], ["Bob", "Ann", ["white"]]);
});

await test("another game counts as one that was made, and keeps the arbiter", async () => {
    const strict = await start({ store: "rematch.db", args: ["--games", "2"] });
    const act = (at, action, token) => strict.ask(`${at}/actions`, { body: { action }, token });
    const game = await strict.create({ regulations: "standard" });
    await act(game.at, "resign", game.both);
    const { next } = (await act(game.at, "rematch", game.both)).json;
    const at = `/api/games/${next}`;
    equal((await strict.ask(at)).json.regulations, "standard");
    await act(at, "resign", game.both);
    equal((await act(at, "rematch", game.both)).status, 429);
    await strict.kill();
});

await test("a stream survives a restart by its id", async () => {
    const game = await server.create();
    const events = await stream(server, `${game.at}/events`);
    await game.move("e4");
    await until(() => events.events.at(-1)?.id === "1", "the move");
    await server.kill();
    await events.finished;
    server = await start();
    const again = await stream(server, `${game.at}/events`, { "Last-Event-ID": "1" });
    await server.ask(`${game.at}/moves`, { body: { move: "e5" }, token: game.both });
    await until(() => again.events.length === 1, "the next move");
    equal(again.events[0].id, "2");
    await again.close();
});

await test("a watcher that does not read costs nothing and gets the newest state later", async () => {
    const game = await server.create();
    const watch = () => {
        const socket = net.connect(server.port, "127.0.0.1").on("error", () => {});
        socket.write(`GET ${game.at}/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
        return socket;
    };
    let socket = watch(), text = "";
    socket.pause();
    await until(async () => /arbiter_streams [1-9]/.test((await server.ask("/metrics")).text), "the stream");
    const before = Number(/resident_bytes ([\d.e+]+)/.exec((await server.ask("/metrics")).text)[1]);
    for (let i = 0; i < 400; i++) {
        await game.move("e4");
        await game.act("goto", game.both, { ply: 0 });
    }
    await game.move("d4");
    const after = Number(/resident_bytes ([\d.e+]+)/.exec((await server.ask("/metrics")).text)[1]);
    check(after - before < 64e6, `${after - before} bytes more`);
    // A client that reads nothing for 20 seconds is dropped, even if only the machine was slow; a browser then comes back.
    const read = () => socket.on("data", (data) => { text += data; }).on("close", () => {
        if (text.includes('"version":801')) return;
        socket = watch();
        setTimeout(read, 100);
    }).resume();
    read();
    await until(() => text.includes('"version":801'), "the newest state");
    socket.destroy();
});

await done();
