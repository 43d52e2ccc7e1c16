"""fuzz.py - what the fuzzers share: a C program is compiled natively and run,
then run by 'hone run'; standard output and exit code must be the same.

A program on which the native compilers do not agree, or that does not end in
time natively, says nothing and is skipped.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HONE = os.environ.get("HONE") or os.path.join(ROOT, "build", "release", "hone")
NATIVE_SECONDS = 5
HONE_SECONDS = 60
# As read, and after simplification and the split of memory.
STAGES = ("read", "memory", "states")
# The compiler that says what is right; the others must agree where Hone does not.
REFERENCE, OTHERS = "gcc", ("clang-19",)
# Signed arithmetic wraps, types may alias, floats have no digits too many: what Hone means by C.
FLAGS = ["-O0", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-w"]


class Result:
    """What became of a program: 'pass', 'fail', 'skip' (no reference) or 'slow' (Hone needs too long)."""

    def __init__(self, name, bits, kind, why=""):
        self.name, self.bits, self.kind, self.why = name, bits, kind, why


def run(command, seconds, directory=None):
    """(exit code, standard output, standard error); exit code None where the time is over."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, cwd=directory)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, b"", b""


def native(compiler, source, bits, options, directory):
    """(exit code, output) of the compiled program, or None with the reason."""
    binary = os.path.join(directory, "native")
    flags = FLAGS + ["-m%d" % bits, "-msse2", "-mfpmath=sse"]
    code, _, messages = run([compiler] + flags + options + ["-o", binary, source, "-lm"], 120)
    if code != 0:
        return None, "%s: %s" % (compiler, messages.decode(errors="replace")[:300])
    code, output, _ = run([binary], NATIVE_SECONDS)
    if code is None:
        return None, "does not end in %d s" % NATIVE_SECONDS
    return (code, output), ""


def hone(source, bits, options, stage):
    model = "ILP32" if bits == 32 else "LP64"
    return run([HONE, "run", "--property", "assert", "--data-model", model, "--stage", stage] + options + [source], HONE_SECONDS)


def first_difference(wanted, got):
    wanted, got = wanted.splitlines(), got.splitlines()
    for i in range(max(len(wanted), len(got))):
        a = wanted[i] if i < len(wanted) else b"(end)"
        b = got[i] if i < len(got) else b"(end)"
        if a != b:
            return "line %d: wanted %r, got %r" % (i + 1, a[:80].decode(errors="replace"), b[:80].decode(errors="replace"))
    return ""


def compare_stage(name, source, bits, options, stage, wanted, directory):
    code, output, messages = hone(source, bits, options, stage)
    if code is None:
        return Result(name, bits, "slow", "hone run --stage %s needs more than %d s" % (stage, HONE_SECONDS))
    if (code, output) == wanted:
        return Result(name, bits, "pass")
    for other in OTHERS:
        second, why = native(other, source, bits, options, directory)
        if second != wanted:
            return Result(name, bits, "skip", "%s and %s differ %s" % (REFERENCE, other, why))
    why = first_difference(wanted[1], output)
    if code != wanted[0]:
        why = "exit code %s, not %s; %s" % (code, wanted[0], why)
    last = messages.decode(errors="replace").strip().splitlines()
    return Result(name, bits, "fail", "--stage %s: %s%s" % (stage, why, " [%s]" % last[-1][:200] if last else ""))


def compare(name, source, bits, options, stages=STAGES):
    """The Result of one program: that of the first stage that is not a pass."""
    with tempfile.TemporaryDirectory() as directory:
        wanted, why = native(REFERENCE, source, bits, options, directory)
        if not wanted:
            return Result(name, bits, "skip", why)
        for stage in stages:
            result = compare_stage(name, source, bits, options, stage, wanted, directory)
            if result.kind != "pass":
                break
        return result


def run_all(jobs, tasks, report_each=False):
    """Runs the tasks (functions that give a Result) on 'jobs' threads; prints what
    is not a pass and the counts; gives the exit code."""
    counts = {"pass": 0, "fail": 0, "skip": 0, "slow": 0}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(lambda task: task(), tasks):
            counts[result.kind] += 1
            if result.kind != "pass" or report_each:
                print("%s %s -m%d: %s" % (result.kind.upper(), result.name, result.bits, result.why))
                sys.stdout.flush()
    print("%d passed, %d failed (%d without reference, %d too slow)"
          % (counts["pass"], counts["fail"], counts["skip"], counts["slow"]))
    return 1 if counts["fail"] or counts["slow"] or not counts["pass"] else 0


def need_hone():
    if not os.access(HONE, os.X_OK):
        sys.exit("fuzz: %s is missing: run make first" % HONE)


def keep_directory(given):
    if given:
        os.makedirs(given, exist_ok=True)
        return given
    return tempfile.mkdtemp(prefix="hone-fuzz-")


def seeds_of(text):
    """'7' or '1-500'."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
