#!/usr/bin/env python3
"""Each program of tests/apps plain and under `rooflens profile`: whether it still does the same, and what that cost.

usage: ROOFLENS=path [OTHERS_APPS=folder] [OTHERS_FLAGS='for nvcc'] [PYTHON=path] others.py [--only REGEX] [--ncu] [--floor]
       [--options '...'] [--refused] [--renamed] [--untimed] [--repeat N] [--seconds-of-steps S] [--out results.json] [--keep FOLDER];
       others.py --table results.json

A program runs plain twice, where the second run counts and both have to agree, then profiled. First runs, which fill caches
on disk, go side by side. `same` are those with the
same exit code, the same bytes on stdout and the same lines on stderr; one that does not compile or whose plain run fails is
listed as such. Lines of a source say more: `// flags: for nvcc` and `// exit: CODE` (otherwise 0). STEPS in the environment
makes programs in Python take at least so many steps, --seconds-of-steps as many as take so long by the first run. With
--repeat the runs are made several times in turn, and the shortest median of a step counts. With --refused, which is untimed,
CUPTI refuses counters to the profiled runs (ROOFLENS_REFUSING_CUPTI); eight go side by side.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from common import ncu, rooflens, table
from own_times import OWN_TIMES, first_steps_added, kernel_time_ratios, kernel_times, shortest_step, step_ms, steps_in

PYTHON = os.environ.get("PYTHON", sys.executable)
PASSES = 12  # of pass rotation at most: a kernel launched less often cannot have all counters
NCU_METRICS = "dram__bytes.sum,smsp__inst_executed.sum"
# The program's own stderr goes into a file, so that nothing which rooflens says is mixed with it.
APART = ["sh", "-c", 'file=$1; shift; exec "$@" 2>"$file"', "sh"]
TOOLS_SAY = ("rooflens: ", "==PROF==", "==WARNING==", "==ERROR==")
STATES = ["same", "differs", "unsteady", "plain failed", "not compiled"]


def apps_folder():
    here = os.path.dirname(os.path.abspath(__file__))
    places = [os.environ.get("OTHERS_APPS"), os.path.join(here, "..", "tests-apps"), os.path.join(here, "..", "apps")]
    for place in places:
        if place and os.path.isfile(os.path.join(place, "app.cuh")):
            return os.path.abspath(place)
    sys.exit("the programs are in none of: " + ", ".join(filter(None, places)))


def floor_library():
    path = os.path.join(os.environ.get("APPS", ""), "libcupti_floor.so")
    return path if os.path.exists(path) else sys.exit("no libcupti_floor.so in the folder that APPS names")


# What a source says of itself.

def said(source, word):
    found = re.search(rf"^// {word}: (.*)$", source, re.MULTILINE)
    return found.group(1).strip() if found else ""


def kernel_names(source):
    """Names of kernels in CUDA C++, and of those in PTX that the source gives as NAME(...)."""
    qualifiers = r"(?:\s*__\w+__\s*(?:\((?:[^()]|\([^()]*\))*\))?)*"
    found = re.findall(rf"__global__{qualifiers}\s*void{qualifiers}\s+(\w+)\s*\(", source)
    return list(dict.fromkeys(found + re.findall(r"\bNAME\((\w+)\)", source)))


def renaming(source):
    return [f"-D{name}=kernel_{i}" for i, name in enumerate(kernel_names(source))]


# What was run.

class Run:
    def __init__(self, code, out, err, seconds, timed_out=False):
        self.code, self.out, self.err, self.seconds, self.timed_out = code, out, err, seconds, timed_out


def exit_code(status):
    """Of a process that a signal ended, the one that shells and rooflens give it."""
    return 128 - status if status < 0 else status


def execute(command, folder, limit, err=None, settings=None):
    """Runs it in a session of its own, which is killed whole when the time is over. `err`: a file that it writes itself."""
    out, own = os.path.join(folder, "stdout"), os.path.join(folder, "stderr")
    for path in filter(None, (out, own, err)):
        open(path, "wb").close()
    began = time.perf_counter()
    with open(out, "wb") as to_out, open(own, "wb") as to_err:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=to_out, stderr=to_err, cwd=folder,
                                   start_new_session=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(settings or {})})
        timed_out = False
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            timed_out = True
        seconds = time.perf_counter() - began
        try:
            os.killpg(process.pid, signal.SIGKILL)  # what it left behind, too
        except ProcessLookupError:
            pass
        process.wait()
    with open(out, "rb") as written, open(err or own, "rb") as words:
        return Run(exit_code(process.returncode), written.read(), words.read().decode(errors="replace"), seconds, timed_out)


def deadline(plain_seconds):
    return max(20, 6 * plain_seconds) + 5


def own_lines(err):
    """Lines on stderr that are the program's: without times, and without what the tools say."""
    return [line for line in err.splitlines() if not line.startswith(OWN_TIMES + TOOLS_SAY)]


def without_tool(out):
    return b"".join(line for line in out.splitlines(keepends=True) if not line.startswith(b"=="))


def differences(first, plain, other):
    """What `other` does otherwise than the plain runs; stderr counts where these agree on it."""
    if other.timed_out:
        return [f"not done after {other.seconds:.0f} s"]
    found = []
    if other.code != plain.code:
        found.append(f"exit code {other.code} instead of {plain.code}")
    if other.out != plain.out:
        found.append("stdout")
    if own_lines(first.err) == own_lines(plain.err) != own_lines(other.err):
        found.append("stderr")
    return found


def first_difference(plain, other):
    """The first line that differs, for a person to look at."""
    def lines(run):
        return run.out.decode(errors="replace").splitlines() + own_lines(run.err) + ["the end"]
    return next(([a, b] for a, b in zip(lines(plain), lines(other)) if a != b), ["", ""])


# What the session tells.

def is_known(kernel):
    """Whether counters suffice to say which roof is reached, or that none is."""
    return kernel.get("bound_by", "unknown") != "unknown"


def known_share(kernels):
    """Share of their time for which counters say what binds it; None without times."""
    time = sum(k.get("share_of_time", 0) for k in kernels)
    return sum(k.get("share_of_time", 0) for k in kernels if is_known(k)) / time if time > 0 else None


def summary(report):
    """Kernels, how many have counters, and the share of their time with a known limit; graphs and warnings."""
    kernels = [k for machine in report["gpus"] for k in machine["kernels"]]
    launched = [k for k in kernels if k["scope"] == "launch"]
    graphs = [k for k in kernels if k["scope"] == "range"]
    frequent = [k for k in launched if k["launches_made"] >= PASSES]
    warnings = dict.fromkeys(f"{note['topic']}: {note['text']}" for note in report["notes"] if note["level"] == "warning")
    return {
        "kernels": len(launched), "counted": sum(bool(k.get("counters")) for k in launched),
        "graphs": len(graphs), "graphs_counted": sum(bool(k.get("counters")) for k in graphs),
        "known_share": known_share(launched), "frequent": len(frequent), "known_share_frequent": known_share(frequent),
        "warnings": list(warnings), "processes": len(report["processes"]),
    }


def read_session(session):
    """What `rooflens report` says of it as JSON; None without one."""
    if not os.path.exists(session):
        return None
    result = subprocess.run([rooflens(), "report", session, "--format", "json"], capture_output=True, text=True)
    return json.loads(result.stdout) if result.returncode == 0 else None


# One program.

class Program:
    def __init__(self, path):
        self.path = path
        self.name, self.ending = os.path.splitext(os.path.basename(path))
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.exit = int(said(self.source, "exit") or 0)
        self.error = ""
        self.command = [PYTHON, path]

    def compile(self, folder, renamed):
        toolkit = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("nvcc") or "nvcc")))
        libraries = [os.path.join(toolkit, *part) for part in (["lib64"], ["lib64", "stubs"], ["extras", "CUPTI", "lib64"])]
        places = [f"-L{path}" for path in libraries] + [f"-I{os.path.join(toolkit, 'extras', 'CUPTI', 'include')}"]
        # libcuda comes from the driver, never from the stubs that it is linked with.
        places += [f"-Xlinker=-rpath={path}" for path in (libraries[0], libraries[2])]
        program = os.path.join(folder, self.name)
        self.command = [program]
        if not renamed and os.path.exists(program) and os.path.getmtime(program) > os.path.getmtime(self.path):
            return  # --keep kept it
        command = ["nvcc", "-arch=native", "-std=c++17", "-O2", *places, *shlex.split(os.environ.get("OTHERS_FLAGS", "")),
                   *(renaming(self.source) if renamed else []), "-o", program, self.path, *shlex.split(said(self.source, "flags"))]
        try:
            result = subprocess.run(command, capture_output=True, text=True)
            self.error = result.stdout[-1000:] + result.stderr[-1000:] if result.returncode else ""
        except OSError as error:
            self.error = str(error)


def programs(pattern, renamed):
    folder = apps_folder()
    names = sorted(n for n in os.listdir(folder) if n.endswith((".cu", ".py")) and not n.startswith("_"))
    found = [Program(os.path.join(folder, n)) for n in names if re.search(pattern, n)]
    return [p for p in found if p.ending == ".cu" and kernel_names(p.source)] if renamed else found


def first_run(program, folder, options):
    """Caches on disk may be cold."""
    own = os.path.join(folder, program.name + ".first")
    os.makedirs(own, exist_ok=True)
    return execute(program.command, own, 3 * options.timeout)


def second_run(program, folder, options):
    own = os.path.join(folder, program.name + ".second")
    os.makedirs(own, exist_ok=True)
    return execute(program.command, own, options.timeout)


def timed(program, folder, options, settings, profiling, plain, profiled):
    """Steps of the program, profiled and under the floor over plain, of runs in turn; those made already come along."""
    under, err = profiling
    limit, floor = deadline(plain[0].seconds), []
    for number in range(options.repeat):
        if number > 0:
            plain.append(execute(program.command, folder, limit, settings=settings))
            profiled.append(execute(under, folder, limit, err, settings))
        if options.floor:
            floor.append(execute(program.command, folder, limit, settings={**settings, "CUDA_INJECTION64_PATH": floor_library()}))
    told = {"step_ratio": shortest_step(profiled) / shortest_step(plain), "steps": int(settings.get("STEPS", 0)),
            "plain_steps_ms": [step_ms(run.err) for run in plain], "first_steps_added": first_steps_added(plain, profiled)}
    return {**told, "floor_ratio": shortest_step(floor) / shortest_step(plain)} if floor else told


def compare(program, folder, options, first=None, second=None):
    """The row of one program."""
    row = {"program": program.name + program.ending, "options": options.options, "renamed": options.renamed, "differences": []}
    if program.error:
        return {**row, "state": "not compiled", "error": program.error}
    first = first or first_run(program, folder, options)
    place, folder = folder, os.path.join(folder, program.name + ".own")
    os.makedirs(folder, exist_ok=True)
    settings = {}
    if options.seconds_of_steps and step_ms(first.err):
        settings["STEPS"] = str(steps_in(options.seconds_of_steps, first))
        first = execute(program.command, folder, options.timeout, settings=settings)
    plain = first if first.timed_out else second or execute(program.command, folder, options.timeout, settings=settings)
    row["plain"] = {"code": plain.code, "seconds": plain.seconds}
    if plain.timed_out or plain.code != program.exit:
        words = "not done in time" if plain.timed_out else f"exit code {plain.code} instead of {program.exit}"
        return {**row, "state": "plain failed", "error": words + "\n" + plain.err[-1000:]}
    row["differences"] = differences(first, plain, first)
    if row["differences"]:
        return {**row, "state": "unsteady", "lines": first_difference(plain, first)}
    session, err = os.path.join(place, program.name + ".rlens"), os.path.join(folder, "stderr-of-program")
    under = [os.path.abspath(rooflens()), "profile", "--force", "-o", session, *shlex.split(options.options), "--", *APART, err, *program.command]
    refusing = {"ROOFLENS_CUPTI": refusing_library()} if options.refused else {}
    profiled = execute(under, folder, deadline(plain.seconds), err, {**settings, **refusing})
    row["differences"] = differences(first, plain, profiled)
    row["state"] = "differs" if row["differences"] else "same"
    report = read_session(session)
    row["profiled"] = {"code": profiled.code, "seconds": profiled.seconds, **(summary(report) if report else {"no_session": True})}
    with open(os.path.join(folder, "stderr"), encoding="utf-8", errors="replace") as words:
        row["profiled"]["said"] = words.read()[-3000:]
    if row["differences"]:
        row["lines"] = first_difference(plain, profiled)
    if not options.untimed and step_ms(plain.err) and step_ms(profiled.err):
        row.update(timed(program, folder, options, settings, (under, err), [plain], [profiled]))
    if not options.untimed and report:
        kernels = [k for machine in report["gpus"] for k in machine["kernels"]]
        row["kernel_times"] = kernel_time_ratios(plain.err, kernels)
    if options.ncu:
        command = [ncu(), "--target-processes", "all", "--launch-count", "20", "--clock-control", "none", "--metrics", NCU_METRICS,
                   "--log-file", os.path.join(folder, "ncu-says"), *program.command]
        under = execute(command, folder, deadline(plain.seconds))
        under.out, clean = without_tool(under.out), Run(plain.code, without_tool(plain.out), plain.err, plain.seconds)
        row["ncu"] = {"code": under.code, "seconds": under.seconds, "differences": differences(first, clean, under)}
    return row


# What is printed.

HEADER = ["program", "result", "plain", "profiled", "added", "first steps", "step", "floor", "classified", "of frequent", "counted", "ncu", "notes"]


def percent(share):
    return "-" if share is None else f"{100 * share:.0f} %"


def cells(row):
    plain, profiled, other = row.get("plain", {}), row.get("profiled", {}), row.get("ncu")
    counted = f"{profiled['counted']}/{profiled['kernels']}" if "kernels" in profiled else "-"
    if profiled.get("graphs"):
        counted += f" + {profiled['graphs_counted']}/{profiled['graphs']} graphs"
    remarks = [*row["differences"], *profiled.get("warnings", []), *(["no session"] if profiled.get("no_session") else []),
               *row.get("error", "").strip().splitlines()[:1], *(["renamed"] if row["renamed"] else []),
               *([row["options"]] if row["options"] else [])]
    return [row["program"], row["state"],
            f"{plain['seconds']:.2f} s" if plain else "-", f"{profiled['seconds']:.2f} s" if profiled else "-",
            f"{profiled['seconds'] - plain['seconds']:+.2f} s" if profiled else "-",
            f"{row['first_steps_added']:+.2f} s" if row.get("first_steps_added") is not None else "-",
            f"{row['step_ratio']:.2f}" if "step_ratio" in row else "-",
            f"{row['floor_ratio']:.2f}" if row.get("floor_ratio") else "-",
            percent(profiled.get("known_share")), percent(profiled.get("known_share_frequent")), counted,
            "-" if other is None else f"{other['seconds']:.2f} s, " + (", ".join(other["differences"]) or "same"),
            "; ".join(text if len(text) < 100 else text[:97] + "..." for text in remarks)]


def closing(rows):
    text = "".join(line + "\n" for line in kernel_times(rows))
    text += f"{len(rows)} program{'' if len(rows) == 1 else 's'}, {sum(row['state'] == 'same' for row in rows)} same"
    for state in STATES[1:]:
        names = [row["program"] for row in rows if row["state"] == state]
        text += f"; {state}: {', '.join(names)}" if names else ""
    return text


def latest(rows):
    """The last row of each program under each condition."""
    return list({(row["program"], row["options"], row["renamed"]): row for row in rows}.values())


def markdown(rows):
    rows = latest(rows)
    lines = [HEADER, ["---"] + ["---:"] * (len(HEADER) - 2) + ["---"], *(cells(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + f"\n\n{closing(rows)}"


def refusing_library():
    path = os.environ.get("ROOFLENS_REFUSING_CUPTI", "")
    return path if os.path.exists(path) else sys.exit("ROOFLENS_REFUSING_CUPTI names no library")


def gathered(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def keep(path, rows):
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=1)
    os.replace(path + ".new", path)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="REGEX", default="", help="programs whose file name contains this")
    parser.add_argument("--ncu", action="store_true", help="also run each under Nsight Compute, which counts 20 launches")
    parser.add_argument("--floor", action="store_true", help="also run those with steps under a library that only subscribes to CUPTI")
    parser.add_argument("--options", metavar="'...'", default="", help="options for `rooflens profile`; none without it")
    parser.add_argument("--renamed", action="store_true", help="compile with kernels named kernel_0, kernel_1, ...")
    parser.add_argument("--untimed", action="store_true", help="second plain runs go side by side too: sooner done, and times mean nothing")
    parser.add_argument("--repeat", metavar="N", type=int, default=1, help="timed runs of each kind, in turn; one without it")
    parser.add_argument("--seconds-of-steps", metavar="S", type=float, default=0, help="as many steps as take so long, where programs count them")
    parser.add_argument("--out", metavar="FILE", help="append the rows to this JSON file")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, default=60, help="for a plain run; the first one gets three times as long")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count(), help="compilers at once")
    parser.add_argument("--keep", metavar="FOLDER", help="keep programs and sessions there")
    parser.add_argument("--table", metavar="FILE", help="print what --out gathered as Markdown, and run nothing")
    parser.add_argument("--refused", action="store_true", help="CUPTI refuses counters; implies --untimed")
    options = parser.parse_args()
    options.untimed |= options.refused
    return options


def main():
    options = parse()
    if options.table:
        print(markdown(gathered(options.table)))
        return
    rooflens()
    if options.refused:
        refusing_library()
    chosen = programs(options.only, options.renamed)
    if not chosen:
        sys.exit(f"no program's name contains {options.only}")
    folder = os.path.abspath(options.keep or tempfile.mkdtemp())
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda p: p.compile(folder, options.renamed), [p for p in chosen if p.ending == ".cu"]))
    with ThreadPoolExecutor(options.jobs) as pool:
        ready = [p for p in chosen if not p.error]
        firsts = dict(zip(ready, pool.map(lambda p: first_run(p, folder, options), ready)))
        seconds = dict(zip(ready, pool.map(lambda p: second_run(p, folder, options), ready))) if options.untimed else {}
    rows = []
    with ThreadPoolExecutor(8 if options.refused else 1) as pool:
        for row in pool.map(lambda p: compare(p, folder, options, firsts.get(p), seconds.get(p)), chosen):
            rows.append(row)
            print(f"{row['program']}: {row['state']} {', '.join(row['differences'])}", file=sys.stderr, flush=True)
            if options.out:
                keep(options.out, gathered(options.out) + rows[-1:])
    table(HEADER, [cells(row) for row in rows])
    print("\n" + closing(rows))
    if not options.keep:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(any(row["state"] != "same" for row in rows))


if __name__ == "__main__":
    main()
