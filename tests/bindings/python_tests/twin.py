"""The same answers through the extension: python3 twin.py <what tests/bindings/answers wrote"""
import json
import sys

from arbiter import Game


def answers(rules, fen, lang, sans):
    """The fields of a line up to the verdicts; sans "-": this line does without the SAN of every move."""
    game = Game(fen, rules, lang=lang)
    position, outcome = game.position, game.outcome
    return game, [rules, position.fen, position.lang, f"{position.key:016x}", position.turn, "check" if position.is_check else "-",
                  " ".join(position.moves()), sans if sans == "-" else " ".join(position.sans()), outcome.result, outcome.reason, outcome.article,
                  outcome.text]


def members(verdict):
    """What the JSON of a verdict says, as far as it was read as a move."""
    if verdict.code < 0:
        return {"legal": False, "text": verdict.text}
    found = {"legal": verdict.legal, "verdict": verdict.name, "article": verdict.article, "text": verdict.text,
             "at": verdict.at, "by": verdict.by, "move": verdict.uci, "san": verdict.san}
    return {name: value for name, value in found.items() if value is not None}


def main():
    count, asked, names, tongues = 0, 0, set(), set()
    for line in sys.stdin:
        fields = line.rstrip("\n").split("\t")
        game, ours = answers(*fields[:3], fields[7])
        if ours != fields[:12]:
            print(f"the library: {fields[:12]}\nPython:      {ours}")
            return 1
        for typed, text in zip(fields[12::2], fields[13::2]):
            verdict = game.verdict(typed)
            theirs, mine = json.loads(text), members(verdict)
            if verdict.code < 0:  # ambiguous or unreadable: the sentence
                theirs = {"legal": theirs["legal"], "text": theirs["text"]}
            if mine != theirs:
                print(f"{line}{typed}\nthe library: {theirs}\nPython:      {mine}")
                return 1
            asked += 1
        count += 1
        names.add(fields[0])
        tongues.add(fields[2])
    print(f"{count} positions of {len(names)} rule sets in {len(tongues)} languages, {asked} verdicts: the same answers")
    return 0 if count and len(names) > 30 and len(tongues) == 5 else 1


sys.exit(main())
