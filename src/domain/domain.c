// domain.c - the table of domains, and widening with a set
//
// After A. Albarghouthi, A. Gurfinkel, M. Chechik, "Craig Interpretation", SAS 2012: what is added to the
// elements seen at a point is widened so that a chain of additions ends.
#include "domain/domain.h"

// One line for each: 'name' is the constant domain_name of its file.
#define DOMAINS(X) \
    X(none)        \
    X(cartesian)   \
    X(boolean)     \
    X(box)         \
    X(boxes)       \
    X(octagon)     \
    X(product)

#define DECLARE(name) extern const Domain domain_##name;
DOMAINS(DECLARE)
#undef DECLARE

const Domain *const domains[] = {
#define ADDRESS(name) &domain_##name,
    DOMAINS(ADDRESS)
#undef ADDRESS
        NULL,
};

const Domain *domain_find(const char *name) {
    for (uint32_t i = 0; domains[i]; i++)
        if (strcmp(domains[i]->name, name) == 0)
            return domains[i];
    return NULL;
}

// What the widened union adds.  The elements are taken away one by one: their join may hold more than they do, and
// what is taken away must be in one of them.  Where a difference is not exact nothing is taken away.
static const Element *by_difference(const Domain *d, void *self, uint32_t n, const Element *const seen[],
                                    const Element *y) {
    assert(n && d->difference);
    const Element *all = seen[0];
    for (uint32_t i = 1; i < n; i++)
        all = d->join(self, all, seen[i]);
    const Element *added = d->widen(self, all, d->join(self, all, y));
    for (uint32_t i = 0; i < n; i++) {
        const Element *less = d->difference(self, added, seen[i]);
        added = less ? less : added;
    }
    return added;
}

const Element *domain_widen_with(const Domain *d, void *self, uint32_t n, const Element *const seen[],
                                 const Element *y) {
    assert(y);
    if (n == 0)
        return y;
    if (d->difference)
        return by_difference(d, self, n, seen, y);
    const Element *last = seen[n - 1];
    return d->widen(self, last, d->join(self, last, y));
}
