// expect: unknown(unmodelled: result of getaddrinfo
// engines: portfolio
// There may be more than one address; which the real library has a test cannot choose.
#include <netdb.h>
extern void reach_error(void);
int main(void) {
    struct addrinfo *all;
    if (getaddrinfo("host", 0, 0, &all) == 0 && all->ai_next)
        reach_error();
    return 0;
}
