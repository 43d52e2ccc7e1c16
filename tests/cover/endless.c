// no inputs, and a loop that does not end
int main(void) {
    int x = 3;
    for (int i = 0; i < 10; i++)
        x += i;
    if (x == 48)
        x = 1;
    else
        x = 2;
    while (x)
        x = x == 100 ? 0 : x;
    return 0;
}
