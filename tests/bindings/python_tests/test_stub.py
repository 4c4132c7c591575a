"""The stub of the extension names what the extension has, and nothing else."""
import ast
import os
import unittest

from arbiter import _arbiter


class Stub(unittest.TestCase):
    def test_names(self):
        path = os.path.join(os.path.dirname(_arbiter.__file__), "_arbiter.pyi")
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        real = {name for name in vars(_arbiter) if not name.startswith("__")}
        self.assertEqual({node.name for node in classes} | functions | {"version"}, real)
        for node in classes:
            kind = getattr(_arbiter, node.name)
            if issubclass(kind, Exception):
                continue
            named = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            named |= {member.target.id for member in node.body if isinstance(member, ast.AnnAssign)}
            has = {name for name in vars(kind) if not name.startswith("__")}
            self.assertEqual({name for name in named if not name.startswith("__")}, has, node.name)


if __name__ == "__main__":
    unittest.main()
