// Every action of a game, by every seat, at every time: what it does, or the words with which it is refused.
import path from "node:path";
import { symlinkSync } from "node:fs";
import { check, done, equal, folder, here, start, test, until } from "../lib.mjs";

const lines = path.join(folder, "lines"); // a short name, because the API takes 64 bytes
symlinkSync(path.join(here, "data/lines_engine"), lines);
const server = await start({ args: ["--engine", lines, "--games", "1000"] });
const told = ({ status, json }) => [status, json.detail];
const refused = async (answer, status, detail) => equal(told(await answer), [status, detail]);

await test("a draw is offered, declined, and accepted when both have moved", async () => {
    const game = await server.create(), { white, black } = game.seats;
    await refused(game.act("accept-draw", black), 409, "nothing has been offered");
    await refused(game.act("decline-draw", black), 409, "nothing has been offered");
    equal((await game.act("offer-draw", white)).json.offers.draw, "white");
    await refused(game.act("accept-draw", white), 403, "the offer is not yours to answer");
    await refused(game.act("decline-draw", white), 403, "the offer is not yours to answer");
    await refused(game.act("accept-draw", black), 409, "a draw can be agreed only after both have moved (5.2.3)");
    equal((await game.act("decline-draw", black)).json.offers.draw, null);
    await game.move("e4", white);
    await game.act("offer-draw", white);
    await refused(game.act("accept-draw", black), 409, "a draw can be agreed only after both have moved (5.2.3)");
    equal((await game.move("e5", black)).json.offers.draw, null, "a move declines");
    equal((await game.act("offer-draw", black)).json.offers.draw, "black");
    const end = (await game.act("accept-draw", white)).json;
    equal([end.outcome.result, end.outcome.reason], ["1/2-1/2", "agreement"]);
    await refused(game.act("offer-draw", white), 409, "The game is over: drawn by agreement (5.2.3).");
    await refused(game.act("claim", white), 409, "The game is over: drawn by agreement (5.2.3).");
    await refused(game.act("claim", black), 403, "only the side to move may claim");
    equal((await game.move("Nf3", white)).status, 409);
});

await test("a takeback goes back to the move of whoever asked", async () => {
    const game = await server.create(), { white, black } = game.seats;
    await refused(game.act("takeback", white), 409, "there is no move to take back");
    await refused(game.act("accept-takeback", black), 409, "nothing has been offered");
    await refused(game.act("decline-takeback", black), 409, "nothing has been offered");
    for (const [move, seat] of [["e4", white], ["e5", black], ["Nf3", white]]) await game.move(move, seat);
    equal((await game.act("takeback", white)).json.offers.takeback, "white");
    await refused(game.act("accept-takeback", white), 403, "the offer is not yours to answer");
    equal((await game.act("decline-takeback", black)).json.offers.takeback, null);
    await game.act("takeback", white);
    equal((await game.act("accept-takeback", black)).json.ply, 2, "its own last move");
    await game.act("takeback", white);
    equal((await game.act("accept-takeback", black)).json.ply, 0, "the answer and its own move");
    await game.move("e4", white);
    await game.act("takeback", black);
    equal((await game.act("accept-takeback", white)).json.ply, 0, "Black has no move to go back to");
    for (const action of ["undo", "redo", "goto"])
        await refused(game.act(action, white, { ply: 1 }), 403, "this needs both seats; ask for a takeback");
});

await test("who holds both seats goes to any ply", async () => {
    const game = await server.create();
    await refused(game.act("undo"), 409, "the game does not allow that now");
    for (const move of ["e4", "e5"]) await game.move(move);
    await refused(game.act("goto"), 409, "the game has no such ply");
    await refused(game.act("goto", game.both, { ply: 3 }), 409, "the game has no such ply");
    await refused(game.act("goto", game.both, { ply: -1 }), 400, "'ply' is a whole number from 0 to 9223372036854775807");
    equal((await game.act("goto", game.both, { ply: 1 })).json.ply, 1);
    await refused(game.move("e5", game.both, { ply: 2 }), 409, "the game has moved on: another ply is on the board");
    equal((await game.move("c5", game.both, { ply: 1 })).json.length, 2);
    await refused(game.act("fly"), 400, "there is no such action");
    await refused(game.act("undo", "x".repeat(22)), 403, "you hold no seat in this game");
});

await test("a game without accounts is not aborted", async () => {
    const game = await server.create();
    await refused(game.act("abort"), 409, "a game can be aborted only before both sides have moved");
    equal((await game.read()).outcome, null);
});

await test("a rematch needs both, with the colours changed, and comes once", async () => {
    const game = await server.create({ white: "Ann", black: "Bob" }), { white, black } = game.seats;
    await refused(game.act("rematch", white), 409, "the game is not over yet");
    await game.act("resign", white);
    equal((await game.act("rematch", white)).json.next ?? null, null);
    const { next } = (await game.act("rematch", black)).json;
    check(next !== undefined && next !== null, "the next game");
    equal((await game.act("rematch", white)).json.next, next);
    const id = typeof next === "object" ? next.id : next;
    const { players } = (await server.ask(`/api/games/${id}`)).json;
    equal([players.white.name, players.black.name], ["Bob", "Ann"]);
});

await test("names have limits", async () => {
    const game = await server.create(), { white, black } = game.seats;
    const name = async (text, seat) => (await game.act("name", seat, { name: text }));
    equal((await name("Zo\u00eb 1", white)).json.players.white.name, "Zo\u00eb 1");
    equal((await name("~", black)).json.players.black.name, "~");
    for (const text of ["a\nb", "\u007f", "\u001f"]) await refused(name(text, white), 400, "a name holds no control characters");
    equal((await name("x".repeat(64), white)).status, 200);
    equal((await name("x".repeat(65), white)).status, 400);
    equal((await game.read()).players.white.name, "x".repeat(64));
    const ids = async (request_id) => (await game.move("e4", white, { request_id })).status;
    equal([await ids("x".repeat(64)), await ids("x".repeat(64)), await ids("x".repeat(65))], [200, 200, 400]);
});

await test("a draw is claimed by the side to move, with a move or without", async () => {
    const game = await server.create(), { white, black } = game.seats;
    await refused(game.act("claim", black), 403, "only the side to move may claim");
    await refused(game.act("claim", white), 409, "no draw can be claimed now (9.2.2, 9.3.2)");
    await refused(game.act("claim", white, { move: "Nf3" }), 409, "with that move no draw can be claimed (9.2.1, 9.3.1)");
    await refused(game.act("claim", white, { from: "g1", to: "f3" }), 409, "with that move no draw can be claimed (9.2.1, 9.3.1)");
    for (const move of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]) await game.move(move);
    const end = (await game.act("claim", black, { move: "Ng8" })).json;
    equal([end.outcome.reason, end.outcome.result], ["threefold", "1/2-1/2"]);
    const other = await server.create();
    for (const move of ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]) await other.move(move);
    equal((await other.act("claim", other.seats.white)).json.outcome.reason, "threefold");
});

await test("a game against an engine has actions of its own", async () => {
    const game = await server.create({ engine: { name: lines, plays: "black", move_ms: 100 } }), white = game.seats.white;
    for (const [action, why] of [["offer-draw", "the engine takes no draws"], ["undo", "there is no move to go to"],
        ["takeback", "against an engine moves are undone without asking"], ["redo", "there is no move to go to"]])
        await refused(game.act(action, white), 409, why);
    await game.act("resign", white);
    equal((await game.act("undo", white)).json.outcome, null, "resigning is taken back on the spot");
    const first = await server.create({ engine: { name: lines, plays: "white", move_ms: 100 } }), black = first.seats.black;
    await until(async () => (await first.read()).ply === 1, "the engine's move");
    await refused(first.act("undo", black), 409, "there is no move to go to");
    for (const engine of [5, [], "x"])
        await refused(server.ask("/api/games", { body: { engine } }), 400, "'engine' is an object");
    for (const plays of ["red", "", "White"])
        await refused(server.ask("/api/games", { body: { engine: { name: lines, plays } } }), 400, 'an engine plays "white" or "black"');
    await refused(server.ask("/api/games", { body: { engine: { name: lines }, regulations: "standard" } }), 422,
        "an engine touches no pieces: its games are casual");
});

await test("moves under an arbiter are reported as events, too", async () => {
    const game = await server.create({ regulations: "standard" });
    const report = (body, token = game.both) => server.ask(`${game.at}/events`, { body, token });
    equal((await report({ event: "move", move: "e4" })).json.ply, 1);
    equal((await report({ event: "press" })).json.ruling.ruling, "completed");
    equal((await report({ event: "claim", move: "e5" })).json.ruling.ruling, "wrong-claim");
    await refused(report({ event: "flag", by: "white" }, game.seats.white), 403, "this is not for your seat to report");
    await refused(report({ event: "touch", square: "e2x" }), 422, "'square' is a square of the board");
    await refused(report({ event: "touch" }), 422, "'square' is a square of the board");
    await refused(report({ event: "press", by: "both" }), 400, "'by' is \"white\" or \"black\"");
});

await test("an answer is in the first language that is spoken here", async () => {
    const game = await server.create();
    const why = async (query, list) => (await server.ask(`${game.at}/why${query}`, { body: { move: "e2e5" },
        headers: list === undefined ? {} : { "Accept-Language": list } })).json.text;
    const [english, german, spanish] = [await why(""), await why("?lang=de"), await why("?lang=es")];
    equal(new Set([english, german, spanish]).size, 3);
    for (const [list, text] of [["de", german], ["de-CH, en", german], ["xx, de;q=0.5", german], ["xx;q=0.9,yy,es", spanish], ["xx", english],
        ["", english], ["en, de", english], ["es;q=0.3, de", spanish], ["xx;q=1,,es", spanish]])
        equal([list, await why("", list)], [list, text]);
    equal(await why("?lang=de", "es"), german, "the address comes first");
    equal(await why("?lang=xx", "es"), english);
    for (const [system, place] of [["alg", "e2"], ["rc", "6, 4"], ["xy", "4, 6"]])
        check((await why(`?coordinates=${system}`)).includes(place), system);
    equal((await server.ask(`${game.at}/why?coordinates=ab`, { body: { move: "e4" } })).status, 400);
});

await server.kill();
await done();
