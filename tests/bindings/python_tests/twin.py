"""The same answers through the extension: twin_answers | python3 twin.py"""
import json
import sys

from arbiter import Game


def answers(rules, fen):
    """The fields of a line up to the verdicts."""
    game = Game(fen, rules)
    position, outcome = game.position, game.outcome
    return game, [rules, position.fen, f"{position.key:016x}", position.turn, "check" if position.is_check else "-",
                  " ".join(position.moves()), " ".join(position.sans()), outcome.result, outcome.reason, outcome.article,
                  outcome.text]


def members(verdict):
    """What the JSON of a verdict says, as far as it was read as a move."""
    if verdict.code < 0:
        return {"legal": False, "text": verdict.text}
    found = {"legal": verdict.legal, "verdict": verdict.name, "article": verdict.article, "text": verdict.text,
             "at": verdict.at, "by": verdict.by, "move": verdict.uci, "san": verdict.san}
    return {name: value for name, value in found.items() if value is not None}


def main():
    count, asked, names = 0, 0, set()
    for line in sys.stdin:
        fields = line.rstrip("\n").split("\t")
        game, ours = answers(fields[0], fields[1])
        if ours != fields[:11]:
            print(f"the library: {fields[:11]}\nPython:      {ours}")
            return 1
        for typed, text in zip(fields[11::2], fields[12::2]):
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
    print(f"{count} positions of {len(names)} rule sets, {asked} verdicts: the same answers")
    return 0 if count and len(names) > 30 else 1


sys.exit(main())
