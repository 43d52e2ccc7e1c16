// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: index 4 is outside text.4.
// A text without an end.
char text[4] = "four";
int main(void) {
    char *p = text;
    int n = 0;
    while (*p++)
        n++;
    return n;
}
