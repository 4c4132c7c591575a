/* hostile.c: a correct submission that misbehaves as its argument says in tests of 9 points. It is
 * linked with the correct program, whose main is renamed to lab3_main. It can also be the listener
 * that one of its kinds tries to reach. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int lab3_main(void);

static void endless_loop(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
}

static void fork_bomb(void)
{
    for (;;)
        if (fork() < 0)
            sleep(1);
}

static void memory_hog(void)
{
    for (;;) {
        char *block = malloc(16 << 20);
        if (block == NULL) {
            perror("malloc");
            abort();
        }
        memset(block, 1, 16 << 20);
    }
}

static void output_flood(void)
{
    for (;;)
        fputs("1 1 1 1\n", stdout);
}

static void error_flood(void)
{
    for (;;)
        fputs("nothing new\n", stderr);
}

/* Prints "false" if it can read neither the file nor the folder of the file. */
static void peek(const char *path)
{
    FILE *file = fopen(path, "r");
    printf("%s\n", file != NULL ? "peeked" : "false");
}

static void connect_to(const char *port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct if_nameindex *list = if_nameindex();
    int count = 0;
    while (list != NULL && list[count].if_index != 0)
        count++;
    printf("%s\n", count > 1 || (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
                       ? "connected"
                       : "false");
}

static void kill_all(const char *grader)
{
    kill((pid_t)atoi(grader), SIGKILL);
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
    raise(SIGKILL);
}

static void write_results(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file != NULL)
        fputs("{\"score\":100}\n", file);
    printf("Score 9 / 9\n");
}

static void fill_disk(void)
{
    char name[64], block[4096] = "";
    long written = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "/tmp/%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        while (fd >= 0 && write(fd, block, sizeof block) > 0)
            written += (long)sizeof block;
    }
    printf("%s\n", written > 20l << 20 ? "filled" : "false");
}

/* Fills sockets, which keep their bytes outside of every process. */
static void fill_sockets(void)
{
    static char block[65536];
    int pair[2];
    for (int i = 0; i < 10; i++)
        if (fork() == 0) {
            while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
                while (write(pair[0], block, sizeof block) > 0)
                    continue;
            pause();
        }
    pause();
}

/* Prints the port on which it listens, and accepts connections until it is killed. */
static int listen_for_calls(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 8) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &len) != 0)
        return 1;
    printf("%d\n", ntohs(at.sin_port));
    fclose(stdout);
    for (;;)
        close(accept(fd, NULL, NULL));
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "", *what = argc > 2 ? argv[2] : "";
    if (strcmp(kind, "listen") == 0)
        return listen_for_calls();
    int first = getchar();
    ungetc(first, stdin);
    if (first != '9')
        return lab3_main();
    if (strcmp(kind, "endless-loop") == 0)
        endless_loop();
    else if (strcmp(kind, "fork-bomb") == 0)
        fork_bomb();
    else if (strcmp(kind, "memory-hog") == 0)
        memory_hog();
    else if (strcmp(kind, "output-flood") == 0)
        output_flood();
    else if (strcmp(kind, "error-flood") == 0)
        error_flood();
    else if (strcmp(kind, "peek") == 0)
        peek(what);
    else if (strcmp(kind, "connect") == 0)
        connect_to(what);
    else if (strcmp(kind, "kill") == 0)
        kill_all(what);
    else if (strcmp(kind, "write-results") == 0)
        write_results(what);
    else if (strcmp(kind, "fill-disk") == 0)
        fill_disk();
    else if (strcmp(kind, "sockets") == 0)
        fill_sockets();
    else if (strcmp(kind, "crash-halfway") == 0) {
        printf("false\n");
        fflush(stdout);
        raise(SIGSEGV);
    } else if (strcmp(kind, "crash-behind") == 0) {
        lab3_main();
        fflush(stdout);
        abort();
    } else if (strcmp(kind, "answer-too-many") == 0) {
        lab3_main();
        printf("true\n");
    } else if (strcmp(kind, "never-ends") == 0) {
        lab3_main();
        fflush(stdout);
        close(1);
        close(2);
        sleep(1000);
    } else if (strcmp(kind, "garbage") == 0)
        fwrite("\0\033[2J\377\n", 1, 7, stdout);
    return 0;
}
