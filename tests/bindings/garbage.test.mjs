// Calls every method of every class with arbitrary arguments. An answer or a JavaScript exception is right; a trap of
// WebAssembly, or a library that answers wrongly afterwards, is not.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";

const load = name => import(pathToFileURL(`${process.env.PACKAGE}/${name}`));
const modern = await load("arbiter.mjs");
const { Rules, Position, Game, Tree } = modern;
const theirs = await load("chess.mjs");
const { Chess } = theirs;

let seed = Number(process.env.SEED ?? 1);
const random = limit => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
};
const letters = "abcdefgh12345678NBRQKPx=+#O-0/ wbkq.{}();\"[]$!?*\n%\0\x1e\x1f\ud800\u00e9\u{1f600}";
const noise = () => Array.from({ length: random(40) }, () => letters[random(letters.length)]).join("");
const pool = [
    () => undefined, () => null, () => true, () => NaN, () => -1, () => 0, () => 1, () => 2.5, () => 1e20, () => -1e20,
    () => Infinity, () => 4294967295, () => 2147483648, () => 10n, () => Symbol("x"), () => () => 1, () => [], () => [1, 2],
    () => ({}), () => ({ from: "e2", to: "e4" }), () => ({ fen: noise() }), () => ({ rules: noise() }), () => ({ rules: 7 }), () => ({ lang: noise() }), () => ({ lang: "zh" }),
    () => ({ rules: Object.create(Rules.prototype) }), () => ({ width: noise(), keep: 1 }), () => ({ verbose: true, square: noise() }),
    () => ({ type: noise(), color: "w" }), () => ({ k: true }), () => "", () => "e4", () => "e2e4", () => "white", () => "w",
    () => "x".repeat(100000), () => "(".repeat(20000), () => "{".repeat(5000), () => new Date(0), () => new Proxy({}, {}),
    () => "8/8/8/8/8/8/8/8 w - - 0 1", () => "4k3/8/8/8/8/8/8/4K3 w - - 0 1", () => "k".repeat(64), () => "[Event \"x\"]\n\n1. e4 (1. d4) e5 *",
    noise, noise, noise, noise,
];
const any = () => pool[random(pool.length)]();
const some = () => Array.from({ length: random(5) }, any);

let exceptions = 0;
const tried = (what, call) => {
    try {
        return call();
    } catch (error) {
        assert.ok(error instanceof Error, `${what} threw ${String(error)}`);
        assert.ok(!(error instanceof WebAssembly.RuntimeError), `${what} trapped: ${error.stack}`);
        assert.notEqual(error.message, "Maximum call stack size exceeded", what);
        exceptions++;
        return undefined;
    }
};
const sane = what => {
    assert.equal(new Position().perft(2), 400, what);
    assert.equal(new Chess().moves().length, 20, what);
};

const members = prototype => prototype === Object.prototype ? [] : [
    ...Object.getOwnPropertyNames(prototype).filter(name => name !== "constructor"), ...members(Object.getPrototypeOf(prototype))];
const classes = { Position: () => new Position(), Game: () => new Game(), Tree: () => Tree.read("1. e4 {a} (1. d4 d5) e5 $1 *"), Chess: () => new Chess(),
                  Rules: () => Rules.find("chess") };

for (const [name, make] of Object.entries(classes)) {
    test(`${name}: every member`, () => {
        let calls = 0;
        const names = members(Object.getPrototypeOf(make()));
        for (let round = 0; round < 60; round++) {
            const object = make();
            for (let i = 0; i < 20; i++) {
                const member = names[random(names.length)];
                const what = `seed ${seed}: ${name}.${member}`;
                calls++;
                tried(what, () => {
                    const value = object[member];
                    if (typeof value !== "function")
                        return;
                    // A real search of depth 30 would never end, so depths that are real and large are left out.
                    const given = member === "perft" ? [any()].filter(a => !(a > 3 && a <= 30)) : some();
                    const answer = value.apply(random(20) ? object : any(), given);
                    if (answer && typeof answer.next === "function")
                        for (let n = 0; n < 3 && !answer.next().done; n++)
                            continue;
                });
            }
            sane(`${name}, seed ${seed}`);
        }
        assert.ok(calls >= 1200 && names.length > 0);
    });
}

test("constructors and functions", async () => {
    const functions = [...Object.values(modern), ...Object.values(theirs)]
        .filter(value => typeof value === "function" && value !== modern.loadLanguage); // it answers later: below
    const statics = [Rules, Tree].flatMap(Class => Object.getOwnPropertyNames(Class)
        .filter(name => typeof Class[name] === "function").map(name => (...args) => Class[name](...args)));
    for (let i = 0; i < 2000; i++) {
        const call = functions[random(functions.length)];
        tried(`seed ${seed}: new ${call.name}`, () => new call(...some()));
        tried(`seed ${seed}: ${call.name}`, () => call(...some()));
        tried(`seed ${seed}: static`, () => {
            const answer = statics[random(statics.length)](...some());
            return answer && typeof answer.next === "function" ? answer.next() : answer;
        });
    }
    for (let i = 0; i < 200; i++) {
        const answer = tried("loadLanguage", () => modern.loadLanguage(...some()));
        await answer?.catch(error => tried("loadLanguage", () => { throw error; }));
    }
    sane("constructors");
    assert.ok(exceptions > 1000, `only ${exceptions} exceptions`);
});

test("no pointer can be forged", () => {
    assert.throws(() => new Rules(5), TypeError);
    assert.throws(() => new Position({ rules: Object.create(Rules.prototype) }), TypeError);
    const game = new Game();
    assert.throws(() => { "use strict"; game.rules = { pointer: 5 }; }, TypeError);
});
