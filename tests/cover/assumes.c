// what is dead is so under an assumption, which is printed
extern int ask(int *p);
static int y = 1;
int main(void) {
    int x = 0;
    ask(&x);
    if (y != 1)
        return 1;
    return x > 3;
}
