/* small_file.c: small files of the system as text. Layer: grade. */
#include "grade/sandbox/small_file.h"

#include <fcntl.h>
#include <unistd.h>

bool grade_small_file(const char *path, char *text, size_t cap)
{
    text[0] = '\0';
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t len = read(fd, text, cap - 1);
    close(fd);
    if (len <= 0)
        return false;
    text[len] = '\0';
    return true;
}
