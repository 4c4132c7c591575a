// promises.mjs: reads what docs/openapi.yaml promises: every path, status and required key. The file is
// written so that it can be read line by line.
import { readFileSync } from "node:fs";
import path from "node:path";
import { check, here } from "./lib.mjs";

const yaml = readFileSync(path.join(here, "../../docs/openapi.yaml"), "utf8");

export const promised = new Map(); // "GET /api/games 200" -> { type, schema }
export const required = new Map(); // schema -> keys
const values = new Map();   // schema -> { key: required keys of its value }
{
    let route = "", method = "", schema = "", status = "";
    for (const line of yaml.split("\n")) {
        let found;
        if ((found = /^ {2}(\/\S*):$/.exec(line))) route = found[1];
        else if ((found = /^ {4}(get|post):$/.exec(line))) method = found[1].toUpperCase();
        else if ((found = /^ {8}"(\d{3})":(.*)$/.exec(line))) {
            status = `${method} ${route} ${found[1]}`;
            const type = /content: \{(\S+?):/.exec(found[2]);
            const ref = /schemas\/(\w+)/.exec(found[2]);
            promised.set(status, found[2].includes("responses/Problem")
                ? { type: "application/problem+json", schema: "Problem" }
                : { type: type?.[1], schema: ref?.[1] });
        } else if (promised.has(status) && (found = /^ {10,}(?:content: \{)?(application\/json)/.exec(line))) {
            promised.get(status).type = found[1];
        }
        if ((found = /^ {4}(\w+):$/.exec(line))) schema = found[1];
        if ((found = /^ {6}required: \[(.*)\]$/.exec(line)))
            required.set(schema, found[1].split(", "));
        if ((found = /^ {8}(\w+): \{type: object,.*required: \[(.*?)\]/.exec(line)))
            values.set(schema, { ...values.get(schema), [found[1]]: found[2].split(", ") });
    }
}

// The paths of lichess's API, which have tests of their own.
const dialect = /^\S+ \/(api\/(account|stream|challenge|token|user|users|bots?|\{kind\})(?=[/ ])|game\/export)/;
export const isDialect = (key) => dialect.test(key);

export const seen = new Set();

export function compare(method, route, answer) {
    const key = `${method} ${route} ${answer.status}`;
    const promise = promised.get(key);
    check(promise, `${key} is not in the file: ${answer.text}`);
    seen.add(key);
    if (promise.type) check(answer.type.startsWith(promise.type), `${key}: ${answer.type}`);
    for (const name of required.get(promise.schema) ?? [])
        check(name in answer.json, `${key}: no "${name}" in ${answer.text}`);
    for (const [name, keys] of Object.entries(values.get(promise.schema) ?? {}))
        for (const inner of answer.json[name] ? keys : [])
            check(inner in answer.json[name], `${key}: no "${name}.${inner}"`);
    return answer;
}
