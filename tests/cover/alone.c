// No inputs: one run.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    if (sum != 45)
        return 1;
    return 0;
}
