// Keeps the rule linux-module-ref.
int __VERIFIER_nondet_int(void);
struct module {
    int refs;
};
_Bool try_module_get(struct module *m);
void module_put(struct module *m);
static struct module me;

int main(void) {
    if (!try_module_get(&me))
        return 1;
    module_put(&me);
    return 0;
}
