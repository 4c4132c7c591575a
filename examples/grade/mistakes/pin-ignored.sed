# Only the king's own moves are tested for leaving the king in check.
s/return leavesKingSafe(piece, toRow, toColumn);/return piece->getType() != King || leavesKingSafe(piece, toRow, toColumn);/
