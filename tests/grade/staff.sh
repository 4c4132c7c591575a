#!/bin/sh
# What staff get: safe pages, texts and tables, marks in the columns of gradebooks, hidden tests that
# stay hidden, one submission graded again.
. "$(dirname "$0")/lib.sh"
mkdir tests handed-in
printf '2\n4 4\nw r 3 0\nb r 0 3\n~\nisValidMove 3 0 0 0\nisValidMove 3 0 1 1\n' >tests/part1_4x4_1.txt
printf '3\n4 4\nw k 3 0\nb r 0 1\n~\nisValidMove 3 0 3 1\n' >tests/part3_4x4_1.txt
printf '5\n4 4\nw k 3 0\nb r 0 1\n~\nisValidMove 3 0 2 0\nisPieceUnderThreat 0 1\n' >tests/part3_4x4_2.txt
cat >the.course <<'END'
title = Chess & <Co>
format = lab3-program
part moves = points 2 files tests/part1*.txt
part king = points 3 files tests/part3_4x4_1.txt
hidden secret = points 5 files tests/part3_4x4_2.txt
END

# program NAME FIRST SECOND THIRD: a program that gives these answers to the three tests, which it knows by their pieces.
program() {
    mkdir "handed-in/$1"
    printf '#!/bin/sh\nconfig=$(cat)\ncase $config in\n5*) printf "%s" ;;\n3*) printf "%s" ;;\n*) printf "%s" ;;\nesac\n' \
        "$4" "$3" "$2" >"handed-in/$1/lab3"
    chmod +x "handed-in/$1/lab3"
}
moves='true\\nfalse\\n' king='false\\n' secret='true\\nfalse\\n'
program ada "$moves" "$king" "$secret"
program 'lovelaceada2_4711_99_lab3' "$moves" 'true\\n' "$secret"
program '4712-8 - Grace Hopper - Nov 1, 2026 1200 AM' "$moves" 'true\\n' 'true\\ntrue\\n'
program '<b>"x" & y' '<script>alert(1)</script>\\n' '<i>\\n' '\\033[31m\\n'
program lab3-kurt '' '' ''
mkdir handed-in/empty
printf 'no archive' >handed-in/damaged.zip

grade() { "$arbiter" grade --course the.course --submissions handed-in "$@"; }
grade --resume state --reports out --html all.html --csv own.csv >table 2>err
is "exit code" "$?" 1
is "stderr" "$(cat err)" ""
name="4712-8 - Grace Hopper - Nov 1, 2026 1200 AM"
is "a page and a text each" "$(ls out/students | wc -l) $(ls out)" "14 index.html
students"

# ---- pages ----
for page in all.html out/index.html out/students/*.html; do
    is "$page: no script" "$(grep -ci '<script\|<b>"x"\|<i>' "$page")" 0
    is "$page: nothing to load" "$(grep -ciE '(src|href)="?(https?:|//)|url\(|@import' "$page")" 0
    is "$page: whole" "$(tail -n 1 "$page")" '</body></html>'
    is "$page: no control bytes" "$(tr -d '\n\t -~\200-\377' <"$page" | wc -c)" 0
done
has "the title is text" all.html '<title>Chess &amp; &lt;Co&gt;</title>'
has "a name is text" all.html '&lt;b&gt;&quot;x&quot; &amp; y'
has "a link is an address" out/index.html 'href="students/%3Cb%3E%22x%22%20%26%20y.html"'
has "an answer is text" all.html '&lt;script&gt;alert(1)&lt;/script&gt;'
has "not built is seen" out/index.html '<span class="state no">not built</span>'
has "by name, at the top" out/index.html '<b class="no">1 not built:</b> <a href="students/damaged.zip.html">damaged.zip</a>'
has "nothing to grade too" out/index.html '<b class="no">1 nothing to grade:</b>'
has "the rule that most fail" out/index.html 'Most fail at: <b>king into check</b>, 3 of the 5 that could be run.'
has "a row a rule" out/index.html '<tr><th scope="row">piece under threat</th><td class="n">1</td>'
has "a part's mean" out/index.html '<tr><th scope="row">moves</th><td class="n">1</td><td class="n">1.20 / 2</td>'
has "and how many have all of it" out/index.html '</td><td class="n">3</td><td class="n">2</td></tr>'
has "the plot" out/index.html 'aria-label="4 have 0 to 10 percent, 0 have 10 to 20 percent, 1 have 20 to 30 percent, '
has "the plot's scale" out/index.html '<path class="grid" d="M36 22.0H576"/><text class="y" x="30" y="26.0">4</text>'
has "the best bar" out/index.html '1 have 90 to 100 percent">'
is "boards are drawn once" "$(grep -c '<g id="b1">' all.html)" 1

# ---- hidden tests ----
student="out/students/$name.html"
has "a hidden part has its marks" "$student" '<tr><th scope="row">secret <span class="of">hidden</span></th><td class="n">0 / 5</td>'
is "a student is not told what was asked" "$(grep -c 'isPieceUnderThreat' "$student" "out/students/$name.txt" | tr '\n' ' ')" \
    "$student:0 out/students/$name.txt:0 "
has "a text has the marks" "out/students/$name.txt" 'Hidden tests 0 / 5, 0 of 1 file right'
has "and the total" "out/students/$name.txt" 'Total 2 / 10, 1 of 3 files right'
has "staff are" all.html 'isPieceUnderThreat 0 1'
grade --gradescope scope >table2 2>err
has "Gradescope's tests are hidden" "scope/$name.json" '"max_score":5,"status":"failed","visibility":"hidden"'
has "others are not" "scope/$name.json" '"max_score":3,"status":"failed","visibility":"visible"'
has "nor is what the run prints" "scope/$name.json" '"stdout_visibility":"hidden"'
has "nothing to grade is told" scope/empty.json 'There is nothing in it that can be graded.'
cp -R handed-in/ada ada
"$arbiter" grade --course the.course --program ./ada/lab3 --html one.html --classroom room.json >out.txt 2>err
is "one submission" "$?" 0
has "has a page" one.html '<h1>./ada/lab3</h1>'
has "and what a reporter reads" room.json '{"version":1,"status":"pass","max_score":10,"tests":['
"$arbiter" grade --course the.course --program 'echo true' --classroom room.json >out.txt 2>err
has "with reasons" room.json '"status":"fail","score":0,"message":"Line 6: isValidMove 3 0 3 1\n'
is "but no hidden ones" "$(grep -c isPieceUnderThreat room.json)" 0

# ---- gradebooks ----
cat >canvas.csv <<'END'
Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (11),Lab 3 (4242),Final Score
"    Points Possible",,,,,10,10,(read only)
"Byron, Ada",1001,s1001,ada@example.edu,"A ""1""",9,,
"Lovelace, Ada2",4711,s4711,al,A 1,9,,
"Hopper, Grace",9999,s4713,gh,A 1,9,,
"Gödel, Kurt",1004,s1004,kurt,A 1,9,,
"Noether, Emmy",1005,s1005,en,A 1,9,,
END
grade --resume state --roster canvas.csv --canvas canvas.out --title 'Lab 3' >table2 2>err
is "with a roster the marks are the same" "$(cmp table table2 && echo same)" same
tr -d '\r' <canvas.out >canvas.txt
cat >expected <<'END'
Student,ID,SIS User ID,SIS Login ID,Section,"Lab 3 (4242)"
    Points Possible,,,,,10
"Byron, Ada","1001","s1001","ada@example.edu","A ""1""",10
"Lovelace, Ada2","4711","s4711","al","A 1",7
"Hopper, Grace","9999","s4713","gh","A 1",2
"Gödel, Kurt","1004","s1004","kurt","A 1",0
END
cmp -s expected canvas.txt && good || { bad "Canvas"; diff expected canvas.txt; }
sed '1a roster = lists/canvas.csv' the.course >roster.course
mkdir lists && cp canvas.csv lists
"$arbiter" grade --course roster.course --submissions handed-in --resume state --canvas canvas2.out --title 'Lab 3' >table2 2>err2
cmp -s canvas.out canvas2.out && good || bad "the course's own roster: $(cat err2)"
"$arbiter" grade --course the.course --submissions handed-in --canvas none.out >table2 2>err2
is "without a roster" "$? $(grep -c "take the students from a --roster, or the course's" err2)" "2 1"
has "who is not in the roster" err "canvas.csv: no student fits the submission 'empty': it has no mark"
has "who handed in nothing" err "canvas.csv: 1 student is without a submission, and without a row: Noether, Emmy"
printf '\357\273\277OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\r\n#4712,#grace,Hopper,Grace,g@example.edu,#\r\n#1,#ada,Byron,Ada,a@example.edu,#\r\n#2,#ADA,Byron,Ada,b@example.edu,#\r\n' >bright.csv
grade --resume state --roster bright.csv --brightspace bright.out --title 'Lab 3' >table2 2>err
is "Brightspace" "$(tr -d '\r' <bright.out)" 'OrgDefinedId,Username,"Lab 3 Points Grade",End-of-Line Indicator
"#4712","#grace",2,#'
has "two that fit" err "bright.csv: more than one student fits the submission 'ada': it has no mark"
grade --resume state --roster bright.csv --canvas x >out.txt 2>err
is "the other gradebook's roster" "$?: $(head -1 err)" "4: bright.csv:1:1: this roster is for --brightspace, not for --canvas"
printf 'Student,ID\n"Byron, Ada\n' >broken.csv
grade --resume state --roster broken.csv --canvas x >out.txt 2>err
is "a broken roster" "$(head -1 err)" "broken.csv:2:1: the quote is never closed"
grade --canvas x >out.txt 2>err
is "no roster" "$?" 2

# Names that a spreadsheet would take for formulas, tests of one name in two folders, two submissions of one student.
mkdir other few
cp tests/part1_4x4_1.txt other
for name in '=1+1 "x"' '-a' ada@example.edu 'Ada Byron'; do
    mkdir "few/$name"
    printf '#!/bin/sh\nprintf "%s"\n' "$moves" >"few/$name/lab3"
    chmod +x "few/$name/lab3"
done
"$arbiter" grade --submissions few --csv few.csv --roster canvas.csv --canvas few.out tests/part1_4x4_1.txt other/part1_4x4_1.txt \
    tests/part3_4x4_1.txt >table2 2>err2
is "the marks of a few" "$(tr -d '\r' <few.csv)" 'submission,score,points,right,tests,note,"tests/part1_4x4_1.txt","other/part1_4x4_1.txt","part3_4x4_1.txt"
"'"'"'-a",4,7,2,3,"",2,2,0
"'"'"'=1+1 ""x""",4,7,2,3,"",2,2,0
"Ada Byron",4,7,2,3,"",2,2,0
"ada@example.edu",4,7,2,3,"",2,2,0'
has "two of one student" err2 "are both of Byron, Ada: the mark is that of the first"

# ---- one submission graded again ----
program ada2 "$moves" "$king" "$secret"
grade --resume state --only nobody >out.txt 2>err
is "no such submission" "$?: $(cat err)" "3: handed-in: there is no submission 'nobody' in it"
touch -d 2001-01-01 state/*.grade
cp out/index.html before.html
grade --resume state --only ada --reports out >table2 2>err
is "one is graded" "$?: $(wc -l <table2)" "0: 2"
is "anew" "$(find state -newermt 2002-01-01 -name '*.grade')" state/ada.grade
cmp -s out/index.html before.html && good || bad "the overview stays"
grade --csv own2.csv --resume state >table2 2>err
is "the others are kept" "$(find state -newermt 2002-01-01 -name '*.grade' | sort | tr '\n' ' ')" "state/ada.grade state/ada2.grade "

# ---- the bar ----
if command -v script >/dev/null; then
    for name in a b; do
        mkdir -p "slow/$name"
        printf '#!/bin/sh\nsleep 1.2\n' >"slow/$name/lab3"
        chmod +x "slow/$name/lab3"
    done
    script -qec "'$arbiter' grade -j 1 --submissions slow tests/part1_4x4_1.txt" /dev/null >seen </dev/null
    has "on a terminal there is a bar" seen "]  50% "
    "$arbiter" grade -j 1 --submissions slow tests/part1_4x4_1.txt >seen 2>&1
    is "in a pipe there is none" "$(grep -c '%' seen)" 0
fi
finish
