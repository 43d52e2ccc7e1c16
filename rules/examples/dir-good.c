// Keeps the rule dir.
#include <dirent.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    DIR *d = opendir(".");
    if (!d)
        return 1;
    while (__VERIFIER_nondet_int())
        readdir(d);
    closedir(d);
    return 0;
}
