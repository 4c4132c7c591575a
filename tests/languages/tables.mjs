// tables.mjs: every language has every sentence of the library and every text of the page, with the same placeholders, and a
// title for every shipped rule set; no text of the page is outside the tables.  node tables.mjs OUTPUT_OF_RULES_ALL
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { literals, sentences, top } from "./sentences.mjs";

const faults = [];
const read = (path) => readFileSync(join(top, path), "utf8");
const places = (text) => [...new Set([...text.matchAll(/%(?:\[[^\]]*\])?([A-Za-z])/g)].map(([, letter]) => letter))].sort().join("");
const LANGUAGES = ["de", "fr", "es", "zh"];

// ---- the library ----

const wanted = sentences();
for (const tag of LANGUAGES) {
    const source = read(`src/base/language_${tag}.c`);
    const [, table] = /arb__translation \w+\[\] = \{([\s\S]*?)\n\};/.exec(source);
    const words = new Set([.../arb__agreeing \w+\[\] = \{([\s\S]*?)\n\};/.exec(source)?.[1].matchAll(/^ +\{"([^"]+)",/gm) ?? []].map(([, word]) => word));
    const texts = literals(table.replace(/\},/g, "} ,;")); // a pair is two literals: neither joins its neighbour
    const pairs = new Map();
    for (const [, english, text] of table.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\{((?:\s*"(?:[^"\\]|\\.)*")+),((?:\s*"(?:[^"\\]|\\.)*")+)\}/g)) {
        const [key] = literals(english), [value] = literals(text);
        if (pairs.has(key)) faults.push(`${tag}: "${key}" stands twice`);
        pairs.set(key, value);
    }
    if (texts.length !== 2 * pairs.size) faults.push(`${tag}: ${texts.length} texts in ${pairs.size} pairs`);
    for (const [text, home] of wanted) {
        const value = pairs.get(text);
        if (value === undefined) faults.push(`${tag}: no sentence for "${text}" of ${home}`);
        else if (value === "" && text !== " ") faults.push(`${tag}: "${text}" is empty`);
        else if (places(value) !== places(text)) faults.push(`${tag}: "${value}" has other places than "${text}"`);
        for (const [, word] of value?.matchAll(/%[[<]([^\]>]*)[\]>]/g) ?? [])
            if (!words.has(word[0].toLowerCase() + word.slice(1))) faults.push(`${tag}: no word "${word}" for "${value}"`);
    }
    for (const key of pairs.keys()) if (!wanted.has(key)) faults.push(`${tag}: nobody says "${key}"`);
    // Every name of a piece in a shipped rule set must be among the nouns of the language.
    const nouns = new Set([...source.matchAll(/\{"([a-z-]+)", "[^"]+", (?:NULL|"[^"]+"), \d\}/g)].map(([, name]) => name));
    for (const file of readdirSync(join(top, "examples/rules")))
        for (const [, name] of read(`examples/rules/${file}`).matchAll(/^piece +\S +(\S+)/gm))
            if (!nouns.has(name)) faults.push(`${tag}: no noun for the ${name} of ${file}`);
}

// ---- the page ----

const { EN, LANGUAGES: spoken } = await import(join(top, "web/texts/texts.js"));
const shipped = readFileSync(process.argv[2], "utf8").trim().split("\n").map((line) => /^\S+ +\S+ +(.*)$/.exec(line)[1]);
// The sources of the server, for its texts, with the parts of each literal joined.
const server = readdirSync(join(top, "server"), { recursive: true }).filter((name) => name.endsWith(".c"))
    .map((name) => read(`server/${name}`).replace(/"\s*\n\s*"/g, "")).join("\n");
const asked = Object.keys((await import(join(top, "web/texts/texts_de.js"))).PROBLEMS);
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole))].sort().join("");
for (const tag of Object.keys(spoken).filter((each) => each !== "en")) {
    const { TEXTS, TITLES, PROBLEMS } = await import(join(top, `web/texts/texts_${tag}.js`));
    for (const [key, text] of Object.entries(EN)) {
        if (typeof TEXTS[key] !== "string" || TEXTS[key] === "") faults.push(`web/texts/texts_${tag}.js: no text for ${key} ("${text}")`);
        else if (holes(TEXTS[key]) !== holes(text)) faults.push(`web/texts/texts_${tag}.js: ${key} has other places: "${TEXTS[key]}", "${text}"`);
    }
    for (const key of Object.keys(TEXTS)) if (!(key in EN)) faults.push(`web/texts/texts_${tag}.js: nobody says ${key}`);
    for (const problem of asked) if (!PROBLEMS[problem]) faults.push(`web/texts/texts_${tag}.js: no words for "${problem}"`);
    for (const problem of Object.keys(PROBLEMS)) if (!asked.includes(problem) || !server.includes(`"${problem}"`)) faults.push(`web/texts/texts_${tag}.js: the server does not say "${problem}"`);
    for (const title of shipped) if (!TITLES[title]) faults.push(`web/texts/texts_${tag}.js: no title for "${title}"`);
    for (const title of Object.keys(TITLES)) if (!shipped.includes(title)) faults.push(`web/texts/texts_${tag}.js: no rule set is called "${title}"`);
}
for (const file of readdirSync(join(top, "web/texts"))) {
    const keys = [...read(`web/texts/${file}`).matchAll(/(?:^|[{,])\s*(?:"([^"]+)"|([a-z]\w*)): (?=")/gm)].map(([, quoted, plain]) => quoted ?? plain);
    for (const key of keys.filter((each, at) => keys.indexOf(each) !== at)) faults.push(`web/texts/${file}: ${key} stands twice`);
}

// All that people read or hear must come from t(): text, title, placeholder and labels of elements, names of fields.
const isWord = (text) => /[A-Za-zÀ-ÿ]{2}/.test(text) && !/^(FEN|PGN|O-O(-O)?)$/.test(text);
const OUTSIDE = [/(?:\btext|\btitle|\bplaceholder|\blabel|"aria-label"|\balt): ["`]([^"`]*)["`]/g, /\b(?:field|choices|openDialog|showText)\(["`]([^"`]*)["`]/g,
                 /\boption\([^,()]*, ["`]([^"`]*)["`]/g, /\b(?:say|speak)\(["`]([^"`]*)["`]/g, /\btextContent = ["`]([^"`]*)["`]/g,
                 /setAttribute\("aria-label", ["`]([^"`]*)["`]/g, /words\.push\(["`]([^"`]*)["`]/g, /detail: ["`]([^"`]*)["`]/g];
// Texts that are not translated because people type them so: the handouts' names, an example of a rule set and of a game.
const DATA = [/^name = mine/, /^\[Event/, /^--listen$/, /^Nf3, |^\d \d /];
for (const file of readdirSync(join(top, "web"), { recursive: true }).filter((name) => name.endsWith(".js") && !name.startsWith("texts/"))) {
    let source = read(`web/${file}`).replace(/^\s*\/\/.*$/gm, "");
    for (let before = ""; before !== source;) [before, source] = [source, source.replace(/\$\{[^{}]*\}/g, "")];
    for (const pattern of OUTSIDE)
        for (const [, text] of source.matchAll(pattern))
            if (isWord(text) && !DATA.some((known) => known.test(text))) faults.push(`web/${file}: "${text}" stands outside the tables`);
    for (const [, key] of read(`web/${file}`).matchAll(/\bt\("([^"]+)"/g)) if (!(key in EN)) faults.push(`web/${file}: there is no text ${key}`);
}
const html = read("web/index.html");
for (const [, key, text] of html.matchAll(/data-text="([^"]+)"[^>]*>([^<]*)</g))
    if (EN[key] !== text) faults.push(`web/index.html: "${text}" is not the text ${key}`);
for (const [, label, key] of html.matchAll(/aria-label="([^"]+)"[^>]* data-label="([^"]+)"/g))
    if (EN[key] !== label) faults.push(`web/index.html: "${label}" is not the text ${key}`);

for (const fault of faults) console.log(fault);
console.log(faults.length > 0 ? `${faults.length} faults` : `ok: ${wanted.size} sentences of the library, ${Object.keys(EN).length} texts of the page, ${shipped.length} titles, in ${Object.keys(spoken).length} languages`);
process.exit(faults.length > 0 ? 1 : 0);
