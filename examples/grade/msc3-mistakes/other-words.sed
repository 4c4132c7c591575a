# Only case and punctuation differ: no mistake where the course says loose = yes.
s/It is not "/IT IS NOT "/
s/"'s turn to move!\\n"/"'s turn to move.\\n"/
