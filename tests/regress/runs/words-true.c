// expect: true
// engines: runs impact
// may-be-unknown: runs impact
// timeout: 3
// options: --property safe
// The twin of words-false: what does not fit is left out.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    char word[8];
    int n = 0, c;
    while ((c = getchar()) != EOF) {
        if (isalpha(c) && n < 7) {
            word[n++] = (char)c;
        } else if (n) {
            word[n] = 0;
            puts(word);
            n = 0;
        }
    }
    return 0;
}
