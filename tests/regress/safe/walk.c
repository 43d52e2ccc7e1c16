// expect: true
// engines: bmc chc
// options: --property memory
// A pointer walks to the end of a text, and one behind.
char text[] = "twelve bytes";
int main(void) {
    char *p = text;
    int n = 0;
    while (*p++)
        n++;
    return n;
}
