// table.h - a map from numbers to numbers as a hash table with chains
#ifndef TABLE_H
#define TABLE_H
#include <stdbool.h>

struct table;
struct table *table_new(void);
void table_free(struct table *t);
void table_put(struct table *t, unsigned key, int value);
bool table_remove(struct table *t, unsigned key);
const int *table_get(const struct table *t, unsigned key); // NULL: none
bool table_is_whole(const struct table *t);
#endif
