// Shows the moves of the first board below it, and its buttons.
const board = document.getElementById("chess");
const show = () => { document.getElementById("moves").textContent = board.game.history().join(" "); };
const button = (id, act) => document.getElementById(id).addEventListener("click", () => { act(); show(); });
board.addEventListener("move", show);
button("back", () => board.undo());
button("again", () => board.reset());
document.getElementById("draw").addEventListener("click", ({ target }) => {
    target.setAttribute("aria-pressed", String(board.toggleAttribute("pen")));
});
