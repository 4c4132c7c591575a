// The library as WebAssembly, for programs that use require().
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const wasm = new WebAssembly.Module(readFileSync(join(__dirname, "arbiter.wasm")));
exports.library = new WebAssembly.Instance(wasm, {}).exports;
