// Breaks the rule linux-clk.
int __VERIFIER_nondet_int(void);
struct clk {
    int on;
};
int clk_enable(struct clk *c);
void clk_disable(struct clk *c);
static struct clk c;

int main(void) {
    int failed = clk_enable(&c);
    clk_disable(&c);
    return failed;
}
