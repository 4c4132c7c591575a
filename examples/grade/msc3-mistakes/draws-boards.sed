# Draws a board behind every move, and says nothing when a second game begins.
s/^    std::cout << '\\n';/    std::cout << "\\n   A B C D E F G H\\n 8 r n b q k b n r\\n";/
s/^    std::cout << "A new chess game is started!\\n";/    static bool begun = false;\n    if (!begun)\n        std::cout << "A new chess game is started!\\n";\n    begun = true;/
