// time.c - <time.h>, <sys/time.h>: times are inputs
//
// Two readings of a clock are not in order: the clock may be set.  Fields of a
// struct tm that is computed are any numbers in their ranges.
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

Time time(Time *to) {
    Time now = __hone_input_long("time");
    if (to)
        *to = now;
    return now;
}

long clock(void) {
    return __hone_input_long("clock");
}

double difftime(Time end, Time start) {
    return (double)end - (double)start;
}

static int read_clock(Interval *to, long parts, int result) {
    if (result == 0) {
        to->seconds = __hone_input_long("clock");
        to->fraction = __hone_input_long("clock");
        __hone_assume(0 <= to->fraction && to->fraction < parts);
    } else {
        __hone_fail("error number");
    }
    return result;
}

int gettimeofday(Interval *to, void *zone) {
    (void)zone;
    return to ? read_clock(to, 1000000, input_between("gettimeofday", -1, 0)) : 0;
}

int clock_gettime(int clock_id, Interval *to) {
    (void)clock_id;
    return read_clock(to, 1000000000, input_between("clock_gettime", -1, 0));
}

int clock_getres(int clock_id, Interval *to) {
    (void)clock_id;
    return to ? read_clock(to, 1000000000, input_between("clock_getres", -1, 0)) : 0;
}

int nanosleep(const Interval *wait, Interval *rest) {
    (void)wait;
    if (!__hone_input_bool("nanosleep"))
        return 0;
    __hone_fail("nanosleep");
    if (rest)
        fill(rest, sizeof *rest);
    return -1;
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
    t->isdst = __hone_input_int("localtime");
    t->gmtoff = __hone_input_long("localtime");
    t->zone = "UTC";
    return t;
}

static Tm date;

Tm *localtime(const Time *when) {
    (void)*when;
    return set_date(&date);
}

Tm *gmtime(const Time *when) {
    (void)*when;
    return set_date(&date);
}

Tm *localtime_r(const Time *when, Tm *to) {
    (void)*when;
    return set_date(to);
}

Tm *gmtime_r(const Time *when, Tm *to) {
    (void)*when;
    return set_date(to);
}

// Brings the fields into their ranges.
Time mktime(Tm *t) {
    set_date(t);
    return __hone_input_long("mktime");
}

static char text[26];

static char *any_date(char *to) {
    fill(to, 25);
    to[25] = 0;
    return to;
}

char *asctime(const Tm *t) {
    (void)t;
    return any_date(text);
}

char *ctime(const Time *when) {
    (void)*when;
    return any_date(text);
}

char *asctime_r(const Tm *t, char *to) {
    (void)t;
    return any_date(to);
}

char *ctime_r(const Time *when, char *to) {
    (void)*when;
    return any_date(to);
}

// The number of characters; 0 where they do not fit, and the array is any.
size_t strftime(char *to, size_t room, const char *format, const Tm *t) {
    (void)text_length(format);
    (void)t;
    size_t n = __hone_input_size("strftime");
    __hone_assume(n == 0 || n < room);
    fill(to, room);
    if (room > 0)
        to[n] = 0;
    return n;
}
