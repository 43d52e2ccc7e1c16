// run:
// memcpy, memmove with overlap, memset, structure copies with pointers inside.
#include <stdio.h>
#include <string.h>
struct Node {
    int value;
    struct Node *next;
    char pad[5];
};
int main(void) {
    char text[16] = "abcdefgh";
    memmove(text + 2, text, 6);
    printf("%s ", text);
    memmove(text, text + 1, 7);
    printf("%s ", text);
    memset(text + 1, '-', 3);
    memcpy(text + 10, "xy", 3);
    printf("%s %s\n", text, text + 10);
    struct Node a = { 1, &a, "aaaa" }, b;
    memcpy(&b, &a, sizeof b);
    b.next->value = 42;
    printf("%d %d %s\n", a.value, b.value, b.pad);
    int words[4];
    memset(words, 0xff, sizeof words);
    memset((char *)words + 3, 0, 6);
    for (int i = 0; i < 4; i++)
        printf("%x ", words[i]);
    long long n = 0;
    memcpy((char *)&n + 2, &words[3], 3);
    printf("%llx %d\n", n, memcmp(&a, &a, sizeof a));
}
