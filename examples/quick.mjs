import { Game } from "arbiter";

const game = new Game();
for (const move of ["e4", "e5", "Bc4", "Nc6", "Qh5"])
    game.play(move);
console.log(game.verdict("Ke6").text);
game.play("Nf6");
console.log(game.play("Qxf7#").san, game.outcome.text);
