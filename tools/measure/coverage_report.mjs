// Reads what llvm-cov counted and judges it; tools/coverage calls it.
//   node tools/measure/coverage_report.mjs FOLDER    all.lcov (lines) and all.json (branches) in, report.txt out
// A function of a header is compiled into several files: its lines and branches count as reached if
// any of them reaches them. Both ways of a branch count.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = process.argv[2];
const top = process.cwd() + "/";
const nameOf = (file) => { // ccache may have made the compiler's names relative to the build
    const whole = path.normalize(file);
    return whole.startsWith(top) ? whole.slice(top.length) : whole;
};
const roomOf = (name) => (name.startsWith("src/") ? name.split("/").slice(0, 2).join("/") : name.split("/")[0]);

const lines = new Map(), branches = new Map(); // place => how often
const add = (map, key, times) => map.set(key, (map.get(key) ?? 0) + times);

// A line without code counts if it lies between two lines that count, in any file that the header is compiled into.
const sources = new Map();
function hasCode(name, number) {
    if (!sources.has(name)) sources.set(name, existsSync(name) ? readFileSync(name, "utf8").split("\n") : []);
    return !/^\s*(\/\/.*|\/\*.*|\*[ /].*|#.*|)$/.test(sources.get(name)[number - 1] ?? "x");
}

let file = "";
for (const line of readFileSync(path.join(folder, "all.lcov"), "utf8").split("\n")) {
    if (line.startsWith("SF:")) file = nameOf(line.slice(3));
    if (line.startsWith("DA:")) {
        const [number, times] = line.slice(3).split(",").map(Number);
        if (hasCode(file, number)) add(lines, `${file}:${number}`, times);
    }
}
for (const { files } of JSON.parse(readFileSync(path.join(folder, "all.json"), "utf8")).data)
    for (const { filename, branches: list } of files)
        for (const [line, column, , , taken, not] of list) {
            add(branches, `${nameOf(filename)}:${line}:${column} true`, taken);
            add(branches, `${nameOf(filename)}:${line}:${column} false`, not);
        }

const totals = new Map();
function count(map, what) {
    const missed = [];
    for (const [place, times] of map) {
        const name = place.slice(0, place.indexOf(":"));
        for (const key of new Set([name, roomOf(name), name.split("/")[0]])) {
            const total = totals.get(key) ?? totals.set(key, { lines: [0, 0], branches: [0, 0] }).get(key);
            total[what][0] += times > 0 ? 1 : 0;
            total[what][1]++;
        }
        if (times === 0 && name.startsWith("src/")) missed.push(place);
    }
    return missed;
}
const text = (place) => readFileSync(place.split(":")[0], "utf8").split("\n")[place.split(/[: ]/)[1] - 1].trim();
const missedLines = count(lines, "lines"), missedBranches = count(branches, "branches");
const share = ([hit, all]) => (all === 0 ? 100 : (100 * hit) / all);
const cell = (pair) => `${String(pair[0]).padStart(6)} of ${String(pair[1]).padStart(5)} ${share(pair).toFixed(2).padStart(7)} %`;
const row = (name) => `${name.padEnd(28)} lines ${cell(totals.get(name).lines)}   branches ${cell(totals.get(name).branches)}`;
const names = [...totals.keys()].sort();
writeFileSync(path.join(folder, "report.txt"), [...names.map(row), "", "Lines of src/ that no test reached:",
    ...missedLines.map((place) => `${place}: ${text(place)}`), "", "Branches of src/ that no test took:",
    ...missedBranches.map((place) => `${place}: ${text(place)}`), ""].join("\n"));

for (const name of names.filter((name) => !name.includes(".c") && !name.includes(".h"))) console.log(row(name));

// docs/trust.md quotes the lines that no test can reach.
const excused = readFileSync("docs/trust.md", "utf8");
let passed = 0, failed = 0;
function check(what, holds) {
    if (holds) passed++;
    else { failed++; console.log(`failed: ${what}`); }
}
for (const place of missedLines)
    check(`${place} is neither reached nor excused: ${text(place)}`,
        excused.includes(`\`${place.split(":")[0]}\`: \`${text(place)}\``));
check("95 % of the branches of src", share(totals.get("src").branches) >= 95);
for (const name of ["common", "formats", "cli", "collection", "engine", "tournament", "grade", "server"])
    check(`90 % of the lines of ${name}`, share(totals.get(name).lines) >= 90);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
