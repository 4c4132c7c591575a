// The library as WebAssembly, and the other files of the package, for programs that use require().
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const wasm = new WebAssembly.Module(readFileSync(join(__dirname, "arbiter.wasm")));
exports.library = new WebAssembly.Instance(wasm, {}).exports;
exports.loadText = async name => readFileSync(join(__dirname, name), "utf8");
