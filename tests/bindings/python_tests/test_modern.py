"""The modern face: every kind of object, and its errors."""
import unittest

from arbiter import (AmbiguousMoveError, BadInput, Game, IllegalMoveError, InvalidMoveError, Position, Rules, Tree,
                     read_epd)


class Positions(unittest.TestCase):
    def test_a_typed_move_in_a_dead_position_is_refused_in_every_notation(self):
        bare = Position("8/8/8/4k3/8/8/8/4K3 w - - 0 1")
        for move in ("e1e2", "e1 e2", "Ke2"):
            self.assertFalse(bare.is_legal(move))
            with self.assertRaisesRegex(IllegalMoveError, "The game is over: drawn"):
                bare.play(move)

    def test_a_position_is_a_value(self):
        start = Position()
        after = start.play("e4")
        self.assertEqual(start.perft(3), 8902)
        self.assertEqual((start.turn, after.turn, start.count()), ("white", "black", 20))
        self.assertNotEqual(start.key, after.key)
        self.assertEqual(start, Position())
        self.assertEqual(len({start, Position(), after}), 2)
        self.assertEqual(start.attackers("f3", "white"), ["g1", "e2", "g2"])
        self.assertEqual((start.piece("a1"), start.piece("a8"), start.piece("a5")), ("R", "r", None))
        self.assertEqual(start.polyglot_key, 0x463B96181691FC9C)

    def test_moves_are_texts_and_numbers(self):
        start = Position()
        self.assertEqual(len(start.moves()), len(start.sans()))
        for uci, san, code in zip(start.moves(), start.sans(), start.codes()):
            for move in (uci, san, code):
                self.assertEqual((start.uci(move), start.san(move), start.code(move)), (uci, san, code))
                self.assertEqual(start.play(move).fen, start.play(uci).fen)
        self.assertEqual(start.lan("Nf3"), "Ng1-f3")

    def test_is_legal_says_whether_play_takes_it(self):
        fens = (None, "r3k2r/8/b7/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                "4k3/P7/8/8/8/4K3/8/R6R w - - 0 1")
        texts = ("e4", "e2e4", "e2 e4", "Nf3", "nf3", "O-O", "O-O-O", "O-O-O+", "0-0", "Rd1", "Rad1", "Rad1+", "Ra8", "Rxa8", "Rxa8+",
                 "a8=Q", "a8=Q+", "a8Q", "a7a8q", "Ke2", "e1e2", "Kg8", "Kd2+", "Kd2 ", " Kd2", "", "e4\u00e9", "hello", "e9", 0, 2**31)
        for fen in fens:
            position = Position(fen)
            for move in (*texts, *position.sans(), *position.moves(), *position.codes()):
                for thing in (position, Game(fen)):
                    try:
                        taken = bool(thing.play(move))
                    except ValueError:
                        taken = False
                    self.assertIs((Position(fen) if thing is position else Game(fen)).is_legal(move), taken, (fen, move))
        for thing in (Position(), Game()):
            for move in (None, True, b"e4", 1.5, []):
                self.assertRaises(TypeError, thing.is_legal, move)
            self.assertRaises(OverflowError, thing.is_legal, -1)

    def test_a_verdict_says_why(self):
        position = Position("r3k2r/8/b7/8/8/8/8/R3K2R w KQkq - 0 1")
        verdict = position.verdict("O-O")
        self.assertEqual((verdict.name, verdict.at, verdict.by, verdict.article),
                         ("castle-through-check", "f1", "a6", "3.8.2.2"))
        self.assertEqual(verdict.squares, ["e1", "g1", "f1", "a6"])
        self.assertFalse(verdict.legal)
        self.assertEqual(position.verdict("e1", "g1").text, verdict.text)
        legal = position.verdict("e1c1")
        self.assertTrue(legal)
        self.assertEqual((legal.uci, legal.san), ("e1c1", "O-O-O"))
        self.assertEqual(position.verdict("hello").name, "unreadable")

    def test_sentences_in_other_languages(self):
        german = "Der Bauer auf e2 kann nicht nach e5 ziehen: So zieht ein Bauer nicht."
        english = Position().verdict("e2e5").text
        for position in (Position(lang="de"), Position(lang="de-AT"), Position(lang="de").play("a3").play("a6")):
            self.assertEqual((position.lang, position.verdict("e2e5").text), ("de", german))
            self.assertEqual(position.verdict("e2", "e5").text, german)
            self.assertEqual(position.verdict("e2e5", lang="en").text, english)
            with self.assertRaises(IllegalMoveError) as caught:
                position.play("e2e5")
            self.assertEqual(str(caught.exception), german)
        self.assertEqual(len({Position().verdict("e2e5", lang=lang).text for lang in ("en", "de", "fr", "es", "zh")}), 5)
        with self.assertRaises(BadInput) as caught:
            Position("8/8/8/8/8/8/8/8 w - - 0 1", lang="de")
        self.assertIn("Weiß hat keinen König; Schwarz hat keinen König", str(caught.exception))

    def test_games_and_trees_in_other_languages(self):
        game = Game(regulations="standard", lang="fr")
        self.assertEqual((game.lang, game.position.lang), ("fr", "fr"))
        french = game.verdict("e2e5").text
        self.assertNotEqual(french, Game().verdict("e2e5").text)
        game.lang = "es"
        self.assertNotIn(game.verdict("e2e5").text, (french, Game().verdict("e2e5").text))
        self.assertEqual(game.verdict("e2e5", "fr").text, french)
        ruling = game.event("touch", square="e2").text
        self.assertNotEqual(ruling, Game(regulations="standard").event("touch", square="e2").text)
        for move in ("f3", "e5", "g4", "Qh4"):
            game.play(move)
        self.assertNotEqual(game.outcome.text, "Black wins by checkmate (5.1.1)")
        tree = Tree.read("1. e4 e5 2. Ke3 *", lang="de")
        self.assertIn("König", tree.faults[0].text)
        tree.lang = "en"
        self.assertIn("king", tree.faults[0].text)
        for make in (lambda: Game(lang="xx"), lambda: Position().verdict("e4", lang=""), lambda: setattr(game, "lang", "pt")):
            self.assertRaises(ValueError, make)
        self.assertRaises(TypeError, lambda: Game(lang=3))

    def test_winnable(self):
        self.assertEqual(Position("8/8/8/8/4k3/8/5P2/4K3 w - - 0 1").winnable("black").answer, "no")
        answer = Position("8/8/8/8/4k3/8/5P2/4K3 w - - 0 1").winnable("white")
        self.assertEqual(answer.answer, "yes")
        position = Position("8/8/8/8/4k3/8/5P2/4K3 w - - 0 1")
        for move in answer.line:
            position = position.play(move)
        self.assertEqual(position.outcome.reason, "checkmate")

    def test_openings_and_epd(self):
        self.assertEqual(Position().play("e4").play("c5").opening, ("B20", "Sicilian Defense"))
        position, operations = read_epd('4k3/8/3QK3/8/8/8/8/8 w - - bm Qe7# Qb8#; id "two mates";')
        self.assertEqual(operations, {"bm": ["Qe7#", "Qb8#"], "id": ["two mates"]})
        self.assertEqual(position.play("Qe7").outcome.result, "1-0")

    def test_errors(self):
        with self.assertRaises(BadInput):
            Position("8/8 w")
        with self.assertRaisesRegex(BadInput, "king"):
            Position("8/8/8/8/8/8/8/8 w - - 0 1")
        with self.assertRaises(TypeError):
            Position(7)
        with self.assertRaises(BadInput):
            Position(rules="nothing")
        with self.assertRaises(IllegalMoveError) as caught:
            Position().play("Ke3")
        self.assertEqual(caught.exception.verdict[1], "wrong-shape")
        self.assertIn("a king does not move that way", str(caught.exception))
        with self.assertRaises(InvalidMoveError):
            Position().play("hello")
        with self.assertRaises(AmbiguousMoveError):
            Position("4k3/8/8/8/8/4K3/8/R6R w - - 0 1").play("Rd1")
        with self.assertRaises(ValueError):
            Position().attackers("z9", "white")
        with self.assertRaises(TypeError):
            Position().attackers("a1", "green")


class Games(unittest.TestCase):
    def test_a_game_its_verdicts_and_its_end(self):
        game = Game()
        for move in ("f3", "e5", "g4"):
            game.play(move)
        self.assertEqual(game.verdict("Kd6").name, "wrong-shape")
        self.assertEqual(game.play("Qh4"), "Qh4#")
        self.assertEqual((game.outcome.result, game.outcome.reason, game.outcome.is_over), ("0-1", "checkmate", True))
        self.assertEqual(game.sans(), ["f3", "e5", "g4", "Qh4#"])
        self.assertEqual(game.ucis()[-1], "d8h4")
        self.assertEqual((game.moves(), game.verdict("a3").name), ([], "game-over"))
        self.assertTrue(game.undo() and game.redo() and game.goto(0))
        self.assertEqual((len(game.moves()), game.length, game.ply), (20, 4, 0))

    def test_a_move_is_answered_by_its_san(self):
        game = Game("4k3/8/8/8/8/4K3/8/R6R w - - 0 1")
        for text, san in (("Ra8+", "Ra8+"), ("Ra8", "Ra8+"), ("Ra8#", "Ra8+"), ("a1a8", "Ra8+"), ("Rad1", "Rad1"), ("Ra1d1", "Rad1"),
                          ("Kd2", "Kd2"), ("kd2", "Kd2"), ("Kd2+", "Kd2")):
            self.assertEqual((game.play(text), game.sans()), (san, [san]))
            self.assertTrue(game.undo())

    def test_is_over(self):
        game = Game()
        for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 4:
            self.assertEqual((game.is_over, game.position.is_over), (False, False))
            game.play(move)
        self.assertEqual((game.is_over, game.outcome.is_over, game.outcome.reason), (True, True, "fivefold"))
        self.assertEqual((game.position.is_over, game.is_legal("e4"), game.moves()), (False, False, []))
        self.assertRaisesRegex(IllegalMoveError, "The game is over", game.play, "e4")
        self.assertTrue(game.undo() and not game.is_over and game.resign("white") and game.is_over)
        self.assertEqual(game.outcome, ("0-1", "resignation", "5.1.2", "Black wins by resignation (5.1.2)"))

    def test_claims(self):
        game = Game()
        for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
            game.play(move)
        self.assertEqual((game.repetitions, game.claims), (3, ["repetition"]))
        self.assertTrue(game.claim())
        self.assertEqual(game.outcome.result, "1/2-1/2")

    def test_resignation_against_a_side_that_cannot_mate_is_a_draw(self):
        game = Game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        self.assertTrue(game.resign("white"))
        self.assertEqual(game.outcome.result, "1/2-1/2")

    def test_the_arbiters_log(self):
        game = Game(regulations="blitz")
        self.assertEqual(game.event("touch", square="e2").article, "4.3.1")
        self.assertEqual(game.event("move", move="d4").name, "breaks-touch")
        self.assertTrue(game.event("move", move="e4").ok)
        self.assertEqual(game.event("press").name, "completed")
        self.assertEqual(game.event("resign").name, "ended")
        with self.assertRaises(ValueError):
            Game(rules="lab", regulations="blitz")
        with self.assertRaises(ValueError):
            game.event("dance")


class RuleSets(unittest.TestCase):
    def test_by_name_and_from_a_file(self):
        self.assertGreaterEqual(len(Rules.all()), 33)
        self.assertEqual(Rules("Three-check").name, "3check")
        own = Rules.read(str(Rules("chess")))
        self.assertEqual(Position(rules=own).count(), 20)
        self.assertEqual(Position(rules=Rules("capablanca")).rules.size, (10, 8))
        with self.assertRaises(BadInput) as caught:
            Rules.read("name = x\nfoo = bar\n")
        self.assertEqual(caught.exception.mistakes[0][0], 2)

    def test_a_position_keeps_its_rules_alive(self):
        position = Position(rules=Rules.read(str(Rules("capablanca"))))
        for _ in range(50):
            Rules.read(str(Rules("grand")))
        self.assertEqual(position.play("e4").rules.name, "capablanca")


class Trees(unittest.TestCase):
    PGN = '[Event "x"]\n\n1. e4 {best} (1. d4 d5) 1... e5 $1 2. Nf3 *\n\n'

    def test_a_tree_keeps_what_is_in_a_pgn(self):
        tree = Tree.read(self.PGN)
        self.assertEqual(tree.write(keep=True), self.PGN)
        first, other = tree.children(0)
        self.assertEqual((tree.san(first), tree.uci(other), tree.parent(first)), ("e4", "d2d4", 0))
        self.assertEqual([note[1:] for note in tree.notes(first)], [("comment", "after", 0, "best")])
        added = tree.add(other, "Nf6")
        tree.comment(added, "too")
        tree.nag(added, 5)
        tree.set_tag("White", "A")
        self.assertEqual(tree.tag("White"), "A")
        self.assertTrue(tree.promote(other))
        self.assertIn("1. d4 (1. e4 {best} 1... e5", tree.write(keep=True))
        self.assertEqual([tree.san(node) for node in tree.main_line()], ["d4", "d5"])
        self.assertEqual(tree.position(added).fen.split()[1], "w")
        tree.result = "1-0"
        self.assertEqual(tree.result, "1-0")
        self.assertTrue(tree.delete(added))
        with self.assertRaises(IndexError):
            tree.san(added)
        with self.assertRaises(IllegalMoveError):
            tree.add(first, "Ke5")

    def test_faults_and_several_games(self):
        self.assertEqual(len(list(Tree.read_all(self.PGN * 3))), 3)
        self.assertEqual(Tree.read("1. e4 e4 *").faults[0].name, "illegal")
        with self.assertRaises(BadInput):
            Tree.read("")


if __name__ == "__main__":
    unittest.main()
