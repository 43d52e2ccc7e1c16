// Options and numbers in the arguments of main.
#include <stdlib.h>
#include <string.h>
static int verbose;
static int parse(const char *word) {
    if (!strcmp(word, "-v")) {
        verbose = 1;
        return 1;
    }
    if (word[0] == '-' && word[1] == 'n')
        return atoi(word + 2) == 17 ? 2 : 3;
    return 0;
}
int main(int argc, char **argv) {
    int sum = 0;
    if (argc > 3)
        return 1;
    for (int i = 1; i < argc; i++)
        sum += parse(argv[i]);
    if (sum == 3 && verbose)
        return 2;
    return 0;
}
