// Text to and from the library's memory.
import { library } from "./wasm.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let memory = new Uint8Array(library.memory.buffer);

// The memory moves when it grows.
const bytes = () => {
    if (memory.byteLength === 0)
        memory = new Uint8Array(library.memory.buffer);
    return memory;
};

/** Writes a text where the library reads its arguments; its length in bytes. */
const give = text => {
    const room = text.length * 3;
    const at = library.text_room(room);
    if (!at)
        throw new RangeError("the library has no memory left");
    return encoder.encodeInto(text, bytes().subarray(at, at + room)).written;
};

/** The text of an answer of so many bytes. */
const take = length => {
    if (length < 0)
        throw new RangeError("the library has no memory left");
    const at = library.text_at();
    if (length > 24)
        return decoder.decode(bytes().subarray(at, at + length));
    const from = bytes();
    let text = "";
    for (let i = at; i < at + length; i++) {
        if (from[i] > 126)
            return decoder.decode(from.subarray(at, at + length));
        text += String.fromCharCode(from[i]);
    }
    return text;
};

const records = length => (length > 0 ? take(length).split("\x1e") : []);
const fields = record => record.split("\x1f");

/** Bytes out of the library's memory, and into it. */
const copyOut = (at, length) => bytes().slice(at, at + length);
const copyIn = (at, from) => bytes().set(from, at);

export { copyIn, copyOut, give, take, records, fields };
