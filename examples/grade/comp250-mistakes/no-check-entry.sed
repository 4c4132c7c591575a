# A check is not written down.
s/appendCheckToHistory(s);/;/
