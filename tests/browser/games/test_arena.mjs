// test_arena.mjs: the bot arena: a connected bot is challenged and plays, small boards show its games live, and the standings
// count them.
import { execFileSync } from "node:child_process";
import { axe } from "../axe.mjs";
import { equal, test } from "../harness.mjs";
import { lines } from "../../server/bot_client.mjs";

// Starts a bot that accepts every challenge and plays the given moves.
function arrive(server, name, moves) {
    const token = execFileSync(process.env.ARBITER, ["token", "add", "--bot", name, "--store", server.store], { encoding: "utf8" }).trim();
    const at = { url: server.address };
    const post = (where, body = "") => fetch(`${server.address}/api/${where}`, { method: "POST", body,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-www-form-urlencoded" } });
    const events = lines(at, "/api/stream/event", token, (event) => {
        if (event?.type === "challenge" && event.challenge.destUser.name === name) post(`challenge/${event.challenge.id}/accept`);
        if (event?.type !== "gameStart") return;
        const { id, color } = event.game;
        lines(at, `/api/bot/game/stream/${id}`, token, (line) => {
            const state = line?.state ?? line;
            if (state?.type !== "gameState" || state.status !== "started") return;
            const ply = state.moves ? state.moves.split(" ").length : 0;
            if ((ply % 2 === 0) === (color === "white") && moves[ply]) post(`bot/game/${id}/move/${moves[ply]}`);
        });
    });
    return { post, close: events.close };
}

test("bots play live in the arena, and one is challenged", async (player) => {
    const one = await player({ bypassCSP: true });
    await one.go("#/bots");
    await one.page.getByText("No bot is here").waitFor();
    equal(await one.page.getByRole("table").count(), 0, "no head of a table without rows:");
    equal((await one.page.request.get(await one.page.getByRole("link", { name: /No bot is here/ }).evaluate((link) => link.href))).status(), 200);
    await axe(one, "empty arena");
    const mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    const deep = arrive(one.server, "Deep", mate), blue = arrive(one.server, "Blue", ["f2f3"]);
    await one.page.getByRole("button", { name: "Challenge Deep" }).waitFor();
    await one.page.getByRole("button", { name: "Challenge Blue" }).waitFor();
    await blue.post("challenge/deep", "clock.limit=300&clock.increment=0&color=white"); // Blue waits after its first move
    await one.page.getByRole("link", { name: /Deep.*Blue.*move 2/ }).waitFor();
    await axe(one, "arena");
    await one.shot("arena");
    await one.page.getByRole("link", { name: /Deep.*Blue/ }).click(); // and at its full size
    await one.status("White to move");
    await one.go("#/bots");
    await one.page.getByRole("button", { name: "Challenge Deep" }).click();
    await one.page.waitForURL(/#\/game\/[0-9]+/);
    await one.page.getByText(/(White|Black) to move/).first().waitFor(); // Deep has accepted
    const [, id] = /game\/([0-9]+)/.exec(one.page.url());
    await deep.post(`bot/game/${id}/abort`);
    await one.page.getByText("The game was aborted before both sides had moved").first().waitFor();
    const { games } = await one.page.evaluate(async () => (await fetch("/api/bots")).json());
    const running = games.find(({ result }) => result === "*").id;
    await blue.post(`bot/game/${running}/resign`);
    await one.go("#/bots");
    await one.page.getByRole("row", { name: /Deep 1 1 1 0 0/ }).waitFor();
    await one.page.getByRole("row", { name: /Blue 0 1 0 0 1/ }).waitFor();
    equal(await one.page.locator(".bots > .card > .standings tbody tr").count(), 2);
    deep.close();
    blue.close();
});

test("a match that is played elsewhere is live in the arena", async (player) => {
    const one = await player({ bypassCSP: true });
    const token = execFileSync(process.env.ARBITER, ["token", "add", "--bot", "Club", "--store", one.server.store], { encoding: "utf8" }).trim();
    const tell = (more) => fetch(`${one.server.address}/api/bots/match`, { method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ title: "Night match", rules: "chess", over: false, played: 1, total: 4, games: [{ white: "New", black: "Old", round: "1.2",
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", ply: 1, white_ms: 61000, black_ms: 120000 }],
        standings: [{ name: "New", games: 1, won: 1, drawn: 0, lost: 0, points: 1, elo: 12.4, error: 80.2 },
            { name: "Old", games: 1, won: 0, drawn: 0, lost: 1, points: 0, elo: -12.4, error: 80.2 }], ...more }) });
    await one.go("#/bots");
    await one.page.getByText("No bot is here").waitFor();
    equal((await tell({})).status, 200);
    await one.page.getByRole("heading", { name: "Night match" }).waitFor();
    await one.page.getByText("1 of 4 games · told by Club").waitFor();
    await one.page.getByRole("row", { name: /New 1 1 1 0 0 \+12 ± 80/ }).waitFor();
    equal(await one.page.locator(".match .mini").count(), 1);
    await one.page.getByText("1:01").waitFor();
    await axe(one, "arena with a match");
    await one.shot("arena-match");
    equal((await tell({ played: 4, over: true, games: [] })).status, 200);
    await one.page.getByText("4 of 4 games · told by Club · over").waitFor();
    equal(await one.page.locator(".match .mini").count(), 0);
});
