"""interleave.py - random C programs of two or three threads, and whether they can fail, for tests/fuzz/threads

A program is made twice: as C, and as a list of steps for each thread, each of which touches shared memory at most
once.  'can_fail' executes the steps in all orders and with all inputs.  All values are in 0..3.
"""
import random

MOST_STATES = 150000
GLOBALS, LOCALS, MUTEXES = 3, 3, 2


class Thread:
    """The text and the steps of one function."""

    def __init__(self):
        self.lines, self.steps, self.depth = [], [], 1

    def say(self, text):
        self.lines.append("    " * self.depth + text)

    def step(self, *what):
        self.steps.append(list(what))
        return len(self.steps) - 1


def python(text):
    """A test or value over l0..l2 in C, as a function of the tuple of locals."""
    for i in range(LOCALS):
        text = text.replace("l%d" % i, "L[%d]" % i)
    return eval("lambda L: int(%s)" % text.replace("&&", " and ").replace("||", " or "))


class Program:
    """Of a program for races each shared variable has a discipline, which nine accesses of ten keep: a mutex,
    atomic sections, being atomic itself, or none."""

    def __init__(self, seed, races=False):
        self.random = random.Random(seed)
        self.inputs = 0
        self.races = races
        kinds = ("m0", "m0", "m1", "section", "atomic", "none")
        self.discipline = [self.random.choice(kinds) if races else "none" for _ in range(GLOBALS)]
        self.kept = None  # the mutex or section that the code is in

    def guarded(self, t, g, say):
        """The access of g that 'say' makes, with what its discipline asks for."""
        how = self.discipline[g] if self.races else "none"
        if how in ("none", "atomic") or self.kept or self.chance(10):
            return say()
        self.kept = how
        if how == "section":
            t.say("__VERIFIER_atomic_begin();")
            t.step("begin")
        else:
            t.say("pthread_mutex_lock(&%s);" % how)
            t.step("lock", int(how[1]))
        say()
        if how == "section":
            t.say("__VERIFIER_atomic_end();")
            t.step("end")
        else:
            t.say("pthread_mutex_unlock(&%s);" % how)
            t.step("unlock", int(how[1]))
        self.kept = None

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # ---- parts ----
    def local(self):
        return self.random.randrange(LOCALS)

    def shared(self):
        return self.random.randrange(GLOBALS)

    def name(self, g):
        return ("g0", "g1", "box.x")[g]

    def value(self):
        a, b = "l%d" % self.local(), self.random.choice(("l%d" % self.local(), "%d" % self.random.randrange(4)))
        return self.random.choice((b, "((%s + %s) & 3)" % (a, b), "(%s ^ %s)" % (a, b), "((%s - %s) & 3)" % (a, b)))

    def test(self):
        a, b = "l%d" % self.local(), self.random.choice(("l%d" % self.local(), "%d" % self.random.randrange(4)))
        simple = "(%s %s %s)" % (a, self.random.choice(("==", "!=", "<", ">=")), b)
        return simple if self.chance(80) else "(%s %s l%d != %d)" % (simple, self.random.choice(("&&", "||")), self.local(), self.random.randrange(4))

    # ---- statements: each is said and becomes steps ----
    def load(self, t):
        l, g = self.local(), self.shared()

        def say():
            t.say("l%d = %s;" % (l, self.name(g)))
            t.step("load", l, g)

        self.guarded(t, g, say)

    def store(self, t):
        g, value = self.shared(), self.value()

        def say():
            t.say("%s = %s;" % (self.name(g), value))
            t.step("store", g, python(value))

        self.guarded(t, g, say)

    def change(self, t):
        g, c = self.shared(), self.random.randrange(1, 4)

        def say():
            t.say("%s = (%s + %d) & 3;" % (self.name(g), self.name(g), c))
            t.step("fetch", g)
            t.step("put", g, c)

        self.guarded(t, g, say)

    def set(self, t):
        l, value = self.local(), self.value()
        t.say("l%d = %s;" % (l, value))
        t.step("set", l, python(value))

    def index(self, t):
        l, k = self.local(), self.local()
        if self.chance(50):
            t.say("l%d = a[l%d & 1];" % (l, k))
            t.step("loada", l, k)
        else:
            t.say("a[l%d & 1] = l%d;" % (k, l))
            t.step("storea", k, l)

    def input(self, t):
        if self.inputs == 3:
            return self.load(t)
        self.inputs += 1
        l = self.local()
        t.say("l%d = __VERIFIER_nondet_int() & 1;" % l)
        t.step("input", l)

    def choose(self, t, depth):
        test = self.test()
        t.say("if (%s) {" % test)
        jump = t.step("unless", python(test), None)
        self.block(t, depth + 1)
        if self.chance(40):
            t.say("} else {")
            end = t.step("jump", None)
            t.steps[jump][2] = len(t.steps)
            self.block(t, depth + 1)
            t.steps[end][1] = len(t.steps)
        else:
            t.steps[jump][2] = len(t.steps)
        t.say("}")

    def look(self, t, depth):
        if self.races and "atomic" not in self.discipline:
            return self.choose(t, depth)
        g, c, op = self.shared(), self.random.randrange(4), self.random.choice(("==", "!="))
        if self.races:
            g = self.discipline.index("atomic")
        t.say("if (%s %s %d) {" % (self.name(g), op, c))
        jump = t.step("unlessg", g, op, c, None)
        self.block(t, depth + 1)
        t.steps[jump][4] = len(t.steps)
        t.say("}")

    def loop(self, t, depth):
        n, counter = self.random.choice((2, 2, 3)), "i%d" % depth
        t.say("for (int %s = 0; %s < %d; %s++) {" % (counter, counter, n, counter))
        t.step("zero", depth)
        head = t.step("until", depth, n, None)
        self.block(t, depth + 1)
        t.step("count", depth)
        t.step("jump", head)
        t.steps[head][3] = len(t.steps)
        t.say("}")

    def wait(self, t):
        g, c, kind = self.shared(), self.random.randrange(4), self.random.randrange(3)
        if self.races and self.discipline[g] != "atomic":
            return self.set(t)
        if kind == 0:
            t.say("while (%s != %d) ;" % (self.name(g), c))
            t.step("spin", g, c)
        else:
            t.say("__VERIFIER_assume(%s != %d);" % (self.name(g), c))
            t.step("assume", g, c)

    def locked(self, t, depth):
        m = self.random.randrange(MUTEXES)
        tries = self.chance(20)
        if tries:
            t.say("if (pthread_mutex_trylock(&m%d) == 0) {" % m)
            jump = t.step("try", m, None)
        else:
            t.say("pthread_mutex_lock(&m%d);" % m)
            t.step("lock", m)
        self.kept = "m%d" % m
        self.block(t, depth + 1, locks=False)
        self.kept = None
        if not tries and self.chance(20):
            t.say("pthread_cond_wait(&c, &m%d);" % m)
            t.step("unlock", m)
            t.step("lock", m)
            self.kept = "m%d" % m
            self.load(t)
            self.kept = None
        t.say("pthread_mutex_unlock(&m%d);" % m)
        t.step("unlock", m)
        if tries:
            t.say("}")
            t.steps[jump][2] = len(t.steps)

    def section(self, t):
        t.say("__VERIFIER_atomic_begin();")
        t.step("begin")
        outside, self.kept = self.kept, "section"
        for _ in range(self.random.randrange(1, 4)):
            self.random.choice((self.load, self.store, self.change, self.set))(t)
        self.kept = outside
        t.say("__VERIFIER_atomic_end();")
        t.step("end")

    def fail(self, t):
        if self.races:
            return self.set(t)
        test = self.test()
        t.say("if (%s) reach_error();" % test)
        t.step("fail", python(test))

    def leave(self, t, main):
        test = self.test()
        kind = self.random.randrange(3)
        if kind == 0 and not main:
            t.say("if (%s) pthread_exit((void *)(long)l0);" % test)
            t.step("quit", python(test))
        else:
            t.say("if (%s) %s;" % (test, self.random.choice(("exit(0)", "abort()"))))
            t.step("stop", python(test))

    def block(self, t, depth, locks=True):
        t.depth += depth > 0
        for _ in range(self.random.randrange(1, 4 if depth else 6)):
            kind = self.random.randrange(24)
            if kind < 4:
                self.load(t)
            elif kind < 8:
                self.store(t)
            elif kind < 10:
                self.change(t)
            elif kind < 12:
                self.set(t)
            elif kind == 12:
                self.index(t)
            elif kind == 13:
                self.input(t)
            elif kind < 16 and depth < 2:
                self.choose(t, depth)
            elif kind < 17 and depth < 2:
                self.look(t, depth)
            elif kind == 17 and depth < 1:
                self.loop(t, depth)
            elif kind < 20 and locks:
                self.locked(t, depth)
            elif kind == 20:
                self.section(t)
            elif kind == 21:
                self.wait(t)
            elif kind == 22:
                self.fail(t)
            elif kind == 23 and self.chance(50):
                self.leave(t, self.in_main)
            else:
                self.load(t)
        t.depth -= depth > 0

    # ---- the whole ----
    def worker(self, i):
        t = Thread()
        self.in_main = False
        t.lines.append("static void *work%d(void *argument) {" % i)
        t.say("int l0 = (int)(long)argument, l1 = 0, l2 = 0;")
        self.block(t, 0)
        if self.chance(40):
            self.fail(t)
        t.say("return (void *)(long)l0;")
        t.step("return")
        t.lines.append("}")
        return t

    # One after the other, or in a loop.
    def make_threads(self, t, workers):
        n = self.random.choice((1, 2, 2, 2))
        if self.chance(30):
            w = self.random.randrange(len(workers))
            t.say("for (int i = 0; i < %d; i++)" % n)
            t.say("    pthread_create(&id[i], 0, work%d, (void *)(long)i);" % w)
            for i in range(n):
                t.step("create", w, i)
            return range(n)
        for i in range(n):
            w, argument = self.random.randrange(len(workers)), self.random.randrange(4)
            t.say("pthread_create(&id[%d], 0, work%d, (void *)%dL);" % (i, w, argument))
            t.step("create", w, argument)
            if self.chance(30):
                self.block(t, 1)
        return range(n)

    def join_threads(self, t, started):
        if started and self.chance(30):
            l = self.local()
            t.say("for (int i = %d; i >= 0; i--) {" % (len(started) - 1))
            t.say("    pthread_join(id[i], &result);")
            t.say("    l%d = (int)(long)result;" % l)
            t.say("}")
            for i in reversed(started):
                t.step("join", i + 1, l)
            return
        for i in started:
            if self.chance(75):
                l = self.local()
                t.say("pthread_join(id[%d], &result);" % i)
                t.say("l%d = (int)(long)result;" % l)
                t.step("join", i + 1, l)

    def main(self, workers):
        t = Thread()
        self.in_main = True
        t.lines.append("int main(void) {")
        t.say("pthread_t id[3];")
        t.say("void *result;")
        t.say("int l0 = 0, l1 = 0, l2 = 0;")
        for _ in range(self.random.randrange(3)):
            self.store(t)
        started = self.make_threads(t, workers) if workers else []
        if self.chance(50):
            self.block(t, 0)
        self.join_threads(t, started)
        for _ in range(self.random.randrange(3)):
            self.load(t)
        self.fail(t)
        t.say("return 0;")
        t.step("return")
        t.lines.append("}")
        return t

    def qualifier(self, g):
        return "_Atomic " if self.races and self.discipline[g] == "atomic" else ""

    def make(self):
        workers = [self.worker(i) for i in range(self.random.choice((1, 2)))]
        main = self.main(workers)
        head = ["#include <pthread.h>", "#include <stdlib.h>", "extern int __VERIFIER_nondet_int(void);",
                "extern void reach_error(void), __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);",
                "static %sint g0;" % self.qualifier(0), "static %sint g1;" % self.qualifier(1), "static int a[2];",
                "static struct { %sint x; int y; } box;" % self.qualifier(2),
                "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;",
                "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;"]
        lines = head + [line for t in workers + [main] for line in t.lines]
        return "\n".join(lines) + "\n", [main.steps] + [w.steps for w in workers]


def generate(seed):
    return Program(seed).make()


# ---- all orders ----
# A state: (globals, array, holders of mutexes, threads); a thread: (function, place, locals, counters, fetched value,
# in a section, ended: None or (result, joined)).
def replace(values, i, value):
    return values[:i] + (value,) + values[i + 1:]


def successors(functions, state, i):
    """The states after a step of thread i; 'fail' where it fails; none where it waits or the run ends."""
    shared, array, held, threads = state
    func, at, L, counts, fetched, inside, ended = threads[i]
    step = functions[func][at]
    kind = step[0]

    def after(at, L=L, counts=counts, fetched=fetched, inside=inside, ended=ended, shared=shared, array=array, held=held, threads=threads):
        return [(shared, array, held, replace(threads, i, (func, at, L, counts, fetched, inside, ended)))]

    if kind == "load":
        return after(at + 1, L=replace(L, step[1], shared[step[2]]))
    if kind == "store":
        return after(at + 1, shared=replace(shared, step[1], step[2](L)))
    if kind == "fetch":
        return after(at + 1, fetched=shared[step[1]])
    if kind == "put":
        return after(at + 1, shared=replace(shared, step[1], (fetched + step[2]) & 3), fetched=0)
    if kind == "set":
        return after(at + 1, L=replace(L, step[1], step[2](L)))
    if kind == "loada":
        return after(at + 1, L=replace(L, step[1], array[L[step[2]] & 1]))
    if kind == "storea":
        return after(at + 1, array=replace(array, L[step[1]] & 1, L[step[2]]))
    if kind == "input":
        return after(at + 1, L=replace(L, step[1], 0)) + after(at + 1, L=replace(L, step[1], 1))
    if kind == "unless":
        return after(at + 1 if step[1](L) else step[2])
    if kind == "unlessg":
        holds = (shared[step[1]] == step[3]) == (step[2] == "==")
        return after(at + 1 if holds else step[4])
    if kind == "jump":
        return after(step[1])
    if kind == "zero":
        return after(at + 1, counts=replace(counts, step[1], 0))
    if kind == "count":
        return after(at + 1, counts=replace(counts, step[1], counts[step[1]] + 1))
    if kind == "until":
        return after(at + 1 if counts[step[1]] < step[2] else step[3])
    if kind == "spin":
        return after(at + 1) if shared[step[1]] == step[2] else []
    if kind == "assume":
        return after(at + 1) if shared[step[1]] != step[2] else []
    if kind == "lock":
        return after(at + 1, held=replace(held, step[1], True)) if not held[step[1]] else []
    if kind == "try":
        return after(step[2]) if held[step[1]] else after(at + 1, held=replace(held, step[1], True))
    if kind == "unlock":
        return after(at + 1, held=replace(held, step[1], False))
    if kind in ("begin", "end"):
        return after(at + 1, inside=kind == "begin")
    if kind == "fail":
        return ["fail"] if step[1](L) else after(at + 1)
    if kind == "stop":
        return [] if step[1](L) else after(at + 1)
    if kind == "quit" and not step[1](L):
        return after(at + 1)
    if kind == "create":
        new = (step[1] + 1, 0, (step[2], 0, 0), (0, 0), 0, False, None)
        return after(at + 1, threads=threads + (new,))
    if kind == "join":
        other = threads[step[1]]
        if other[6] is None:
            return []
        joined = replace(threads, step[1], other[:6] + ((0, True),))
        return after(at + 1, L=replace(L, step[2], other[6][0]), threads=joined)
    if i == 0:
        return []  # main returns
    return [(shared, array, held, replace(threads, i, (func, 0, (), (), 0, False, (L[0], False))))]


def can_fail(functions):
    """Does some run fail?  None: there are too many states."""
    main = (0, 0, (0,) * LOCALS, (0, 0), 0, False, None)
    start = ((0,) * GLOBALS, (0, 0), (False,) * MUTEXES, (main,))
    seen, work = {start}, [start]
    while work:
        state = work.pop()
        threads = state[3]
        inside = [i for i, t in enumerate(threads) if t[5]]
        for i in inside or range(len(threads)):
            if threads[i][6] is not None:
                continue
            for new in successors(functions, state, i):
                if new == "fail":
                    return True
                if new not in seen:
                    seen.add(new)
                    work.append(new)
        if len(seen) > MOST_STATES:
            return None
    return False
