// Breaks the rule socket-shutdown.
#include <sys/socket.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    if (__VERIFIER_nondet_int())
        shutdown(s, SHUT_WR);
    send(s, "x", 1, 0);
    return 0;
}
