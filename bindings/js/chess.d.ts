// The types of chess.js 1.4.
export declare const WHITE = "w";
export declare const BLACK = "b";
export declare const PAWN = "p";
export declare const KNIGHT = "n";
export declare const BISHOP = "b";
export declare const ROOK = "r";
export declare const QUEEN = "q";
export declare const KING = "k";
export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
type Rank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
export type Square = `${File}${Rank}`;
export type Piece = { color: Color; type: PieceSymbol };
export declare const DEFAULT_POSITION: string;
export declare const SQUARES: Square[];
export declare const SEVEN_TAG_ROSTER: Record<string, string>;
export declare function validateFen(fen: string): { ok: boolean; error?: string };
export declare function xoroshiro128(state: bigint): () => bigint;

export declare class Move {
    color: Color;
    from: Square;
    to: Square;
    piece: PieceSymbol;
    captured?: PieceSymbol;
    promotion?: PieceSymbol;
    /** @deprecated ask isCapture() and the others */
    flags: string;
    san: string;
    lan: string;
    before: string;
    after: string;
    private constructor();
    isCapture(): boolean;
    isPromotion(): boolean;
    isEnPassant(): boolean;
    isKingsideCastle(): boolean;
    isQueensideCastle(): boolean;
    isBigPawn(): boolean;
}

type Rights = { k: boolean; q: boolean };
type Comment = { fen: string; comment: string };

export declare class Chess {
    constructor(fen?: string, options?: { skipValidation?: boolean });
    clear(options?: { preserveHeaders?: boolean }): void;
    load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean }): void;
    reset(): void;
    put(piece: { type: PieceSymbol; color: Color }, square: Square): boolean;
    remove(square: Square): Piece | undefined;
    setTurn(color: Color): boolean;
    setCastlingRights(color: Color, rights: Partial<Rights>): boolean;
    getCastlingRights(color: Color): Rights;
    fen(options?: { forceEnpassantSquare?: boolean }): string;
    get(square: Square): Piece | undefined;
    findPiece(piece: Piece): Square[];
    board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][];
    ascii(): string;
    squareColor(square: Square): "light" | "dark" | null;
    turn(): Color;
    moveNumber(): number;
    hash(): string;
    attackers(square: Square, attackedBy?: Color): Square[];
    isAttacked(square: Square, attackedBy: Color): boolean;
    isCheck(): boolean;
    inCheck(): boolean;
    isCheckmate(): boolean;
    isStalemate(): boolean;
    isInsufficientMaterial(): boolean;
    isThreefoldRepetition(): boolean;
    isDrawByFiftyMoves(): boolean;
    isDraw(): boolean;
    isGameOver(): boolean;
    moves(): string[];
    moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
    moves(options: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
    moves(options: { verbose?: boolean; square?: Square; piece?: PieceSymbol }): string[] | Move[];
    move(move: string | { from: string; to: string; promotion?: string } | null, options?: { strict?: boolean }): Move;
    undo(): Move | null;
    history(): string[];
    history(options: { verbose: true }): Move[];
    history(options: { verbose: false }): string[];
    history(options: { verbose: boolean }): string[] | Move[];
    perft(depth: number): number;
    pgn(options?: { newline?: string; maxWidth?: number }): string;
    loadPgn(pgn: string, options?: { strict?: boolean; newlineChar?: string }): void;
    /** @deprecated use setHeader and getHeaders */
    header(...pairs: string[]): Record<string, string | null>;
    setHeader(key: string, value: string): Record<string, string>;
    removeHeader(key: string): boolean;
    getHeaders(): Record<string, string>;
    getComment(): string;
    setComment(comment: string): void;
    removeComment(): string;
    getComments(): Comment[];
    removeComments(): Comment[];
    /** @deprecated use removeComment */
    deleteComment(): string;
    /** @deprecated use removeComments */
    deleteComments(): Comment[];
}
