// advice.h - what to try next where the answer is unknown
#ifndef ADVICE_H
#define ADVICE_H

// By how the reason starts; never NULL: for a reason that is not in the table, what always may help.
const char *advice_for(const char *reason);
#endif
