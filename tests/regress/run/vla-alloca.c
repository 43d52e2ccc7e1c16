// run:
// Arrays of variable length: size, lifetime in loops, as parameters; alloca.
#include <alloca.h>
#include <stdio.h>
#include <string.h>
static int trace(int n, int m[n][n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i];
    return s + (int)sizeof m[0];
}
static int deep(int n) {
    char text[n + 1];
    memset(text, 'a' + n, (size_t)n);
    text[n] = 0;
    return n == 0 ? 0 : (int)strlen(text) * text[0] + deep(n - 1);
}
int main(void) {
    for (int n = 1; n < 5; n++) {
        int m[n][n];
        for (int i = 0; i < n * n; i++)
            m[i / n][i % n] = i + n;
        printf("%d %zu ", trace(n, m), sizeof m);
        if (n == 3)
            continue;
    }
    printf("\n%d\n", deep(6));
    char *parts[3];
    for (int i = 0; i < 3; i++) { // alive until the function returns
        parts[i] = alloca((size_t)i + 2);
        memset(parts[i], 'p' + i, (size_t)i + 1);
        parts[i][i + 1] = 0;
    }
    printf("%s %s %s\n", parts[0], parts[1], parts[2]);
    int n = 2, (*rows)[n];
    int flat[6] = { 1, 2, 3, 4, 5, 6 };
    rows = (int(*)[n])flat;
    printf("%d\n", rows[2][1]);
}
