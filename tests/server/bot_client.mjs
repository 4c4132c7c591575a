// bot_client.mjs: a client that does what lichess-bot does: reads the events of its account, accepts
// challenges, streams its games, asks a UCI engine for moves and posts them.
import { spawn } from "node:child_process";
import { opened, sleep } from "./lib.mjs";

// Reads a stream of lines of JSON; `on(object)` gets each, null for an empty one. When the stream ends it is opened again while
// `again()` holds and the server runs.
export function lines(server, where, token, on, again = () => false) {
    let closed = false, request;
    const once = async () => {
        const { request: mine, response } = await opened(server, where, { Authorization: `Bearer ${token}` });
        request = mine;
        if (closed) request.destroy();
        let text = "";
        response.on("data", (data) => {
            text += data;
            for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1))
                on(end > 0 ? JSON.parse(text.slice(0, end)) : null, response);
        });
        await new Promise((resolve) => response.on("close", resolve));
    };
    const ended = (async () => {
        try { for (await once(); !closed && again(); await once()) await sleep(20); } catch { /* the server is gone */ }
    })();
    return { ended, close: () => { closed = true; request?.destroy(); } };
}

// Returns the latest state of a game in the lines of its stream; other lines come between, and a reopened stream begins with the whole game.
export const stands = (told) => told.map((line) => line.type === "gameFull" ? line.state : line).findLast(({ type }) => type === "gameState");

export function engine(program) {
    const child = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"] });
    const waiting = [];
    let text = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (data) => {
        text += data;
        for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1)) {
            const line = text.slice(0, end).trim();
            if (waiting.length > 0 && line.startsWith(waiting[0].word)) waiting.shift().resolve(line);
        }
    });
    const say = (line) => child.stdin.write(`${line}\n`);
    const wait = (word) => new Promise((resolve) => waiting.push({ word, resolve }));
    return {
        async start(options = {}) {
            say("uci");
            await wait("uciok");
            for (const [name, value] of Object.entries(options)) say(`setoption name ${name} value ${value}`);
            say("isready");
            await wait("readyok");
        },
        async move(fen, moves, nodes) {
            say(`position ${fen === "startpos" ? "startpos" : `fen ${fen}`}${moves ? ` moves ${moves}` : ""}`);
            say(`go nodes ${nodes}`);
            return (await wait("bestmove")).split(" ")[1];
        },
        quit: () => child.kill(),
    };
}

// Plays every game of an account until it is closed, even if a game is not over. `accept` gives a reason to decline, or null. After
// `plies` the side to move resigns, because engines with few nodes may shuffle pieces for hundreds of moves.
export function bot(server, name, token, { program, nodes, plies, accept = () => null }) {
    const games = new Map(), events = [], seen = [], jobs = new Set(), streams = new Set();
    const post = (where, body) => server.ask(where, { body: body ?? "", raw: true, token, method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" } });
    const fairy = { kingOfTheHill: "kingofthehill", threeCheck: "3check", racingKings: "racingkings",
        antichess: "antichess", horde: "horde", crazyhouse: "crazyhouse" };
    const self = { games, events, seen };

    // Debian's engines do not know atomic chess, so this takes a move of the server's own list, captures first.
    async function anyMove(id) {
        const { moves } = (await server.ask(`/api/games/${id}/legal`)).json;
        const all = moves.flatMap(({ from, targets }) => targets.map((target) => ({ from, ...target })));
        const one = all.find(({ capture }) => capture) ?? all[(all.length * 7 + 3) % all.length];
        return `${one.from}${one.to}${one.promotions?.length ? "q" : ""}`;
    }

    async function play(id, colour) {
        const player = engine(program), states = [];
        let full = null, busy = Promise.resolve();
        games.set(id, states);
        const stream = lines(server, `/api/bot/game/stream/${id}`, token, (line) => {
            if (line === null) return;
            seen.push(line.type);
            if (line.type === "gameFull") full = line;
            const state = line.type === "gameFull" ? line.state : line;
            if (state.type !== "gameState") return;
            const before = states.at(-1);
            states.push(state);
            if (state.status !== "started" || (before && before.moves === state.moves)) return;
            busy = busy.then(() => answer(state)).catch((error) => { self.failure = error; });
        }, () => server.shared && states.at(-1)?.status === "started");
        streams.add(stream);
        async function answer(state) {
            const moves = state.moves ? state.moves.split(" ") : [];
            const first = full.initialFen.split(" ")[1] === "b" ? "black" : "white";
            const turn = moves.length % 2 === 0 ? first : first === "white" ? "black" : "white";
            if (turn !== colour || state.moves !== states.at(-1).moves) return; // a reopened stream repeats the state
            if (moves.length >= plies) {
                await post(`/api/bot/game/${id}/resign`);
                return;
            }
            if (moves.length < 2) {
                const { key } = full.variant;
                await player.start({ Threads: 1, Hash: 1, UCI_Chess960: key === "chess960",
                    ...(fairy[key] ? { UCI_Variant: fairy[key] } : {}) });
            }
            const move = full.variant.key === "atomic" ? await anyMove(id)
                : await player.move(full.initialFen, state.moves, nodes);
            const { status, text } = await post(`/api/bot/game/${id}/move/${move}`);
            // If servers share a database an answer may be lost; the repeated move is then refused as out of turn.
            const played = status !== 200 && server.shared && (await server.ask(`/api/games/${id}`)).json.ply > moves.length;
            if (status !== 200 && !played) throw new Error(`${full.variant.key}: ${state.moves}: ${move}: ${text}`);
        }
        await stream.ended;
        await busy;
        player.quit();
    }

    const stream = lines(server, "/api/stream/event", token, async (event) => {
        if (event === null) return;
        events.push(event);
        if (event.type === "challenge" && event.challenge.destUser.name === name) {
            const reason = accept(event.challenge);
            await post(`/api/challenge/${event.challenge.id}/${reason ? "decline" : "accept"}`,
                       reason ? `reason=${reason}` : "");
        }
        if (event.type === "gameStart" && !games.has(event.game.id)) {
            jobs.add(play(event.game.id, event.game.color).catch((error) => { self.failure = error; }));
        }
    }, () => server.shared);
    streams.add(stream);
    self.close = async () => {
        for (const each of streams) each.close();
        await Promise.all(jobs);
    };
    return self;
}
