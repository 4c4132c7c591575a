# Compiled where another header brought <string> along: no mistake.
/#include <string>/d
/#include <memory>/d
