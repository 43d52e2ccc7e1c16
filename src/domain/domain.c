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

// What the widened union adds.  Where the difference is not exact all of it is given: it holds y, too.
static const Element *by_difference(const Domain *d, void *self, uint32_t n, const Element *const seen[],
                                    const Element *y) {
    const Element *all = seen[0];
    for (uint32_t i = 1; i < n; i++)
        all = d->join(self, all, seen[i]);
    const Element *wider = d->widen(self, all, d->join(self, all, y));
    const Element *added = d->difference(self, wider, all);
    return added ? added : wider;
}

const Element *domain_widen_with(const Domain *d, void *self, uint32_t n, const Element *const seen[],
                                 const Element *y) {
    if (n == 0)
        return y;
    if (d->difference)
        return by_difference(d, self, n, seen, y);
    const Element *last = seen[n - 1];
    return d->widen(self, last, d->join(self, last, y));
}
