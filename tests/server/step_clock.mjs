// step_clock.mjs: a server whose clock runs ahead by as much as a test says, by a preloaded shim (steptime.c).
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { folder, here } from "./lib.mjs";

const shim = path.join(folder, "steptime.so"), file = path.join(folder, "step");
execFileSync("cc", ["-shared", "-fPIC", "-o", shim, path.join(here, "steptime.c")]);
writeFileSync(file, Buffer.alloc(8));
let ahead = 0n;

// Shell code that makes a server use the shim: start({ before: stepped }).
export const stepped = `export LD_PRELOAD=${shim} STEP_FILE=${file}`;

// Puts the servers' clocks ahead. The file is written in place, because the servers have mapped it.
export function jump(ms) {
    const eight = Buffer.alloc(8);
    ahead += BigInt(Math.round(ms));
    eight.writeBigInt64LE(ahead);
    writeFileSync(file, eight, { flag: "r+" });
}
