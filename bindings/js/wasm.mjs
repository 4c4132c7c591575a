// Loads the library as WebAssembly, once, with one memory and no imports; and other files of the package.
const inNode = typeof process === "object" && process.versions?.node;
const load = async name => {
    const address = new URL(name, import.meta.url);
    if (inNode)
        return (await import("node:fs")).readFileSync(address);
    const answer = await fetch(address);
    if (!answer.ok)
        throw new Error(`${address}: ${answer.status}`);
    return answer.arrayBuffer();
};
const { instance } = await WebAssembly.instantiate(await load("./arbiter.wasm"), {});

export const library = instance.exports;
/** The text of a file of the package, "./languages/de.txt". */
export const loadText = async name => new TextDecoder().decode(await load(name));
