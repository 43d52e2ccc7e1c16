// The twin of nested_three.c: the error is not reached.
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    for (a = 0; a < 500; a++)
        for (b = 0; b < 400; b++)
            for (c = 0; c < 500; c++)
                ;
    if (a != 500 || b != 400 || c != 500)
        reach_error();
}
