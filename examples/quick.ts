import { Position, Rules, Verdict } from "arbiter";

const grand: Rules | undefined = Rules.find("grand");
const position = new Position({ rules: grand });
const verdict: Verdict = position.verdict("a1a9");
console.log(`${position.rules.files}x${position.rules.ranks}:`, verdict.text);
if (!verdict.legal)
    console.log(verdict.verdict, "at", verdict.at);
