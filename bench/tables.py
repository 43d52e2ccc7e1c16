"""Results files of bench/run: reading, counting, tables as text.

A results file has one line per task, fields separated by tabs; the first line
after the head names them.  The head is lines '# KEY: VALUE' that say how the
results were obtained (commit, limits, options).  A task is identified by its
file and property.
"""
import collections
import os

FIELDS = ["file", "property", "expected", "category", "note", "result", "status", "cpu", "wall", "memory",
          "reason", "replay", "member"]
Result = collections.namedtuple("Result", FIELDS)


def is_firm(note):
    """A verdict confirmed in recent snapshots of the task set: disagreeing with it is a bug."""
    return note == "confirmed" or note.startswith("single")


def status_of(result, expected):
    """correct, wrong, unknown or error, as SV-COMP counts them.

    'false' for another part of the expected property counts as unknown:
    neither the violation asked for nor a false alarm.
    """
    if result.startswith("unknown"):
        return "unknown"
    if result not in ("true",) and not result.startswith("false"):
        return "error"
    if result == expected:
        return "correct"
    verdict, wanted = result.split("(")[0], expected.split("(")[0]
    if verdict != wanted:
        return "wrong"
    return "unknown" if "(" in expected else "correct"


def read(path):
    """The results in a file; a last line cut off by a crash is left out."""
    results = []
    if not os.path.exists(path):
        return results
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == len(FIELDS) - 1:
                fields.append("")  # older files have no field for the member of the portfolio
            if line.endswith("\n") and len(fields) == len(FIELDS) and fields[0] != FIELDS[0]:
                results.append(Result(*fields))
    return results


def read_head(path):
    """The values of '# KEY: VALUE' lines before the first result, by key."""
    head = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if not line.startswith("# "):
                    break
                key, _, value = line[2:].rstrip("\n").partition(": ")
                head[key] = value
    return head


def write(path, head, results):
    """Replaces the file as a whole: head, names of the fields, results."""
    with open(path + ".new", "w", encoding="utf-8") as out:
        for key, value in head.items():
            out.write("# %s: %s\n" % (key, value))
        for row in [FIELDS] + list(results):
            out.write("\t".join(row) + "\n")
    os.replace(path + ".new", path)


def table(rows, heads):
    """Lines of a table with aligned columns, the first one left-aligned."""
    cells = [heads] + [[str(c) for c in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  ".join([first] + rest).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def by_category(results):
    """The results by the first part of their category, sorted."""
    groups = collections.OrderedDict()
    for r in sorted(results, key=lambda r: r.category):
        groups.setdefault(r.category.split("/")[0], []).append(r)
    return groups


def summary(results):
    """The tables printed at the end of a run."""
    heads = ["category", "tasks", "true", "false", "wrong", "unknown", "error", "CPU s"]
    rows = [count(name, group) for name, group in by_category(results).items()]
    parts = [table(rows + [count("total", results)], heads)]
    members = collections.Counter(r.member for r in results if r.member)
    if members:
        parts.append(table([[who, n] for who, n in members.most_common()], ["answered by member", "tasks"]))
    reasons = collections.Counter(r.reason for r in results if r.status in ("unknown", "error"))
    if reasons:
        parts.append(table([[why or "-", n] for why, n in reasons.most_common(25)], ["unknown or error, by reason", "tasks"]))
    replays = collections.Counter(r.replay or "not run" for r in results if r.result.startswith("false"))
    if replays:
        parts.append(table([[how, n] for how, n in replays.most_common()], ["false: compiled program", "tasks"]))
    parts.append(wrong_list(results))
    return "\n\n".join(parts)


def engines(by_engine, tasks):
    """One line per engine; times are of solved tasks: all, true, false."""
    rows = []
    for name, group in by_engine.items():
        right = [r for r in group if r.status == "correct"]
        safe = [float(r.cpu) for r in right if r.result == "true"]
        unsafe = [float(r.cpu) for r in right if r.result != "true"]
        rows.append([name, tasks, len(right), len(safe), len(unsafe), sum(r.status == "wrong" for r in group),
                     "%.1f" % sum(safe + unsafe), "%.1f" % sum(safe), "%.1f" % sum(unsafe)])
    return table(rows, ["engine", "tasks", "solved", "safe", "unsafe", "wrong", "CPU s", "safe", "unsafe"])


def count(name, group):
    right = [r for r in group if r.status == "correct"]
    number = collections.Counter(r.status for r in group)
    return [name, len(group), sum(r.result == "true" for r in right), sum(r.result != "true" for r in right),
            number["wrong"], number["unknown"], number["error"], "%.0f" % sum(float(r.cpu) for r in group)]


def wrong_list(results):
    wrong = [r for r in results if r.status == "wrong"]
    lines = []
    for firm, title in ((True, "WRONG on confirmed or single tasks (bugs)"), (False, "wrong on older tasks (expected verdict may be outdated)")):
        chosen = [r for r in wrong if is_firm(r.note) == firm]
        lines.append("%s: %d" % (title, len(chosen)))
        lines += ["  %s %s: %s, expected %s (%s)" % (r.file, r.property, r.result, r.expected, r.note) for r in chosen]
    return "\n".join(lines)
