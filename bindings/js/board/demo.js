// The moves of the first board, below it.
const board = document.getElementById("chess");
board.addEventListener("move", () => {
    document.getElementById("moves").textContent = board.game.history().join(" ");
});
