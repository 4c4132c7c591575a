# markdown.awk: turns a page of this project's Markdown into HTML. It knows headings, paragraphs, lists, tables, code, bold,
# italics, links and images. Links lead to pages of the site (`map` has lines "file in the repository<TAB>page"); a link to a
# file that the site does not have becomes text.
#   awk -v page=docs/serve.md -v map=FILE -v root=../ -f markdown.awk docs/serve.md
function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    return text
}
function slug(text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}
# Resolves a path from the page's folder, without . and ..
function resolved(path,    folder, count, words, i, out, depth) {
    folder = page
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
    count = split(folder path, words, "/")
    depth = 0
    for (i = 1; i <= count; i++)
        if (words[i] == "..") depth--
        else if (words[i] != "." && words[i] != "") out[++depth] = words[i]
    path = ""
    for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") out[i]
    return path
}
# Returns where a link leads, or "" for a file that the site does not have.
function target(link,    anchor, file) {
    if (link ~ /^[a-z]+:/ || link ~ /^#/) return link
    anchor = ""
    if (match(link, /#.*/)) {
        anchor = substr(link, RSTART)
        link = substr(link, 1, RSTART - 1)
    }
    file = resolved(link)
    return file in pages ? root pages[file] anchor : ""
}
# Converts text with code, links, bold and italics.
function inline(text,    out, at, rest, label, link, where, image) {
    out = ""
    while (match(text, /`+|!?\[[^]]*\]\([^)]*\)/)) {
        label = substr(text, RSTART, RLENGTH)
        rest = substr(text, RSTART + RLENGTH)
        out = out styled(substr(text, 1, RSTART - 1)) # which matches, too
        if (label ~ /^`/) {
            at = index(rest, label)
            if (at) {
                out = out "<code>" escaped(substr(rest, 1, at - 1)) "</code>"
                text = substr(rest, at + length(label))
                continue
            }
            out = out label
        } else {
            image = sub(/^!/, "", label)
            at = index(label, "](")
            link = substr(label, at + 2)
            sub(/\)$/, "", link)
            label = substr(label, 2, at - 2)
            where = target(link)
            if (where == "") out = out inline_part(label)
            else if (image) out = out "<img src=\"" escaped(where) "\" alt=\"" escaped(label) "\">"
            else out = out "<a href=\"" escaped(where) "\">" inline_part(label) "</a>"
        }
        text = rest
    }
    return out styled(text)
}
# Converts a label, in which only code is marked.
function inline_part(text,    at, stop) {
    at = index(text, "`")
    if (!at) return styled(text)
    stop = index(substr(text, at + 1), "`")
    if (!stop) return styled(text)
    return styled(substr(text, 1, at - 1)) "<code>" escaped(substr(text, at + 1, stop - 1)) "</code>" \
        inline_part(substr(text, at + 1 + stop))
}
function styled(text,    out) {
    text = escaped(text)
    out = ""
    while (match(text, /\*\*[^*]+\*\*|\*[^* ][^*]*\*/)) {
        out = out substr(text, 1, RSTART - 1)
        if (substr(text, RSTART, 2) == "**") out = out "<strong>" substr(text, RSTART + 2, RLENGTH - 4) "</strong>"
        else out = out "<em>" substr(text, RSTART + 1, RLENGTH - 2) "</em>"
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}
function close_paragraph() {
    if (paragraph != "") print "<p>" inline(paragraph) "</p>"
    paragraph = ""
}
function close_item() {
    if (item != "") print "<li>" inline(item)
    item = ""
}
function close_lists(to) {
    close_item()
    while (depth > to) {
        print "</li></" kinds[depth] ">"
        depth--
    }
}
function close_all() {
    close_paragraph()
    close_lists(0)
    if (table) print "</tbody></table></div>"
    table = 0
}
function row(line, cell,    count, cells, i, held) {
    sub(/^\|/, "", line)
    sub(/\|[ \t]*$/, "", line)
    gsub(/\\\|/, "\001", line)
    # A bar inside code is no border of a table cell.
    held = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "`") in_code = !in_code
        held = held (c == "|" && in_code ? "\001" : c)
    }
    in_code = 0
    count = split(held, cells, "|")
    printf "<tr>"
    for (i = 1; i <= count; i++) {
        gsub(/\001/, "|", cells[i])
        gsub(/^[ \t]+|[ \t]+$/, "", cells[i])
        printf "<%s>%s</%s>", cell, inline(cells[i]), cell
    }
    print "</tr>"
}
BEGIN {
    while ((getline line < map) > 0) {
        split(line, pair, "\t")
        pages[pair[1]] = pair[2]
    }
}
/^[ \t]*```/ {
    if (!fence) {
        close_paragraph()
        close_item()
        if (!depth) close_all()
        fence = 1
        printf "<pre><code>"
    } else {
        fence = 0
        print "</code></pre>"
    }
    next
}
fence { print escaped($0); next }
/^<!--.*-->$/ { next }
/^[ \t]*$/ {
    close_paragraph()
    if (table) close_all()
    blank = 1
    next
}
/^#+ / {
    close_all()
    level = index($0, " ") - 1
    text = substr($0, level + 2)
    name = slug(text)
    gsub(/`/, "", name)
    if (used[name]++) name = name "-" (used[name] - 1)
    if (level == 1 && title == "") title = text
    printf "<h%d id=\"%s\">%s</h%d>\n", level, name, inline(text), level
    blank = 0
    next
}
/^\|/ {
    if (!table) {
        close_all()
        header = $0
        table = 1
        if ((getline line) <= 0) next
        print "<div class=\"wide\"><table><thead>"
        row(header, "th")
        print "</thead><tbody>"
        next
    }
    row($0, "td")
    next
}
/^[ \t]*([-*]|[0-9]+\.) / {
    close_paragraph()
    match($0, /^[ \t]*/)
    level = int(RLENGTH / 2) + 1
    if (level > depth + 1) level = depth + 1
    kind = $1 ~ /^[0-9]/ ? "ol" : "ul"
    text = $0
    sub(/^[ \t]*([-*]|[0-9]+\.) +/, "", text)
    close_item()
    while (depth > level) { print "</li></" kinds[depth] ">"; depth-- }
    if (depth == level) print "</li>"
    else { depth = level; kinds[depth] = kind; print "<" kind ">" }
    item = text
    blank = 0
    next
}
depth && /^[ \t]/ {
    sub(/^[ \t]+/, "")
    if (blank) { close_item(); paragraph = paragraph == "" ? $0 : paragraph " " $0 }
    else if (item != "") item = item " " $0
    else paragraph = paragraph == "" ? $0 : paragraph " " $0
    next
}
!depth && paragraph == "" && /^    / {
    printf "<pre><code>"
    do print escaped(substr($0, 5)); while ((getline) > 0 && /^    /)
    print "</code></pre>"
    if ($0 ~ /^[ \t]*$/) next
}
{
    if (depth && !blank) { item != "" ? item = item " " $0 : paragraph = paragraph " " $0; next }
    if (depth) close_lists(0)
    paragraph = paragraph == "" ? $0 : paragraph " " $0
    blank = 0
}
END { close_all() }
