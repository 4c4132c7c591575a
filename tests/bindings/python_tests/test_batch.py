"""arbiter.batch: the same answers as one by one, with and without numpy."""
import random
import sys
import threading
import time
import unittest

from arbiter import BadInput, Position, batch


def some_positions(rules=None, count=400):
    rng, found = random.Random(3), []
    while len(found) < count:
        position = Position(rules=rules)
        for _ in range(80):
            found.append(position)
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    return found[:count]


class Batches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.positions = some_positions()
        cls.fens = [position.fen for position in cls.positions]

    def test_as_one_by_one(self):
        for rows in (self.fens, "\n".join(self.fens), batch.pack(self.fens)):
            for threads in (1, 3):
                counts = batch.move_counts(rows, threads=threads)
                self.assertEqual(counts.tolist(), [position.count() for position in self.positions])
                self.assertEqual(batch.keys(rows, threads=threads).tolist(), [p.key for p in self.positions])
        codes = batch.outcomes(self.fens).tolist()
        self.assertEqual([(batch.RESULTS[a], batch.REASONS[b]) for a, b in codes],
                         [(p.outcome.result, p.outcome.reason) for p in self.positions])
        self.assertEqual(batch.polyglot_keys(self.fens).tolist(), [p.polyglot_key for p in self.positions])

    def test_packed(self):
        packed = batch.pack(self.fens)
        self.assertEqual(packed.nbytes, 32 * len(self.fens))
        self.assertEqual(batch.unpack(packed), self.fens)
        for rules in ("3check", "atomic", "chess960"):
            fens = [position.fen for position in some_positions(rules, 60)]
            self.assertEqual(batch.unpack(batch.pack(fens, rules=rules), rules=rules), fens)

    def test_moves(self):
        rng = random.Random(4)
        playable = [p for p in self.positions if p.count()]
        moves = [rng.choice(p.moves()) if rng.random() < 0.5 else "e2e5" for p in playable]
        fens = [p.fen for p in playable]
        codes = batch.verdicts(fens, moves).tolist()
        self.assertEqual([batch.VERDICTS[code] for code in codes],
                         [p.verdict(m[:2], m[2:4], " nbrq".find(m[4:]) + 1 if m[4:] else 0).name
                          for p, m in zip(playable, moves)])
        self.assertEqual([bool(b) for b in batch.legal(fens, moves)], [code == 0 for code in codes])
        good = [(p, m) for p, m, code in zip(playable, moves, codes) if code == 0]
        after = batch.unpack(batch.play([p.fen for p, _ in good], [m for _, m in good]))
        self.assertEqual(after, [p.play(m).fen for p, m in good])

    def test_masks_and_planes(self):
        masks = batch.masks(self.fens[:50]).tolist()
        names = [file + rank for rank in "12345678" for file in "abcdefgh"]
        for position, mask in zip(self.positions, masks):
            pairs = {names[a] + names[b] for a in range(64) for b in range(64) if mask[a] >> b & 1}
            self.assertEqual(pairs, {move[:4] for move in position.moves()})
        planes = batch.planes(self.fens[:1]).tolist()[0]
        self.assertEqual(len(planes), len(batch.PLANES))
        self.assertEqual(planes[batch.PLANES.index("wP")][1], [1] * 8)
        self.assertEqual(planes[batch.PLANES.index("bK")][7], [0, 0, 0, 0, 1, 0, 0, 0])

    def test_bad_rows(self):
        rows = [self.fens[0], "8/8 w", self.fens[1]]
        with self.assertRaisesRegex(BadInput, "row 1"):
            batch.move_counts(rows)
        self.assertEqual(batch.move_counts(rows, mark=True).tolist()[1], -1)
        with self.assertRaises(ValueError):
            batch.move_counts(["8/8\n8 w"])
        with self.assertRaises(ValueError):
            batch.verdicts(rows, ["e2e4"])
        with self.assertRaises(ValueError):
            batch.pack(["8/8"], rules="capablanca")
        with self.assertRaises(TypeError):
            batch.move_counts([1, 2])
        self.assertEqual(batch.move_counts([]).tolist(), [])

    def test_other_threads_go_on_meanwhile(self):
        ticks, stop, long = [], threading.Event(), self.fens * 50

        def tick():
            while not stop.is_set():
                ticks.append(1)
                time.sleep(0)  # releases the GIL

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1000)  # so the interpreter takes the GIL from nobody: who holds it must release it
        thread = threading.Thread(target=tick)
        thread.start()
        try:
            while not ticks:
                time.sleep(0.001)
            before = len(ticks)
            for _ in range(20000):  # a busy machine may not wake the other thread during one batch
                batch.move_counts(long)
                if len(ticks) > before:
                    break
        finally:
            stop.set()
            sys.setswitchinterval(interval)
            thread.join()
        self.assertGreater(len(ticks), before)


if __name__ == "__main__":
    unittest.main()
