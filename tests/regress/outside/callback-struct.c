// expect: unknown(unmodelled: result of the callbacks of enter
// engines: bmc chc
// A struct with a pointer to a function is handed out: code outside may call the function.
extern void reach_error(void);

struct actions {
    void (*act)(void);
};
extern void enter(struct actions *list);

static void act(void) {
    reach_error();
}
static struct actions list = { act };

int main(void) {
    enter(&list);
    return 0;
}
