// Compares the package for JavaScript with chess.js: node js_faces.mjs PACKAGE PEERS [ROUNDS]
// Rounds are interleaved, and the best of each counts, in CPU time. Each line has a question, the times of chess.js and of our
// class with its interface, their ratio, and the time of the modern interface if it has the same question.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, peers, rounds = "5"] = process.argv.slice(2);
const load = name => import(pathToFileURL(`${folder}/${name}`));
const { Chess } = await load("chess.mjs");
const { Game, Position, Tree } = await load("arbiter.mjs");
const { Chess: Theirs } = createRequire(`${peers}/`)("chess.js");

// Plays games of random moves by a small random generator with a fixed seed.
let seed = 7;
const random = limit => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % limit;
};
const games = Array.from({ length: 6 }, () => {
    const game = new Theirs();
    for (let ply = 0; ply < 80 && !game.isGameOver(); ply++)
        game.move(game.moves()[random(game.moves().length)]);
    return { moves: game.history(), pgn: game.pgn() };
});
const fens = games.flatMap(({ moves }) => {
    const game = new Theirs();
    return moves.map(move => (game.move(move), game.fen()));
}).filter((_, i) => i % 5 === 0);

const perft = (game, depth, moves, play) => {
    if (depth === 0) return 1;
    let count = 0;
    for (const move of moves(game)) {
        play(game, move);
        count += perft(game, depth - 1, moves, play);
        game.undo();
    }
    return count;
};

const boards = { Chess: fens.map(fen => new Chess(fen)), Theirs: fens.map(fen => new Theirs(fen)) };
const modern = fens.map(fen => new Position({ fen }));
const kinds = [
    ["moves in SAN", type => boards[type].forEach(board => board.moves()), () => modern.forEach(p => p.moves({ san: true }))],
    ["moves as objects", type => boards[type].forEach(board => board.moves({ verbose: true }))],
    ["play by SAN", (type, Class) => games.forEach(({ moves }) => { const g = new Class(); moves.forEach(m => g.move(m)); }),
        () => games.forEach(({ moves }) => { const g = new Game(); moves.forEach(m => g.play(m)); })],
    ["load a PGN", (type, Class) => games.forEach(({ pgn }) => new Class().loadPgn(pgn)),
        () => games.forEach(({ pgn }) => Tree.read(pgn))],
    ["perft 3 by moves, move, undo", (type, Class) => perft(new Class(), 3, game => game.moves(), (game, move) => game.move(move)),
        () => perft(new Game(), 3, game => game.moves({ san: true }), (game, move) => game.play(move))],
    ["perft 3 by perft()", (type, Class) => new Class().perft(3), () => new Position().perft(3)],
];

// Returns the milliseconds of CPU time of a run, over as many runs as fill 100 ms.
const timed = run => {
    let runs = 0;
    const start = process.cpuUsage();
    do { run(); runs++; } while (process.cpuUsage(start).user < 100000);
    return process.cpuUsage(start).user / 1000 / runs;
};
for (const [what, work, ours] of kinds) {
    const best = { theirs: Infinity, ours: Infinity, modern: Infinity };
    for (let round = 0; round < Number(rounds); round++) {
        best.theirs = Math.min(best.theirs, timed(() => work("Theirs", Theirs)));
        best.ours = Math.min(best.ours, timed(() => work("Chess", Chess)));
        if (ours) best.modern = Math.min(best.modern, timed(ours));
    }
    console.log([what, best.theirs.toFixed(3), best.ours.toFixed(3), (best.theirs / best.ours).toFixed(1),
        ours ? best.modern.toFixed(3) : "-"].join("\t"));
}
