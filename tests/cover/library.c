// Functions of the C library: of some Hone has a model, of others it knows nothing.
#include <stdio.h>
#include <unistd.h>
#include <sys/socket.h>
#include <netdb.h>
int main(void) {
    char host[64];
    if (gethostname(host, sizeof host) < 0)
        return 1;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0)
        return 2;
    if (s == 77)
        return 3;
    struct hostent *h = gethostbyname("localhost");
    if (h)
        return 4;
    endhostent();
    return 0;
}
