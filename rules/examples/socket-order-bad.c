// Breaks the rule socket-order.
#include <sys/socket.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    struct sockaddr a = { 0 };
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    bind(s, &a, sizeof a);
    listen(s, 5); // bind may have failed
    return 0;
}
