// study_address.js: opens a PGN as a study: the text goes on the tab's shelf, the address names the move.
import * as collection from "./collection.js";

// named: the rule set as the server wants it named. Resolves to the address.
export async function studyOf(pgn, named, ply = 0) {
    collection.load(pgn, named);
    await collection.keepFile(pgn);
    return `#/file/1/${ply}`;
}
