#!/usr/bin/env python3
"""`@rooflens.bench` on a GPU: its tables, and its wall time beside ncu's.

usage: OUT=folder [PYTHON=path] python_bench.py [tables|ncu]...

With the wheel installed, or with ROOFLENS=build/dev/bin/rooflens PYTHONPATH=profiler/python.

tables   kernels of Triton, CuPy, Numba and PyTorch over their sizes, cold and warm
ncu      the table of the Triton kernel from `bench` and from ncu, each in one run: wall time, and what it adds to a plain run;
         over six sizes, and over these with four sizes of block; of ncu its roofline set and the counters that bench's table
         is made of, from one launch of each row, and from several, so that a median can be made as bench does
"""

import functools
import itertools
import os
import subprocess
import sys
import time

OUT = os.environ.get("OUT", ".")
PYTHON = os.environ.get("PYTHON", sys.executable)
SIZES = [2**n for n in range(16, 28, 2)]
# What the Triton kernel's table goes over, by its number of rows; bench's medians are of 32 launches or more, and ncu's of:
SWEEPS = {6: {"n": SIZES}, 24: {"n": SIZES, "block": [256, 512, 1024, 2048]}}
MEDIANS = {6: 32, 24: 10}
WARMUP = 3


def path(name):
    return os.path.join(OUT, name + ".rlens")


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

    numpy.row_stack = getattr(numpy, "row_stack", numpy.vstack)  # Numba 0.68 asks for it, and NumPy 2.5 has it no more
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


def tables():
    measured("triton-cold", triton_kernel(), SIZES)
    measured("triton-warm", triton_kernel(), SIZES, l2="warm")
    for name, make, sizes in (("cupy", cupy_kernel, SIZES), ("numba", numba_kernel, SIZES), ("matmul", torch_kernel, [512, 1024, 2048, 4096])):
        try:
            measured(name, make(), sizes)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}")


def launches(rows, of_each):
    """What ncu watches: so many launches of each size, after the warm-up."""
    import torch

    prepare = triton_kernel()
    for values in itertools.product(*SWEEPS[rows].values()):
        launch = prepare(**dict(zip(SWEEPS[rows], values)))
        for _ in range(WARMUP):
            launch()
        torch.cuda.synchronize()
        torch.cuda.cudart().cudaProfilerStart()
        for _ in range(of_each):
            launch()
        torch.cuda.synchronize()
        torch.cuda.cudart().cudaProfilerStop()


def ncu():
    import shutil

    from common import counters

    tool = os.environ.get("NCU") or shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    words = [tool, "--clock-control", "none", "--profile-from-start", "off", "--csv", "--page", "raw", "--kernel-name", "regex:add_kernel"]

    def run(rows, name, command):
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, timeout=150)
        took = time.perf_counter() - began
        found = sum("add_kernel" in line for line in done.stdout.splitlines())
        print(f"ncu: {rows} rows: {name} {took:.2f} s, rc {done.returncode}, {found} launches {done.stderr[-300:] if done.returncode else ''}")
        return took

    for rows in SWEEPS:
        once = [PYTHON, __file__, f"launches-{rows}-1"]
        for _ in range(2):  # what is compiled and cached, the first run finds
            plain = run(rows, "plain", once)
            bench = run(rows, "bench", [PYTHON, __file__, f"only-bench-{rows}"])
        names = sorted({name for of_one in counters(path(f"bench-triton-{rows}")).values() for name in of_one})
        same = [*words, "--metrics", ",".join(names)]
        several = [PYTHON, __file__, f"launches-{rows}-{MEDIANS[rows]}"]
        others = {"roofline set": [*words, "--set", "roofline", *once], "same counters": [*same, *once],
                  f"same counters of {MEDIANS[rows]} launches": [*same, *several]}
        for name, command in others.items():
            took = run(rows, name, command)
            print(f"ncu: {rows} rows: bench takes {bench / took:.3f} of ncu's wall time for {name} (limit 0.333), and "
                  f"{(bench - plain) / (took - plain):.3f} of what ncu adds to the same launches without a tool")


def only_bench(rows):
    measured(f"triton-{rows}", triton_kernel(), SWEEPS[rows])


def main():
    parts = {"tables": tables, "ncu": ncu}
    for rows in SWEEPS:
        parts[f"only-bench-{rows}"] = functools.partial(only_bench, rows)
        for of_each in (1, MEDIANS[rows]):
            parts[f"launches-{rows}-{of_each}"] = functools.partial(launches, rows, of_each)
    for name in sys.argv[1:] or ("tables", "ncu"):
        parts[name]()


if __name__ == "__main__":
    main()
