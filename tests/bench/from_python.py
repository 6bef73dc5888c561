#!/usr/bin/env python3
"""`with rooflens.profile()` on a GPU: what it sees, what it costs, what it leaves as it was.

usage: OUT=folder [PYTHON=path] from_python.py [before|after|command|same|guest]...

With the wheel installed, or with ROOFLENS=build/dev/bin/rooflens PYTHONPATH=profiler/python.

before   a training loop in a block that begins before CUDA is initialised
after    the same after 100 steps without a block; then a second block
command  the same loop under `rooflens profile`, kernel by kernel against both
same     loss to the last bit, graphs that torch._dynamo compiled, compiled again and broke: eager, compiled, compiled with CUDA
         graphs, captured in one; alone, in blocks, under `rooflens profile`, and under it with counters refused and with formulas
guest    torch.profiler before, between and after blocks: kernels in its trace, by name and number
"""

import json
import os
import subprocess
import sys
import time

OUT = os.environ.get("OUT", ".")
PYTHON = os.environ.get("PYTHON", sys.executable)
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
    for way in ("eager", "compiled", "reduce-overhead", "graph"):
        around = contextlib.nullcontext()
        if blocks:
            import rooflens

            around = rooflens.profile(output=path("same-" + way), force=True)
        with around:
            step = training()
            if way in ("compiled", "reduce-overhead"):
                step = torch.compile(step, mode="default" if way == "compiled" else way)
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
    from common import rooflens as tool

    alone = [PYTHON, __file__, "alone"]
    profiled = [tool(), "profile", "--force", "-o", path("same"), "--formulas", "--"]
    refused = {"ROOFLENS_CUPTI": os.environ["ROOFLENS_REFUSING_CUPTI"]} if "ROOFLENS_REFUSING_CUPTI" in os.environ else None
    modes = {"alone": (alone, {}), "again": (alone, {}), "blocks": ([PYTHON, __file__, "within"], {}), "profile": (profiled + alone, {})}
    if refused:
        modes["refused"] = (profiled + alone, refused)
    found = {}
    for mode, (command, environment) in modes.items():
        done = subprocess.run(command, capture_output=True, text=True, timeout=200, env={**os.environ, **environment})
        if "RESULT" not in done.stdout:
            print(f"same: {mode} rc {done.returncode} {done.stderr[-1500:]}")
            continue
        found[mode] = json.loads(done.stdout.split("RESULT")[1].splitlines()[0])
    for way in found["alone"]:
        for what in ("loss", "dynamo"):
            value = found["alone"][way][what]
            print(f"same: {way} {what}:", ", ".join(f"{mode} {'the same' if f[way][what] == value else f[way][what]}"
                                                   for mode, f in found.items() if mode != "alone"), f"({value})")


def traced(step):
    """How often each kernel is in torch's own trace of five steps."""
    import collections
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as trace:
        steps(step, 5)
    return collections.Counter(event.name for event in trace.events() if event.device_type == torch.autograd.DeviceType.CUDA)


def guest():
    import rooflens

    if "plain" in sys.argv:
        step = training()
        steps(step, 20)
        print("PLAIN" + json.dumps(traced(step)))
        return
    plain = subprocess.run([PYTHON, __file__, "guest", "plain"], capture_output=True, text=True, timeout=120).stdout
    expected = json.loads(plain.split("PLAIN")[1])

    def compared(when):
        found = traced(step)
        print(f"guest: torch's trace {when}: {sum(found.values())} kernels and copies of {len(found)} names,",
              "the same as in a program without blocks" if found == expected else
              f"DIFFERS: {sorted(set(found.items()) ^ set(expected.items()))[:6]}")

    step = training()
    steps(step, 20)
    with rooflens.profile(output=path("guest"), force=True) as p:
        steps(step, 300)
    told("guest", p.session)
    compared("after a block")
    with rooflens.profile(output=path("guest-later"), force=True) as p:
        compared("within a block")
    try:
        told("guest-later", p.session)
    except rooflens.RooflensError as error:
        print("guest: a block after torch.profiler:", error)
    compared("after that block")


def main():
    parts = {"before": before, "after": after, "command": command, "same": same, "guest": guest}
    single = {"loop": loop, "alone": lambda: variants(False), "within": lambda: variants(True)}
    wanted = sys.argv[1:] or list(parts)
    if wanted[0] in single:
        return single[wanted[0]]()
    if os.environ.get("IN_PART") == wanted[0]:
        return parts[wanted[0]]()
    for name in wanted:  # each in a process of its own: CUDA is initialised once
        print(f"== {name}", flush=True)
        done = subprocess.run([PYTHON, __file__, name], env={**os.environ, "IN_PART": name}, timeout=500)
        print(f"== {name}: rc {done.returncode}", flush=True)


if __name__ == "__main__":
    main()
