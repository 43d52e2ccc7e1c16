"""small.py - random C programs with few inputs, each of few values, for tests/fuzz/verdicts

Loops are bounded, indices masked, divisors odd, everything is initialised, so that each run ends and none is
undefined but by overflow.  What can fail: one of a few tests of values that the program has computed.
"""
import random

INPUTS, VALUES = 3, 8
TYPES = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "int", "long long",
         "unsigned long long", "_Bool", "long"]


class Program:
    def __init__(self, seed, overflow):
        self.random = random.Random(seed)
        self.overflow = overflow
        self.lines = []
        self.names = 0
        self.functions = []  # (name, number of parameters)
        self.depth = 0
        self.loops = 0

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    def say(self, text):
        self.lines.append("    " * (1 + self.depth) + text)

    # ---- expressions ----
    def constant(self):
        pick = self.random.choice((0, 1, 1, 2, 3, 4, 5, 7, 8, 10, 15, 100, 127, 255, 256, 1000, -1, -2, -5))
        return "%d" % pick if pick >= 0 else "(%d)" % pick

    def place(self, scope):
        """Something that can be assigned to."""
        kind = self.random.randrange(10)
        if kind < 5 or not self.memory:
            return self.random.choice(scope["vars"] + self.scalars)
        if kind == 5:
            return "%s[%s & 3]" % (self.random.choice(self.arrays), self.random.choice(scope["vars"] + self.scalars))
        if kind == 6:
            return "%s[%d]" % (self.random.choice(self.arrays), self.random.randrange(4))
        if kind == 7:
            return "%s.%s" % (self.random.choice(self.structs), self.random.choice("abc"))
        if kind == 8:
            return "*%s" % self.random.choice(self.pointers)
        return "%s->%s" % (self.random.choice(self.struct_pointers), self.random.choice("abc"))

    def value(self, scope, depth=0):
        if depth > 2 or self.chance(25):
            return self.constant() if self.chance(30) else self.place(scope)
        kind = self.random.randrange(14)
        a, b = self.value(scope, depth + 1), self.value(scope, depth + 1)
        if kind < 5:
            return "(%s %s %s)" % (a, self.random.choice(("+", "-", "+", "-", "^", "&", "|")), b)
        if kind == 5:
            return "(%s * %s)" % (a, self.constant())
        if kind == 6:
            return "(%s %s (%s | 1))" % (a, self.random.choice("/%"), self.random.choice(("3", "7", "8", b)))
        if kind == 7:
            shift = "<<" if self.chance(50) else ">>"
            amount = "(%s & 7)" % b if not self.overflow or self.chance(80) else self.place(scope)
            left = "(unsigned)%s" % a if self.chance(60) else a
            return "((%s) %s %s)" % (left, shift, amount)
        if kind == 8:
            return "(%s)%s" % (self.random.choice(TYPES), a)
        if kind == 9:
            return "(%s ? %s : %s)" % (self.condition(scope, depth + 1), a, b)
        if kind == 10:
            return "(%s%s)" % (self.random.choice(("-", "~", "!")), a)
        if kind == 11 and self.functions and not scope["loop"]:
            name, n = self.random.choice(self.functions)
            return "%s(%s)" % (name, ", ".join([a, b, self.constant()][:n]))
        if kind == 12 and self.functions and not scope["loop"] and self.chance(40):
            return "table[%s & 1](%s)" % (a, b)
        return "(%s)" % self.condition(scope, depth + 1)

    def condition(self, scope, depth=0):
        a = self.place(scope)
        if self.chance(20):
            return "%s %s %s" % (self.value(scope, depth + 1), self.random.choice(("<", ">=", "==", "!=")), self.value(scope, depth + 1))
        if self.memory and self.chance(10):
            return "%s %s %s" % (self.random.choice(self.pointers), self.random.choice(("==", "!=")), self.random.choice(self.pointers))
        if self.chance(15):
            return "(%s %s %s)" % (self.condition(scope, depth + 1), self.random.choice(("&&", "||")), self.condition(scope, depth + 1))
        return "%s %s %s" % (a, self.random.choice(("<", "<=", ">", ">=", "==", "!=")), self.constant())

    # ---- statements ----
    def assign(self, scope):
        how = self.random.choice(("=", "=", "=", "+=", "-=", "^=", "|=", "&="))
        if self.chance(10):
            self.say("(%s)%s;" % (self.place(scope), self.random.choice(("++", "--"))))
        else:
            self.say("%s %s %s;" % (self.place(scope), how, self.value(scope)))

    def move_pointer(self, scope):
        kind = self.random.randrange(5)
        if kind == 0:
            self.say("%s = &%s;" % (self.random.choice(self.pointers), self.random.choice(self.ints)))
        elif kind == 1:
            self.say("%s = &%s[%s & 3];" % (self.random.choice(self.pointers), self.int_array, self.random.choice(scope["vars"])))
        elif kind == 2:
            self.say("%s = %s;" % (self.random.choice(self.pointers), self.random.choice(self.pointers)))
        elif kind == 3:
            self.say("%s = %s;" % (self.random.choice(self.struct_pointers), self.random.choice(self.struct_pointers)))
        else:
            self.say("%s = &%s;" % (self.random.choice(self.struct_pointers), self.random.choice(self.structs)))

    def copy_memory(self):
        kind = self.random.randrange(4)
        if kind == 0:
            self.say("%s = %s;" % (self.random.choice(self.structs), self.random.choice(self.structs)))
        elif kind == 1:
            self.say("*%s = *%s;" % (self.random.choice(self.struct_pointers), self.random.choice(self.struct_pointers)))
        elif kind == 2:
            array = self.random.choice(self.arrays)
            self.say("memset(%s, %d, sizeof %s);" % (array, self.random.choice((0, 1, 255)), array))
        else:
            a, b = self.random.choice(self.structs), self.random.choice(self.structs)
            self.say("memcpy(&%s, &%s, sizeof %s);" % (a, b, a) if a != b else "%s.a = %s.b;" % (a, b))

    def block(self, scope, statements):
        self.depth += 1
        for _ in range(statements):
            self.statement(scope)
        self.depth -= 1

    def loop(self, scope):
        counter = self.name("i")
        bound = self.random.choice(("2", "3", "5", "(%s & 3)" % self.random.choice(scope["vars"]), self.random.choice(self.inputs), "10"))
        inside = dict(scope, loop=True)
        self.loops += 1
        if self.chance(70):
            self.say("for (int %s = 0; %s < %s; %s++) {" % (counter, counter, bound, counter))
            self.block(inside, self.random.randrange(1, 4))
            if self.chance(25):
                self.say("    if (%s) break;" % self.condition(scope))
            self.say("}")
        else:
            self.say("int %s = 0;" % counter)
            self.say("while (%s && %s < 6) {" % (self.condition(scope), counter))
            self.block(inside, self.random.randrange(1, 3))
            self.say("    %s++;" % counter)
            self.say("}")

    def statement(self, scope):
        kind = self.random.randrange(20)
        if kind < 9 or self.depth > 3:
            self.assign(scope)
        elif kind < 12:
            self.say("if (%s) {" % self.condition(scope))
            self.block(scope, self.random.randrange(1, 3))
            if self.chance(50):
                self.say("} else {")
                self.block(scope, self.random.randrange(1, 3))
            self.say("}")
        elif kind < 14 and self.loops < 3 and not scope["loop"] and not scope["function"]:
            self.loop(scope)
        elif kind < 16 and self.memory:
            self.move_pointer(scope)
        elif kind == 16 and self.memory:
            self.copy_memory()
        elif kind == 17:
            self.say("switch (%s & 3) {" % self.random.choice(scope["vars"]))
            for case in self.random.sample(range(4), self.random.randrange(1, 4)):
                self.say("case %d:" % case)
                self.block(scope, 1)
                if self.chance(60):
                    self.say("    break;")
            self.say("default:;")
            self.say("}")
        elif kind == 18 and not self.overflow and not scope["function"]:
            self.check(scope)
        else:
            self.assign(scope)

    def check(self, scope):
        """Something that may or may not happen."""
        place = self.place(scope)
        if self.chance(50):
            self.say("if (%s == %s) reach_error();" % (place, self.random.choice((self.constant(), "%d" % self.random.randrange(12)))))
        else:
            self.say("if (%s && %s) reach_error();" % (self.condition(scope), self.condition(scope)))

    # ---- the whole ----
    def globals(self):
        self.memory = self.chance(65)
        self.scalars, self.ints, self.arrays, self.structs = [], [], [], []
        out = []
        for _ in range(self.random.randrange(1, 4)):
            name, kind = self.name("g"), self.random.choice(TYPES)
            out.append("%s%s %s = %s;" % (self.random.choice(("", "static ")), kind, name, self.random.choice(("0", "1", "5"))))
            self.scalars.append(name)
        for _ in range(2):
            name = self.name("n")
            out.append("int %s = %d;" % (name, self.random.randrange(4)))
            self.scalars.append(name)
            self.ints.append(name)
        self.int_array = self.name("a")
        out.append("int %s[4] = { %s };" % (self.int_array, ", ".join(str(self.random.randrange(9)) for _ in range(self.random.randrange(1, 5)))))
        self.arrays.append(self.int_array)
        name = self.name("a")
        out.append("%s %s[4];" % (self.random.choice(TYPES), name))
        self.arrays.append(name)
        fields = [self.random.choice(("int a;", "int a : 5;", "short a;")), self.random.choice(("unsigned char b;", "unsigned b : 3;", "int b;")),
                  self.random.choice(("long long c;", "int c;", "_Bool c;", "signed c : 7;"))]
        out.append("struct S { %s };" % " ".join(fields))
        for _ in range(2):
            name = self.name("s")
            out.append("struct S %s = { %d, %d };" % (name, self.random.randrange(4), self.random.randrange(4)))
            self.structs.append(name)
        self.pointers = [self.name("p"), self.name("p")]
        self.struct_pointers = [self.name("q"), self.name("q")]
        for name in self.pointers:
            out.append("int *%s = &%s;" % (name, self.random.choice(self.ints)))
        for name in self.struct_pointers:
            out.append("struct S *%s = &%s;" % (name, self.random.choice(self.structs)))
        return out

    def function(self):
        name, n = self.name("f"), self.random.randrange(1, 4)
        kinds = [self.random.choice(TYPES) for _ in range(n)]
        start = len(self.lines)
        parameters = ["x%d" % i for i in range(n)]
        scope = {"vars": parameters, "loop": False, "function": True}
        head = "static %s %s(%s) {" % (self.random.choice(TYPES), name, ", ".join("%s x%d" % (k, i) for i, k in enumerate(kinds)))
        self.lines.append(head)
        if self.chance(30):
            self.say("if (x0 <= 0 || x0 > 5) return %s;" % self.constant())
            self.say("%s %s= %s(%s);" % (self.random.choice(self.scalars), self.random.choice(("+", "^", "")), name,
                                      ", ".join(["x0 - 1", self.random.choice(parameters), "1"][:n])))
        for _ in range(self.random.randrange(1, 4)):
            self.statement(scope)
        self.say("return %s;" % self.value(scope))
        self.lines.append("}")
        self.functions.append((name, n))
        out = self.lines[start:]
        del self.lines[start:]
        return out

    def main(self):
        self.inputs = ["in%d" % i for i in range(INPUTS)]
        variables = list(self.inputs)
        self.lines.append("int main(void) {")
        for name in self.inputs:
            self.say("int %s = __VERIFIER_nondet_int();" % name)
        for name in self.inputs:
            self.say("if (%s < 0 || %s > %d) return 0;" % (name, name, VALUES - 1))
        for _ in range(self.random.randrange(1, 3)):
            name = self.name("v")
            self.say("%s %s = %s;" % (self.random.choice(TYPES), name, self.random.choice(self.inputs + ["1", "3"])))
            variables.append(name)
        if self.memory and self.chance(60):
            self.say("%s = malloc(sizeof *%s);" % (self.pointers[0], self.pointers[0]))
            self.say("*%s = %s;" % (self.pointers[0], self.random.choice(self.inputs)))
        if self.memory and self.chance(40):
            q = self.struct_pointers[1]
            self.say("%s = calloc(1, sizeof *%s);" % (q, q))
        scope = {"vars": [v for v in variables if v not in self.inputs] + self.inputs[:1], "loop": False, "function": False}
        for _ in range(self.random.randrange(3, 9)):
            self.statement(scope)
        for _ in range(0 if self.overflow else self.random.randrange(1, 3)):
            self.check(scope)
        self.say("return 0;")
        self.lines.append("}")

    def text(self):
        out = ["#include <stdlib.h>", "#include <string.h>", "extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);"]
        out += self.globals()
        out.append("static int zero(int x) { return 0; }")
        out.append("static int same(int x) { return x; }")
        out.append("static int (*table[2])(int) = { zero, same };")
        self.inputs = ["x0"]
        for _ in range(self.random.randrange(0, 3)):
            out += self.function()
        self.lines = []
        self.main()
        return "\n".join(out + self.lines) + "\n"


class Memory(Program):
    """Programs that do to memory what C allows: lists, unions, bytes, parts of structs, arrays that grow, texts."""
    HEAD = """struct node { int v; struct node *next; union { int i; unsigned char b[4]; short h[2]; } u; };
struct pair { short a; unsigned char b; int c; struct { int x, y; } d[2]; };
static struct node *head;
static struct pair ps[3], one;
static union { unsigned i; unsigned char b[4]; unsigned short h[2]; } pun;
static int matrix[2][3], *cursor = &matrix[0][0], *walker = &matrix[0][0], *grown;
static unsigned size;
static char text[8] = "ab";
static struct node *push(int v) {
    struct node *n = calloc(1, sizeof *n);
    n->v = v;
    n->next = head;
    return head = n;
}
static int pop(void) {
    struct node *n = head;
    if (!n)
        return -1;
    int v = n->v;
    head = n->next;
    free(n);
    return v;
}
static int length(struct node *n) {
    int k = 0;
    for (; n && k < 6; n = n->next)
        k++;
    return k;
}
static void grow(int v) {
    if (size < 4) {
        grown = realloc(grown, (size + 1) * sizeof *grown);
        grown[size++] = v;
    }
}
static struct pair twice(struct pair p, struct pair *q) {
    p.a *= 2;
    q->c += p.a;
    p.d[1].x = q->b;
    return p;
}
static int sum(int n, const int *a) {
    int own[3] = { n, a[0], n ? a[1] : 7 };
    return n <= 0 ? own[1] : own[2] + sum(n - 1, n > 2 ? own : a);
}
static struct pair *whole(int *c) { return (struct pair *)((char *)c - offsetof(struct pair, c)); }
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
"""

    def globals(self):
        out = super().globals()
        self.memory = True
        return ["#include <stddef.h>", "#include <stdint.h>"] + out + self.HEAD.splitlines()

    def index(self, scope, most):
        return "%d" % self.random.randrange(most) if self.chance(50) else "((unsigned)%s %% %d)" % (self.random.choice(scope["vars"]), most)

    def place(self, scope):
        if self.chance(45):
            return super().place(scope)
        at = lambda most: self.index(scope, most)
        return self.random.choice((
            lambda: "pun.%s" % self.random.choice(("i", "b[%s]" % at(4), "h[%s]" % at(2))),
            lambda: "ps[%s].%s" % (at(3), self.random.choice(("a", "b", "c", "d[%s].x" % at(2), "d[%s].y" % at(2)))),
            lambda: "one.%s" % self.random.choice(("a", "b", "c", "d[%s].y" % at(2))),
            lambda: "matrix[%s][%s]" % (at(2), at(3)),
            lambda: self.random.choice(("*cursor", "*walker")),
            lambda: "text[%s]" % at(7),
            lambda: "((unsigned char *)&%s)[%s]" % (self.random.choice(self.ints), at(4)),
            lambda: "((short *)%s)[%s]" % (self.int_array, at(8)),
            lambda: "((unsigned char *)&ps[1])[%s]" % at(24),
        ))()

    def value(self, scope, depth=0):
        if depth > 1 or self.chance(70):
            return super().value(scope, depth)
        return self.random.choice((
            lambda: "length(head)",
            lambda: "(head ? head->%s : 5)" % self.random.choice(("v", "u.i", "u.b[1]", "u.h[1]")),
            lambda: "(int)(walker - &matrix[0][0])",
            lambda: "(size ? grown[%s %% size] : 3)" % self.random.choice(("0u", "1u", "(unsigned)" + scope["vars"][0])),
            lambda: "(int)strlen(text)",
            lambda: "(strcmp(text, %s) %s 0)" % (self.random.choice(('"ab"', '"abc"', '"b"')), self.random.choice(("<", "==", ">"))),
            lambda: "(int)sizeof ps",
            lambda: "whole(&ps[%s].c)->a" % self.index(scope, 3),
            lambda: "(memcmp(&ps[0].c, &ps[1].c, 4) == 0)",
            lambda: "*(int *)(uintptr_t)cursor",
            lambda: "sum(%s, &matrix[0][0])" % self.index(scope, 4) if not scope["loop"] else "1",
        ))()

    def move_pointer(self, scope):
        if self.chance(40):
            super().move_pointer(scope)
            return
        self.say(self.random.choice((
            lambda: "cursor = &matrix[%s][%s];" % (self.index(scope, 2), self.index(scope, 3)),
            lambda: "if (walker < &matrix[1][2]) walker++;",
            lambda: "walker = &matrix[%s][%s];" % (self.index(scope, 2), self.index(scope, 3)),
            lambda: "cursor = &ps[%s].%s;" % (self.index(scope, 3), self.random.choice(("c", "d[1].x"))),
            lambda: "cursor = &matrix[0][0];",
            lambda: "swap(&%s, &cursor);" % self.pointers[0],
            lambda: "if (head && head->next) head->next->u = head->u;",
            lambda: "if (head) head->next = head->next ? head->next->next : 0;",
        ))() if not self.overflow else "cursor = &matrix[0][1];")

    def copy_memory(self):
        if self.chance(25):
            super().copy_memory()
            return
        self.say(self.random.choice((
            "push(%s);" % self.constant(), "%s = pop();" % self.random.choice(self.ints), "grow(%s);" % self.constant(),
            "one = ps[%d];" % self.random.randrange(3), "ps[%d] = one;" % self.random.randrange(3),
            "one = twice(ps[%d], &ps[%d]);" % (self.random.randrange(3), self.random.randrange(3)),
            "memcpy(&pun, &%s, 4);" % self.random.choice(self.ints), "memcpy(&%s, &pun.b[2], 2);" % self.random.choice(self.ints),
            "memmove(&ps[0], &ps[1], 2 * sizeof ps[0]);", "memset(&ps[1].d, %d, sizeof ps[1].d);" % self.random.choice((0, 1, 255)),
            "memcpy(matrix[1], matrix[0], sizeof matrix[0]);", 'strcpy(text, "%s");' % self.random.choice(("", "abc", "b", "abcdef")),
            'if (strlen(text) < 4) strcat(text, "%s");' % self.random.choice(("a", "bc")), "if (head) head->u.h[1] = %s;" % self.constant(),
            "if (head) head->u.i += %s;" % self.random.choice(self.ints))))

    def statement(self, scope):
        kind = self.random.randrange(10)
        if kind < 2:
            self.move_pointer(scope)
        elif kind < 4:
            self.copy_memory()
        else:
            super().statement(scope)


class Control(Program):
    """Programs that read an input a round: locks, machines with states of their own, loops that end by their values, jumps back, floats."""

    def globals(self):
        out = super().globals()
        self.memory = self.chance(25)
        return out + ["static int locked, errors;", "static double level = 0.5;",
                      "static void lock(void) { if (locked) errors++; locked = 1; }",
                      "static void unlock(void) { if (!locked) errors++; locked = 0; }"] + self.machine()

    def machine(self):
        states = self.random.randrange(2, 5)
        go = lambda: "state = %d;" % self.random.randrange(states)
        out = ["static int step(int in) {", "    static int state, count = %d;" % self.random.randrange(3), "    switch (state) {"]
        for k in range(states):
            test = "in %s %d" % (self.random.choice(("<", ">", "==", "!=")), self.random.randrange(8))
            do = self.random.choice(("count++;", "count = in;", "locked = !locked;", "return in + %d;" % k, "", "level = level * 0.5 + in;"))
            out.append("    case %d: if (%s) %s else { %s %s } %s" % (k, test, go(), do, go() if self.chance(50) else "", "break;" if self.chance(70) else ""))
        return out + ["    default:;", "    }", "    return state * 10 + (count & 7);", "}"]

    def statement(self, scope):
        v = self.random.choice(scope["vars"])
        special = (
            lambda: self.say(self.random.choice(("lock();", "unlock();"))),
            lambda: self.say("%s = step(%s);" % (self.random.choice(self.ints), self.random.choice(scope["vars"]))),
            lambda: self.say("for (unsigned c = (%s & 7) + 1; c != 1; c = c & 1 ? 3 * c + 1 : c / 2) %s++;" % (v, self.ints[0])),
            lambda: self.say("{ unsigned char c = %s; do { c += %d; %s ^= c & 1; } while (c & %d); }" % (
                v, self.random.choice((1, 3, 37, 85)), self.ints[1], self.random.choice((3, 7)))),
            lambda: self.say("if (level < 100.0) level = level * %s + (%s & 7);" % (self.random.choice(("2.0", "0.5", "1.5")), v)),
            lambda: self.say("%s = level %s %s;" % (self.ints[0], self.random.choice(("<", ">=", "==")), self.random.choice(("0.5", "3.0", "4.25")))),
            lambda: self.say("if (%s) { locked = %s; %s = (errors, %s); }" % (self.condition(scope), self.condition(scope), self.ints[0], self.constant())),
        )
        if self.chance(55) and not scope["function"] and self.depth < 4 and not self.overflow:
            self.random.choice(special)()
        else:
            super().statement(scope)

    def check(self, scope):
        if self.chance(50):
            super().check(scope)
        else:
            self.say("if (%s) reach_error();" % self.random.choice((
                "errors > %d" % self.random.randrange(4), "locked && errors == %d" % self.random.randrange(4), "level > %d.0" % self.random.randrange(3, 60),
                "%s == 3 && locked" % self.ints[0])))

    def main(self):
        self.inputs = ["in0"]
        name = self.name("v")
        self.lines.append("int main(void) {")
        self.say("%s %s = %s;" % (self.random.choice(TYPES), name, self.random.choice(("0", "1", "3"))))
        self.say("int fuel = %d;" % self.random.randrange(4))
        self.say("for (int round = 0; round < %d; round++) {" % INPUTS)
        self.depth += 1
        self.say("int in0 = __VERIFIER_nondet_int();")
        self.say("if (in0 < 0 || in0 > %d) return 0;" % (VALUES - 1))
        scope = {"vars": [name, "in0"], "loop": True, "function": False}
        for _ in range(self.random.randrange(1, 4)):
            self.statement(scope)
        self.say("again:;")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(scope)
        self.say("if (fuel > 0 && %s) { fuel--; goto again; }" % self.condition(scope))
        if self.chance(40):
            self.say("if (%s) %s;" % (self.condition(scope), self.random.choice(("continue", "break"))))
        for _ in range(self.random.randrange(0, 3)):
            self.statement(scope)
        self.depth -= 1
        self.say("}")
        for _ in range(0 if self.overflow else self.random.randrange(1, 3)):
            self.check({"vars": [name], "loop": False, "function": False})
        self.say("return 0;")
        self.lines.append("}")


class Recursive(Program):
    """Functions that call each other: mutual recursion, globals that they change, pointers to locals of callers,
    several results, floats, loops around calls."""

    def globals(self):
        self.memory, self.scalars = False, []
        out = ["struct two { int a, b; };", "static double level = %d;" % self.random.randrange(3)]
        for _ in range(self.random.randrange(1, 4)):
            name, kind = self.name("g"), self.random.choice(TYPES)
            out.append("static %s %s = %d;" % (kind, name, self.random.randrange(4)))
            self.scalars.append(name)
        return out

    def call(self, scope, less):
        """A call, into something that can be assigned to; recursion ends where the first argument is no more than 0."""
        f, target = self.random.choice(self.group), self.random.choice(scope["vars"][1:] + self.scalars)
        arguments = "%s, %s, %s" % (less, self.value(scope, 1), self.random.choice(("&own", "&own", "p", "&%s" % scope["own"])))
        if f[1]:
            part = self.random.choice("ab")
            return self.say("%s %s= %s(%s).%s;" % (target, self.random.choice(("", "+", "^")), f[0], arguments, part))
        self.say("%s %s= %s(%s);" % (target, self.random.choice(("", "+", "-")), f[0], arguments))

    def some(self, scope, less):
        kind = self.random.randrange(10)
        if kind < 4:
            self.call(scope, less)
        elif kind == 4:
            self.say("*p %s= %s;" % (self.random.choice(("", "+")), self.value(scope, 1)))
        elif kind == 5:
            self.say("level = level / 2 + %d;" % self.random.randrange(4))
        elif kind == 6:
            self.say("for (int i = 0; i < %d; i++) {" % self.random.randrange(1, 3))
            self.depth += 1
            self.call(scope, less) if self.chance(40) else self.assign(scope)
            self.depth -= 1
            self.say("}")
        elif kind == 7:
            self.say("if (%s) {" % self.condition(scope))
            self.depth += 1
            self.call(scope, less) if self.chance(50) else self.say("own += %s;" % self.value(scope, 1))
            self.depth -= 1
            self.say("}")
        else:
            self.assign(scope)

    def function(self, name, pair):
        self.lines.append("static %s %s(int n, %s x, int *p) {" % ("struct two" if pair else "int", name, self.random.choice(TYPES)))
        scope = {"vars": ["n", "x", "own"], "own": "other", "loop": False, "function": True}
        self.say("int own = %s, other = n;" % self.random.choice(("n", "*p", "%d" % self.random.randrange(5))))
        self.say("if (n <= 0) return %s;" % ("(struct two){ own, (int)x }" if pair else self.random.choice(("own", "(int)x", "*p", "0"))))
        self.call(scope, self.random.choice(("n - 1", "n - 2")))
        for _ in range(self.random.randrange(0, 3)):
            self.some(scope, self.random.choice(("n - 1", "n - 2", "n - 1", "n / 2")))
        result = self.random.choice(("own + other", "own", "*p", self.value(scope, 1)))
        self.say("return %s;" % ("(struct two){ %s, n }" % result if pair else "(int)(%s)" % result))
        self.lines.append("}")

    def text(self):
        out = ["extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);"] + self.globals()
        self.group = [(self.name("f"), self.chance(30)) for _ in range(self.random.randrange(1, 4))]
        for name, pair in self.group:
            self.function(name, pair)
        for name, pair in self.group:
            head = next(line for line in self.lines if " %s(int n" % name in line and line.startswith("static"))
            out.append(head[:-2] + ";")
        self.lines.append("int main(void) {")
        self.say("int in0 = __VERIFIER_nondet_int(), in1 = __VERIFIER_nondet_int(), own = in1, other = 0, *p = &other;")
        self.say("if (in0 < 0 || in0 > %d || in1 < 0 || in1 > %d) return 0;" % (VALUES - 1, VALUES - 1))
        scope = {"vars": ["in0", "in1", "own"], "own": "other", "loop": False, "function": False}
        for _ in range(self.random.randrange(1, 3)):
            self.call(scope, self.random.choice(("in0 & 3", "3", "in0 % 3")))
        for _ in range(self.random.randrange(1, 3)):
            self.check({"vars": ["own", "other", "in1"], "loop": False, "function": False})
        if self.chance(20):
            self.say("if (level > %d) reach_error();" % self.random.randrange(4, 9))
        self.say("return 0;")
        self.lines.append("}")
        return "\n".join(out + self.lines) + "\n"


def generate(seed, overflow=False, recursive=False):
    if recursive:
        return Recursive(seed, overflow).text()
    return (Program, Memory, Memory, Control, Program)[seed % 5](seed, overflow).text()
