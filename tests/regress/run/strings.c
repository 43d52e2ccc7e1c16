// run:
// <string.h> on small texts.
#include <stdio.h>
#include <string.h>
#include <strings.h>
int main(void) {
    char a[40] = "one,two;;three", b[40];
    printf("%zu %s\n", strlen(a), strcpy(b, "abc"));
    strcat(b, "def");
    strncat(b, "ghijk", 2);
    printf("%s %d %d %d\n", b, strcmp(b, "abd") < 0, strncmp(b, "abx", 2), strcmp("", "") == 0);
    printf("%s %s %d %s\n", strchr(a, 't'), strrchr(a, 't'), strchr(a, 'z') == NULL, strstr(a, "two"));
    printf("%zu %zu %s\n", strspn(a, "eno"), strcspn(a, ",;"), strpbrk(a, ";,"));
    char *rest = a;
    for (char *word = strtok(a, ",;"); word; word = strtok(NULL, ",;"))
        printf("<%s>", word);
    printf(" %c\n", rest[0]);
    strncpy(b, "xy", 5);
    printf("%s %d %s\n", b, b[4], b + 5);
    printf("%d %d\n", memcmp("abc", "abd", 3) < 0, memchr("abc", 'c', 3) != NULL);
    strcpy(b, "same");
    printf("%d %s\n", strcasecmp("SaMe", b), strdup(b));
}
