// Keeps the rule socket-shutdown.
#include <sys/socket.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    send(s, "x", 1, 0);
    shutdown(s, SHUT_WR);
    return 0;
}
