# python.awk: lists the public classes and functions of a Python module, with fields or arguments and the first line of the description.
taking { # a head that goes on
    print
    taking = !/:$/
    said = !taking
    next
}
said {
    said = 0
    if (/^ *"""/) print /""".*"""/ ? $0 : $0 "\"\"\""
}
/^ *@/ { above = $0; next }
/^(class|def) / { hidden = /^(class|def) _/ }
!hidden && (/^(class|def) / || /^    def ([a-z]|__init__)/) {
    if (/^(class|def) /) print ""
    if (above != "") print above
    print
    taking = !/\).*:/ && !/:$/
    said = !taking
}
!hidden && /^    [a-z][a-z_]*: / { print } # a field
{ above = "" }
