# Only the king's own moves are asked whether they leave the king safe.
s/return leavesKingSafe(piece, toRow, toColumn);/return piece->getType() != King || leavesKingSafe(piece, toRow, toColumn);/
