// Breaks the rule signal-handler.
// options: --entries on_signal,work
#include <stdio.h>
static volatile int seen;

void on_signal(int number) {
    seen = number;
    if (number == 15)
        printf("ended\n");
}

void work(int n) {
    if (seen)
        printf("%d\n", n);
}
