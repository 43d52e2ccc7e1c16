// time.c - <time.h>, <sys/time.h>: times are inputs
//
// Two readings of the time of day are not in order: the clock may be set.  Other clocks do not go back.  Linux keeps
// times from 1970 on, as nanoseconds in 63 bits.  Fields of a struct tm that is computed are any numbers in their
// ranges.
#include "libc.h"

typedef long Time;
typedef struct Tm {
    int sec, min, hour, mday, mon, year, wday, yday, isdst;
    long gmtoff;
    const char *zone;
} Tm;
typedef struct Interval {
    Time seconds;
    long fraction; // of micro- or nanoseconds
} Interval;

#if LONG_MAX > INT_MAX
#define LAST_SECOND 9223372036
#else
#define LAST_SECOND INT_MAX
#endif
enum { NANOSECONDS = 1000000000 };

Time time(Time *to) {
    Time now = __hone_input_long("time");
    __hone_assume(0 <= now && now <= LAST_SECOND);
    if (to)
        *to = now;
    return now;
}

// The time that the program has used does not shrink, but the number may wrap where it has 32 bits.
long clock(void) {
    static long last;
    long now = __hone_input_long("clock");
    __hone_atomic_begin();
    if (LONG_MAX > INT_MAX)
        __hone_assume(last <= now && now <= 1000000ll * LAST_SECOND);
    last = now;
    __hone_atomic_end();
    return now;
}

// Exact but for one rounding.
double difftime(Time end, Time start) {
    unsigned long size =
        end < start ? (unsigned long)start - (unsigned long)end : (unsigned long)end - (unsigned long)start;
    return end < start ? -(double)size : (double)size;
}

static _Bool is_before(const Interval *a, const Interval *b) {
    return a->seconds < b->seconds || (a->seconds == b->seconds && a->fraction < b->fraction);
}

// A reading in parts of a second.  The two inputs come in this order: arguments of a call could come in any.
#define any_time(function, parts) reading((Interval){ __hone_input_long(function), __hone_input_long(function) }, parts)
static Interval reading(Interval now, long parts) {
    __hone_assume(0 <= now.seconds && now.seconds <= LAST_SECOND);
    __hone_assume(0 <= now.fraction && now.fraction < parts);
    return now;
}

int gettimeofday(Interval *to, void *zone) {
    if (to)
        *to = any_time("gettimeofday", 1000000);
    if (zone)
        fill(zone, 2 * sizeof(int));
    return 0;
}

// The clocks of Linux: 0 and 5 are the time of day, 3 is of the thread, 8 and 9 are not everywhere, 11 is set too.
enum { CLOCKS = 12 };

static _Bool has_clock(int clock_id) {
    if (0 <= clock_id && clock_id < CLOCKS && clock_id != 8 && clock_id != 9 && clock_id != 10)
        return 1;
    if (__hone_input_bool("clock of a number"))
        return 1;
    *__hone_errno() = EINVAL;
    return 0;
}

int clock_gettime(int clock_id, Interval *to) {
    static Interval last[CLOCKS];
    if (!has_clock(clock_id))
        return -1;
    Interval now = any_time("clock_gettime", NANOSECONDS);
    if (clock_id == 1 || clock_id == 2 || clock_id == 4 || clock_id == 6 || clock_id == 7) {
        __hone_atomic_begin();
        __hone_assume(!is_before(&now, &last[clock_id]));
        last[clock_id] = now;
        __hone_atomic_end();
    }
    *to = now;
    return 0;
}

// What a clock's steps are is decided by the system once and for all.
int clock_getres(int clock_id, Interval *to) {
    if (!has_clock(clock_id))
        return -1;
    if (to)
        *to = any_time("clock_getres", NANOSECONDS);
    return 0;
}

// 0, EINVAL, or EINTR and the rest of the time in 'rest'.
static int wait_for(const Interval *wait, Interval *rest, _Bool interrupted) {
    if (wait->seconds < 0 || wait->fraction < 0 || wait->fraction >= NANOSECONDS)
        return EINVAL;
    if (!interrupted)
        return 0;
    if (rest) {
        Interval left = { __hone_input_long("nanosleep"), __hone_input_long("nanosleep") };
        __hone_assume(0 <= left.seconds && 0 <= left.fraction && left.fraction < NANOSECONDS);
        __hone_assume(!is_before(wait, &left));
        *rest = left;
    }
    return EINTR;
}

int nanosleep(const Interval *wait, Interval *rest) {
    int error = wait_for(wait, rest, __hone_input_bool("nanosleep"));
    if (error == 0)
        return 0;
    *__hone_errno() = error;
    return -1;
}

int clock_nanosleep(int clock_id, int flags, const Interval *wait, Interval *rest) {
    if (!has_clock(clock_id))
        return EINVAL;
    return wait_for(wait, flags == 0 ? rest : NULL, __hone_input_bool("nanosleep"));
}

static Tm *set_date(Tm *t) {
    t->sec = input_between("localtime", 0, 60);
    t->min = input_between("localtime", 0, 59);
    t->hour = input_between("localtime", 0, 23);
    t->mday = 1 + input_between("localtime", 0, 30);
    t->mon = input_between("localtime", 0, 11);
    t->year = __hone_input_int("localtime");
    t->wday = input_between("localtime", 0, 6);
    t->yday = input_between("localtime", 0, 365);
    t->isdst = input_between("localtime", -1, 1);
    t->gmtoff = __hone_input_long("localtime");
    static char zone[8];
    fill(zone, sizeof zone - 1);
    t->zone = zone;
    return t;
}

// NULL where the year does not fit an int.
static Tm *date_of(const Time *when, Tm *to) {
    const long long most = 67768036191676799; // the last second of the year 2^31 - 1 + 1900
    if (*when > most - 1000000 || *when < -most) {
        if (__hone_input_bool("localtime")) {
            *__hone_errno() = EOVERFLOW;
            return NULL;
        }
    }
    return set_date(to);
}

static Tm date;

Tm *localtime(const Time *when) {
    return date_of(when, &date);
}

Tm *gmtime(const Time *when) {
    return date_of(when, &date);
}

Tm *localtime_r(const Time *when, Tm *to) {
    return date_of(when, to);
}

Tm *gmtime_r(const Time *when, Tm *to) {
    return date_of(when, to);
}

// Brings the fields into their ranges, or says -1.
Time mktime(Tm *t) {
    Time result = __hone_input_long("mktime");
    if (result == -1 && __hone_input_bool("mktime"))
        *__hone_errno() = EOVERFLOW;
    else
        set_date(t);
    return result;
}

static char text[64];

// 25 characters, or more for a year of more than four digits; NULL where there is no such text, or no room.
static char *any_date(char *to, size_t room) {
    if (__hone_input_bool("ctime"))
        return NULL;
    fill(to, room - 1);
    to[room - 1] = 0;
    return to;
}

char *asctime(const Tm *t) {
    (void)t->sec;
    return any_date(text, sizeof text);
}

char *ctime(const Time *when) {
    (void)*when;
    return any_date(text, sizeof text);
}

char *asctime_r(const Tm *t, char *to) {
    (void)t->sec;
    return any_date(to, 26);
}

char *ctime_r(const Time *when, char *to) {
    (void)*when;
    return any_date(to, 26);
}

// The number of characters; 0 where they do not fit, and the array is any.
size_t strftime(char *to, size_t room, const char *format, const Tm *t) {
    (void)text_length(format);
    (void)t;
    size_t n = __hone_input_size("strftime");
    __hone_assume(n == 0 || n < room);
    fill(to, room);
    if (n > 0 || (room > 0 && __hone_input_bool("strftime")))
        to[n] = 0;
    return n;
}
