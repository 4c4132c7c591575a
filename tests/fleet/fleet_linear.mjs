// The checker of histories accepts correct histories and finds every planted violation.
import { check, done, equal, test } from "../server/lib.mjs";
import { violations } from "./linearizable.mjs";

const move = (request, from, to, version) => ({ kind: "move", request, from, to, version });
const read = (from, to, version, request) => ({ kind: "read", from, to, version, request });
const step = (n, request, fence = 1) => ({ n, request, fence });
const log = [step(1, "a"), step(2, "b"), step(3, "c", 2)];

const right = {
    "one after the other": [move("a", 0, 1, 1), read(2, 3, 1, "a"), move("b", 4, 5, 2), move("c", 6, 7, 3), read(8, 9, 3, "c")],
    "at once, in any order": [move("b", 0, 10, 2), move("a", 0, 10, 1), read(0, 10, 0), read(0, 10, 2, "b"), move("c", 0, 10, 3)],
    "a move of unknown fate that happened": [move("a", 0, 1, 1), move("b", 2, Infinity, null), read(3, 9, 2, "b"), move("c", 5, 6, 3)],
    "one that did not": [move("a", 0, 1, 1), move("x", 2, Infinity, null), move("b", 3, 4, 2), move("c", 5, 6, 3)],
    "one that was refused": [move("a", 0, 1, 1), move("x", 2, 3, 0), move("b", 3, 4, 2), move("c", 5, 6, 3)],
};
for (const [name, operations] of Object.entries(right))
    await test(`right: ${name}`, () => equal(violations(operations, log), []));

const wrong = {
    "an acknowledged move is lost": [[move("a", 0, 1, 1), move("d", 2, 3, 4)], log, /acknowledged is lost/],
    "a move is applied twice": [[move("a", 0, 1, 1)], [step(1, "a"), step(2, "a")], /applied twice/],
    "a refused move is applied": [[move("b", 0, 1, 0)], log, /refused was applied/],
    "a read is stale": [[move("a", 0, 1, 1), move("b", 2, 3, 2), read(4, 5, 1, "a")], log, /older than 2/],
    "a read goes back behind another read": [[read(0, 1, 2, "b"), read(2, 3, 1, "a")], log, /older than 2/],
    "a read shows what was taken back": [[read(0, 1, 4, "d")], log, /shown is lost/],
    "a read shows another step": [[read(0, 1, 2, "x")], log, /another game/],
    "a move takes effect before it was sent": [[read(0, 1, 2, "b"), move("b", 2, 3, 2)], log, /shown before it was asked/],
    "moves change places": [[move("b", 0, 1, 2), move("a", 2, 3, 1)], log, /older than 2/],
    "an answer names another step": [[move("a", 0, 1, 2)], log, /another step/],
    "two owners write in turns": [[], [step(1, "a", 1), step(2, "b", 2), step(3, "c", 1)], /in turns/],
    "a step is missing": [[], [step(1, "a"), step(3, "b")], /missing/],
};
for (const [name, [operations, steps, expected]] of Object.entries(wrong))
    await test(`found: ${name}`, () => {
        const found = violations(operations, steps);
        check(found.length > 0 && expected.test(found[0]), JSON.stringify(found));
    });

// Random histories of a correct object are linearizable; with one version changed they are not.
await test("random histories of an object that is right, and of one that lies once", () => {
    let seed = 7;
    const lot = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
    for (let round = 0; round < 300; round++) {
        const operations = [], steps = [];
        for (let i = 0, now = 0; i < 30; i++) {
            now += 1 + lot(5); // the moment at which it takes effect
            const from = now - lot(20), to = now + lot(20);
            if (lot(3) > 0) {
                steps.push(step(steps.length + 1, `r${i}`));
                operations.push({ ...move(`r${i}`, from, to, steps.length), now });
            } else {
                operations.push({ ...read(from, to, steps.length, steps.at(-1)?.request), now });
            }
        }
        equal(violations(operations, steps), [], `round ${round}`);
        const reads = operations.filter((o) => o.kind === "read" && o.version > 1);
        if (reads.length === 0) continue;
        const liar = reads[lot(reads.length)];
        const before = operations.filter((o) => o.to < liar.from && (o.kind === "read" ? o.version : steps.findIndex((s) => s.request === o.request) + 1) >= liar.version);
        if (before.length === 0) continue; // no operation ended before it, so the change cannot be seen
        liar.version--;
        liar.request = steps[liar.version - 1].request;
        check(violations(operations, steps).length > 0, `round ${round}: the lie was not found`);
    }
});

await done();
