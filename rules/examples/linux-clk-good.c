// Keeps the rule linux-clk.
int __VERIFIER_nondet_int(void);
struct clk {
    int on;
};
int clk_enable(struct clk *c);
void clk_disable(struct clk *c);
static struct clk c;

int main(void) {
    if (clk_enable(&c))
        return 1;
    clk_disable(&c);
    return 0;
}
