#!/usr/bin/env python3
"""Random Boolean programs, decided by 'hone bp' and by an explicit-state reference that is written here.

  tests/bp/random.py HONE [COUNT] [SEED]

Half of the programs have recursion, half have two or three threads and none.  Each answer must be the same; each
printed trace must be one that the reference can follow to the error."""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

CHUNK = 50


# ---- programs ----
class Proc:
    def __init__(self, name, formals, locals_, results):
        self.name, self.formals, self.locals, self.results = name, formals, locals_, results
        self.enforce = self.abortif = None
        self.nodes = []  # (kind, data, line)
        self.next = []
        self.labels = {}


class Maker:
    """Makes the text of a program and, beside it, the graph that the reference runs on."""

    def __init__(self, rng, threads):
        self.rng, self.threads, self.lines, self.starts = rng, threads, [], 0
        self.globals = ["g%d" % i for i in range(rng.randint(1, 3))]
        n = rng.randint(1, 3)
        names = ["main"] + ["f%d" % i for i in range(1, n)]
        self.procs = [Proc(names[i], ["a%d" % k for k in range(rng.randint(0, 2) if i else 0)],
                           ["l%d" % k for k in range(rng.randint(0, 2))], rng.randint(0, 2) if i else 0)
                      for i in range(n)]
        for v in self.globals:
            self.emit("decl %s;" % v)
        for i, p in enumerate(self.procs):
            self.make_proc(i, p)

    def emit(self, text):
        self.lines.append(text)
        return len(self.lines)

    # expressions are tuples
    def expr(self, depth, choice=True, nexts=()):
        r = self.rng
        k = r.random()
        if depth == 0 or k < 0.35:
            k = r.random()
            if nexts and k < 0.4:
                return ("next", r.choice(nexts))
            if k < 0.75:
                return ("var", r.choice(self.vars))
            if k < 0.87 and choice:
                return ("star",)
            return ("const", r.randint(0, 1))
        if k < 0.5:
            return ("not", self.expr(depth - 1, choice, nexts))
        if k < 0.6 and choice:
            return ("schoose", self.expr(depth - 1, choice, nexts), self.expr(depth - 1, choice, nexts))
        if k < 0.65:
            return ("ite",) + tuple(self.expr(depth - 1, choice, nexts) for _ in range(3))
        return (r.choice(["and", "or", "xor", "eq", "implies"]), self.expr(depth - 1, choice, nexts),
                self.expr(depth - 1, choice, nexts))

    def node(self, kind, data, line):
        p = self.proc
        p.nodes.append((kind, data, line))
        p.next.append([])
        for e in self.ends:
            p.next[e].append(len(p.nodes) - 1)
        self.ends = [len(p.nodes) - 1]
        return len(p.nodes) - 1

    def make_proc(self, i, p):
        r = self.rng
        self.proc, self.index = p, i
        self.vars = self.globals + p.formals + p.locals
        kind = {0: "void", 1: "bool", 2: "bool<2>"}[p.results]
        self.emit("%s %s(%s) begin" % (kind, p.name, ", ".join(p.formals)))
        if p.locals:
            self.emit("decl %s;" % ", ".join(p.locals))
        if r.random() < 0.1:
            p.enforce = self.expr(2, False)
            self.emit("enforce %s;" % show(p.enforce))
        if r.random() < 0.05:
            p.abortif = self.expr(2, False)
            self.emit("abortif %s;" % show(p.abortif))
        self.ends, self.gotos = [], []
        self.node("skip", None, 0)
        self.label_count, self.wanted = 0, []
        self.block(r.randint(2, 6), 2)
        self.final_labels()
        self.node("return", [("star",)] * p.results, self.emit("end"))
        for src, names in self.gotos:
            for name in names:
                p.next[src].append(p.labels[name])

    def final_labels(self):
        for name in sorted(set(sum((names for _, names in self.gotos), []))):
            if name not in self.proc.labels:
                line = self.emit("%s: skip;" % name)
                self.proc.labels[name] = self.node("skip", None, line)

    def block(self, n, depth):
        for _ in range(n):
            self.statement(depth)

    def statement(self, depth):
        r, p = self.rng, self.proc
        k = r.random()
        if k < 0.3:
            vs = r.sample(self.vars, min(len(self.vars), r.randint(1, 2)))
            es = [self.expr(2) for _ in vs]
            c = self.expr(2, r.random() < 0.3, self.vars) if r.random() < 0.15 else None
            line = self.emit("%s := %s%s;" % (", ".join(vs), ", ".join(map(show, es)),
                                             " constrain " + show(c) if c else ""))
            self.node("assign", (vs, es, c), line)
        elif k < 0.45 and len(self.procs) > 1:
            choices = range(len(self.procs)) if not self.threads else range(self.index + 1, len(self.procs))
            choices = [c for c in choices if c or not self.threads]
            if not choices:
                return
            q = self.procs[r.choice(choices)]
            es = [self.expr(2) for _ in q.formals]
            lhs = r.sample(self.vars, q.results) if q.results <= len(self.vars) else None
            if lhs is None:
                return
            drop = r.random() < 0.2
            if lhs and drop:
                lhs[0] = "_"
            line = self.emit("%s%s(%s);" % (", ".join(lhs) + " := " if lhs else "", q.name, ", ".join(map(show, es))))
            self.node("call", (lhs, q.name, es), line)
        elif k < 0.6 and depth:
            e = self.expr(2)
            line = self.emit("if %s then" % show(e))
            branch = self.node("skip", None, 0)
            self.node("assume", e, line)
            self.block(r.randint(1, 3), depth - 1)
            self.emit("else")
            ends, self.ends = self.ends, [branch]
            self.node("assume", ("not", e), line)
            self.block(r.randint(0, 2), depth - 1)
            self.emit("fi")
            self.ends = self.ends + ends
            self.node("skip", None, 0)
        elif k < 0.7 and depth:
            e = self.expr(2)
            line = self.emit("while %s do" % show(e))
            head = self.node("skip", None, 0)
            self.node("assume", e, line)
            self.block(r.randint(1, 3), depth - 1)
            self.emit("od;")
            for x in self.ends:
                p.next[x].append(head)
            self.ends = [head]
            self.node("assume", ("not", e), line)
        elif k < 0.76:
            e = self.expr(2)
            self.node("assume", e, self.emit("assume(%s);" % show(e)))
        elif k < 0.81:
            e = self.expr(2, False)
            self.node("assert", e, self.emit("assert(%s);" % show(e)))
        elif k < 0.85:
            name = "M%d" % self.label_count
            self.label_count += 1
            line = self.emit("%s: skip;" % name)
            p.labels[name] = self.node("skip", None, line)
        elif k < 0.9 and self.label_count:
            names = r.sample(["M%d" % i for i in range(self.label_count + 1)], r.randint(1, min(2, self.label_count)))
            line = self.emit("goto %s;" % ", ".join(names))
            self.gotos.append((self.node("skip", None, line), names))
            self.ends = []
        elif k < 0.92:
            vs = r.sample(self.vars, 1)
            self.node("dead", vs, self.emit("dead %s;" % vs[0]))
        elif k < 0.94 and (self.index or not self.threads):
            es = [self.expr(2) for _ in range(p.results)]
            self.node("return", es, self.emit("return %s;" % ", ".join(map(show, es))))
            self.ends = []
        elif self.threads and self.index == 0 and depth == 2 and self.starts < 2 and not self.gotos and self.ends:
            self.starts += 1
            q = [x for x in self.procs[1:] if not x.formals and not x.results]
            if q and r.random() < 0.6:
                q = r.choice(q)
                self.node("start", q.name, self.emit("start_thread %s();" % q.name))
            else:  # a copy of this thread runs from here on
                name = "T%d" % self.starts
                line = self.emit("start_thread goto %s;" % name)
                s = self.node("start", None, line)
                self.emit("end_thread;")
                self.node("end", None, len(self.lines))
                self.ends = []
                line = self.emit("%s: skip;" % name)
                p.labels[name] = self.node("skip", None, line)
                p.nodes[s] = ("start", p.labels[name], p.nodes[s][2])
        elif self.threads and r.random() < 0.5:
            self.node("begin", None, self.emit("atomic_begin;"))
            self.block(r.randint(1, 2), 0)
            self.node("finish", None, self.emit("atomic_end;"))


SIGN = {"and": "&", "or": "|", "xor": "^", "eq": "=", "implies": "=>"}


def show(e):
    op = e[0]
    if op == "var":
        return e[1]
    if op == "next":
        return "'" + e[1]
    if op == "const":
        return str(e[1])
    if op == "star":
        return "*"
    if op == "not":
        return "!(%s)" % show(e[1])
    if op == "schoose":
        return "schoose[%s, %s]" % (show(e[1]), show(e[2]))
    if op == "ite":
        return "(%s ? %s : %s)" % tuple(map(show, e[1:]))
    return "(%s %s %s)" % (show(e[1]), SIGN[op], show(e[2]))


# ---- the reference ----
def values(e, now, after=None):
    """The set of values that the expression can have."""
    op = e[0]
    if op == "var":
        return {now[e[1]]}
    if op == "next":
        return {after[e[1]]}
    if op == "const":
        return {e[1]}
    if op == "star":
        return {0, 1}
    args = [values(x, now, after) for x in e[1:]]
    out = set()
    for a in itertools.product(*args):
        if op == "not":
            out.add(1 - a[0])
        elif op == "and":
            out.add(a[0] & a[1])
        elif op == "or":
            out.add(a[0] | a[1])
        elif op == "xor":
            out.add(a[0] ^ a[1])
        elif op == "eq":
            out.add(int(a[0] == a[1]))
        elif op == "implies":
            out.add(int(not a[0] or a[1]))
        elif op == "ite":
            out.add(a[1] if a[0] else a[2])
        elif a[0]:
            out.add(1)
        elif a[1]:
            out.add(0)
        else:
            out |= {0, 1}
    return out


def assignments(vs, es, c, now):
    for new in itertools.product(*[sorted(values(e, now)) for e in es]):
        after = dict(now)
        after.update(zip(vs, new))
        if c is None or 1 in values(c, now, after):
            yield after


def simple(kind, data, now):
    """States after a statement that is neither a call nor about threads."""
    if kind in ("assume", "assert"):
        return [now] if 1 in values(data, now) else []
    if kind == "assign":
        return list(assignments(data[0], data[1], data[2], now))
    if kind == "dead":
        return list(assignments(data, [("star",)] * len(data), None, now))
    return [now]


def bad(proc, kind, data, now):
    return (kind == "assert" and 0 in values(data, now)) or (
        proc.abortif is not None and 1 in values(proc.abortif, now))


def enforced(proc, now):
    return proc.enforce is None or 1 in values(proc.enforce, now)


def all_values(vs):
    for x in itertools.product((0, 1), repeat=len(vs)):
        yield dict(zip(vs, x))


def frozen(d):
    return tuple(sorted(d.items()))


def sequential(m):
    """Is an error reached?  Pairs of entry and state, one by one."""
    procs = {p.name: p for p in m.procs}
    seen, work, summaries, callers = set(), [], {}, {}

    def visit(name, e, node, s):
        if not enforced(procs[name], s):
            return
        key = (name, e, node, frozen(s))
        if key not in seen:
            seen.add(key)
            work.append((name, e, node, s))

    def enter(name, given):
        e = frozen(given)
        for own in all_values(procs[name].locals):
            visit(name, e, 0, dict(given, **own))
        return e

    def resume(caller, summary):
        name, e, node, s, lhs = caller
        after = dict(s)
        after.update(summary[0])
        after.update((v, x) for v, x in zip(lhs, summary[1]) if v != "_")
        for n in procs[name].next[node]:
            visit(name, e, n, after)

    for g in all_values(m.globals):
        enter("main", g)
    while work:
        name, e, node, s = work.pop()
        p = procs[name]
        kind, data, _ = p.nodes[node]
        if bad(p, kind, data, s):
            return True
        if kind == "call":
            lhs, callee, es = data
            for args in itertools.product(*[sorted(values(x, s)) for x in es]):
                given = {g: s[g] for g in m.globals}
                given.update(zip(procs[callee].formals, args))
                inner = (callee, enter(callee, given))
                caller = (name, e, node, s, lhs)
                callers.setdefault(inner, []).append(caller)
                for summary in list(summaries.get(inner, ())):
                    resume(caller, summary)
        elif kind == "return":
            for result in itertools.product(*[sorted(values(x, s)) for x in data]):
                summary = (tuple((g, s[g]) for g in m.globals), result)
                if summary not in summaries.setdefault((name, e), []):
                    summaries[(name, e)].append(summary)
                    for caller in list(callers.get((name, e), ())):
                        resume(caller, summary)
        else:
            for after in simple(kind, data, s):
                for n in p.next[node]:
                    visit(name, e, n, after)
    return False


def interleaved(m):
    """The same for threads: a state is the globals, a stack of frames for each thread, and who is atomic."""
    procs = {p.name: p for p in m.procs}
    seen, work = set(), []

    def visit(g, threads, owner):
        key = (frozen(g), threads, owner)
        if key not in seen:
            seen.add(key)
            work.append((g, threads, owner))
            if len(seen) > 300000:
                raise OverflowError

    for g in all_values(m.globals):
        for own in all_values(procs["main"].locals):
            visit(g, ((("main", 0, frozen(own)),),), None)
    while work:
        g, threads, owner = work.pop()
        for i, stack in enumerate(threads):
            if not stack or owner not in (None, i):
                continue
            name, node, own = stack[-1]
            p = procs[name]
            kind, data, _ = p.nodes[node]
            now = dict(g, **dict(own))
            if not enforced(p, now):
                continue
            if bad(p, kind, data, now):
                return True

            def go(after, frames, who=owner, born=()):
                shared = {v: after[v] for v in m.globals}
                visit(shared, threads[:i] + (frames,) + threads[i + 1:] + born, who)

            def frame(after, n, of=p):
                return (of.name, n, frozen({v: after[v] for v in of.formals + of.locals}))

            if kind == "call":
                lhs, callee, es = data
                q = procs[callee]
                for args in itertools.product(*[sorted(values(x, now)) for x in es]):
                    for inner in all_values(q.locals):
                        state = dict(g, **inner)
                        state.update(zip(q.formals, args))
                        go(state, stack[:-1] + ((name, node, own), frame(state, 0, q)))
            elif kind == "return" and len(stack) == 1:
                go(now, (), None if owner == i else owner)
            elif kind == "return":
                up, call, outer = stack[-2]
                lhs = procs[up].nodes[call][1][0]
                for result in itertools.product(*[sorted(values(x, now)) for x in data]):
                    after = dict({v: now[v] for v in m.globals}, **dict(outer))
                    after.update((v, x) for v, x in zip(lhs, result) if v != "_")
                    for n in procs[up].next[call]:
                        go(after, stack[:-2] + (frame(after, n, procs[up]),))
            elif kind == "end":
                go(now, (), None if owner == i else owner)
            elif kind == "start":
                for n in p.next[node]:
                    if isinstance(data, int):
                        go(now, stack[:-1] + (frame(now, n),), owner, (stack[:-1] + (frame(now, data),),))
                    else:
                        for inner in all_values(procs[data].locals):
                            go(now, stack[:-1] + (frame(now, n),), owner,
                               (((data, 0, frozen(inner)),),))
            else:
                who = i if kind == "begin" else None if kind == "finish" else owner
                for after in simple(kind, data, now):
                    for n in p.next[node]:
                        go(after, stack[:-1] + (frame(after, n),), who)
    return False


# ---- traces of programs without threads ----
STEP = re.compile(r"^  \S+?:(\d+): +(\w+):(.*)$")


def read_trace(output):
    for line in output.splitlines():
        found = STEP.match(line)
        if found:
            yield int(found[1]), found[2], dict((k, int(v)) for k, v in (x.split("=") for x in found[3].split()))


def follows(m, steps):
    """Can the printed steps be taken, one after the other, to an error?  Values of dead locals do not count, so
    only globals are compared."""
    procs = {p.name: p for p in m.procs}
    states = {((("main", 0, frozen(dict(own))),), frozen(g)) for g in all_values(m.globals)
              for own in all_values(procs["main"].locals)}
    steps = list(steps)
    for number, (line, name, wanted) in enumerate(steps):
        reached, work, arrived = set(states), list(states), []
        while work:
            stack, g = work.pop()
            pn, node, own = stack[-1]
            p = procs[pn]
            kind, data, at = p.nodes[node]
            now = dict(g, **dict(own))
            if not enforced(p, now):
                continue
            if at and (kind != "skip" or node in p.labels.values()):
                if at == line and pn == name and all(now[v] == wanted[v] for v in m.globals):
                    arrived.append((stack, g))
                continue
            if number == len(steps) - 1 and bad(p, kind, data, now):
                return True  # abortif, where nothing else happens
            for new in successors(m, procs, stack, g):
                if new not in reached:
                    reached.add(new)
                    work.append(new)
        if not arrived:
            return False
        last = arrived
        states = {new for stack, g in arrived for new in successors(m, procs, stack, g)}
    return any(bad(procs[s[-1][0]], *procs[s[-1][0]].nodes[s[-1][1]][:2], dict(g, **dict(s[-1][2]))) for s, g in last)


def successors(m, procs, stack, g):
    name, node, own = stack[-1]
    p = procs[name]
    kind, data, _ = p.nodes[node]
    now = dict(g, **dict(own))

    def frame(after, n, of=p):
        return (of.name, n, frozen({v: after[v] for v in of.formals + of.locals}))

    def shared(after):
        return frozen({v: after[v] for v in m.globals})

    if kind == "call":
        q = procs[data[1]]
        for args in itertools.product(*[sorted(values(x, now)) for x in data[2]]):
            for inner in all_values(q.locals):
                state = dict(g, **inner)
                state.update(zip(q.formals, args))
                yield stack + (frame(state, 0, q),), shared(now)
    elif kind == "return":
        if len(stack) > 1:
            up, call, outer = stack[-2]
            for result in itertools.product(*[sorted(values(x, now)) for x in data]):
                after = dict({v: now[v] for v in m.globals}, **dict(outer))
                after.update((v, x) for v, x in zip(procs[up].nodes[call][1][0], result) if v != "_")
                for n in procs[up].next[call]:
                    yield stack[:-2] + (frame(after, n, procs[up]),), shared(after)
    else:
        for after in simple(kind, data, now):
            for n in p.next[node]:
                yield stack[:-1] + (frame(after, n),), shared(after)


# ---- comparing ----
def hone(binary, path):
    run = subprocess.run([binary, "bp", "--timeout", "60", path], capture_output=True, text=True)
    return run.stdout.strip().splitlines()[-1] if run.stdout else run.stderr, run.stdout


def main():
    binary, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    told = {True: 0, False: 0}
    skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            rng = random.Random(seed * 1000003 + i)
            m = Maker(rng, i % 2 == 1)
            path = os.path.join(folder, "p.bp")
            with open(path, "w") as f:
                f.write("\n".join(m.lines) + "\n")
            try:
                expected = interleaved(m) if m.threads else sequential(m)
            except OverflowError:
                skipped += 1
                continue
            told[expected] += 1
            answer, output = hone(binary, path)
            good = answer == ("RESULT: false(assert)" if expected else "RESULT: true")
            if good and expected and not m.threads and not follows(m, read_trace(output)):
                good, answer = False, "a trace that does not lead to the error"
            if not good:
                keep = os.path.join(tempfile.gettempdir(), "bp-random-%d.bp" % i)
                with open(keep, "w") as f:
                    f.write("\n".join(m.lines) + "\n")
                print("random.py: program %d of seed %d: expected %s, got %s; see %s" % (i, seed, expected, answer, keep))
                return 1
    print("random.py: %d programs, %d with an error; no difference (%d too large for the reference)" %
          (told[True] + told[False], told[True], skipped))
    return 0


sys.exit(main())
