import { Game, Outcome, Verdict } from "arbiter";

/** <arbiter-board>. Events: "move" (MoveDetail), "refused" (Verdict), "drawn". */
export declare class ArbiterBoard extends HTMLElement {
    game: Game;
    readonly fen: string;
    /** Circles and arrows as PGN writes them: "Rd5", "Ge2e4". */
    marks: string[];
    play(move: string): Verdict;
    undo(): boolean;
    reset(): void;
}
export type MoveDetail = { verdict: Verdict; fen: string; outcome: Outcome };
declare global {
    interface HTMLElementTagNameMap { "arbiter-board": ArbiterBoard }
}
