"""bench/limits - cuts Hone off in the middle of hard tasks and looks at what it leaves.

Each task is run with each engine in one of four ways: with a time limit, with
a memory limit, and with SIGTERM or SIGINT at a random moment (the same in each run of
this script: the seed is fixed).  Afterwards must hold:

  - the last line is RESULT: unknown(...) with the reason that fits, or a proper answer;
  - the exit code says the same;
  - the statistics are printed, and the file of --json is JSON that says the same;
  - it ended within two seconds of the limit or the signal;
  - no process and no temporary file is left.
"""
import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import run as bench

SLACK_SECONDS = 2.0
WAYS = ["timeout", "memory", "SIGTERM", "SIGINT"]
REASON = {"timeout": "timeout", "memory": "memory", "SIGTERM": "interrupted", "SIGINT": "interrupted"}
CODES = {"true": 0, "false": 10, "unknown": 5}


def arguments():
    p = argparse.ArgumentParser(prog="bench/limits", description=__doc__.split("\n\n")[0])
    p.add_argument("--tasks", default=os.environ.get("HONE_TASKS"),
                   help="the list of tasks (default: the environment variable HONE_TASKS)")
    p.add_argument("--property", default="unreach-call")
    p.add_argument("--count", type=int, default=50,
                   help="how many tasks that are really cut off, in some run (default: 50); easier ones count not")
    p.add_argument("--engine", action="append", default=[], help="may be repeated (default: impact and lazy)")
    p.add_argument("--way", action="append", default=[], choices=WAYS, help="only these ways (default: in turn)")
    p.add_argument("--all-ways", action="store_true", help="each task in each way, not in one")
    p.add_argument("--timeout", type=int, default=5)
    p.add_argument("--memory", type=int, default=300)
    p.add_argument("--verbose", action="store_true", help="a line a run on stderr")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--hone", default=os.path.join(bench.ROOT, "build/release/hone"))
    args = p.parse_args()
    if not args.tasks:
        p.error("no list of tasks: give --tasks FILE or set HONE_TASKS")
    return args


def chosen(args):
    tasks = [t for t in bench.read_tasks(args.tasks) if t["property"] == args.property
             and "oncurren" not in t["category"]]
    random.Random(args.seed).shuffle(tasks)
    return tasks


class Cut:
    """One run that is cut off."""

    def __init__(self, args, task, engine, way, delay):
        self.args, self.task, self.engine, self.way, self.delay = args, task, engine, way, delay
        self.folder = tempfile.mkdtemp(prefix="hone-limits-")
        self.temporary = os.path.join(self.folder, "tmp")
        self.json = os.path.join(self.folder, "out.json")
        os.mkdir(self.temporary)
        self.wrong = []

    def command(self):
        a, t = self.args, self.task
        seconds = a.timeout if self.way == "timeout" else 4 * a.timeout
        words = [a.hone, "check", "--engine", self.engine, "--property", t["property"], "--data-model", t["model"],
                 "--externals", "pure", "--timeout", str(seconds), "--stats", "--json", self.json]
        if self.way == "memory":
            words += ["--memory", str(a.memory)]
        return words + [t["path"]]

    def wait_for_start(self, process):
        """Until it supervises: it has made its directory then, and takes signals."""
        while process.poll() is None and not os.listdir(self.temporary):
            time.sleep(0.002)

    def run(self):
        out = os.path.join(self.folder, "out")
        with open(out, "wb") as f:
            process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.PIPE,
                                       env=dict(os.environ, TMPDIR=self.temporary), start_new_session=True)
            started = cut_at = time.monotonic()
            self.wait_for_start(process)
            if self.way.startswith("SIG"):
                try:
                    process.wait(self.delay)
                except subprocess.TimeoutExpired:
                    cut_at = time.monotonic()
                    process.send_signal(getattr(signal, self.way))
            try:
                errors = process.communicate(timeout=90)[1].decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                self.wrong.append("does not end")
                bench.signal_all(bench.tree_of(process.pid), signal.SIGKILL)
                errors = process.communicate()[1].decode("utf-8", "replace")
            ended = time.monotonic()
        with open(out, "rb") as f:
            text = f.read().decode("utf-8", "replace")
        limit = started + self.args.timeout if self.way == "timeout" else cut_at
        late = ended - limit if self.way != "memory" else 0
        self.look_at_result(text, process.returncode, late, errors)
        self.look_at_json(process.returncode)
        self.look_at_rest()
        shutil.rmtree(self.folder, ignore_errors=True)
        return late

    def look_at_result(self, text, code, late, errors):
        lines = text.splitlines()
        found = re.match(r"RESULT: ((true)$|(false)\(.*\)$|(unknown)\((.*)\)$)", lines[-1] if lines else "")
        self.result = found.group(1) if found else "none"
        if not found:
            self.wrong.append("the last line is %r; stderr: %s" % (lines[-1:], errors[:200]))
            return
        verdict = found.group(2) or found.group(3) or found.group(4)
        if code != CODES[verdict]:
            self.wrong.append("exit code %d with %s" % (code, self.result))
        if found.group(5) in REASON.values() and found.group(5) != REASON[self.way]:
            if not (self.way != "timeout" and found.group(5) == "timeout"):
                self.wrong.append("%s cut off by %s" % (self.result, self.way))
        if "Resources:" not in text or "Time, s:" not in text:
            self.wrong.append("no statistics")
        if late > SLACK_SECONDS and found.group(5) in REASON.values():
            self.wrong.append("ended %.1f s late" % late)
        if "internal error" in errors:
            self.wrong.append(errors.strip()[:200])

    def look_at_json(self, code):
        try:
            with open(self.json, encoding="utf-8") as f:
                data = json.load(f)
            if data["result"] != self.result or data["exit_code"] != code:
                self.wrong.append("JSON says %s" % data["result"])
            if not data["statistics"] and not data["seconds"]["frontend"]:
                self.wrong.append("JSON without statistics")
        except (OSError, ValueError, KeyError) as e:
            self.wrong.append("JSON: %s" % e)

    def look_at_rest(self):
        left = os.listdir(self.temporary)
        if left:
            self.wrong.append("left: %s" % " ".join(left))
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/environ" % pid, "rb") as f:
                    if self.temporary.encode() in f.read():
                        self.wrong.append("process %s is left" % pid)
            except OSError:
                pass


def main():
    args = arguments()
    dice = random.Random(args.seed)
    runs = failures = hard = 0
    results, latest = {}, 0.0
    for task in chosen(args):
        if hard == args.count:
            break
        was_cut = False
        for engine in args.engine or ["impact", "lazy"]:
            ways = args.way or WAYS
            for way in ways if args.all_ways else [ways[hard % len(ways)]]:
                cut = Cut(args, task, engine, way, dice.uniform(0, args.timeout))
                late = cut.run()
                runs += 1
                kind = re.sub(r"[:(].*", "", cut.result) + ("(%s)" % REASON[way] if REASON[way] in cut.result else "")
                results[way, kind] = results.get((way, kind), 0) + 1
                if REASON[way] in cut.result:
                    latest = max(latest, late)
                was_cut |= any(r in cut.result for r in REASON.values())
                for wrong in cut.wrong:
                    print("FAIL %s %s %s: %s" % (way, engine, task["file"], wrong), flush=True)
                failures += bool(cut.wrong)
                if args.verbose:
                    print("%s %s %s: %s" % (way, engine, task["file"], cut.result), file=sys.stderr, flush=True)
        hard += was_cut
    for (way, kind), n in sorted(results.items()):
        print("%-8s %-24s %4d" % (way, kind, n))
    print("%d runs, %d tasks cut off; %d runs with something wrong; the latest end was %.2f s after the limit"
          % (runs, hard, failures, latest))
    sys.exit(1 if failures or not runs else 0)


main()
