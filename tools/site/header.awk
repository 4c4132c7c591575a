# header.awk: makes a page of arbiter.h: its sections, each declaration with its comment, and an anchor for every name.
function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}
# The public names that a piece of code declares.
function names(code,    out, rest, name, before) {
    out = ""
    rest = code
    while (match(rest, /(arb|ARB)_[A-Za-z0-9_]+/)) {
        name = substr(rest, RSTART, RLENGTH)
        before = substr(rest, 1, RSTART - 1)
        rest = substr(rest, RSTART + RLENGTH)
        # a function, a constant of an enum or a #define, or the name at the end of a typedef
        if (!(name in seen) && (rest ~ /^\(/ || name ~ /^ARB_/ || rest ~ /^;/) && !(before ~ /= [^,]*$/)) {
            seen[name] = 1
            out = out "<a id=\"" name "\"></a>"
            if (name ~ /^arb_/ && rest ~ /^\(/) index_of = index_of "<li><a href=\"#" name "\"><code>" name "</code></a></li>\n"
        }
    }
    return out
}
function flush(    anchors) {
    if (code == "" && words == "") return
    anchors = names(code)
    body = body anchors
    if (words != "") body = body "<p>" escaped(words) "</p>\n"
    if (code != "") body = body "<pre><code>" escaped(code) "</code></pre>\n"
    words = code = ""
}
function heading(text, level,    id) {
    flush()
    id = tolower(text)
    gsub(/[^a-z0-9 ]/, "", id)
    gsub(/ +/, "-", id)
    body = body "<h" level " id=\"" id "\">" escaped(text) "</h" level ">\n"
    if (level == 2) contents = contents "<li><a href=\"#" id "\">" escaped(text) "</a></li>\n"
}
/^\/\* ---- / {
    text = $0
    sub(/^\/\* -+ /, "", text)
    sub(/ -+ *\*\/.*/, "", text)
    heading(text, text ~ /^[0-9]/ ? 2 : 3)
    next
}
/^#(ifn?def|if|endif|pragma|include|else|define ARBITER_H)/ || /^extern "C"/ || (/^}$/ && !inside) { next }
/^\/\*/ && !inside { # the first comment of all is the introduction
    if (code != "") flush()
    comment = 1
    text = $0
    sub(/^\/\* ?/, "", text)
    if (text ~ /\*\//) {
        comment = 0
        if (text ~ /\*\/ *[^ ]/) { code = code $0 "\n"; next }
    }
    sub(/ *\*\/$/, "", text)
    words = words (words == "" ? "" : " ") text
    next
}
comment {
    text = $0
    if (text ~ /\*\/$/) comment = 0
    sub(/ *\*\/$/, "", text)
    sub(/^ ?\* ?/, "", text)
    if (intro == "") opening = opening text "\n"
    if (text == "") words = words "\n"
    else words = words (words == "" ? "" : " ") text
    if (intro == "" && !comment) {
        intro = "<pre>" escaped(opening) "</pre>\n"
        words = ""
    }
    next
}
/^$/ { if (!inside) flush(); else code = code "\n"; next }
{
    code = code $0 "\n"
    opened = gsub(/\{/, "{")
    closed = gsub(/\}/, "}")
    inside += opened - closed
}
END {
    flush()
    print intro "<ul>\n" contents "</ul>\n<details><summary>Every function</summary><ul class=\"names\">\n" index_of "</ul></details>\n" body
}
