#!/usr/bin/env python3
"""What PyTorch itself offers to learn the shapes and types of its operators without a change to the script: what each way
tells, what it costs, what it disturbs. For work from formula where counters are refused.

usage: torch_observers.py [joined|eager|compiled]   (all, without an argument; joined needs rooflens)

none     nothing
empty    an observer of RecordFunction that does nothing (torch.autograd._set_empty_test_observer): the least that any costs
trace    torch.profiler.ExecutionTraceObserver: observers of RecordFunction on all threads, written as JSON
nvtx     torch.autograd.profiler.emit_nvtx(record_shapes=True): NVTX ranges with sizes in their names
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import time

import torch
from torch.profiler import ExecutionTraceObserver, ProfilerActivity, profile


class Block(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm, self.norm2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x):
        b, n, w = x.shape
        q, k, v = (t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(self.norm(x)).chunk(3, -1))
        x = x + self.out(torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, n, w))
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm2(x))))


def training(compiled):
    torch.manual_seed(1)
    model = torch.nn.Sequential(*(Block(1024, 16) for _ in range(4))).cuda().bfloat16()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    forward = torch.compile(model) if compiled else model
    x = torch.randn(8, 512, 1024, device="cuda", dtype=torch.bfloat16)

    def step():
        optimizer.zero_grad()
        loss = forward(x).float().square().mean()
        loss.backward()
        optimizer.step()
        return loss

    return step


def timed(step, count=40):
    torch.cuda.synchronize()
    times = []
    for _ in range(count):
        began = time.perf_counter()
        loss = step()
        torch.cuda.synchronize()
        times.append(1e3 * (time.perf_counter() - began))
    return sorted(times)[count // 2], loss.item().hex()


class Empty:
    def __enter__(self):
        torch.autograd._set_empty_test_observer(True, 1.0)

    def __exit__(self, *_):
        torch._C._autograd._clear_callbacks()


class Trace:
    def __enter__(self):
        self.file = tempfile.mktemp(suffix=".json")
        self.observer = ExecutionTraceObserver().register_callback(self.file)
        self.observer.start()

    def __exit__(self, *_):
        self.observer.stop()
        self.observer.unregister_callback()


def nvtx():
    return torch.autograd.profiler.emit_nvtx(record_shapes=True)


def examples(file):
    nodes = json.load(open(file))["nodes"]
    print("trace: nodes", len(nodes), "schema keys", sorted(nodes[-1]))
    seen = collections.Counter(node["name"] for node in nodes)
    print("trace: names", seen.most_common(40))
    for name in ("aten::mm", "aten::addmm", "aten::bmm", "aten::_scaled_dot_product_flash_attention", "aten::native_layer_norm", "aten::gelu", "aten::add"):
        found = [node for node in nodes if node["name"] == name]
        if found:
            print("trace:", json.dumps(found[0])[:1500])
    flop = 0
    for node in nodes:
        shapes = node.get("inputs", {}).get("shapes", [])
        if node["name"] == "aten::mm":
            (m, k), (_, n) = shapes[0], shapes[1]
            flop += 2 * m * n * k
        elif node["name"] == "aten::addmm":
            (m, k), (_, n) = shapes[1], shapes[2]
            flop += 2 * m * n * k
    print("trace: FLOP of mm and addmm", flop, "threads", collections.Counter(
        a["value"] for node in nodes for a in node.get("attrs", []) if a["name"] == "tid").most_common(5))


def conflict(name, around):
    step = training(False)
    try:
        with around():
            with profile(activities=[ProfilerActivity.CPU]):
                step()
        print(f"{name}: torch.profiler works inside")
    except Exception as error:
        print(f"{name}: torch.profiler inside: {type(error).__name__}: {str(error)[:200]}")
    torch.cuda.synchronize()


def joined():
    """Whether a range of emit_nvtx and a node of the trace can be told to be the same call, and which launches are in it."""
    import rooflens

    with rooflens.profile(options=["--no-counters"]) as p:  # before the first NVTX call of this process
        step = training(False)
        timed(step, 3)
        trace = Trace()
        with nvtx(), trace:
            step()
            torch.cuda.synchronize()
    nodes = json.load(open(trace.file))["nodes"]
    handles = {a["value"]: node["name"] for node in nodes for a in node.get("attrs", []) if a["name"] == "rf_id"}
    ranges = [r for r in p.kernel_rows("ranges") if "op_id = " in r.kernel]
    same = sum(handles.get(int(r.kernel.rsplit("op_id = ", 1)[1].split(",")[0].split("/")[0])) is not None for r in ranges)
    print(f"join: {len(nodes)} nodes, {len(handles)} rf_id, {len(ranges)} ranges with op_id, {same} of them have a node")
    for r in ranges[:: max(1, len(ranges) // 12)]:
        print("join:", r.launches_made, r.kernel[-300:])


def way(mode):
    compiled = mode == "compiled"
    step = training(compiled)
    print(mode, "warm-up", timed(step, 10))
    import contextlib

    ways = {"none": contextlib.nullcontext, "empty": Empty, "trace": Trace, "nvtx": nvtx}
    for round_ in range(2):
        for name, around in ways.items():
            try:
                with around():
                    ms, _ = timed(step)
                print(f"{mode} {name}: {ms:.3f} ms a step")
            except Exception as error:
                print(f"{mode} {name}: {type(error).__name__}: {str(error)[:200]}")
    print(mode, "dynamo", {k: dict(v) for k, v in torch._dynamo.utils.counters.items()} if compiled else "")
    if not compiled:
        trace = Trace()
        with trace:
            step()
            torch.cuda.synchronize()
        print("trace: size", os.path.getsize(trace.file))
        examples(trace.file)
        from torch.utils.flop_counter import FlopCounterMode

        with FlopCounterMode(display=False) as counter:
            step()
        print("FlopCounterMode of the same step", counter.get_total_flops(), {str(k): v for k, v in counter.get_flop_counts()["Global"].items()})
        conflict("trace", Trace)
        conflict("nvtx", nvtx)
    # Whether the compiled code is the same where the observer is there from the start.
    if compiled:
        for name, around in ways.items():
            torch._dynamo.reset()
            torch._dynamo.utils.counters.clear()
            try:
                with around():
                    _, loss = timed(training(True), 5)
                counters = {k: dict(v) for k, v in torch._dynamo.utils.counters.items() if k in ("stats", "frames", "graph_break", "aot_autograd")}
                print(f"from the start, {name}: loss {loss} {json.dumps(counters, sort_keys=True)}")
            except Exception as error:
                print(f"from the start, {name}: {type(error).__name__}: {str(error)[:200]}")


def main():
    if len(sys.argv) > 1:
        return joined() if sys.argv[1] == "joined" else way(sys.argv[1])
    for mode in ("joined", "eager", "compiled"):
        done = subprocess.run([sys.executable, __file__, mode], timeout=120)
        print(f"== {mode}: rc {done.returncode}", flush=True)


if __name__ == "__main__":
    main()
