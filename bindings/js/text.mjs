// Text to and from the library's memory.
import { library } from "./wasm.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
// Node's own buffers read short texts faster than its TextDecoder.
const view = typeof Buffer === "function" ? buffer => Buffer.from(buffer) : buffer => new Uint8Array(buffer);
const decode = typeof Buffer === "function"
    ? (from, at, end) => from.toString("utf8", at, end)
    : (from, at, end) => decoder.decode(from.subarray(at, end));
let memory = view(library.memory.buffer);

// The memory moves when it grows.
const bytes = () => {
    if (memory.byteLength === 0)
        memory = view(library.memory.buffer);
    return memory;
};

const SHORT = 24; // up to this length a loop is faster than a call into the JavaScript engine

/** Writes a text where the library reads its arguments; returns its length in bytes. */
const give = text => {
    const room = text.length * 3;
    const at = library.text_room(room);
    if (!at)
        throw new RangeError("the library has no memory left");
    if (text.length <= SHORT) {
        const to = bytes();
        let i = 0;
        for (; i < text.length && text.charCodeAt(i) < 128; i++)
            to[at + i] = text.charCodeAt(i);
        if (i === text.length)
            return i;
    }
    return encoder.encodeInto(text, bytes().subarray(at, at + room)).written;
};

/** Reads the text of an answer of this many bytes. */
const take = length => {
    if (length < 0)
        throw new RangeError("the library has no memory left");
    const at = library.text_at();
    const from = bytes();
    if (length > SHORT)
        return decode(from, at, at + length);
    let text = "";
    for (let i = at; i < at + length; i++) {
        if (from[i] > 126)
            return decode(from, at, at + length);
        text += String.fromCharCode(from[i]);
    }
    return text;
};

const records = length => (length > 0 ? take(length).split("\x1e") : []);
const fields = record => record.split("\x1f");

/** Copies bytes out of the library's memory, and into it. */
const copyOut = (at, length) => Uint8Array.prototype.slice.call(bytes(), at, at + length);
const copyIn = (at, from) => bytes().set(from, at);

export { copyIn, copyOut, give, take, records, fields };
