// script_coverage.mjs: counts which lines of web/ the tests in the browser have run, by the browser's own coverage.
// If COVERAGE names a folder, each page's coverage is kept there; `node script_coverage.mjs FOLDER` judges it:
// a line counts if something on it has run in any page, and 90 % of the lines of web/ must have run.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FLOOR = 90;
const folder = process.env.COVERAGE;
let pages = 0;

export async function beginCount(page) {
    if (folder) await page.coverage.startJSCoverage({ resetOnNavigation: false });
}

export async function keepCount(page) {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const entries = await page.coverage.stopJSCoverage().catch(() => []); // a page that has crashed has none
    const counts = entries.map(({ url, functions }) => ({ file: url.replace(/[?#].*/, "").replace(/^\w+:\/\/[^/]*\//, ""), functions }));
    writeFileSync(join(folder, `${process.pid}-${pages += 1}.json`), JSON.stringify(counts));
}

// Ranges are nested, the outer ones first; the innermost one says how often a character has run.
function markRun(ran, functions) {
    const here = new Int32Array(ran.length).fill(-1);
    for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) here.fill(count, startOffset, endOffset);
    for (let at = 0; at < ran.length; at += 1) if (here[at] > 0) ran[at] = 1;
}

function judge(counts) {
    const web = join(dirname(fileURLToPath(import.meta.url)), "../../web");
    const files = new Map(readdirSync(web, { recursive: true }).filter((name) => name.endsWith(".js") && name !== "worker.js") // no page runs the worker
        .map((name) => [name, readFileSync(join(web, name), "utf8")]).map(([name, text]) => [name, { text, ran: new Uint8Array(text.length) }]));
    for (const name of readdirSync(counts).filter((each) => each.endsWith(".json")))
        for (const { file, functions } of JSON.parse(readFileSync(join(counts, name), "utf8")))
            if (files.has(file)) markRun(files.get(file).ran, functions);
    let all = 0, run = 0;
    for (const [name, { text, ran }] of files) {
        let at = 0;
        const missed = [];
        const lines = text.split("\n").map((line, index) => {
            const begin = at + line.search(/\S|$/);
            at += line.length + 1;
            if (/^\s*(\/\/.*|[\])};,]*)$/.test(line)) return null; // nothing to run
            const has = ran.subarray(begin, at - 1).includes(1);
            if (!has) missed.push(index + 1);
            return has;
        }).filter((has) => has !== null);
        const hit = lines.filter(Boolean).length;
        all += lines.length;
        run += hit;
        console.log(`${name.padEnd(20)} ${String(hit).padStart(4)} of ${String(lines.length).padStart(4)} ${(100 * hit / lines.length).toFixed(1).padStart(6)} %  ${missed.slice(0, 24).join(" ")}`);
    }
    const share = 100 * run / all;
    console.log(`web: ${run} of ${all} lines, ${share.toFixed(2)} %`);
    console.log(share >= FLOOR ? "1 passed, 0 failed" : `failed: ${FLOOR} % of the lines of web\n0 passed, 1 failed`);
    return share >= FLOOR;
}

if (basename(process.argv[1] ?? "") === "script_coverage.mjs") process.exit(judge(process.argv[2]) ? 0 : 1);
