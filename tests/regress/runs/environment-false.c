// expect: false(unreach-call)
// engines: runs
// replay: compiled program agrees
// A list that is not the program's: its items are guessed, pointers and numbers.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
struct item {
    int kind;
    struct item *next;
};
int main(void) {
    struct item *list = __VERIFIER_nondet_pointer();
    int sum = 0;
    for (int i = 0; i < 4 && list; i++) {
        if (list->kind == 4711)
            sum++;
        list = list->next;
    }
    if (sum == 2)
        reach_error();
    return 0;
}
