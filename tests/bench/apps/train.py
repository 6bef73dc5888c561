"""A PyTorch training loop (forward, backward, optimizer) whose result is a checksum.

usage: train.py [--seconds S | --steps N] [--warm N] [--batch N] [--nvtx] [--backend gloo|nccl]
(RANK, WORLD_SIZE: data parallel)
"""
import argparse
import contextlib
import os
import sys
import time

import torch

arguments = argparse.ArgumentParser()
arguments.add_argument("--seconds", type=float, default=0)
arguments.add_argument("--steps", type=int, default=3)
arguments.add_argument("--warm", type=int, default=0)
arguments.add_argument("--batch", type=int, default=16)
arguments.add_argument("--nvtx", action="store_true")
arguments.add_argument("--backend", default="nccl")
options = arguments.parse_args()

rank = int(os.environ.get("RANK", 0))
world = int(os.environ.get("WORLD_SIZE", 1))
device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)))
torch.cuda.set_device(device)
torch.manual_seed(1234)
torch.use_deterministic_algorithms(False)

model = torch.nn.TransformerEncoderLayer(d_model=512, nhead=8, batch_first=True, dropout=0.0).to(device)
if world > 1:
    torch.distributed.init_process_group(options.backend)
    model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[device.index])
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
data = torch.randn(options.batch, 128, 512, device=device)


def range_of(name):
    return torch.cuda.nvtx.range(name) if options.nvtx else contextlib.nullcontext()


def step():
    optimizer.zero_grad(set_to_none=True)
    with range_of("forward"), torch.autocast("cuda", dtype=torch.bfloat16):
        loss = model(data).square().mean()
    with range_of("backward"):
        loss.backward()
    with range_of("optimizer"):
        optimizer.step()
    return loss


for _ in range(options.warm):
    step()
torch.cuda.synchronize()
begin = time.perf_counter()
steps = 0
over = torch.zeros(1, device=device)
while steps < options.steps if options.seconds <= 0 else over.item() == 0:
    for _ in range(1 if options.seconds <= 0 else 20):
        loss = step()
        steps += 1
    over.fill_(time.perf_counter() - begin >= options.seconds)
    if world > 1:
        torch.distributed.broadcast(over, 0)  # all ranks make the same number of steps
torch.cuda.synchronize()
took = time.perf_counter() - begin
checksum = sum(p.double().abs().sum().item() for p in model.parameters())
if rank == 0:
    print(f"loop_ms {1e3 * took:.3f} steps {steps}", file=sys.stderr)
    if options.seconds > 0:
        print(f"ms_per_step {1e3 * took / steps:.4f} steps {steps}")
    else:
        print(f"loss {loss.item():.9g} checksum {checksum:.12g}")
if world > 1:
    torch.distributed.destroy_process_group()
