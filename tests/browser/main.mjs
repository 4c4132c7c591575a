// main.mjs: runs all tests of the page, those of a room or file, or those whose name has a part.  run BUILD [ROOM|FILE|PART OF A NAME], or run BUILD firefox [PART]
import { runAll } from "./harness.mjs";

// A room is a test of ctest; the three take about equally long.
const ROOMS = {
    games: ["whole_games", "people", "boards", "hands", "pointer", "playing", "arena"],
    records: ["record", "details", "why", "study", "offline", "engines", "class", "setup"],
    views: ["layout", "access", "languages", "drag"],
};
const wanted = process.argv[2] ?? "";
const all = Object.values(ROOMS).flat();
const inFirefox = wanted === "firefox"; // Debian's Firefox, in `make deep`, runs every test that it can and its own
const files = inFirefox ? [...all, "firefox"] : ROOMS[wanted] ?? (all.includes(wanted) ? [wanted] : all);
for (const file of files) await import(`./test_${file}.mjs`);
const only = inFirefox ? process.argv[3] ?? "" : files === all ? wanted : "";
process.exit(await runAll(only, inFirefox || wanted in ROOMS ? 1 : 2));
