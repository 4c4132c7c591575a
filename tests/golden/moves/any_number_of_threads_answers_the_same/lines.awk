# 20000 lines: legal, illegal, malformed, empty, CRLF; one longer than any block; no line end at last.
BEGIN {
    for (n = 1; n < 20000; n++) {
        if (n == 9000) {
            printf "k 1 1 K 8 8:"
            for (i = 0; i < 20000; i++)
                printf " 1 1 1 2 8 8 8 7 1 2 1 1 8 7 8 8"
            print " 1 1 3 3"
        } else if (n % 1000 == 7)
            print "k 1 1 x 2 2: 1 1 1 2"
        else if (n % 5000 == 11)
            print ""
        else if (n % 3 == 0)
            printf "k %d 1 K 8 8 q 4 %d: %d 1 %d 2 8 8 8 7\r\n", n % 8 + 1, n % 5 + 3, n % 8 + 1, n % 7 + 1
        else
            printf "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 %d 2 1 1 3 3\n", n % 8 + 1
    }
    printf "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 8"
}
