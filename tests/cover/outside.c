// Functions without body: what they write a test cannot set, what they return it can.
extern int fill(int *where);
extern int *place(void);
int main(void) {
    int x = 7;
    int r = fill(&x);
    if (x != 7)
        return 1;
    if (r == 12345)
        return 2;
    int *p = place();
    if (!p)
        return 3;
    if (*p == 4) // a test may crash here
        return 4;
    return 5;
}
