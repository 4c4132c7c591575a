export type Colour = "white" | "black";
export type Result = "1-0" | "0-1" | "1/2-1/2" | "0-0" | "*";

/** The answer to "may this move be made?": the same object as `arbiter why --json` prints. */
export type LegalVerdict = { legal: true; verdict: "ok"; move: string; san: string; article: string; text: string };
export type Verdict =
    | LegalVerdict
    | { legal: false; verdict?: string; at?: string; by?: string; article?: string; text: string; moves?: string[] };

export type Outcome = { result: Result; reason: string; article: string; text: string };
export type Winnable = { answer: "yes" | "no" | "undetermined"; proof: string; line: string[] };
export type Note =
    | { kind: "nag"; side: "after"; nag: number }
    | { kind: "comment" | "line-comment" | "escape" | "text"; side: "after" | "before" | "end"; text: string };

/** The language of sentences, as "de" or "de-AT": en, de, fr, es or zh. */
export type Language = string;
/** Loads the sentences of a language; English is there from the start. */
export declare function loadLanguage(lang: Language): Promise<void>;

export declare class IllegalMove extends Error {
    verdict: Verdict;
}
export declare class BadInput extends Error {
    mistakes: { line: number; column: number; text: string }[];
}

export declare class Rules {
    private constructor();
    readonly name: string;
    readonly title: string;
    readonly files: number;
    readonly ranks: number;
    readonly start: string;
    static find(name: string): Rules | undefined;
    static all(): Rules[];
    /** Reads a rule-set file; BadInput with line and column if it has mistakes. */
    static read(file: string): Rules;
    toString(): string;
}

type Start = { fen?: string; rules?: string | Rules; lang?: Language };

declare abstract class Board {
    readonly rules: Rules;
    readonly fen: string;
    readonly turn: Colour;
    readonly key: string;
    readonly inCheck: boolean;
    readonly outcome: Outcome;
    readonly isOver: boolean;
    moves(options?: { san?: boolean }): string[];
    verdict(move: string, options?: { lang?: Language }): Verdict;
    isLegal(move: string): boolean;
    board(): string[];
    attackers(square: string, by: Colour): string[];
    perft(depth: number): number;
    winnable(side: Colour, nodes?: number): Winnable;
}

export declare class Position extends Board {
    readonly lang: Language;
    constructor(start?: Start);
    play(move: string): Position;
}

export declare class Game extends Board {
    lang: Language;
    constructor(start?: Start);
    play(move: string): LegalVerdict;
    readonly ply: number;
    readonly length: number;
    readonly repetitions: number;
    readonly claims: { repetition: boolean; moves: boolean };
    undo(): boolean;
    redo(): boolean;
    goto(ply: number): boolean;
    history(options?: { san?: boolean }): string[];
    claim(intended?: string): boolean;
    resign(who: Colour): boolean;
    flag(who: Colour): boolean;
    agreeDraw(): boolean;
}

export declare class Tree {
    constructor(options?: { rules?: string | Rules; lang?: Language });
    lang: Language;
    readonly rules: Rules;
    readonly tags: Record<string, string>;
    readonly result: Result;
    readonly faults: { fault: string; offset: number; text: string }[];
    static read(pgn: string, options?: { rules?: string | Rules; lang?: Language }): Tree;
    static readAll(pgn: string, options?: { rules?: string | Rules; lang?: Language }): Generator<Tree>;
    parent(node: number): number | undefined;
    children(node?: number): number[];
    line(node?: number): number[];
    move(node: number): { kind: "root" | "move" | "null" | "text"; uci?: string; san?: string };
    fen(node?: number): string;
    notes(node?: number): Note[];
    setTag(name: string, value: string): void;
    add(node: number, move: string): number;
    delete(node: number): boolean;
    promote(node: number): boolean;
    demote(node: number): boolean;
    makeMainLine(node: number): void;
    comment(node: number, text: string, options?: { before?: boolean }): void;
    nag(node: number, nag: number): void;
    clearNotes(node: number): void;
    write(options?: { keep?: boolean; width?: number }): string;
}
