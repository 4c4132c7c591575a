// Measures the memory of boards. It runs by node --expose-gc in a process of its own, because WebAssembly's memory never shrinks.
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";

const load = name => import(pathToFileURL(`${process.env.PACKAGE}/${name}`));
const { Position, Game, Tree } = await load("arbiter.mjs");
const { Chess } = await load("chess.mjs");
const { library } = await load("wasm.mjs");

const used = () => {
    globalThis.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers + library.memory.buffer.byteLength;
};

test("a board costs at most 2 KB", () => {
    const all = [];
    for (const [what, make] of [["Position", () => new Position({ fen: "8/8/8/8/4k3/8/5P2/4K3 w - - 0 1" })], ["Game", () => new Game()], ["Chess", () => new Chess()],
                                ["Game of Shako", () => new Game({ rules: "shako" })]]) {
        const before = used();
        const kept = Array.from({ length: 5000 }, make);
        const each = (used() - before) / kept.length;
        all.push(kept);
        console.log(`${what}: ${Math.round(each)} bytes`);
        assert.ok(each <= 2048, `${what}: ${each} bytes`);
    }
});

test("a board's memory goes with its object", async () => {
    // Boards are freed when they are collected, so that as many new ones need no more memory.
    const rounds = [];
    const settled = () => rounds.length > 3 && rounds.at(-1) === rounds.at(-3);
    while (!settled() && rounds.length < 40) { // each would take 7 MB more if nothing were freed
        for (let i = 0; i < 5000; i++)
            new Game().play("e4");
        globalThis.gc();
        await new Promise(resolve => setTimeout(resolve, 20)); // finalizers are tasks, which may come late
        rounds.push(library.memory.buffer.byteLength);
    }
    assert.ok(settled(), `memory grows: ${rounds}`);
});

test("memory grows by ever larger steps", () => {
    // Each growth is a call of the JavaScript engine that takes longer the more memory there is.
    const kept = [], sizes = new Set([library.memory.buffer.byteLength]);
    const enough = 2 * library.memory.buffer.byteLength;
    while (library.memory.buffer.byteLength < enough) {
        kept.push(Tree.read("1. e4 e5 2. Nf3 *"));
        sizes.add(library.memory.buffer.byteLength);
    }
    assert.ok(sizes.size < 40, `${sizes.size} steps to twice the memory`);
});
