#!/usr/bin/env python3
"""The catalogue on a GPU: is every kernel right, are its closed forms exact, how near are the best ones to their peers.

usage: ROOFLENS=path TESTS=folder-of-device-tests catalogue.py [time|peers|right|forms|sanitize]...

time      the whole catalogue with the default counters: seconds
peers     best variant of a family against the library call that one would use instead, in one run
right     every kernel against its reference, at awkward sizes, at its defaults and beyond 32-bit indices
forms     kernels whose closed forms of counters are compared, and how many are exact
sanitize  compute-sanitizer memcheck and racecheck over the awkward sizes
"""

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

from common import rooflens, table, timed

TESTS = os.environ.get("TESTS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "dev", "tests", "device"))
SANITIZED = 16  # processes that share the device under compute-sanitizer, which is slow
SESSION = os.path.join(tempfile.mkdtemp(), "catalogue.rlens")

# What is compared: title, options of `run`, our kernels, the peer, and the goal as a share of the peer's rate.
PEERS = [
    ("reduction", [], ["reduction/float4", "reduction/grid-stride", "reduction/last-block"], "peer/cub-reduce", 0.97),
    ("transpose", [], ["transpose/unrolled-padded", "transpose/swizzled"], "copy/float4", 0.95),
    ("histogram", [], ["histogram/replicated"], "peer/cub-histogram", 0.90),
    ("scan", [], ["scan/decoupled-look-back"], "peer/cub-scan", 0.80),
    ("FP32 matrix product", ["--set", "n=4096"], ["gemm/vectorised"], "peer/cublas-sgemm", None),
    ("BF16 matrix product", ["--set", "n=4096"], ["gemm/tensor-core-bf16"], "peer/cublas-bf16-gemm", None),
]
ROOFS = [("stencil3d", ["stencil3d/vectorised"], 0.85), ("convolution2d", ["convolution2d/register-tiled"], 0.85)]


def run(kernels, options=()):
    """Seconds of a run, and the kernels of its JSON report by name."""
    seconds, _ = timed([rooflens(), "run", *kernels, *options, "-o", SESSION, "--force", "--format", "none"])
    _, report = timed([rooflens(), "report", SESSION, "--format", "json"])
    return seconds, {k["name"]: k for k in json.loads(report)["gpus"][0]["kernels"]}


def device_test(name, pattern, before=(), seconds=None, effort=None):
    """Output of a device test, and whether it ended in time: one that takes longer is stopped, with its children."""
    command = [*before, os.path.join(TESTS, name), "--gtest_filter=" + pattern]
    environment = dict(os.environ, ROOFLENS_REQUIRE_GPU="1", **({"ROOFLENS_TEST_EFFORT": effort} if effort else {}))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, text=True,
                               start_new_session=True)
    try:
        return process.communicate(timeout=seconds)[0], True
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[0], False


def whole():
    seconds, kernels = run(["*"])
    failed = [name for name, k in kernels.items() if k["verification"]["status"] != "verified"]
    print(f"\nwhole catalogue, quick counters: {len(kernels)} kernels in {seconds:.1f} s; not verified: {failed or 'none'}")


def peers():
    rows = []
    for title, options, ours, peer, goal in PEERS:
        _, kernels = run([*ours, peer], options)
        best = min(ours, key=lambda name: kernels[name]["time"]["median_s"])
        mine, theirs = (kernels[name]["time"]["median_s"] for name in (best, peer))
        rows.append([title, best, f"{mine * 1e6:.1f}", peer, f"{theirs * 1e6:.1f}", f"{theirs / mine:.3f}", goal or "-"])
    for title, ours, goal in ROOFS:
        _, kernels = run(ours)
        best = min(ours, key=lambda name: kernels[name]["time"]["median_s"])
        share = kernels[best]["of_roof"]
        rows.append([title, best, f"{kernels[best]['time']['median_s'] * 1e6:.1f}", f"{share['roof']} roof",
                     f"{share['shortest_s'] * 1e6:.1f}", f"{share['fraction']:.3f}", goal])
    print()
    table(["", "best variant", "us", "against", "us", "ratio", "goal"], rows)


def summary(output):
    """Tests by outcome: "582 passed, 1 failed"."""
    counts = {word: len(re.findall(rf"^\[ +{state} +\] .*\(\d+ ms\)$", output, re.M))
              for word, state in (("passed", "OK"), ("failed", "FAILED"), ("skipped", "SKIPPED"))}
    return ", ".join(f"{n} {word}" for word, n in counts.items() if n) or "nothing ran: " + output[-300:]


def right():
    for pattern in ("-*FullSize*", "*FullSize*"):
        print(f"\nkernels_device_test {pattern}: {summary(device_test('kernels_device_test', pattern)[0])}")


def forms():
    result, _ = device_test("expected_counters_device_test", "*")
    kernels = {}
    for state, name in re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] Catalogue/ExpectedCountersTest\.\w+/(\w+)", result, re.M):
        kernels.setdefault(name, []).append(state)
    claim = {name: states for name, states in kernels.items() if "SKIPPED" not in states}
    exact = [name for name, states in claim.items() if "FAILED" not in states]
    print(f"\nclosed forms of counters: {len(claim)} kernels claim, {len(exact)} are exact; not exact: {sorted(set(claim) - set(exact)) or 'none'}")


def sanitize():
    """A process for each kernel, stopped after SECONDS (100), with problems of at most EFFORT (0.01) of what tests run
    without a sanitizer: racecheck follows every access of shared memory. Libraries of others are left out. racecheck knows barriers alone, and warns of independent-scheduling, where a lane
    waits for a flag that another one sets: that is what the kernel shows. KERNELS is a pattern of names."""
    test = "ComputesWhatTheReferenceDoesEveryTime/"
    _, listed = timed([os.path.join(TESTS, "kernels_device_test"), "--gtest_list_tests", f"--gtest_filter=*KernelTest.{test}*-*/peer_*"])
    names = [name for name in re.findall(rf"^  ({test}\w+)", listed, re.M) if re.search(os.environ.get("KERNELS", ""), name)]
    seconds, effort = float(os.environ.get("SECONDS", "100")), os.environ.get("EFFORT", "0.01")
    for tool in os.environ.get("TOOLS", "memcheck racecheck").split():
        before = ["compute-sanitizer", "--tool", tool, "--print-limit", "20"]
        check = lambda name: device_test("kernels_device_test", "*" + name, before, seconds, effort)
        with concurrent.futures.ThreadPoolExecutor(SANITIZED) as pool:
            results = list(pool.map(check, names))
        output = "".join(text for text, _ in results)
        errors = sum(int(n) for n in re.findall(r"SUMMARY: (\d+)", output))
        print(f"\ncompute-sanitizer {tool}: {summary(output)}; {errors} errors in {len(names)} kernels")
        stopped = [name.split("/")[1] for name, (_, ended) in zip(names, results) if not ended]
        if stopped:
            print(f"  not done after {seconds:.0f} s: " + ", ".join(stopped))
        reports = [line for line in output.splitlines() if line.startswith("=========") and
                   not re.search(r"COMPUTE-SANITIZER|SUMMARY: 0|^=+ *$", line)]
        print("\n".join(reports[:200]))


if __name__ == "__main__":
    parts = {"time": whole, "peers": peers, "right": right, "forms": forms, "sanitize": sanitize}
    for name in sys.argv[1:] or parts:
        if name not in parts:
            sys.exit(__doc__)
        parts[name]()
        sys.stdout.flush()
