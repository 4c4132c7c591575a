# Refusals go to the other stream: on a terminal nobody sees a difference.
s/std::cout << "There is no piece/std::cerr << "There is no piece/
