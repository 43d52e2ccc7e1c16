"""bench/results - the generated tables of doc/results.md.

  bench/results --write FILE.md     replaces the text between markers by tables of the results files
  bench/results --check FILE.md     exit 1, with the differences, where --write would change the file

A marker is a line of its own; the table ends at the line '<!-- end -->':

  <!-- table: engines A B ... -->        one line per category, the number of tasks that each engine decides
  <!-- table: categories A -->           one line per category, verdicts and time; for the portfolio, its members
  <!-- table: compare OLD NEW -->        what changed between two builds on the tasks in both files

A is the results file bench/reference/A.tsv, as bench/run writes it (--output).  Where a file is missing, the
text says so: add the file and run --write.
"""
import argparse
import collections
import difflib
import os
import re
import sys

import compare
import tables

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARKER = re.compile(r"^<!-- table: (\w+) ([\w. -]+) -->$")
END = "<!-- end -->"
REASONS_SHOWN = 8


class Missing(Exception):
    """A results file that is not there."""


class Reference:
    """A results file of bench/reference."""

    def __init__(self, folder, name):
        path = os.path.join(folder, name + ".tsv")
        self.name, self.head, self.results = name, tables.read_head(path), tables.read(path)
        if not self.results:
            raise Missing(name)

    def origin(self):
        """Commit, limits and options of the run."""
        given = [self.head[key] for key in ("date", "limits", "options") if self.head.get(key, "-") != "-"]
        return "commit %s (%s)" % (self.head.get("commit", "unknown"), "; ".join(given))


# ---- Markdown ----
def markdown(heads, rows):
    lines = ["| " + " | ".join(str(cell) for cell in row) + " |" for row in [heads] + rows]
    return "\n".join([lines[0], "|---" * len(heads) + "|"] + lines[1:])


def listed(counter, limit):
    """'12 timeout, 3 memory, 2 other': the most frequent ones."""
    common = counter.most_common(limit)
    rest = sum(counter.values()) - sum(n for _, n in common)
    texts = ["%d %s" % (n, text or "no reason given") for text, n in common] + (["%d other" % rest] if rest else [])
    return ", ".join(texts) or "none"


def short(category):
    """The category without the words that most of them share."""
    return re.sub(r"^ReachSafety-|^SoftwareSystems-|-ReachSafety$", "", category)


def percent(part, whole):
    return "%d (%.0f %%)" % (part, 100.0 * part / whole) if whole else "-"


# ---- the tables ----
def decided(results):
    return sum(r.status == "correct" for r in results)


def engines_table(references):
    """The tasks decided, by category and engine, on the tasks that all files have."""
    shared = set.intersection(*[{(r.file, r.property) for r in ref.results} for ref in references])
    by_engine = [[r for r in ref.results if (r.file, r.property) in shared] for ref in references]
    groups = [tables.by_category(results) for results in by_engine]
    rows = [[short(name), len(group)] + [decided(g[name]) for g in groups] for name, group in groups[0].items()]
    rows.append(["total", len(shared)] + [percent(decided(results), len(shared)) for results in by_engine])
    rows.append(["wrong", ""] + [sum(r.status == "wrong" for r in results) for results in by_engine])
    return markdown(["category", "tasks"] + ["`%s`" % ref.name for ref in references], rows)


def categories_table(reference):
    """Verdicts and time by category; one more column for each member of a portfolio."""
    results = reference.results
    members = [who for who, _ in collections.Counter(r.member for r in results if r.member).most_common()]
    heads = ["category", "tasks", "true", "false", "wrong", "unknown", "error", "CPU s"] + ["`%s`" % who for who in members]
    groups = list(tables.by_category(results).items()) + [("total", results)]
    rows = [[short(name)] + tables.count(name, group)[1:] + [sum(r.member == who for r in group) for who in members]
            for name, group in groups]
    reasons = collections.Counter(r.reason for r in results if r.status in ("unknown", "error"))
    replays = collections.Counter(r.replay or "not run" for r in results if r.result.startswith("false"))
    return "\n\n".join(["Origin: %s." % reference.origin(), markdown(heads, rows),
                        "Decided: %s. Unknown or error: %s." % (percent(decided(results), len(results)), listed(reasons, REASONS_SHOWN)),
                        "Compiled program, for each `false`: %s." % listed(replays, REASONS_SHOWN)])


def compare_table(old, new):
    """Statuses of the tasks in both files, CPU time, and the tasks whose status changed."""
    both = compare.common(old.results, new.results)
    rows = [["**%s**" % row[0]] + row[1:] for row in compare.matrix(both)]
    cpu = [sum(float(r.cpu) for r in side) for side in zip(*both)] if both else [0, 0]
    parts = ["Old: %s.\nNew: %s." % (old.origin(), new.origin()), markdown(["old \\ new"] + compare.STATUSES, rows),
             "%d tasks in both, CPU time %.0f s -> %.0f s." % (len(both), *cpu)]
    for title, changed in compare.changes(both).items():
        if changed and title != "other reason":
            parts.append("%s: %s." % (title.capitalize(), ", ".join("`%s`" % os.path.basename(p.file) for p, _ in changed)))
    return "\n\n".join(parts)


def block(folder, kind, names):
    """The text between a marker and its end."""
    found, missing = [], []
    for name in names:
        try:
            found.append(Reference(folder, name))
        except Missing:
            missing.append("`bench/reference/%s.tsv`" % name)
    note = "Not measured yet: %s." % ", ".join(missing) if missing else ""
    if kind == "engines" and found:
        return engines_table(found) + ("\n\n" + note if note else "")
    if missing:
        return note
    if kind == "categories" and len(found) == 1:
        return categories_table(found[0])
    if kind == "compare" and len(found) == 2:
        return compare_table(*found)
    sys.exit("bench/results: no table of this kind: %s %s" % (kind, " ".join(names)))


def filled(text, folder):
    """The document with its tables made anew."""
    out, inside = [], False
    for line in text.splitlines():
        marker = MARKER.match(line)
        if marker:
            out += [line, "", block(folder, marker.group(1), marker.group(2).split()), ""]
            inside = True
        elif line == END:
            inside = False
            out.append(line)
        elif not inside:
            out.append(line)
    if inside:
        sys.exit("bench/results: a table without the line '%s'" % END)
    return "\n".join(out) + "\n"


def main():
    p = argparse.ArgumentParser(prog="bench/results", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--write", metavar="FILE.md", help="replace the tables in this file")
    p.add_argument("--check", metavar="FILE.md", help="exit 1 where --write would change this file")
    p.add_argument("--reference", default=os.path.join(ROOT, "bench/reference"), help="the folder of results files")
    args = p.parse_args()
    path = args.write or args.check
    if not path or (args.write and args.check):
        p.error("give --write FILE.md or --check FILE.md")
    with open(path, encoding="utf-8") as f:
        before = f.read()
    after = filled(before, args.reference)
    if args.check:
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), path, "generated"))
        return 1 if before != after else 0
    with open(path, "w", encoding="utf-8") as f:
        f.write(after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
