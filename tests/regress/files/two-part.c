static int value = 2;
int part_value(void) { return value; }
