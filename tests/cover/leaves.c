// _exit: what was executed before counts.
#include <unistd.h>
extern int in(void);
int main(void) {
    if (in() == 3)
        _exit(4);
    return 0;
}
