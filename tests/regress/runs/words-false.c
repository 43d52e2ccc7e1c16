// expect: false(valid-deref)
// engines: runs
// options: --property safe
// replay: compiled program agrees
// Eight letters in a row: what getchar reads makes words.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    char word[8];
    int n = 0, c;
    while ((c = getchar()) != EOF) {
        if (isalpha(c)) {
            word[n++] = (char)c;
        } else if (n) {
            word[n] = 0;
            puts(word);
            n = 0;
        }
    }
    return 0;
}
