#!/usr/bin/env python3
"""`with rooflens.profile()` and `@rooflens.bench` on a GPU: what they see, what they cost, what they leave as it was.

usage: OUT=folder [PYTHON=path] from_python.py [before|after|command|same|bench|ncu|guest]...

With the wheel installed, or with ROOFLENS=build/dev/bin/rooflens PYTHONPATH=profiler/python.

before   a training loop in a block that begins before CUDA is initialised
after    the same after 100 steps without a block; then a second block
command  the same loop under `rooflens profile`, kernel by kernel against both
same     loss to the last bit, graphs that torch._dynamo compiled and broke: eager, compiled, in a CUDA graph; with blocks and without
bench    kernels of Triton, CuPy, Numba and PyTorch over their sizes, cold and warm
ncu      the table of the Triton kernel from `bench` and from ncu, each in one run: wall time, and what it adds to a plain run;
         over six sizes, and over these with four sizes of block; ncu's roofline set, and the counters that bench's table is made of
guest    torch.profiler before, between and after blocks: kernels in its trace with blocks and without
"""

import json
import os
import subprocess
import sys
import time

OUT = os.environ.get("OUT", ".")
PYTHON = os.environ.get("PYTHON", sys.executable)
SIZES = [2**n for n in range(16, 28, 2)]
BLOCKS = [256, 512, 1024, 2048]
WARMUP = 3
# What was compiled, compiled again and given up. Dynamo's other counters tell what Inductor found in its cache, in which two
# plain runs differ.
COMPILED = ("frames", "stats", "graph_break", "recompiles", "recompile_limit", "unimplemented")


def training():
    import torch

    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(512, 8, 2048, dropout=0.0, batch_first=True).cuda().bfloat16()
    optimizer = torch.optim.SGD(layer.parameters(), lr=1e-3)
    x = torch.randn(16, 256, 512, device="cuda", dtype=torch.bfloat16)

    def step():
        optimizer.zero_grad()
        loss = layer(x).float().square().mean()
        loss.backward()
        optimizer.step()
        return loss

    return step


def steps(step, count):
    import torch

    began = time.perf_counter()
    for _ in range(count):
        loss = step()
    torch.cuda.synchronize()
    return 1e3 * (time.perf_counter() - began) / count, loss.item().hex()


def path(name):
    return os.path.join(OUT, name + ".rlens")


def told(name, session):
    kernels = session.kernel_rows()
    counted = [k for k in kernels if k.launches_counted]
    time_s = sum(k.total_time_s or 0 for k in kernels)
    print(f"{name}: {len(kernels)} kernels, {sum(k.launches_made for k in kernels)} launches, {len(counted)} kernels counted, "
          f"{100 * sum(k.total_time_s or 0 for k in counted) / max(time_s, 1e-12):.1f} % of their time; "
          f"with a share of a roof: {sum(k.roof_fraction is not None for k in kernels)}; device {session.data['gpus'][0]['device'].get('name')}")


def block(name, step, count):
    import rooflens

    began = time.perf_counter()
    with rooflens.profile(output=path(name), force=True) as p:
        entered = time.perf_counter() - began
        made = step if callable(step) else None
        each, loss = steps(made or training(), count)
        ended = time.perf_counter()
    left = time.perf_counter() - ended
    told(name, p.session)
    print(f"{name}: enter {entered:.2f} s, leave {left:.2f} s, {each:.3f} ms a step, loss {loss}")


def before():
    block("before", None, 600)


def after():
    step = training()
    print("alone: %.3f ms a step, loss %s" % steps(step, 100))
    block("after", step, 600)
    print("alone: %.3f ms a step, loss %s" % steps(step, 300))
    block("again", step, 600)
    print("alone: %.3f ms a step, loss %s" % steps(step, 300))


def command():
    import rooflens

    session = rooflens.profile([PYTHON, __file__, "loop"], path("command"), force=True)
    told("command", session)
    reference = {(k.kernel, k.parameters): k for k in session.kernel_rows()}
    for name in ("before", "after", "again"):
        if not os.path.exists(path(name)):
            continue
        both, worst = 0, {}
        for k in rooflens.open(path(name)).kernel_rows():
            other = reference.get((k.kernel, k.parameters))
            if other is None:
                print(f"  {name}: only here: {k.kernel}, {k.launches_made} launches")
                continue
            for what in ("flop", "dram_bytes", "l2_bytes", "time_median_s"):
                a, b = getattr(k, what), getattr(other, what)
                if a and b:
                    worst.setdefault(what, []).append((a / b, k.kernel))
            both += 1
        print(f"{name} against the command: {both} of {len(reference)} kernels in both")
        for what, ratios in worst.items():
            ratios.sort()
            print(f"  {what}: median {ratios[len(ratios) // 2][0]:.4f}, least {ratios[0]}, most {ratios[-1]} of {len(ratios)}")


def loop():
    print("loop: %.3f ms a step, loss %s" % steps(training(), 600))


def variants(blocks):
    """One process: the loss and dynamo's counters of each way to run, inside a block or not."""
    import contextlib
    import torch

    result = {}
    for way in ("eager", "compiled", "graph"):
        around = contextlib.nullcontext()
        if blocks:
            import rooflens

            around = rooflens.profile(output=path("same-" + way), force=True)
        with around:
            step = training()
            if way == "compiled":
                step = torch.compile(step)
            if way == "graph":
                stream = torch.cuda.Stream()
                with torch.cuda.stream(stream):
                    for _ in range(3):
                        step()
                torch.cuda.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    loss = step()

                def step():
                    graph.replay()
                    return loss

            ms, loss_hex = steps(step, 200)
        counters = {name: dict(values) for name, values in torch._dynamo.utils.counters.items() if name in COMPILED}
        result[way] = {"loss": loss_hex, "dynamo": json.dumps(counters, sort_keys=True), "ms": ms}
    print("RESULT" + json.dumps(result))


def same():
    found = []
    for mode in ("alone", "within", "alone"):
        done = subprocess.run([PYTHON, __file__, mode], capture_output=True, text=True, timeout=200)
        print(done.stderr[-1500:])
        found.append(json.loads(done.stdout.split("RESULT")[1]))
    for way in found[0]:
        for what in ("loss", "dynamo"):
            values = [f[way][what] for f in found]
            print(f"same: {way} {what}: alone repeats itself {values[0] == values[2]}, within is the same {values[0] == values[1]} "
                  f"{values[:2] if what == 'loss' or values[0] != values[1] else ''}")


def triton_kernel():
    global triton, tl  # where Triton looks names up
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = i < n
        tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)

    def prepare(n, block=1024):
        x, y = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
        out = torch.empty_like(x)
        return lambda: add_kernel[(triton.cdiv(n, block),)](x, y, out, n, BLOCK=block)

    return prepare


def cupy_kernel():
    import cupy

    scale = cupy.RawKernel('extern "C" __global__ void scale(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;'
                           " if (i < n) x[i] = 2 * x[i] + 1; }", "scale")

    def prepare(n):
        x = cupy.ones(n, dtype=cupy.float32)
        return lambda: scale(((n + 255) // 256,), (256,), (x, cupy.int32(n)))

    return prepare


def numba_kernel():
    import numpy
    from numba import cuda

    @cuda.jit
    def half(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = 0.5 * x[i]

    def prepare(n):
        x = cuda.to_device(numpy.ones(n, dtype=numpy.float32))
        return lambda: half[(n + 255) // 256, 256](x)

    return prepare


def torch_kernel():
    import torch

    def prepare(n):
        a, b = (torch.randn(n, n, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        return lambda: a @ b

    return prepare


def timed(owner, name, spent):
    """Lets a function of the package write down how long it took."""
    function = getattr(owner, name)

    def around(*arguments, **named):
        began = time.perf_counter()
        try:
            return function(*arguments, **named)
        finally:
            spent[name] = time.perf_counter() - began

    setattr(owner, name, around)


def measured(name, prepare, sizes, **options):
    import rooflens

    benched = rooflens.bench(sizes if isinstance(sizes, dict) else {"n": sizes}, warmup=WARMUP, **options)(prepare)
    spent = {}
    for phase in ("_begin", "_end"):
        timed(rooflens.Profile, phase, spent)
    timed(rooflens._block, "load", spent)
    began = time.perf_counter()
    benched.run(path("bench-" + name), force=True)
    wall = time.perf_counter() - began
    print(f"{name}: {len(benched.cases)} sizes in {wall:.2f} s {options}; begin {spent['_begin']:.2f} s, end {spent['_end']:.2f} s, "
          f"of which reading {spent['load']:.2f} s")
    for k in benched.session.kernel_rows():
        if k.parameters:
            gbs = (k.dram_bytes or 0) / k.time_median_s / 1e9 if k.time_median_s else 0
            print(f"  {k.parameters:>14} {k.kernel[:40]:40} made {k.launches_made} counted {k.launches_counted} timed {k.repetitions} "
                  f"median {1e6 * (k.time_median_s or 0):9.2f} us flop {k.flop} dram {k.dram_bytes} B {gbs:7.0f} GB/s "
                  f"of roof {k.roof_fraction} {k.roof_name} {k.bound_by}")
    return wall


def bench():
    measured("triton-cold", triton_kernel(), SIZES)
    measured("triton-warm", triton_kernel(), SIZES, l2="warm")
    for name, make, sizes in (("cupy", cupy_kernel, SIZES), ("numba", numba_kernel, SIZES), ("matmul", torch_kernel, [512, 1024, 2048, 4096])):
        try:
            measured(name, make(), sizes)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}")


def launches(blocks):
    """What ncu watches: each size once, after the warm-up."""
    import torch

    prepare = triton_kernel()
    for n in SIZES:
        for block in blocks:
            launch = prepare(n, block)
            for _ in range(WARMUP):
                launch()
            torch.cuda.synchronize()
            torch.cuda.cudart().cudaProfilerStart()
            launch()
            torch.cuda.synchronize()
            torch.cuda.cudart().cudaProfilerStop()


def ncu():
    import shutil

    from common import counters

    tool = os.environ.get("NCU") or shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    words = [tool, "--profile-from-start", "off", "--csv", "--page", "raw", "--kernel-name", "regex:add_kernel"]
    took = {}

    def run(name, command):
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, timeout=150)
        took[name] = time.perf_counter() - began
        rows = [line for line in done.stdout.splitlines() if "add_kernel" in line]
        print(f"ncu: {name} {took[name]:.2f} s, rc {done.returncode}, {len(rows)} rows {done.stderr[-300:] if done.returncode else ''}")

    for which in ("6", "24"):
        for turn in range(2):
            run("plain", [PYTHON, __file__, "launches-" + which])
            run("bench", [PYTHON, __file__, "only-bench-" + which])
            run("roofline", [*words, "--set", "roofline", PYTHON, __file__, "launches-" + which])
            if turn == 0:  # takes longest
                names = sorted({name for of_one in counters(path("bench-triton-" + which)).values() for name in of_one})
                run("same counters", [*words, "--metrics", ",".join(names), PYTHON, __file__, "launches-" + which])
        for other in ("roofline", "same counters"):
            print(f"ncu: {which} rows: bench takes {took['bench'] / took[other]:.3f} of ncu's wall time for {other} (last runs; limit 0.333), and "
                  f"{(took['bench'] - took['plain']) / (took[other] - took['plain']):.3f} of what ncu adds to the same launches without a tool")


def only_bench(blocks):
    measured(f"triton-{len(SIZES) * len(blocks)}", triton_kernel(), {"n": SIZES, "block": blocks})


def traced(step):
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as trace:
        steps(step, 5)
    return sum(1 for event in trace.events() if event.device_type == torch.autograd.DeviceType.CUDA)


def guest():
    import rooflens

    step = training()
    steps(step, 20)
    with rooflens.profile(output=path("guest"), force=True) as p:
        steps(step, 300)
    told("guest", p.session)
    print("guest: events in torch's trace after a block:", traced(step))
    print("guest: and again:", traced(step))
    with rooflens.profile(output=path("guest-later"), force=True) as p:
        print("guest: torch's trace within a block:", traced(step))
    try:
        told("guest-later", p.session)
    except rooflens.RooflensError as error:
        print("guest: after torch.profiler:", error)
    print("guest: torch's trace at the end:", traced(step))


def main():
    parts = {"before": before, "after": after, "command": command, "same": same, "bench": bench, "ncu": ncu, "guest": guest}
    single = {"loop": loop, "launches-6": lambda: launches(BLOCKS[2:3]), "launches-24": lambda: launches(BLOCKS),
              "only-bench-6": lambda: only_bench(BLOCKS[2:3]), "only-bench-24": lambda: only_bench(BLOCKS),
              "alone": lambda: variants(False), "within": lambda: variants(True)}
    wanted = sys.argv[1:] or list(parts)
    if wanted[0] in single:
        return single[wanted[0]]()
    for name in wanted:  # each in a process of its own: CUDA is initialised once
        if len(wanted) == 1 and os.environ.get("IN_PART") == name:
            return parts[name]()
        print(f"== {name}", flush=True)
        done = subprocess.run([PYTHON, __file__, name], env={**os.environ, "IN_PART": name}, timeout=240)
        print(f"== {name}: rc {done.returncode}", flush=True)


if __name__ == "__main__":
    main()
