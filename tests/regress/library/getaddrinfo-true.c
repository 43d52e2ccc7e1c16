// expect: true
// engines: portfolio
// A list of addresses that ends, none without one.
#include <netdb.h>
extern void reach_error(void);
int main(void) {
    struct addrinfo *all;
    if (getaddrinfo("host", 0, 0, &all) != 0)
        return 1;
    if (!all || !all->ai_addr || all->ai_addrlen > 128)
        reach_error();
    freeaddrinfo(all);
    return 0;
}
