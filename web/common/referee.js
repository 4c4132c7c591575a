// referee.js: the referee in the browser, for when the network is gone: the library and the server's own answers about games
// that are sent along, as WebAssembly (server/offline). No rule is written here: questions go in, answers come out.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const nowhere = { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 }; // it has no files
let loading = null;

async function load() {
    const answer = await fetch("./referee.wasm.gz");
    if (!answer.ok) throw new Error("this server was built without it");
    const bytes = answer.body.pipeThrough(new DecompressionStream("gzip"));
    const { instance } = await WebAssembly.instantiate(await new Response(bytes).arrayBuffer(), { wasi_snapshot_preview1: nowhere });
    return instance.exports;
}

// Resolves to the referee once it can be asked, or to null if there is none. Loading that failed without a network is tried again.
export function prepare() {
    loading ??= load().catch(() => { loading = null; return null; });
    return loading;
}

function give(library, ...texts) {
    const parts = texts.map((text) => encoder.encode(text));
    const at = library.room_for(parts.reduce((sum, { length }) => sum + length, 0));
    if (!at) throw new RangeError("no memory");
    const memory = new Uint8Array(library.memory.buffer, at);
    let end = 0;
    for (const part of parts) {
        memory.set(part, end);
        end += part.length;
    }
    return parts.map(({ length }) => length);
}

// Hands over the values of a question one by one; json_values.c keeps them.
const KINDS = { string: 1, number: 2 };
function put(library, holder, key, value) {
    const kind = value === null || value === undefined ? 0 : Array.isArray(value) ? 3 : KINDS[typeof value] ?? 4;
    const [keyLength, length] = give(library, key, kind === 1 ? value : "");
    const node = library.json_put(holder, kind, keyLength, length, kind === 2 ? value : 0);
    if (!node) throw new RangeError("no memory");
    if (kind > 2) for (const [name, held] of Object.entries(value)) put(library, node, name, held);
}

// Returns the answer as the server would give it, { status, value }, or null if the question is not one for the referee.
export async function answer(path, body, language) {
    const library = await prepare();
    if (!library) return null;
    const [name, query = ""] = path.split("?");
    if (body !== undefined) put(library, 0, "", body);
    give(library, `${name}\0${query}\0${language}\0`);
    const status = library.answer();
    if (!status) return null;
    const words = new Uint8Array(library.memory.buffer, library.answer_at(), library.answer_len());
    return { status, value: JSON.parse(decoder.decode(words)) };
}
