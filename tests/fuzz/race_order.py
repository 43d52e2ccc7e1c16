"""race_order.py - whether a program of interleave.py has a data race, for tests/fuzz/threads --races

Two references that know nothing of each other:

  by_clocks     executes the steps in all orders with a vector clock for each thread, mutex and variable, and looks for
                two accesses that neither happens before the other;
  by_standing   executes them in all orders without clocks, and looks for a state in which two threads stand before
                conflicting accesses.
"""
import interleave

MOST_STATES = 60000


def access_of(step, L):
    """What the step accesses: (variable, writes) or None.  Variables: 0..2 are shared ones, 3 and 4 the array."""
    kind = step[0]
    if kind == "load":
        return step[2], False
    if kind in ("store", "put"):
        return step[1], True
    if kind in ("fetch", "unlessg", "spin", "assume"):
        return step[1], False
    if kind == "loada":
        return interleave.GLOBALS + (L[step[2]] & 1), False
    if kind == "storea":
        return interleave.GLOBALS + (L[step[1]] & 1), True
    return None


def next_access(functions, thread):
    func, at, L, _, _, _, ended = thread
    return None if ended is not None else access_of(functions[func][at], L)


def start_state():
    main = (0, 0, (0,) * interleave.LOCALS, (0, 0), 0, False, None)
    return ((0,) * interleave.GLOBALS, (0, 0), (False,) * interleave.MUTEXES, (main,))


def by_standing(functions, atomic):
    """'atomic': the variables that are atomic themselves.  None: too many states."""
    start = start_state()
    seen, work = {start}, [start]
    while work:
        state = work.pop()
        threads = state[3]
        ahead = [next_access(functions, t) for t in threads]
        for i, one in enumerate(ahead):
            for k, other in enumerate(ahead[:i]):
                if one and other and one[0] == other[0] and (one[1] or other[1]) and one[0] not in atomic:
                    return True
        inside = [i for i, t in enumerate(threads) if t[5]]
        for i in inside or range(len(threads)):
            if threads[i][6] is None:
                for new in interleave.successors(functions, state, i):
                    if new not in seen:
                        seen.add(new)
                        work.append(new)
        if len(seen) > MOST_STATES:
            return None
    return False


# ---- clocks: tuples of numbers, by thread ----
def join(a, b):
    n = max(len(a), len(b))
    a, b = a + (0,) * (n - len(a)), b + (0,) * (n - len(b))
    return tuple(max(x, y) for x, y in zip(a, b))


def ticked(clock, i):
    return clock[:i] + (clock[i] + 1,) + clock[i + 1:]


class Order:
    """clocks: of threads; mutexes; cells: (accesses kept, clock of atomic reads, of atomic writes); touched: by the
    section that runs."""

    def __init__(self, clocks, mutexes, cells, touched):
        self.clocks, self.mutexes, self.cells, self.touched = list(clocks), list(mutexes), list(cells), list(touched)

    def key(self):
        return tuple(self.clocks), tuple(self.mutexes), tuple(self.cells), tuple(self.touched)

    def access(self, i, cell, write, atomic):
        """False: a race."""
        seen, reads, writes = self.cells[cell]
        if atomic:
            self.clocks[i] = join(self.clocks[i], join(writes, reads) if write else writes)
            self.touched.append((cell, write))
        clock = self.clocks[i]
        for thread, time, wrote, was_atomic in seen:
            known = clock[thread] if thread < len(clock) else 0
            if thread != i and (write or wrote) and not (atomic and was_atomic) and time > known:
                return False
        kept = frozenset(s for s in seen if s[0] != i or s[2:] != (write, atomic))
        self.cells[cell] = (kept | {(i, clock[i], write, atomic)}, reads, writes)
        return True

    def hand_on(self, i):
        for cell, write in self.touched:
            seen, reads, writes = self.cells[cell]
            if write:
                writes = join(writes, self.clocks[i])
            else:
                reads = join(reads, self.clocks[i])
            self.cells[cell] = (seen, reads, writes)
        if self.touched:
            self.clocks[i] = ticked(self.clocks[i], i)
        self.touched = []

    def sync(self, i, step, held):
        """What the step hands on; 'held': the mutexes before it."""
        if step[0] == "lock" or (step[0] == "try" and not held[step[1]]):
            self.clocks[i] = join(self.clocks[i], self.mutexes[step[1]])
        elif step[0] == "unlock":
            self.mutexes[step[1]] = join(self.mutexes[step[1]], self.clocks[i])
            self.clocks[i] = ticked(self.clocks[i], i)
        elif step[0] == "create":
            new = len(self.clocks)
            child = join(self.clocks[i], (0,) * (new + 1))
            self.clocks.append(ticked(child, new))
            self.clocks[i] = ticked(self.clocks[i], i)
        elif step[0] == "join":
            self.clocks[i] = join(self.clocks[i], self.clocks[step[1]])
        elif step[0] == "end":
            self.hand_on(i)


def by_clocks(functions, atomic):
    start = start_state()
    cells = ((frozenset(), (), ()),) * (interleave.GLOBALS + 2)
    order = Order([(1,)], [()] * interleave.MUTEXES, cells, [])
    first = (start, order.key())
    seen, work = {first}, [first]
    while work:
        state, key = work.pop()
        threads = state[3]
        inside = [i for i, t in enumerate(threads) if t[5]]
        for i in inside or range(len(threads)):
            thread = threads[i]
            if thread[6] is not None:
                continue
            step = functions[thread[0]][thread[1]]
            order = Order(*key)
            what = access_of(step, thread[2])
            if what:
                alone = what[0] in atomic and not thread[5]
                if not order.access(i, what[0], what[1], thread[5] or alone):
                    return True
                if alone:
                    order.hand_on(i)
            after = interleave.successors(functions, state, i)
            if step[0] == "spin" and not after:
                after = [state]
            if after:
                order.sync(i, step, state[2])
            for new in after:
                new = (new, order.key())
                if new not in seen:
                    seen.add(new)
                    work.append(new)
        if len(seen) > MOST_STATES:
            return None
    return False


def has_race(seed):
    """The program's text, and whether it has a race; None: too many states.  Both references must agree."""
    program = interleave.Program(seed, races=True)
    text, functions = program.make()
    atomic = {g for g in range(interleave.GLOBALS) if program.discipline[g] == "atomic"}
    standing = by_standing(functions, atomic)
    clocks = by_clocks(functions, atomic) if standing is not None else None
    if standing is not None and clocks is not None and standing != clocks:
        raise AssertionError("seed %d: clocks say %s, states %s" % (seed, clocks, standing))
    return text, standing if standing is True or clocks is None else clocks
