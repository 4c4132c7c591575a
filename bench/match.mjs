// Measures what the referee of an engine match costs per move: the processor time of `arbiter match` without its engines, which
// search one ply only. It includes pipes to and from the engines, the ruling, comments and the PGN file.
//   node bench/match.mjs BUILD [ROUNDS]
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const arbiter = path.join(path.resolve(process.argv[2] ?? "build"), "arbiter"), rounds = process.argv[3] ?? "20";
const folder = mkdtempSync(path.join(tmpdir(), "arbiter-match-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

for (const [rules, engine] of [["chess", "stockfish"], ...["chess960", "crazyhouse", "3check", "antichess", "horde", "capablanca"].map((r) => [r, "fairy-stockfish"])]) {
    const out = path.join(folder, `${rules}.pgn`);
    const child = spawn(arbiter, ["match", `cmd=${engine} name=A depth=1`, `cmd=${engine} name=B depth=2`, "--tc", "600+5", "--rules", rules,
        "--rounds", rounds, "--maxmoves", "100", "--pgnout", out], { stdio: ["ignore", "ignore", "inherit"] });
    let ns = 0; // processor time of its only thread; at most a hundredth of a second is lost after the last look
    const look = setInterval(() => {
        try { ns = Number(readFileSync(`/proc/${child.pid}/schedstat`, "latin1").split(" ")[0]) || ns; } catch { /* it has ended */ }
    }, 10);
    const code = await new Promise((resolve) => child.on("exit", resolve));
    clearInterval(look);
    const { plies } = JSON.parse(spawnSync(arbiter, ["check", "--json", out], { encoding: "utf8" }).stdout.trim().split("\n").pop());
    console.log(`${rules}: ${plies} moves, ${(ns / 1000 / plies).toFixed(1)} us of CPU a move${code === 0 ? "" : `; exit ${code}`}`);
}
