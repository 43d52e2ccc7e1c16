"""generate.py - random C programs of topics that csmith leaves out

generate(seed) gives the text of a program without undefined behaviour (signed
arithmetic wraps: -fwrapv) that prints what it computes.  A program is a few topics,
each a function of this file that adds declarations and one C function.  NaNs are
printed as such: their sign and payload are not promised.
"""
import random

HEAD = r'''// seed %d: %s
#include <alloca.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t sum = 14695981039346656037u;
static void mix(uint64_t x) { sum = (sum ^ x) * 1099511628211u; }
static void show(const char *what, long long x) { printf("%%s %%lld\n", what, x); mix((uint64_t)x); }
static void show_double(const char *what, double x) {
    if (x != x) printf("%%s NaN\n", what); else printf("%%s %%a\n", what, x);
}
'''

INT_TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "int",
             "unsigned", "long", "unsigned long", "long long", "char", "signed char", "short"]
BITS = {"int8_t": 8, "uint8_t": 8, "char": 8, "signed char": 8, "int16_t": 16, "uint16_t": 16, "short": 16}


class Writer:
    """Collects the text of a program; draws every random choice."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.globals, self.body, self.name = [], [], ""

    def add(self, text):
        self.globals.append(text)

    def say(self, text):
        self.body.append("    " + text)

    def pick(self, choices):
        return self.draw.choice(choices)

    def number(self, low, high):
        return self.draw.randint(low, high)

    def chance(self, percent):
        return self.draw.randrange(100) < percent


def any_integer(w):
    """A C constant; the edges of the types are frequent."""
    kind = w.number(0, 5)
    if kind == 0:
        return str(w.number(-9, 9))
    if kind == 1:
        return w.pick(["INT_MAX", "INT_MIN", "UINT_MAX", "LLONG_MAX", "LLONG_MIN", "0x80000000u", "0x7fff", "-32768",
                       "255", "-128", "0xffffffffffffffffull", "0x8000000000000000ull", "65536"])
    if kind == 2:
        return "%dll" % w.number(-2**62, 2**62)
    if kind == 3:
        return "0x%xull" % w.number(0, 2**64 - 1)
    return str(w.number(-2**31 + 1, 2**31 - 1))


def expression(w, names, depth):
    """An integer expression over variables; defined for all their values."""
    if depth == 0 or w.chance(15):
        return w.pick(names) if w.chance(75) else any_integer(w)
    a, b = expression(w, names, depth - 1), expression(w, names, depth - 1)
    kind = w.number(0, 15)
    if kind <= 3:
        return "(%s %s %s)" % (a, w.pick("+-*"), b)
    if kind <= 5:
        return "(%s %s %s)" % (a, w.pick("&|^"), b)
    if kind == 6:
        return "DIVIDE(%s, %s, %s)" % (w.pick(["int64_t", "uint64_t", "int32_t", "uint32_t"]), a, b)
    if kind == 7:
        return "MODULO(%s, %s, %s)" % (w.pick(["int64_t", "uint64_t", "int32_t", "uint32_t"]), a, b)
    if kind == 8:
        return "((%s)%s << ((%s) & %d))" % (*w.pick([("uint32_t", a), ("uint64_t", a)]), b, w.pick([7, 15, 31]))
    if kind == 9:
        return "((%s)%s >> ((%s) & %d))" % (w.pick(["int32_t", "uint32_t", "int64_t", "uint64_t"]), a, b, w.pick([7, 15, 31]))
    if kind == 10:
        return "(%s %s %s)" % (a, w.pick(["<", "<=", ">", ">=", "==", "!="]), b)
    if kind == 11:
        return "(%s %s %s)" % (a, w.pick(["&&", "||"]), b)
    if kind == 12:
        return "(%s ? %s : %s)" % (a, b, expression(w, names, depth - 1))
    if kind == 13:
        return "(%s(%s))" % (w.pick(["-", "~", "!", "+"]), a)
    if kind == 14:
        return "(%s)%s" % (w.pick(INT_TYPES + ["_Bool"]), "(%s)" % a)
    return "(%s, %s)" % (a, b)


def topic_integers(w):
    w.add("#define DIVIDE(T, a, b) ({ T x_ = (T)(a), y_ = (T)(b); y_ == 0 || (y_ == (T)-1 && (T)-1 < 1) ? x_ : x_ / y_; })")
    w.add("#define MODULO(T, a, b) ({ T x_ = (T)(a), y_ = (T)(b); y_ == 0 || (y_ == (T)-1 && (T)-1 < 1) ? y_ : x_ % y_; })")
    names = []
    for i in range(w.number(4, 8)):
        name = "v%d" % i
        names.append(name)
        w.say("%s %s = (%s)%s;" % ((lambda t: (t, name, t))(w.pick(INT_TYPES + ["_Bool"])) + (any_integer(w),)))
    for i in range(w.number(6, 14)):
        kind = w.number(0, 5)
        name = w.pick(names)
        if kind == 0:
            w.say("%s%s;" % (name, w.pick(["++", "--"])))
        elif kind == 1:
            w.say("%s %s= %s;" % (name, w.pick(["+", "-", "*", "&", "|", "^"]), expression(w, names, 2)))
        elif kind == 2:
            w.say("%s %s= (%s) & 7;" % (name, w.pick(["<<", ">>"]), expression(w, names, 1)))
        else:
            w.say("%s = %s;" % (name, expression(w, names, 3)))
        w.say('show("i%d", (long long)(%s));' % (i, expression(w, names, 3)))
    for name in names:
        w.say('show("%s", (long long)%s);' % (name, name))


def any_double(w):
    return w.pick(["0.0", "-0.0", "1.0", "-1.5", "0.1", "1e300", "-1e-300", "3.4e38", "1.17549435e-38", "4.9e-324",
                   "16777217.0", "9007199254740993.0", "0x1.fffffffffffffp+1023", "123456789.125", "-0.75", "2.5",
                   "%r" % w.draw.uniform(-1000, 1000), "%r" % w.draw.uniform(-1, 1), "%r" % (w.draw.uniform(-1, 1) * 2.0 ** w.number(-300, 300))])


def float_expression(w, names, depth):
    if depth == 0 or w.chance(15):
        return w.pick(names)
    a, b = float_expression(w, names, depth - 1), float_expression(w, names, depth - 1)
    kind = w.number(0, 9)
    if kind <= 5:
        return "(%s %s %s)" % (a, w.pick("+-*/"), b)
    if kind == 6:
        return "(-%s)" % a
    if kind == 7:
        return "(%s %s %s ? %s : %s)" % (a, w.pick(["<", "<=", ">", ">=", "==", "!="]), b, b, a)
    if kind == 8:
        return "(float)%s" % a
    return "%s(%s)" % (w.pick(["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint"]), a)


def topic_floats(w):
    w.add("static int to_int(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : 77; }")
    w.add("static unsigned to_unsigned(double x) { return x > -1.0 && x < 4294967296.0 ? (unsigned)x : 78u; }")
    w.add("static long long to_long(double x) { return x > -9e18 && x < 9e18 ? (long long)x : 79; }")
    names = []
    for i in range(w.number(3, 6)):
        w.say("volatile %s f%d = %s;" % (w.pick(["float", "double", "double"]), i, any_double(w)))
        names.append("f%d" % i)
    for i in range(w.number(6, 12)):
        w.say("{ double x = %s; show_double(\"d%d\", x); show_double(\"f\", (float)x);" % (float_expression(w, names, 3), i))
        w.say("  show(\"n\", to_int(x)); show(\"u\", to_unsigned(x)); show(\"l\", to_long(x)); show(\"b\", (_Bool)x); }")
    for i in range(w.number(2, 5)):
        a, b = w.pick(names), w.pick(names)
        w.say('printf("c%d %%d%%d%%d%%d%%d%%d\\n", %s < %s, %s <= %s, %s > %s, %s >= %s, %s == %s, %s != %s);' % ((i,) + (a, b) * 6))
    for i in range(w.number(2, 4)):
        value = any_integer(w)
        w.say("{ volatile %s n = (%s)%s;" % ((lambda t: (t, t))(w.pick(INT_TYPES)) + (value,)))
        w.say('  show_double("to double", (double)n); show_double("to float", (float)n); }')
    w.say("{ volatile double x = %s, y = %s; show_double(\"fmod\", y != 0 && x - x == 0 ? fmod(x, y) : 0); int e; double whole;" % (any_double(w), any_double(w)))
    w.say('  show_double("frexp", x - x == 0 ? frexp(x, &e) : 0); show("e", x - x == 0 ? e : 0); show_double("ldexp", ldexp(x, %d));' % w.number(-60, 60))
    w.say('  show_double("modf", modf(x, &whole)); show_double("whole", whole); show_double("copysign", copysign(x, y)); }')


def topic_long_double(w):
    w.say("volatile long double a = %sL, b = %s, c = %sL;" % (w.number(1, 10**9), any_double(w), w.number(2, 99)))
    w.say("long double x = a / c;")
    for i in range(w.number(3, 7)):
        w.say("x = x %s %s;" % (w.pick("+-*"), w.pick(["a", "c", "1.25L", "b"])))
        w.say('if (x == x && x - x == 0) printf("L%d %%La\\n", x); show_double("as double", (double)x);' % i)
        w.say('show("cmp", (x < a) + 2 * (x == a) + 4 * (x > c));')
    w.say('if (x > -1e15L && x < 1e15L) show("as int", (long long)x);')


def topic_bit_fields(w):
    n = w.number(3, 9)
    fields = []
    lines = []
    for i in range(n):
        kind = w.pick(["int", "unsigned", "signed char", "unsigned short", "long long", "unsigned long long", "_Bool"])
        most = {"int": 32, "unsigned": 32, "signed char": 8, "unsigned short": 16, "_Bool": 1}.get(kind, 64)
        width = w.pick([1, most, w.number(1, most), w.number(1, most)])
        if w.chance(8):
            lines.append("    %s : 0;" % w.pick(["int", "char"]))
        if w.chance(15):
            lines.append("    %s m%d;" % (w.pick(["char", "short", "int"]), i))
        fields.append(("b%d" % i, kind))
        lines.append("    %s b%d : %d;" % (kind, i, width))
    name = "Bits_%s" % w.name
    packed = " __attribute__((packed))" if w.chance(25) else ""
    w.add("typedef struct%s {\n%s\n} %s;" % (packed, "\n".join(lines), name))
    w.add("static %s bits_%s;\nstatic %s array_%s[3];" % (name, w.name, name, w.name))
    w.say("%s local = { 0 }, *p = &local, copy;" % name)
    w.say('show("size", sizeof(%s));' % name)
    places = ["local", "bits_%s" % w.name, "(*p)", "array_%s[%d]" % (w.name, w.number(0, 2))]
    for i in range(w.number(10, 20)):
        place = w.pick(places)
        field, kind = w.pick(fields)
        what = w.number(0, 4)
        if what == 0:
            w.say("%s.%s %s= %s;" % (place, field, w.pick(["+", "-", "^", "|", "&"]), any_integer(w)))
        elif what == 1 and kind != "_Bool":
            w.say("%s.%s%s;" % (place, field, w.pick(["++", "--"])))
        elif what == 2:
            other, _ = w.pick(fields)
            w.say("%s.%s = (long long)%s.%s;" % (place, field, w.pick(places), other))
        else:
            w.say("%s.%s = %s;" % (place, field, any_integer(w)))
        w.say('show("b", (long long)%s.%s);' % (place, field))
    w.say("copy = local; array_%s[1] = copy;" % w.name)
    for field, _ in fields:
        w.say('show("%s", (long long)copy.%s + 3 * (long long)bits_%s.%s + (long long)array_%s[1].%s);' % (field, field, w.name, field, w.name, field))


def topic_unions(w):
    name = "Pun_%s" % w.name
    w.add("""typedef union {
    uint64_t u64; int64_t i64; double d; uint32_t u32[2]; float f[2]; uint16_t u16[4]; int16_t i16[4]; uint8_t u8[8]; char c[8];
    struct { uint8_t a; uint32_t b; } s; struct { uint16_t lo : 5, mid : 6, hi : 5; } bits;
} %s;""" % name)
    w.say("%s u, v; memset(&u, 0, sizeof u); v = u;" % name)
    for i in range(w.number(8, 16)):
        kind = w.number(0, 8)
        if kind == 0:
            w.say("u.u64 = %s;" % any_integer(w))
        elif kind == 1:
            w.say("u.d = %s;" % any_double(w))
        elif kind == 2:
            w.say("u.f[%d] = %sf;" % (w.number(0, 1), w.pick(["1.5", "-0.1", "3e10", "-0.0", "1e-40"])))
        elif kind == 3:
            w.say("u.u16[%d] ^= %s;" % (w.number(0, 3), any_integer(w)))
        elif kind == 4:
            w.say("u.u8[%d] += %s; u.c[%d] = u.c[%d] * 3;" % (w.number(0, 7), any_integer(w), w.number(0, 7), w.number(0, 7)))
        elif kind == 5:
            w.say("u.s.b = %s; u.bits.mid = %d;" % (any_integer(w), w.number(0, 63)))
        elif kind == 6:
            w.say("v = u; { uint32_t t; memcpy(&t, u.c + %d, 4); u.u32[%d] = t * 2654435761u; }" % (w.number(0, 4), w.number(0, 1)))
        elif kind == 7:
            w.say("memmove(u.u8 + %d, u.u8 + %d, %d);" % (w.number(0, 3), w.number(0, 3), w.number(0, 5)))
        else:
            w.say("{ uint64_t t = u.u64; unsigned char *p = (unsigned char *)&t; p[%d] ^= %d; u.u64 ^= t; }" % (w.number(0, 7), w.number(0, 255)))
        w.say('show("u", u.i64); show("h", u.i16[%d]); show("b", u.bits.hi * 100 + u.bits.mid);' % w.number(0, 3))
    w.say("u.u64 &= 0xbfefffffffffffffull; show_double(\"d\", u.d);")
    w.say("u.u32[0] &= 0xbf7fffffu; show_double(\"f\", u.f[0]); show(\"v\", v.i64);")
    w.say('{ float x = %sf; uint32_t bits; memcpy(&bits, &x, sizeof bits); show("float bits", bits); }' % w.pick(["1.0", "-2.5", "0.1", "1e38", "-1e-42"]))
    w.say('{ double x = %s; uint64_t bits; memcpy(&bits, &x, sizeof bits); show("double bits", (long long)bits); }' % any_double(w))


def topic_pointers(w):
    a, b, c = w.number(2, 4), w.number(2, 5), w.number(2, 6)
    n = a * b * c
    w.add("typedef struct { short tag; int cells[%d]; struct { char c; long long big[2]; } in[2]; } Record_%s;" % (c, w.name))
    w.add("static int grid_%s[%d][%d][%d];\nstatic Record_%s records_%s[%d];" % (w.name, a, b, c, w.name, w.name, a + 1))
    g, r = "grid_%s" % w.name, "records_%s" % w.name
    w.say("int *flat = &%s[0][0][0]; for (int i = 0; i < %d; i++) flat[i] = i * %d - %d;" % (g, n, w.number(3, 99), w.number(0, 50)))
    w.say("int (*rows)[%d] = %s[%d]; int *end = flat + %d; int **table[2]; int *cell = rows[%d] + %d; table[0] = &cell; table[1] = &flat;"
          % (c, g, w.number(0, a - 1), n, w.number(0, b - 1), w.number(0, c - 1)))
    w.say("for (int i = 0; i < %d; i++) { Record_%s *q = &%s[i]; q->tag = i; for (int k = 0; k < %d; k++) q->cells[k] = i * k + %d; q->in[i & 1].big[1] = -i; q->in[0].c = (char)(i * 91); }"
          % (a + 1, w.name, r, c, w.number(0, 9)))
    for i in range(w.number(8, 16)):
        kind = w.number(0, 8)
        x, y, z = w.number(0, a - 1), w.number(0, b - 1), w.number(0, c - 1)
        if kind == 0:
            w.say('show("diff", &%s[%d][%d][%d] - flat);' % (g, x, y, z))
        elif kind == 1:
            w.say('show("cmp", (&%s[%d][%d][%d] < end - %d) * 2 + (flat + %d == %s[%d][%d]));' % (g, x, y, z, w.number(1, n), w.number(0, n), g, x, y))
        elif kind == 2:
            w.say('show("neg", end[-%d] + (%s[%d] + 1)[-1][%d]);' % (w.number(1, n), g, x, z))
        elif kind == 3:
            w.say('*(*(*(%s + %d) + %d) + %d) += **table[%d]; show("deref", %d[*(%s[%d] + %d)]);' % (g, x, y, z, w.number(0, 1), z, g, x, y))
        elif kind == 4:
            w.say('cell = flat + %d; for (int step = %d; end - cell > step; cell += step) *cell ^= %d; show("walk", *cell++); cell--;' % (w.number(0, n - 1), w.number(1, 5), w.number(1, 255)))
        elif kind == 5:
            w.say('{ char *bytes = (char *)&%s[%d]; int *q = (int *)(bytes + offsetof(Record_%s, cells) + %d * sizeof(int)); show("offset", *q); show("big", (int)(bytes[offsetof(Record_%s, in[1].c)])); }'
                  % (r, w.number(0, a), w.name, z, w.name))
        elif kind == 6:
            w.say('{ Record_%s *q = %s + %d; show("rec", q[-%d].cells[%d] + (q - %s) + (q->in[1].big[1])); %s[0] = *q; }'
                  % (w.name, r, a, w.number(0, a), z, r, r))
        elif kind == 7:
            w.say('{ void *v = rows; int (*again)[%d] = v; show("rows", again[0][%d] + (int)sizeof *again + (int)((char *)(again + 1) - (char *)again)); }' % (c, z))
        else:
            w.say('{ uintptr_t p = (uintptr_t)&flat[%d], q = (uintptr_t)flat; show("uintptr", (long long)(p - q)); show("null", !(void *)0 + !flat); }' % w.number(0, n))
    w.say("for (int i = 0; i < %d; i++) mix((uint64_t)flat[i]);" % n)


def topic_functions(w):
    k = w.name
    w.add("typedef long long (*Op_%s)(long long, int);" % k)
    bodies = ["a + b", "a - 3 * b", "a * b", "(a ^ b) & 0xffff", "b > 0 ? a / b : a", "a << (b & 7)", "(a >> 2) | b"]
    for i in range(4):
        w.add("static long long op%d_%s(long long a, int b) { return %s; }" % (i, k, w.pick(bodies)))
    w.add("static Op_%s ops_%s[4] = { op0_%s, op1_%s, &op2_%s, op3_%s };" % ((k,) * 6))
    w.add("struct Machine_%s { int state; Op_%s step; struct Machine_%s *next; };" % (k, k, k))
    w.add("static Op_%s choose_%s(int i) { return i %% 3 ? ops_%s[i & 3] : op%d_%s; }" % (k, k, k, w.number(0, 3), k))
    w.add("static long long apply_%s(Op_%s f, long long x, int n) { return n <= 0 ? x : apply_%s(choose_%s(n), f(x, n), n - 1); }" % (k, k, k, k))
    w.say("struct Machine_%s m[3] = { { %d, op1_%s, &m[1] }, { %d, ops_%s[2], &m[2] }, { %d, choose_%s(%d), m } }, *p = m;"
          % (k, w.number(0, 9), k, w.number(0, 9), k, w.number(0, 9), k, w.number(0, 9)))
    w.say("long long x = %d; for (int i = 0; i < %d; i++, p = p->next) { x = (*p->step)(x, p->state + i); p->step = choose_%s((int)(x & 15)); show(\"x\", x); }"
          % (w.number(-100, 100), w.number(5, 20), k))
    w.say('show("apply", apply_%s(op0_%s, x & 1023, %d)); show("same", (choose_%s(3) == op0_%s) + 2 * (ops_%s[1] == op1_%s));' % (k, k, w.number(1, 9), k, k, k, k))


def topic_varargs(w):
    k = w.name
    w.add("struct Small_%s { short a; char b; }; struct Mixed_%s { double d; int i; }; struct Large_%s { int v[7]; };" % (k, k, k))
    w.add(r'''static double collect_%s(const char *kinds, ...) {
    va_list list, again; double total = 0;
    va_start(list, kinds); va_copy(again, list);
    for (const char *p = kinds; *p; p++)
        switch (*p) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'L': total += (double)(va_arg(list, long long) %% 100000); break;
        case 'd': total += va_arg(list, double); break;
        case 's': total += (double)strlen(va_arg(list, const char *)); break;
        case 'p': total += *va_arg(list, int *); break;
        case 'S': { struct Small_%s x = va_arg(list, struct Small_%s); total += x.a * 2 + x.b; break; }
        case 'M': { struct Mixed_%s x = va_arg(list, struct Mixed_%s); total += x.d + x.i; break; }
        case 'B': { struct Large_%s x = va_arg(list, struct Large_%s); total += x.v[0] + x.v[6]; break; }
        }
    if (*kinds == 'i') total += va_arg(again, int) * 0.5;
    va_end(list); va_end(again);
    return total;
}
static double forward_%s(int skip, ...) { va_list list; va_start(list, skip); double x = 0; while (skip--) x += va_arg(list, int); x += va_arg(list, double); va_end(list); return x; }''' % ((k,) * 8))
    w.say("int cell = %d; struct Small_%s s = { %d, %d }; struct Mixed_%s m = { 2.25, %d }; struct Large_%s b = { { 1, 2, 3, 4, 5, 6, %d } };"
          % (w.number(0, 99), k, w.number(-99, 99), w.number(-9, 9), k, w.number(0, 99), k, w.number(0, 99)))
    arguments = {"i": "%d" % w.number(-99, 99), "l": "%dL" % w.number(-9999, 9999), "L": "%dLL" % w.number(-2**60, 2**60), "d": "%d.5" % w.number(0, 99),
                 "s": '"text%d"' % w.number(0, 999), "p": "&cell", "S": "s", "M": "m", "B": "b"}
    for i in range(w.number(3, 6)):
        kinds = [w.pick("ilLdspSMB") for _ in range(w.number(1, 12))]
        w.say('show_double("va", collect_%s("%s"%s));' % (k, "".join(kinds), "".join(", " + arguments[c] for c in kinds)))
    w.say('show_double("forward", forward_%s(2, 7, %d, 1.5) + forward_%s(0, 0.25));' % (k, w.number(0, 99), k))


def topic_recursion(w):
    k = w.name
    w.add("static unsigned ack_%s(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack_%s(m - 1, 1) : ack_%s(m - 1, ack_%s(m, n - 1)); }" % (k, k, k, k))
    w.add("static int odd_%s(int n); static int even_%s(int n) { return n == 0 ? 1 : odd_%s(n - 1); } static int odd_%s(int n) { return n == 0 ? 0 : even_%s(n - 1); }" % ((k,) * 5))
    w.add("struct Pair_%s { long a, b; }; static struct Pair_%s fib_%s(int n) { if (n == 0) return (struct Pair_%s){ 0, 1 }; struct Pair_%s p = fib_%s(n - 1); return (struct Pair_%s){ p.b, (p.a + p.b) %% 1000003 }; }" % ((k,) * 7))
    w.add("static int moves_%s; static void hanoi_%s(int n, char *from, char *to, char *by) { if (!n) return; int local[2] = { n, moves_%s++ }; hanoi_%s(n - 1, from, by, to); to[n] = from[n]; from[n] = 0; hanoi_%s(n - 1, by, to, from); mix((uint64_t)(local[0] * 31 + local[1])); }" % ((k,) * 5))
    w.add("static int permute_%s(int *v, int n, int at) { if (at == n) { int s = 0; for (int i = 0; i < n; i++) s = s * 7 + v[i]; return s & 0xfff; } int total = 0; for (int i = at; i < n; i++) { int t = v[at]; v[at] = v[i]; v[i] = t; total += permute_%s(v, n, at + 1); t = v[at]; v[at] = v[i]; v[i] = t; } return total; }" % (k, k))
    w.say('show("ack", ack_%s(2, %d)); show("even", even_%s(%d)); show("fib", fib_%s(%d).a);' % (k, w.number(1, 4), k, w.number(0, 60), k, w.number(1, 80)))
    w.say('char rods[3][10] = { "_abcdefgh", "", "" }; hanoi_%s(%d, rods[0], rods[2], rods[1]); show("moves", moves_%s); show("rod", rods[2][1] + rods[0][5]);' % (k, w.number(2, 6), k))
    w.say('int v[5] = { %d, %d, %d, 4, 5 }; show("permute", permute_%s(v, %d, 0));' % (w.number(0, 9), w.number(0, 9), w.number(0, 9), k, w.number(2, 5)))


def topic_jumps(w):
    k = w.name
    cases = "\n".join("        %s x = x * %d + %d;%s" % (w.pick(["case %d:" % v, "case %d:" % v, "case %d ... %d:" % (v, v + 2)]), w.number(2, 9), w.number(-9, 9),
                                                         w.pick(["", " break;", " break;", " continue;", " goto out;" if w.chance(20) else " break;"]))
                      for v in sorted(w.draw.sample(range(-20, 40, 4), 6)))
    w.add(r'''static long long wander_%s(long long n) {
    long long x = n; int steps = 0;
    for (int i = 0; i < %d; i++) {
        switch ((int)(x %% 40)) {
%s
        default: x += i;
        case 1000: x ^= %d;
        }
        if (++steps > %d) goto out;
    }
out:
    return x + steps;
}''' % (k, w.number(5, 40), cases, w.number(1, 99), w.number(5, 30)))
    w.add(r'''static int tangle_%s(int n) { /* two entries into one loop */
    int a = n, b = %d, count = 0;
    if (n & 1) goto right;
left:
    a = a - b; count++;
    if (a < -%d || count > 50) goto done;
right:
    b = b + (a & 3); count += 2;
    if (a > 0 && count < 60) { if (a & 4) goto left; a -= 7; goto right; }
    if (a & 1) { a--; goto left; }
done:
    return a * 1000 + b * 10 + count;
}''' % (k, w.number(1, 9), w.number(5, 50)))
    w.add(r'''static void duff_%s(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count %% 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}''' % k)
    w.add(r'''static int threaded_%s(const char *code) { /* labels as values */
    static const void *const labels[] = { &&add, &&twice, &&negate, &&stop };
    int x = %d;
    goto *labels[*code++ - 'a'];
add: x += %d; goto *labels[*code++ - 'a'];
twice: x *= 2; goto *labels[*code++ - 'a'];
negate: x = -x; goto *labels[*code++ - 'a'];
stop: return x;
}''' % (k, w.number(0, 9), w.number(1, 9)))
    w.say("for (int i = %d; i < %d; i++) { show(\"wander\", wander_%s(i * 7)); show(\"tangle\", tangle_%s(i)); }" % (w.number(-9, 0), w.number(3, 12), k, k))
    w.say('char copy[16] = { 0 }; duff_%s(copy, "abcdefghijklmno", %d); printf("duff %%s\\n", copy); show("threaded", threaded_%s("%sd"));'
          % (k, w.number(1, 15), k, "".join(w.pick("abc") for _ in range(w.number(1, 9)))))
    w.say('int n = 0; do { if (n == %d) continue; n++; while (n %% 5) n++; } while (n++ < %d && n != 33); show("loop", n);' % (w.number(50, 60), w.number(10, 40)))
    w.say('long long big = %s; switch (big) { case 0x100000000LL: show("big", 1); break; case -1: show("big", 2); break; case LLONG_MIN: show("big", 3); break; default: show("big", big); }' % w.pick(["0x100000000LL", "-1", "LLONG_MIN", "7"]))


def any_word(w, n):
    return "".join(w.pick("abcxyzABZ019 ,.-") for _ in range(w.number(0, n)))


def topic_strings(w):
    w.say("char a[80] = { 0 }, b[80] = { 0 }, *p = a, *more; (void)p; (void)more;")
    w.say('strcpy(a, "%s"); strcpy(b, "%s");' % (any_word(w, 20), any_word(w, 5)))
    for i in range(w.number(8, 14)):
        kind = w.number(0, 11)
        if kind == 0:
            w.say('strcat(a, "%s"); a[40] = 0; printf("cat [%%s] %%d\\n", a, (int)strlen(a));' % any_word(w, 8))
        elif kind == 1:
            w.say('p = strchr(a, \'%s\'); show("chr", p ? p - a : -1); p = strrchr(a, \'%s\'); show("rchr", p ? p - a : -1);' % (w.pick("abx"), w.pick("abx")))
        elif kind == 2:
            w.say('p = strstr(a, b); show("str", p ? p - a : -1); show("spn", (long long)strspn(a, "abcx")); show("cspn", (long long)strcspn(a, "019"));')
        elif kind == 3:
            w.say('show("cmp", (strcmp(a, b) > 0) - (strcmp(a, b) < 0)); show("ncmp", strncmp(a, b, %d) == 0); show("mem", memcmp(a, b, 3) == 0);' % w.number(0, 6))
        elif kind == 4:
            w.say('{ char t[80]; strcpy(t, a); for (p = strtok_r(t, " ,.", &more); p; p = strtok_r(NULL, " ,.", &more)) printf("<%s>", p); printf("\\n"); }')
        elif kind == 5:
            w.say('memmove(a + %d, a + %d, %d); a[41] = 0; printf("move %%s\\n", a); p = memchr(a, \'x\', strlen(a)); show("memchr", p ? p - a : -1);' % (w.number(0, 3), w.number(0, 3), w.number(0, 6)))
        elif kind == 6:
            w.say('show("tol", strtol("%s", &p, %d)); show("rest", *p); show("toi", atoi("%s"));' % (w.pick(["  -123abc", "0x1f", "077", "99999999999", "+5", "zz"]), w.pick([0, 10, 16]), w.pick(["42", " -7x", "", "2147483647"])))
        elif kind == 7:
            w.say('show("len", snprintf(b, %d, "%s|%%d|%%-6s|%%05x|%%c", %d, "%s", %du, \'%s\')); printf("%%s\\n", b);' % (w.number(2, 60), any_word(w, 4).replace("%", ""), w.number(-9999, 9999), any_word(w, 4), w.number(0, 99999), w.pick("qrs")))
        elif kind == 8:
            w.say('for (p = a; *p; p++) *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : isalpha((unsigned char)*p) ? toupper((unsigned char)*p) : isdigit((unsigned char)*p) ? \'#\' : *p); printf("case %s\\n", a);')
        elif kind == 9:
            w.say('strncpy(b, "%s", %d); b[%d] = 0; printf("ncpy %%s\\n", b);' % (any_word(w, 12), w.number(1, 14), w.number(14, 20)))
        elif kind == 10:
            w.say('{ char *copy = strdup(a); memset(copy, \'%s\', strlen(copy) / 2); printf("dup %%s\\n", copy); free(copy); }' % w.pick("-=*"))
        else:
            w.say('{ int digits = 0, spaces = 0; for (size_t i = 0; a[i]; i++) { digits += isdigit((unsigned char)a[i]) != 0; spaces += isspace((unsigned char)a[i]) != 0; } show("digits", digits * 100 + spaces); }')


def topic_sorting(w):
    k = w.name
    n = w.number(3, 14)
    w.add("struct Item_%s { int key; char name[6]; };" % k)
    w.add("static int by_key_%s(const void *a, const void *b) { const struct Item_%s *x = a, *y = b; return (x->key > y->key) - (x->key < y->key); }" % (k, k))
    w.add("static int by_name_%s(const void *a, const void *b) { return strcmp(((const struct Item_%s *)a)->name, ((const struct Item_%s *)b)->name); }" % (k, k, k))
    items = ", ".join('{ %d, "%s" }' % (w.number(-50, 50), "".join(w.pick("abcde") for _ in range(w.number(1, 5)))) for _ in range(n))
    w.say("struct Item_%s items[] = { %s }, key = { %d, \"\" }, *found;" % (k, items, w.number(-50, 50)))
    w.say("qsort(items, %d, sizeof *items, by_name_%s); for (int i = 0; i < %d; i++) printf(\"%%s \", items[i].name);" % (n, k, n))
    w.say("qsort(items, %d, sizeof *items, by_key_%s); for (int i = 0; i < %d; i++) printf(\"%%d \", items[i].key); printf(\"\\n\");" % (n, k, n))
    w.say('key.key = items[%d].key; found = bsearch(&key, items, %d, sizeof *items, by_key_%s); show("found", found ? found->key : -1);' % (w.number(0, n - 1), n, k))
    w.say('key.key = 1000; show("none", bsearch(&key, items, %d, sizeof *items, by_key_%s) == NULL);' % (n, k))


def topic_dynamic(w):
    k = w.name
    w.add("static long long total_%s(int n, int m, int grid[n][m]) { long long t = (long long)sizeof grid[0]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t = t * 3 + grid[i][j]; return t; }" % k)
    w.add("static int nested_%s(int n) { char buffer[n + 1]; for (int i = 0; i < n; i++) buffer[i] = (char)(n - i); buffer[n] = 0; return n <= 1 ? 1 : buffer[n / 2] + nested_%s(n - 1) + (int)sizeof buffer; }" % (k, k))
    w.say("for (int n = 1; n < %d; n++) { int m = n %% 4 + 1; int grid[n][m]; for (int i = 0; i < n * m; i++) ((int *)grid)[i] = i ^ n; show(\"vla\", total_%s(n, m, grid)); show(\"size\", (long long)sizeof grid); if (n == %d) continue; }" % (w.number(3, 8), k, w.number(1, 5)))
    w.say('show("nested", nested_%s(%d));' % (k, w.number(2, 12)))
    w.say("char *parts[5]; for (int i = 0; i < 5; i++) { parts[i] = alloca(i + 2); memset(parts[i], 'a' + i, i + 1); parts[i][i + 1] = 0; } printf(\"alloca %s %s\\n\", parts[4], parts[1]);")
    w.say("int *v = malloc(%d * sizeof *v); for (int i = 0; i < %d; i++) v[i] = i * i; v = realloc(v, %d * sizeof *v); long long s = 0; for (int i = 0; i < %d; i++) s += v[i]; show(\"realloc\", s); free(v);"
          % ((lambda n, m: (n, n, m, min(n, m)))(w.number(1, 20), w.number(1, 40))))
    w.say("struct Node { int x; struct Node *left, *right; } *root = NULL; unsigned seed = %du;" % w.number(1, 10**9))
    w.say("for (int i = 0; i < %d; i++) { seed = seed * 1103515245u + 12345u; struct Node *node = calloc(1, sizeof *node), **at = &root; node->x = (int)(seed >> 16 & 0xfff); while (*at) at = node->x < (*at)->x ? &(*at)->left : &(*at)->right; *at = node; }" % w.number(3, 25))
    w.say("while (root) { if (root->left) { struct Node *l = root->left; root->left = l->right; l->right = root; root = l; } else { struct Node *old = root; printf(\"%d \", old->x); root = old->right; free(old); } } printf(\"\\n\");")
    w.say("struct Flex { int n; short tail[]; } *flex = malloc(sizeof *flex + 6 * sizeof(short)); flex->n = 6; for (int i = 0; i < flex->n; i++) flex->tail[i] = (short)(i * %d); show(\"flex\", flex->tail[5] + (int)sizeof *flex); free(flex);" % w.number(1, 9999))


def topic_initialisers(w):
    k = w.name
    w.add("enum Colour_%s { RED_%s = %d, GREEN_%s, BLUE_%s = RED_%s * 2 + 5 };" % (k, k, w.number(-9, 99), k, k, k))
    w.add("struct Inner_%s { char tag[4]; union { int i; float f; } u; int list[3]; };" % k)
    w.add("static const struct Outer_%s { struct Inner_%s in[2]; enum Colour_%s colour; const char *text; int *cell; double d; } constant_%s = { .in = { [1] = { \"ab\", { .f = %d.5f }, { 1, [2] = %d } } }, .colour = GREEN_%s, .text = \"text\" + %d, .d = -0.125 };"
          % (k, k, k, k, w.number(0, 9), w.number(0, 99), k, w.number(0, 3)))
    w.add("static int pool_%s[8] = { [2 ... 4] = %d, 9, [7] = -1 }; static int *ends_%s[] = { pool_%s + %d, &pool_%s[7], (int *)((char *)pool_%s + 4) };" % (k, w.number(0, 99), k, k, w.number(0, 6), k, k))
    w.add("static int count_%s(void) { static int n = %d; static char marks[3] = \"ab\"; marks[n & 1]++; return n++ * 10 + marks[0] + marks[1]; }" % (k, w.number(0, 9)))
    w.add("static wchar_t wide_%s[] = L\"w\\u00e9x\"; static char bytes_%s[] = \"a\\0b\\xff\\n\", exact_%s[3] = \"xyz\";" % (k, k, k))
    w.say('show("const", constant_%s.in[1].list[2] + constant_%s.in[0].list[1] + constant_%s.colour); show_double("f", constant_%s.in[1].u.f); printf("%%s %%s\\n", constant_%s.text, constant_%s.in[1].tag);' % ((k,) * 6))
    w.say('for (int i = 0; i < 8; i++) mix((uint64_t)pool_%s[i]); *ends_%s[0] += 5; show("ends", *ends_%s[1] + ends_%s[2][0] + (ends_%s[1] - ends_%s[0]) + pool_%s[%d]);' % (k, k, k, k, k, k, k, w.number(0, 7)))
    w.say('show("static", count_%s()); show("static", count_%s() + count_%s()); show("wide", (long long)sizeof wide_%s + wide_%s[1]); show("bytes", (long long)sizeof bytes_%s + bytes_%s[3] + exact_%s[2]);' % ((k,) * 8))
    w.say("struct Inner_%s local = { .list = { [1] = %d }, .u = { 3 } }, *p = &(struct Inner_%s){ \"zz\", { %d }, { 1, 2, %d } }; local.list[0] = *(int[]){ 7, 8 }; show(\"local\", local.list[0] + local.list[1] + local.list[2] + local.tag[0] + p->u.i + p->list[2]);" % (k, w.number(0, 99), k, w.number(0, 99), w.number(0, 99)))
    w.say("int matrix[3][3] = { { 1 }, { [1] = %d }, 5, 6, 7 }; for (int i = 0; i < 9; i++) mix((uint64_t)matrix[i / 3][i %% 3]); show(\"matrix\", matrix[2][2] * matrix[1][1]);" % w.number(0, 99))


# Members and, of each, the scalars in it.
STRUCT_SHAPES = [
    ("char a;", "a"), ("short a; char b;", "a b"), ("int a, b;", "a b"), ("double a; int b;", "a b"), ("float a, b;", "a b"),
    ("float a, b, c;", "a b c"), ("int a; float b;", "a b"), ("long long a; double b;", "a b"), ("int a[5]; double b;", "a[0] a[4] b"),
    ("struct { char x, y; } a; short b[3];", "a.x a.y b[2]"), ("union { int i; float f; } a; double b;", "a.i b"), ("double a, b;", "a b"),
    ("char a[3];", "a[0] a[1] a[2]"), ("char a[17];", "a[0] a[16]"), ("_Bool a; unsigned char b : 3; int c : 7;", "a b c"),
    ("long a; char b; long c;", "a b c"), ("long double a; char b;", "a b"), ("double a; float b, c;", "a b c"), ("float a[4];", "a[0] a[3]"),
    ("struct { float x; } a; int b;", "a.x b"), ("short a[2]; float b; double c;", "a[1] b c"), ("unsigned long long a, b; char c;", "a b c"),
]


def topic_structs(w):
    k = w.name
    for i, (shape, scalars) in enumerate(w.draw.sample(STRUCT_SHAPES, w.number(3, 6))):
        t, scalars = "struct S%d_%s" % (i, k), scalars.split()
        w.add("%s { %s };" % (t, shape))
        sets = " ".join("x.%s = seed * %d - %d;" % (field, w.number(1, 9), w.number(0, 99)) for field in scalars)
        w.add("static %s make%d_%s(int seed) { %s x; memset(&x, 0, sizeof x); %s return x; }" % (t, i, k, t, sets))
        adds = " + ".join("%d * (long long)x->%s" % (w.number(1, 99), field) for field in scalars)
        w.add("static long long hash%d_%s(const %s *x) { return %s; }" % (i, k, t, adds))
        w.add("static long long use%d_%s(int before, %s x, double between, %s y, int after) { long long h = hash%d_%s(&x) * 3 + hash%d_%s(&y); memset(&x, 0x11, sizeof x); return h + before + after * 7 + (long long)(between * 2); }" % (i, k, t, t, i, k, i, k))
        w.add("static %s pass%d_%s(%s x, int n) { return n > 0 ? pass%d_%s(x, n - 1) : x; }" % (t, i, k, t, i, k))
        seed, at = w.number(0, 255), w.number(0, 2)
        w.say("{ %s a = make%d_%s(%d), b = pass%d_%s(make%d_%s(%d), 2), array[3] = { a, b, a }; %s (*f)(%s, int) = pass%d_%s;" % (t, i, k, seed, i, k, i, k, seed + 1, t, t, i, k))
        w.say('  array[%d] = f(b, 1); show("use", use%d_%s(%d, a, 2.5, array[%d], %d)); show("n", (long long)sizeof a);' % (at, i, k, w.number(0, 99), w.number(0, 2), w.number(0, 99)))
        w.say('  for (int i = 0; i < 3; i++) show("a", hash%d_%s(&array[i]) + hash%d_%s(&(%s){ 0 })); array[0].%s = 1; show("b", hash%d_%s(array)); }' % (i, k, i, k, t, scalars[-1], i, k))


def topic_wide(w):
    w.say("#ifdef __SIZEOF_INT128__")
    w.say("__extension__ typedef __int128 Wide; __extension__ typedef unsigned __int128 UWide;")
    w.say("volatile uint64_t s0 = %dull, s1 = %dull; UWide a = (UWide)s0 << 64 | s1, b = s1 | 1; Wide c = (Wide)a;" % (w.number(0, 2**64 - 1), w.number(0, 2**64 - 1)))
    for i in range(w.number(5, 10)):
        w.say(w.pick(["a = a * b + %d;" % w.number(0, 99), "a = a / b;", "a = a %% (b + %d);" % w.number(0, 99), "a <<= %d;" % w.number(0, 127), "c >>= %d;" % w.number(0, 127),
                      "c = c * -%d;" % w.number(1, 99), "c = c / %d;" % w.number(2, 99), "a ^= (UWide)c;", "b = (uint64_t)(a >> 60) | 1;", "c = (Wide)(a << 1) - c;", "a += c < 0;"]))
        w.say('show("hi", (long long)(a >> 64)); show("lo", (long long)a); show("c", (long long)(c >> 64)); show_double("as double", (double)c);')
    w.say("#endif")
    w.say('show("done", 128);')


def topic_effects(w):
    k = w.name
    w.add("static int calls_%s; static int touch_%s(int x) { calls_%s = calls_%s * 3 + x; return x; }" % (k, k, k, k))
    w.say("int x = %d, y = %d, z = 0;" % (w.number(-9, 9), w.number(-9, 9)))
    for i in range(w.number(6, 12)):
        a, b, c = w.number(0, 3), w.number(0, 3), w.number(0, 3)
        w.say(w.pick([
            "z = touch_%s(%d) && touch_%s(%d) || touch_%s(%d);" % (k, a, k, b, k, c),
            "z = (touch_%s(%d), touch_%s(%d)) ? touch_%s(%d) : touch_%s(9);" % (k, a, k, b, k, c, k),
            "z = touch_%s(x) ?: touch_%s(%d);" % (k, k, b),
            "x += y = touch_%s(%d) - 1;" % (k, a),
            "{ unsigned char n = (unsigned char)x; n += 200; n <<= 1; n = ~n; z = n; }",
            "{ signed char n = 127; n++; z = n; n *= 3; n /= -5; n %= 7; z -= n; }",
            "{ short n = (short)y; n -= 40000; n ^= 0x5555; z = n >> 3; }",
            "{ _Bool flag = %d; flag += x; z = flag; flag--; z += flag * 2; flag = 0.25; z += flag * 4; }" % a,
            "{ int n = %d; n = (n++, n + 1); z = n; int v[4] = { 1, 2, 3, 4 }, *p = v; z += *p++ + *++p; z -= p[-1]++; z += v[1]; }" % a,
            "{ float f = 3; f += %d; f /= 2; z = f; int n = 7; n *= 1.5; z += n; n -= 0.75f; z += n; }" % b,
            "z = ({ int t = x; if (t < 0) t = -t; t %% %d; });" % (a + 2),
            "z = __builtin_popcount((unsigned)x) + __builtin_clz((unsigned)y | 1) + __builtin_ctzll((unsigned)x | 64) + __builtin_parity((unsigned)y);",
            "z = (int)(__builtin_bswap32((uint32_t)x) >> 3) + (int)__builtin_bswap16((uint16_t)y); { int r; z += __builtin_add_overflow(x, INT_MAX, &r); z += r & 15; z += __builtin_mul_overflow(y, x, &r); z ^= r; }",
            "{ unsigned u = (unsigned)x; z = (int)(u << %d | u >> %d); }" % (w.number(1, 15), 32 - w.number(1, 15)),
            "z = _Generic((char)1, int: 1, char: 2, default: 3) + (int)sizeof(int[%d]) + (int)_Alignof(double);" % (a + 1),
            "{ int n = 5; z = __atomic_fetch_add(&n, %d, __ATOMIC_SEQ_CST) + __sync_bool_compare_and_swap(&n, %d, 40) * 100 + n; int old = __atomic_exchange_n(&n, 3, __ATOMIC_SEQ_CST); z += old - __sync_fetch_and_or(&n, 8) + n; }" % (a, 5 + b),
            "{ _Atomic int n = %d; n += 5; n++; z = n; z += __atomic_sub_fetch((int *)&n, 2, __ATOMIC_SEQ_CST); }" % a,
            "{ volatile int n = x; n = n + n * n; z = n; const volatile long long big = %s; z += (int)(big >> 7); }" % any_integer(w),
        ]))
        w.say('show("z", z); show("xy", x * 1000LL + y); show("calls", calls_%s);' % k)


TOPICS = [topic_integers, topic_floats, topic_long_double, topic_bit_fields, topic_unions, topic_pointers, topic_functions, topic_varargs, topic_recursion,
          topic_jumps, topic_strings, topic_sorting, topic_dynamic, topic_initialisers, topic_structs, topic_wide, topic_effects]


def generate(seed):
    w = Writer(seed)
    # Each seed starts with the next topic, so that a range of seeds covers all.
    topics = [TOPICS[seed % len(TOPICS)]] + w.draw.sample(TOPICS, w.number(1, 3))
    functions, seen = [], set()
    for i, topic in enumerate(topics):
        w.name, w.body = "t%d" % i, []
        topic(w)
        functions.append("static void %s_%d(void) {\n%s\n}\n" % (topic.__name__, i, "\n".join(w.body)))
    lines = []
    for text in w.globals:  # what two topics share is there once
        if text not in seen:
            seen.add(text)
            lines.append(text)
    calls = "".join("    %s_%d();\n" % (topic.__name__, i) for i, topic in enumerate(topics))
    end = "int main(void) {\n%s    printf(\"sum %%llx\\n\", (unsigned long long)sum);\n    return (int)(sum & 63);\n}\n" % calls
    head = HEAD % (seed, " ".join(topic.__name__[6:] for topic in topics))
    return head + "\n".join(lines) + "\n\n" + "\n".join(functions) + "\n" + end
