// hostile_rules.mjs: the most expensive rule set and start position that are accepted: hundreds of
// royal pieces on 32x32, two dozen kinds that hop and leap. With more steps it would be refused.
export function hostileRules({ royals = 440, enemies = 1, slides = "hop 1,2 1,3", leaps = "1,4" } = {}) {
    const lines = ["name = evil", "board = 32x32", "pieces = k", "royal = k a", "king-safety = yes", "faults = empty",
        "max-pieces = no", "max-pawns = no", "kings = any", "castling = no", "promotion = no", "double-step = no",
        "en-passant = no", "dead-material = goes-on"];
    for (const letter of "abcdefghijlmnopqrstuvwxyz")
        lines.push(`piece ${letter} n${letter} = ${slides} leap ${leaps}`);
    const board = Array.from({ length: 32 }, () => Array(32).fill(""));
    board[0][0] = "k";
    board[31][31] = "K";
    for (let at = 1023, left = royals; at >= 0 && left > 0; at--)
        if (board[at >> 5][at & 31] === "" && ((at >> 5) + at) % 2 === 0) { board[at >> 5][at & 31] = "A"; left--; }
    for (let at = 0, left = enemies - 1; at < 1024 && left > 0; at++)
        if (board[at >> 5][at & 31] === "") { board[at >> 5][at & 31] = "b"; left--; }
    const rows = board.map((row) => row.map((c) => c || " ").join("").replace(/ +/g, (gap) => String(gap.length)));
    return `${lines.join("\n")}\nstart = ${rows.join("/")} w\n`;
}
