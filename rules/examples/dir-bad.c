// Breaks the rule dir.
#include <dirent.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    DIR *d = opendir(".");
    if (!d)
        return 1;
    if (__VERIFIER_nondet_int())
        closedir(d);
    readdir(d);
    closedir(d);
    return 0;
}
