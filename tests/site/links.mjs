// The documents as a site: every link leads to an existing page and place, from disk and from the server; nothing is loaded from
// elsewhere.   node links.mjs SITE [ARBITER]
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { createInterface } from "node:readline";

const [site, arbiter] = process.argv.slice(2);
const files = folder => readdirSync(folder, { withFileTypes: true })
    .flatMap(entry => entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]);
const pages = files(site).filter(file => file.endsWith(".html"));
const faults = [];
const ids = new Map(pages.map(file => [file, new Set([...readFileSync(file, "utf8").matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]));
let links = 0;
for (const file of pages) {
    const text = readFileSync(file, "utf8");
    const name = relative(site, file);
    for (const [, link] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        links++;
        if (/^https?:/.test(link)) continue; // a link that readers may follow; nothing is loaded from there
        const [path, anchor] = link.replaceAll("&amp;", "&").split("#");
        const to = path === "" ? file : normalize(join(dirname(file), path));
        if (!existsSync(to) || statSync(to).isDirectory()) faults.push(`${name}: ${link} leads nowhere`);
        else if (anchor && ids.has(to) && !ids.get(to).has(anchor)) faults.push(`${name}: ${link}: no such place`);
    }
    for (const [tag] of text.matchAll(/<(script|style|iframe)\b/g)) faults.push(`${name}: ${tag}`);
    // Every element that is opened must be closed, in order.
    const open = [];
    for (const [, slash, tag] of text.matchAll(/<(\/?)(ul|ol|li|p|pre|code|table|thead|tbody|tr|td|th|h[1-6]|div|a|strong|em|main|nav|body|html|details)\b[^>]*>/g))
        if (!slash) open.push(tag);
        else if (open.pop() !== tag) { faults.push(`${name}: </${tag}> closes nothing`); break; }
}
if (pages.length < 40 || links < 500) faults.push(`only ${pages.length} pages, ${links} links`);

// A function of the header can be found by its name.
if (!ids.get(join(site, "api-c.html")).has("arb_position_verdict")) faults.push("api-c.html: no arb_position_verdict");

if (arbiter) {
    const child = spawn(arbiter, ["serve", "--port", "0", "--store", join(site, "..", "site-test.db")], { stdio: ["ignore", "pipe", "pipe"] });
    const address = await new Promise((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
            createInterface({ input: stream }).on("line", line => {
                const found = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(line);
                if (found) resolve(found[0]);
            });
        child.once("exit", code => reject(new Error(`serve ended: ${code}`)));
    });
    for (const file of files(site)) {
        const answer = await fetch(`${address}/docs/${relative(site, file)}`);
        if (answer.status !== 200 || !Buffer.from(await answer.arrayBuffer()).equals(readFileSync(file)))
            faults.push(`the server's ${relative(site, file)}: ${answer.status}`);
    }
    const first = await fetch(`${address}/docs`); // follows to /docs/
    if (!first.url.endsWith("/docs/") || !/<title>/.test(await first.text())) faults.push(`/docs: ${first.status} ${first.url}`);
    child.kill();
}
for (const fault of faults) console.log(fault);
console.log(`${pages.length} pages, ${links} links, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
