"""bench/compare A B - what changed between two results files of bench/run.

Tasks in only one of the files are counted, not compared.  Exit code 1
if B has a wrong answer that A does not have.
"""
import signal
import sys

import tables

STATUSES = ["correct", "wrong", "unknown", "error"]


def common(a, b):
    """Pairs of results of the tasks in both lists."""
    new = {(r.file, r.property): r for r in b}
    return [(r, new[r.file, r.property]) for r in a if (r.file, r.property) in new]


def matrix(both):
    return [[x] + [sum(p.status == x and q.status == y for p, q in both) for y in STATUSES] for x in STATUSES]


def changes(both):
    """Pairs whose status (or reason) changed, by kind of change; worst first."""
    kinds = {"new wrong answers": lambda p, q: q.status == "wrong" and p.status != "wrong",
             "wrong answers gone": lambda p, q: p.status == "wrong" and q.status != "wrong",
             "lost": lambda p, q: p.status == "correct" and q.status in ("unknown", "error"),
             "won": lambda p, q: p.status in ("unknown", "error") and q.status == "correct",
             "other reason": lambda p, q: p.status == q.status and p.status != "correct" and p.reason != q.reason}
    return {title: [(p, q) for p, q in both if is_one(p, q)] for title, is_one in kinds.items()}


def print_changes(both):
    """Returns the number of new wrong answers."""
    found = changes(both)
    for title, pairs in found.items():
        if pairs:
            print("\n%s: %d" % (title, len(pairs)))
        for p, q in pairs:
            print("  %s %s: %s -> %s (expected %s, %s)" % (p.file, p.property, answer(p), answer(q), p.expected, p.note))
    return len(found["new wrong answers"])


def answer(r):
    return "%s [%s]" % (r.result, r.reason) if r.status == "error" else r.result


def print_times(both):
    solved = [(p, q) for p, q in both if p.status == q.status == "correct"]
    total_a, total_b = [sum(float(r.cpu) for r in side) for side in zip(*solved)] if solved else (0, 0)
    print("\nCPU time of the %d tasks correct in both: %.1f s -> %.1f s" % (len(solved), total_a, total_b))
    far = [(p, q) for p, q in solved if abs(float(p.cpu) - float(q.cpu)) > 2
           and not 0.67 < (float(q.cpu) + 0.01) / (float(p.cpu) + 0.01) < 1.5]
    for p, q in sorted(far, key=lambda pq: float(pq[1].cpu) - float(pq[0].cpu), reverse=True)[:20]:
        print("  %s %s: %s s -> %s s" % (p.file, p.property, p.cpu, q.cpu))


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # no traceback from '| head'
    if len(sys.argv) != 3:
        sys.exit("usage: bench/compare A.tsv B.tsv")
    a, b = [tables.read(path) for path in sys.argv[1:]]
    for path, results in zip(sys.argv[1:], (a, b)):
        if not results:
            sys.exit("bench/compare: %s: no results" % path)
    both = common(a, b)
    print("%d tasks in both, %d only in A, %d only in B" % (len(both), len(a) - len(both), len(b) - len(both)))
    if not both:
        return 0
    print(tables.table(matrix(both), ["A \\ B"] + STATUSES))
    new_wrong = print_changes(both)
    print_times(both)
    return 1 if new_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
