"""bench/run - runs Hone over a list of tasks; one line a task, then tables.

The list has a line a task, fields separated by tabs: file, property, expected
verdict, category, data model, note; files are relative to the list.
Time and memory are limited from outside as well: a process that overruns
its limits by the margin is killed with all its children.
"""
import argparse
import fnmatch
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import tables

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARGIN_SECONDS = 5
MARGIN_MEMORY = 1.25


def arguments():
    p = argparse.ArgumentParser(prog="bench/run", description="Runs Hone over verification tasks.",
                                epilog="What follows -- is passed to Hone: bench/run --suite quick -- --engine bmc")
    p.add_argument("--suite", help="a file of bench/suites: options for this script, one a line")
    p.add_argument("--tasks", default=os.environ.get("HONE_TASKS"),
                   help="the list of tasks (default: the environment variable HONE_TASKS)")
    p.add_argument("--property", action="append", default=[], help="only these properties (may be repeated)")
    p.add_argument("--category", action="append", default=[], help="only categories that match this pattern")
    p.add_argument("--note", action="append", default=[], help="only notes that match this pattern; 'firm': "
                   "confirmed and single")
    p.add_argument("--file", action="append", default=[], help="only files that match this pattern")
    p.add_argument("--expected", help="only tasks with this expected verdict: true or false")
    p.add_argument("--every", type=int, default=1, help="only every Nth task of what is left")
    p.add_argument("--timeout", type=int, default=60, help="seconds of CPU time a task (default: 60)")
    p.add_argument("--wall", type=int, help="seconds of wall time a task (default: as many); more, on a busy machine")
    p.add_argument("--memory", type=int, default=4000, help="MB a task (default: 4000)")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="tasks at a time (default: one a core)")
    p.add_argument("--hone", default=os.path.join(ROOT, "build/release/hone"), help="the program to run")
    p.add_argument("--output", help="the results file (default: bench/out/SUITE.tsv); tasks in it already "
                   "are not run again")
    p.add_argument("--again", action="store_true", help="start afresh, do not resume")
    p.add_argument("--logs", help="a directory for the output of each run")
    p.add_argument("--keep", help="a directory for certificates and witnesses; bench/recheck checks them")
    p.add_argument("--engines", help="run all of it with each of these engines (a,b,c), and print a table of them")
    p.add_argument("--list", action="store_true", help="print the tasks chosen and exit")
    p.add_argument("--quiet", action="store_true", help="no progress")
    own, extra = split_at_dashes(sys.argv[1:])
    first = p.parse_args(own)
    if first.suite:
        suite_own, suite_extra = split_at_dashes(suite_words(first.suite))
        args = p.parse_args(suite_own + own)
        extra = suite_extra + extra
    else:
        args = first
    args.extra = extra
    return args


def split_at_dashes(words):
    if "--" in words:
        at = words.index("--")
        return words[:at], words[at + 1:]
    return words, []


def suite_words(name):
    path = name if os.path.exists(name) else os.path.join(ROOT, "bench/suites", name)
    if not os.path.exists(path):
        names = sorted(os.listdir(os.path.join(ROOT, "bench/suites")))
        sys.exit("bench/run: no suite %s; there are: %s" % (name, " ".join(names)))
    words = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                words += line.split()
    return words


# ---- the tasks ----
def read_tasks(path):
    base = os.path.dirname(os.path.abspath(path))
    tasks = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").split("\t")
            if number == 1 or not line.strip():
                continue
            if len(fields) < 6:
                sys.exit("bench/run: %s:%d: six fields are expected" % (path, number))
            tasks.append(dict(zip(["file", "property", "expected", "category", "model", "note"], fields),
                              path=os.path.join(base, fields[0])))
    return tasks


def matches(text, patterns):
    return not patterns or any(fnmatch.fnmatch(text, p) for p in patterns)


def chosen(args):
    tasks = []
    for t in read_tasks(args.tasks):
        note = matches(t["note"], [n for n in args.note if n != "firm"])
        if "firm" in args.note:
            note = tables.is_firm(t["note"]) or (len(args.note) > 1 and note)
        if (note and matches(t["property"], args.property) and matches(t["category"], args.category)
                and matches(t["file"], args.file)
                and (not args.expected or t["expected"].split("(")[0] == args.expected)):
            tasks.append(t)
    return tasks[::args.every]


# ---- one run ----
def children_of(pid):
    found = []
    try:
        for thread in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, thread)) as f:
                found += [int(c) for c in f.read().split()]
    except OSError:
        pass
    return found


def tree_of(pid):
    tree = [pid]
    for p in tree:
        tree += children_of(p)
    return tree


def use_of(pids):
    """Resident megabytes and CPU seconds of some processes (CPU with children they have waited for)."""
    pages, ticks = 0, 0
    for pid in pids:
        try:
            with open("/proc/%d/stat" % pid) as f:
                fields = f.read().rsplit(")", 1)[1].split()
            ticks += sum(int(t) for t in fields[11:15])
            pages += int(fields[21])
        except (OSError, IndexError):
            pass
    return pages * os.sysconf("SC_PAGESIZE") / 1e6, ticks / os.sysconf("SC_CLK_TCK")


class Run:
    """One process of Hone, watched until its end."""

    def __init__(self, args, task):
        self.args, self.task = args, task
        self.peak, self.cpu, self.cut_off = 0.0, 0.0, None
        self.temporary = tempfile.mkdtemp(prefix="hone-bench-")

    def command(self):
        t, a = self.task, self.args
        words = [a.hone, "check", "--property", t["property"], "--data-model", t["model"], "--timeout",
                 str(a.timeout), "--wall", str(a.wall or a.timeout), "--memory", str(a.memory), "--stats"]
        # The tasks mean functions without a body to be free of side effects.
        if not any(w.startswith("--externals") for w in a.extra):
            words += ["--externals", "pure"]
        return words + self.kept() + a.extra + [t["path"]]

    def kept(self):
        """What makes Hone leave a certificate and a witness, and a note of which task they are of."""
        t, a = self.task, self.args
        if not a.keep:
            return []
        os.makedirs(a.keep, exist_ok=True)
        stem = os.path.join(a.keep, re.sub(r"[^\w.+-]", "_", t["file"] + "." + t["property"]))
        with open(stem + ".task", "w", encoding="utf-8") as note:
            note.write("\t".join([t["path"], t["property"], t["model"]]) + "\n")
        return ["--proof", stem + ".proof", "--witness", stem + ".yml"]

    def watch(self, pid, started):
        """Waits for the end of pid, killing it and its descendants where a limit is overrun."""
        pause = 0.005
        while True:
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                return status, usage
            time.sleep(pause)
            pause = min(pause * 1.3, 0.1)
            tree = tree_of(pid)
            memory, cpu = use_of(tree)
            self.peak, self.cpu = max(self.peak, memory), max(self.cpu, cpu)
            if time.monotonic() - started > (self.args.wall or self.args.timeout) + MARGIN_SECONDS:
                self.kill(tree, "outside timeout")
            elif memory > self.args.memory * MARGIN_MEMORY + 200:
                self.kill(tree, "outside memory limit")

    def kill(self, tree, why):
        self.cut_off = self.cut_off or why
        signal_all(tree, signal.SIGKILL)

    def run(self):
        """Returns the result line."""
        log = os.path.join(self.temporary, "log")
        started = time.monotonic()
        with open(log, "wb") as out:
            process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                       env=dict(os.environ, TMPDIR=self.temporary))
            status, usage = self.watch(process.pid, started)
            process.returncode = 0
        wall = time.monotonic() - started
        with open(log, "rb") as f:
            text = f.read().decode("utf-8", "replace")
        self.keep_log(text)
        shutil.rmtree(self.temporary, ignore_errors=True)
        # What was killed was not waited for and is not in the usage: then the last look counts.
        cpu = max(usage.ru_utime + usage.ru_stime, self.cpu)
        peak = max(self.peak, usage.ru_maxrss * 1024 / 1e6)
        return self.line(text, os.waitstatus_to_exitcode(status), cpu, wall, peak)

    def line(self, text, code, cpu, wall, peak):
        t = self.task
        last = [l for l in text.splitlines() if l.strip()][-1:] or [""]
        found = re.match(r"RESULT: (.*)$", last[0])
        result = found.group(1) if found and not self.cut_off else "error"
        if code not in {"t": (0,), "f": (10,), "u": (5,)}.get(result[0], ()):
            result = "error"
        status = tables.status_of(result, t["expected"])
        reason = result[8:-1] if result.startswith("unknown(") else ""
        if status == "unknown" and not reason:
            reason = "false, but another part of the property"
        if status == "error":
            reason = self.cut_off or self.error_reason(text, code)
        member = re.search(r"^Member: +(\S+)", text, re.M)
        replay = re.search(r"^Replay: .*compiled program (.*)$", text, re.M)
        return tables.Result(t["file"], t["property"], t["expected"], t["category"], t["note"], result, status,
                               "%.2f" % cpu, "%.2f" % wall, "%.0f" % peak, tidy(reason),
                               tidy(replay.group(1)) if replay else "", member.group(1) if member else "")

    def error_reason(self, text, code):
        message = re.search(r"^hone: (.*)$|^.*error: (.*)$", text, re.M)
        said = (message.group(1) or message.group(2)) if message else ""
        return "exit %d%s" % (code, ": " + said if said else "")

    def keep_log(self, text):
        if self.args.logs:
            os.makedirs(self.args.logs, exist_ok=True)
            name = re.sub(r"[^A-Za-z0-9._-]", "_", self.task["file"]) + "." + self.task["property"] + ".log"
            with open(os.path.join(self.args.logs, name), "w", encoding="utf-8") as f:
                f.write(text)


def tidy(text):
    return re.sub(r"\s+", " ", text)[:160]


# ---- all runs ----
def head_of(args):
    """How the results of this run are obtained: the head of the results file."""
    return {"commit": commit_of(args.hone), "date": time.strftime("%Y-%m-%d"),
            "limits": "%d s CPU, %d s wall, %d MB, %d jobs" % (args.timeout, args.wall or args.timeout, args.memory, args.jobs),
            "options": " ".join(args.extra) or "-"}


def commit_of(program):
    """The commit of the tree that the program was built in; '+' where files differ from it."""
    folder = os.path.dirname(os.path.realpath(program))
    said = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty=+", "--exclude=*"], capture_output=True, text=True)
    return said.stdout.strip() or "unknown"


class Bench:
    def __init__(self, args, tasks, path):
        self.args, self.path = args, path
        known = {} if args.again else {(r.file, r.property): r for r in tables.read(path)}
        wanted = {(t["file"], t["property"]) for t in tasks}
        self.results = [r for key, r in known.items() if key in wanted]
        self.todo = [t for t in tasks if (t["file"], t["property"]) not in known]
        self.total, self.done = len(self.todo), 0
        self.lock = threading.Lock()
        self.stopping = False
        self.start_file(known)

    def start_file(self, known):
        """Rewrites the file without a line cut off by a crash, so that the next result starts a new line."""
        os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
        head = head_of(self.args)
        old = tables.read_head(self.path) if known else {}
        for key, value in old.items():  # a resumed file may have results of two builds: it names both
            if head.setdefault(key, value) != value:
                head[key] = value if head[key] in value.split("; ") else value + "; " + head[key]
        tables.write(self.path, head, known.values())

    def worker(self):
        while True:
            with self.lock:
                if self.stopping or not self.todo:
                    self.running -= 1
                    return
                task = self.todo.pop(0)
            result = Run(self.args, task).run()
            with self.lock:
                if not self.stopping:
                    self.record(result)

    def record(self, result):
        self.results.append(result)
        self.done += 1
        with open(self.path, "a", encoding="utf-8") as out:
            out.write("\t".join(result) + "\n")
        if self.args.quiet and result.status != "wrong":
            return
        mark = {"wrong": "WRONG"}.get(result.status, result.status)
        print("[%d/%d] %-7s %-28s %6s s  %s %s" % (self.done, self.total, mark, result.result[:28], result.cpu,
                                                   result.property, result.file), file=sys.stderr, flush=True)

    def run(self):
        self.running = self.args.jobs
        for _ in range(self.args.jobs):
            threading.Thread(target=self.worker, daemon=True).start()
        try:
            self.wait(None)
        except KeyboardInterrupt:
            self.stop()
            print("bench/run: interrupted; run it again to go on from here", file=sys.stderr)

    def wait(self, seconds):
        """Until all workers have ended.  (Thread.join, interrupted, takes the thread for ended.)"""
        deadline = time.monotonic() + seconds if seconds else None
        while self.running and not (deadline and time.monotonic() > deadline):
            time.sleep(0.05)

    def stop(self):
        """Asks the runs to end, so that they tidy up after themselves; kills what does not."""
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, signal.SIG_IGN)
        self.stopping = True
        signal_all(children_of(os.getpid()), signal.SIGTERM)
        self.wait(3)
        signal_all(tree_of(os.getpid())[1:], signal.SIGKILL)
        self.wait(3)


def signal_all(pids, sig):
    for pid in pids:
        try:
            os.kill(pid, sig)
        except OSError:
            pass


def main():
    args = arguments()
    if not args.tasks:
        sys.exit("bench/run: which tasks? Give --tasks FILE, or set HONE_TASKS")
    for needed in (args.tasks,) if args.list else (args.tasks, args.hone):
        if not os.path.exists(needed):
            sys.exit("bench/run: %s: no such file" % needed)
    tasks = chosen(args)
    if args.list:
        for t in tasks:
            print("\t".join([t["file"], t["property"], t["expected"], t["category"], t["model"], t["note"]]))
        return 0
    name = os.path.basename(args.suite) if args.suite else "all"
    path = args.output or os.path.join(ROOT, "bench/out", name + ".tsv")
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    if args.engines:
        results = run_engines(args, tasks, path)
    else:
        results = run_tasks(args, tasks, path).results
        print(tables.summary(results))
        print("\nresults: %s" % path)
    return 1 if any(r.status == "wrong" and tables.is_firm(r.note) for r in results) else 0


def run_tasks(args, tasks, path):
    bench = Bench(args, tasks, path)
    if bench.results and not args.quiet:
        print("bench/run: %d of %d tasks are in %s already" % (len(bench.results), len(tasks), path), file=sys.stderr)
    bench.run()
    return bench


def run_engines(args, tasks, path):
    """The tasks with one engine after the other, each with a results file of its own; all results."""
    stem, ending = os.path.splitext(path)
    by_engine = {}
    for engine in args.engines.split(","):
        own = argparse.Namespace(**dict(vars(args), extra=["--engine", engine] + args.extra,
                                        logs=args.logs and os.path.join(args.logs, engine),
                                        keep=args.keep and os.path.join(args.keep, engine)))
        bench = run_tasks(own, tasks, "%s-%s%s" % (stem, engine, ending))
        by_engine[engine] = bench.results
        if bench.stopping:
            break
    print(tables.engines(by_engine, len(tasks)))
    results = [r for group in by_engine.values() for r in group]
    print("\n" + tables.wrong_list(results))
    print("\nresults: %s-ENGINE%s" % (stem, ending))
    return results


if __name__ == "__main__":
    sys.exit(main())
