"""Arrows and marked squares, as python-chess names them. Drawings are not here."""
from .pgn.annotations import Arrow as Arrow
