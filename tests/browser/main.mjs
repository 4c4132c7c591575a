// main.mjs: runs all tests of the page, those of a room or file, or those whose name has a part.  run BUILD [ROOM|FILE|PART OF A NAME], or run BUILD firefox [PART]
import { readdirSync } from "node:fs";
import { runAll } from "./harness.mjs";

// A room is a folder and a test of ctest; the three take about equally long. The layout comes first in its room: it counts the nodes
// of the browser's process, in which pages that were closed may still be counted.
const ROOMS = ["games", "records", "views"];
const FIRST = "test_layout.mjs";
const filesOf = (room) => readdirSync(new URL(room, import.meta.url)).filter((name) => name.startsWith("test_"))
    .sort((a, b) => (b === FIRST) - (a === FIRST) || (a < b ? -1 : 1)).map((name) => `${room}/${name}`);
const wanted = process.argv[2] ?? "";
const all = ROOMS.flatMap(filesOf);
const inFirefox = wanted === "firefox"; // Debian's Firefox, in `make deep`, runs every test that it can and its own
const one = all.filter((file) => file.endsWith(`/test_${wanted}.mjs`));
const files = inFirefox ? [...all, "test_firefox.mjs"] : ROOMS.includes(wanted) ? filesOf(wanted) : one.length > 0 ? one : all;
for (const file of files) await import(`./${file}`);
const only = inFirefox ? process.argv[3] ?? "" : files === all ? wanted : "";
process.exit(await runAll(only, inFirefox || ROOMS.includes(wanted) ? 1 : 2));
