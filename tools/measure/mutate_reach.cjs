// Which lines of the source each test comes to, for tools/mutate. The build has clang's counters; a test runs once without any
// change and leaves its counts, and from then on a change in a line is shown only to the tests that come there.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

// What stops a program behind a mistake that the build with sanitizers would report, for little time.
const trapping = ['-fsanitize=bounds,signed-integer-overflow,shift,null,bool,enum', '-fsanitize-trap=all'];

// The cmake arguments of a build whose programs count.
const counting = ['-DCMAKE_C_COMPILER=clang', '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld',
    '-DCMAKE_C_FLAGS=-O1 -w -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation ' + trapping.join(' ')];

// Where the programs of a test leave their counts. Servers are killed, and children become other programs or end at once, so
// these leave their counts in files of their own, which are written all the time; many short commands share four files.
function rawFile(folder, test) {
    return path.join(folder, 'raw', test, /^(unit|server|fleet|faults|grade|terminal|tournament)[.]/.test(test) ? '%c%p.profraw' : '%4m.profraw');
}

function tool(name, args) {
    const version = spawnSync('clang', ['-dumpversion'], { encoding: 'utf8' }).stdout.split('.')[0];
    for (const command of [`${name}-${version}`, name]) {
        const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
        if (done.status === 0) return done.stdout;
    }
    return null;
}

// Returns a map from each file of the room to its lines that the test comes to, and adds all lines that a test could come to
// to `known`; null if the test has left no counts, as one that runs programs of its own.
function linesOf(folder, test, program, room, known) {
    const raw = path.join(folder, 'raw', test);
    const files = fs.existsSync(raw) ? fs.readdirSync(raw).map((name) => path.join(raw, name)) : [];
    const merged = path.join(folder, 'merged.profdata');
    if (files.length === 0 || tool('llvm-profdata', ['merge', '-failure-mode=all', '-sparse', '-o', merged, ...files]) === null) return null;
    const text = tool('llvm-cov', ['export', '-format=lcov', '-skip-functions', '-instr-profile', merged, program, room]);
    fs.rmSync(raw, { recursive: true });
    if (text === null) return null;
    const reached = new Map();
    let lines, all;
    for (const entry of text.split('\n')) {
        if (entry.startsWith('SF:')) {
            const file = entry.slice(entry.includes('/tree/') ? entry.lastIndexOf('/tree/') + 6 : 3);
            reached.set(file, lines = new Set());
            if (!known.has(file)) known.set(file, new Set());
            all = known.get(file);
        } else if (entry.startsWith('DA:')) {
            const [row, count] = entry.slice(3).split(',').map(Number);
            all.add(row);
            if (count > 0) lines.add(row);
        }
    }
    return reached;
}

// Can the test notice a change in this line? A line that no counter stands for, as one of a table, is noticed by tests that come
// to its file; a test without counts is always asked.
function comesTo(reached, known, file, row) {
    if (!reached || !known.has(file)) return true;
    const lines = reached.get(file);
    return known.get(file).has(row) ? Boolean(lines && lines.has(row)) : Boolean(lines && lines.size > 0);
}

// Returns the lines of a room that no test comes to, as text: what to test first. Nothing is known of tests that leave no counts.
function unreached(tests, known, room) {
    const found = [];
    for (const [file, rows] of [...known].filter(([name]) => name.startsWith(room + '/')).sort())
        for (const row of rows)
            if (!tests.some(({ reached }) => reached?.get(file)?.has(row))) found.push(`${file}:${row}\n`);
    return found.join('');
}

module.exports = { counting, trapping, rawFile, linesOf, comesTo, unreached };
