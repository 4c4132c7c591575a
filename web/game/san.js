// san.js: how moves are shown: with English letters, with those of the page's language, or with figurines. What is sent,
// kept and exported has the letters of PGN.
import { recall } from "../common/settings.js";
import { t } from "../texts/texts.js";

const LETTERS = "KQRBNP";
const FIGURINES = "♔♕♖♗♘♙";

// Six letters or signs, in the order of LETTERS.
export const lettersNow = () => ({ own: t("san-letters"), figurines: FIGURINES })[recall("moves", "english")] ?? LETTERS;

// A piece's letter begins the move ("Nf3", "N@f3") or follows "=" ("e8=Q+").
const change = (san, from, to) => san.replace(/(^|=)(.)/gu, (whole, before, letter) => {
    const at = [...from].indexOf(letter);
    return at < 0 ? whole : before + [...to][at];
});

export const shownSan = (san) => (san ? change(san, LETTERS, lettersNow()) : san);

// What somebody typed with the letters that are shown.
export const typedSan = (text) => change(text.trim(), lettersNow(), LETTERS);
