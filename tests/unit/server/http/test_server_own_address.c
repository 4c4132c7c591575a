/* test_server_own_address.c: the addresses at which others reach a server. The test plays the
 * machine's interfaces. Layer: tests. */
#include "check.h"
#include "server/http/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

enum { FACES = 8 };
static struct ifaddrs faces[FACES];
static union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} places[FACES];
static const struct {
    const char *address; /* NULL: none */
    unsigned flags;
} machine[FACES] = {{"127.0.0.1", IFF_UP | IFF_LOOPBACK},
                    {"10.0.0.5", IFF_UP},
                    {"10.0.0.6", 0},
                    {NULL, IFF_UP},
                    {"fe80::1", IFF_UP},
                    {"fd00::7", IFF_UP},
                    {"::1", IFF_UP | IFF_LOOPBACK},
                    {"192.168.1.2", IFF_UP}};
static bool none; /* the interfaces cannot be listed */

int getifaddrs(struct ifaddrs **list)
{
    for (int i = 0; i < FACES; i++) {
        const char *text = machine[i].address;
        faces[i] = (struct ifaddrs){.ifa_next = i + 1 < FACES ? &faces[i + 1] : NULL,
                                    .ifa_flags = machine[i].flags,
                                    .ifa_addr = text != NULL ? &places[i].any : NULL};
        memset(&places[i], 0, sizeof places[i]);
        if (text != NULL && inet_pton(AF_INET, text, &places[i].four.sin_addr) == 1)
            places[i].four.sin_family = AF_INET;
        else if (text != NULL && inet_pton(AF_INET6, text, &places[i].six.sin6_addr) == 1)
            places[i].six.sin6_family = AF_INET6;
    }
    *list = faces;
    return none ? -1 : 0;
}

void freeifaddrs(struct ifaddrs *list)
{
    CHECK(list == faces && !none);
}

static char said[400];
static int may_say; /* so many are said, then it fails */

static bool say(const char *page)
{
    size_t len = strlen(said);
    snprintf(said + len, sizeof said - len, "%s ", page);
    return --may_say > 0;
}

TEST(addresses_that_others_reach)
{
    static const struct {
        const char *listen;
        int may_say;
        bool none, good;
        const char *said;
    } cases[] = {
        {"10.0.0.5", 9, false, true, "http://10.0.0.5:80/ "},
        {"fd00::7", 9, false, true, "http://[fd00::7]:80/ "},
        {"0.0.0.0", 9, false, true,
         "http://10.0.0.5:80/ http://192.168.1.2:80/ http://127.0.0.1:80/ "},
        {"::", 9, false, true,
         "http://10.0.0.5:80/ http://[fd00::7]:80/ http://192.168.1.2:80/ http://127.0.0.1:80/ "},
        {"0.0.0.0", 9, true, true, "http://127.0.0.1:80/ "},
        {"0.0.0.0", 1, false, false, "http://10.0.0.5:80/ "},
        {"10.0.0.5", 1, false, false, "http://10.0.0.5:80/ "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        said[0] = '\0';
        may_say = cases[i].may_say;
        none = cases[i].none;
        CHECK(own_address_each(cases[i].listen, 80, say) == cases[i].good);
        CHECK_EQ_TEXT(said, cases[i].said);
    }
}

int main(void)
{
    RUN(addresses_that_others_reach);
    return check_result();
}
