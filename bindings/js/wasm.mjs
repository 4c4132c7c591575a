// The library as WebAssembly: loaded once, one memory, no imports.
let bytes;
if (typeof process === "object" && process.versions?.node) {
    const { readFileSync } = await import("node:fs");
    bytes = readFileSync(new URL("./arbiter.wasm", import.meta.url));
} else {
    bytes = await (await fetch(new URL("./arbiter.wasm", import.meta.url))).arrayBuffer();
}
const { instance } = await WebAssembly.instantiate(bytes, {});

export const library = instance.exports;
