"""bench/compare A B - what changed between two results files of bench/run.

Tasks in only one of the files are counted, not compared.  Exit code 1
where B has a wrong answer that A has not.
"""
import signal
import sys

import results as table_of


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as other tools do before '| head'
    if len(sys.argv) != 3:
        sys.exit("usage: bench/compare A.tsv B.tsv")
    a, b = [{(r.file, r.property): r for r in table_of.read(path)} for path in sys.argv[1:]]
    for path, results in zip(sys.argv[1:], (a, b)):
        if not results:
            sys.exit("bench/compare: %s: no results" % path)
    both = [(a[key], b[key]) for key in a if key in b]
    print("%d tasks in both, %d only in A, %d only in B" % (len(both), len(a) - len(both), len(b) - len(both)))
    if not both:
        return 0
    print(table_of.table(matrix(both), ["A \\ B"] + STATUSES))
    new_wrong = list_changes(both)
    list_times(both)
    return 1 if new_wrong else 0


STATUSES = ["correct", "wrong", "unknown", "error"]


def matrix(both):
    return [[x] + [sum(p.status == x and q.status == y for p, q in both) for y in STATUSES] for x in STATUSES]


def list_changes(both):
    """Worst first; returns the number of new wrong answers."""
    order = [("new wrong answers", lambda p, q: q.status == "wrong" and p.status != "wrong"),
             ("wrong answers gone", lambda p, q: p.status == "wrong" and q.status != "wrong"),
             ("lost", lambda p, q: p.status == "correct" and q.status in ("unknown", "error")),
             ("won", lambda p, q: p.status in ("unknown", "error") and q.status == "correct"),
             ("other reason", lambda p, q: p.status == q.status and p.status != "correct" and p.reason != q.reason)]
    new_wrong = 0
    for title, is_one in order:
        found = [(p, q) for p, q in both if is_one(p, q)]
        if title == "new wrong answers":
            new_wrong = len(found)
        if found:
            print("\n%s: %d" % (title, len(found)))
        for p, q in found:
            print("  %s %s: %s -> %s (expected %s, %s)" % (p.file, p.property, said(p), said(q), p.expected, p.note))
    return new_wrong


def said(r):
    return "%s [%s]" % (r.result, r.reason) if r.status == "error" else r.result


def list_times(both):
    solved = [(p, q) for p, q in both if p.status == q.status == "correct"]
    total_a, total_b = [sum(float(r.cpu) for r in side) for side in zip(*solved)] if solved else (0, 0)
    print("\nCPU time of the %d tasks correct in both: %.1f s -> %.1f s" % (len(solved), total_a, total_b))
    far = [(p, q) for p, q in solved if abs(float(p.cpu) - float(q.cpu)) > 2
           and not 0.67 < (float(q.cpu) + 0.01) / (float(p.cpu) + 0.01) < 1.5]
    for p, q in sorted(far, key=lambda pq: float(pq[1].cpu) - float(pq[0].cpu), reverse=True)[:20]:
        print("  %s %s: %s s -> %s s" % (p.file, p.property, p.cpu, q.cpu))


if __name__ == "__main__":
    sys.exit(main())
