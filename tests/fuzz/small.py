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


def generate(seed, overflow=False):
    return Program(seed, overflow).text()
