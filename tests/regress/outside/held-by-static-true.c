// expect: true
// engines: bmc impact lazy
// options: -m32
// No other file can name a variable that holds the address: a function without body does not have it.
extern void reach_error(void);
int *get(void);
void poke(void);
struct cell {
    int value;
    struct cell *next;
};
static struct cell first = { 1, 0 };
static struct cell second = { 2, 0 };
int main(void) {
    int *p = get();
    if (p)
        *p = 5;
    first.next = &second;
    second.value = 1;
    poke();
    if (second.value != 1)
        reach_error();
    return 0;
}
