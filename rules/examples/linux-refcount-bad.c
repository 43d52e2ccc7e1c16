// Breaks the rule linux-refcount.
int __VERIFIER_nondet_int(void);
struct kobject {
    int refs;
};
struct kobject *kobject_get(struct kobject *k);
void kobject_put(struct kobject *k);
static struct kobject a;

int main(void) {
    kobject_get(&a);
    if (__VERIFIER_nondet_int())
        kobject_put(&a);
    kobject_put(&a);
    return 0;
}
