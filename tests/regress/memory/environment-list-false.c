// expect: false(unreach-call)
// engines: bmc lazy impact ufo chc
// options: --data-model ILP32
// The memory that a pointer from outside points to holds pointers from outside; the fields are apart.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
struct Node {
    char tag;
    long long key;
    struct Node *next;
    short last;
};
int main(void) {
    struct Node *p = __VERIFIER_nondet_pointer();
    if (p->next->next == p || p->next == p)
        return 0;
    p->next->last = 7;
    if (p->tag == 1 && p->next->key == -2 && p->next->next->tag == 3 && p->next->last == 7)
        reach_error();
    return 0;
}
