#!/usr/bin/env python3
"""Roofs of links against copies by PyTorch and against NCCL, in the same run on the same processors.

usage: ROOFLENS=path links.py [--gpu N] [options of `rooflens ceilings`]
Copies are timed as CUDA's sample p2pBandwidthLatencyTest does it: five in a row behind a kernel that holds the stream, the
sender's stream, both directions joined by events; here by tensor.copy_ and torch.cuda.Event, and of the size of our largest
copies, 256 MiB in all (the sample takes 160 MB, at which NVLink gives 2 % less).
NCCL's send and recv (its kernels, not the copy engines) stand beside them and are not judged, nor are both ways to the host at
once, which no sample measures (copies by PyTorch reach 5 to 7 % less than the probe). Exit code 1 where a roof is more than
3 % off the copies, or where no link was measured.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

from common import rooflens, table, timed

TOLERANCE = 0.03
BYTES = 1 << 28  # of all ways together
IN_A_ROW = 5
REPETITIONS = 7
NCCL_SECONDS = 20


def near_processors(torch, gpu):
    """Those beside the GPU, if the system says: what pins memory then pins it there."""
    p = torch.cuda.get_device_properties(gpu)
    try:
        path = f"/sys/bus/pci/devices/{p.pci_domain_id:04x}:{p.pci_bus_id:02x}:{p.pci_device_id:02x}.0/local_cpulist"
        with open(path) as file:
            parts = [part.split("-") for part in file.read().strip().split(",") if part]
        near = {cpu for part in parts for cpu in range(int(part[0]), int(part[-1]) + 1)} & os.sched_getaffinity(0)
        if near:
            os.sched_setaffinity(0, near)
            return f"{len(near)} processors beside the GPU"
    except (OSError, ValueError, AttributeError):
        pass
    return "any processor"


def rate(torch, to, source):
    """Median bytes a second of copies to[i] <- source[i], each way on streams of its own, all begun together."""
    streams = []
    for a, b in zip(to, source):
        # The sender's first: its stream copies. Where the host sends, the GPU's.
        devices = [d for d in dict.fromkeys([b.device, a.device]) if d.type == "cuda"]
        streams.append([torch.cuda.Stream(d) for d in devices])
    first = streams[0][0]
    rates = []
    for _ in range(REPETITIONS + 1):
        for device in range(torch.cuda.device_count()):
            torch.cuda.synchronize(device)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        with torch.cuda.stream(first):
            torch.cuda._sleep(4_000_000)  # cycles
            begin.record(first)
        for lane in streams:
            for stream in lane:
                if stream is not first:
                    stream.wait_event(begin)
        for _ in range(IN_A_ROW):
            for lane, a, b in zip(streams, to, source):
                with torch.cuda.stream(lane[-1]), torch.cuda.stream(lane[0]):
                    a.copy_(b, non_blocking=True)
        for lane in streams:
            for stream in lane:
                if stream is not first:
                    done = torch.cuda.Event()
                    done.record(stream)
                    first.wait_event(done)
        end.record(first)
        end.synchronize()
        rates.append(IN_A_ROW * sum(a.nbytes for a in to) / (begin.elapsed_time(end) * 1e-3))
    return statistics.median(rates[1:])


def copies(torch, gpu, peer):
    """The three rates of a link, by direction."""
    def here(size):
        return torch.zeros(size, dtype=torch.uint8, device=f"cuda:{gpu}")

    def there(size):
        if peer is None:
            return torch.zeros(size, dtype=torch.uint8).pin_memory()
        return torch.zeros(size, dtype=torch.uint8, device=f"cuda:{peer}")

    a, b = here(BYTES), there(BYTES)
    result = {"to_peer": rate(torch, [b], [a]), "from_peer": rate(torch, [a], [b])}
    half = [place(BYTES // 2) for place in (there, here, here, there)]
    result["both"] = rate(torch, half[:2], half[2:])
    del a, b, half
    torch.cuda.empty_cache()
    return result


def nccl_rank(rank, gpu, peer):
    """One of two processes: prints rates as nccl-tests' sendrecv_perf would, of 256 MiB."""
    import torch
    import torch.distributed as dist

    own = (gpu, peer)[rank]
    torch.cuda.set_device(own)
    dist.init_process_group("nccl", init_method=f"tcp://127.0.0.1:{os.environ['LINKS_PORT']}", rank=rank, world_size=2)
    sent, received = (torch.zeros(BYTES, dtype=torch.uint8, device=f"cuda:{own}") for _ in range(2))
    found = {}
    for direction in ("to_peer", "from_peer", "both"):
        sends = direction == "both" or (rank == 0) == (direction == "to_peer")
        receives = direction == "both" or not sends
        work = ([dist.P2POp(dist.isend, sent, 1 - rank)] if sends else [])
        work += ([dist.P2POp(dist.irecv, received, 1 - rank)] if receives else [])
        rates = []
        for _ in range(REPETITIONS + 2):
            torch.cuda.synchronize()
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(IN_A_ROW):
                for request in dist.batch_isend_irecv(work):
                    request.wait()
            end.record()
            end.synchronize()
            ways = 2 if direction == "both" else 1
            rates.append(ways * IN_A_ROW * BYTES / (begin.elapsed_time(end) * 1e-3))
        found[direction] = statistics.median(rates[2:])
    if rank == 0:
        print(json.dumps(found), flush=True)
    os._exit(0)  # what is left is only to take the group down


def nccl(gpu, peer):
    environment = dict(os.environ, NCCL_NVLS_ENABLE="0", LINKS_PORT=str(20000 + os.getpid() % 20000))
    ranks = [subprocess.Popen([sys.executable, __file__, "--nccl", str(rank), str(gpu), str(peer)], env=environment,
                              stdout=subprocess.PIPE, text=True) for rank in range(2)]
    try:
        out, err = ranks[0].communicate(timeout=NCCL_SECONDS)
        return json.loads(out.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, ValueError, IndexError) as problem:
        print(f"NCCL gave no rates: {problem}", file=sys.stderr)
        return {}
    finally:
        for rank in ranks:
            rank.kill()
            rank.communicate()


def main():
    if sys.argv[1:2] == ["--nccl"]:
        return nccl_rank(*map(int, sys.argv[2:5]))
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--gpu", type=int, default=0)
    parser.add_argument("--no-nccl", action="store_true")
    known, rest = parser.parse_known_args()
    import torch

    print(f"{torch.cuda.get_device_name(known.gpu)}, {torch.cuda.device_count()} GPUs, {near_processors(torch, known.gpu)}")
    seconds, out = timed([rooflens(), "ceilings", "--gpu", str(known.gpu), "--format", "json", *rest])
    measured = json.loads(out)
    links = measured.get("links", [])
    uuids = {"GPU-" + str(torch.cuda.get_device_properties(i).uuid).removeprefix("GPU-"): i for i in range(torch.cuda.device_count())}
    theirs, beside = {}, {}
    for name in dict.fromkeys(link["peer"] for link in links):
        peer = None if name == "host" else uuids[name]
        theirs[name] = copies(torch, known.gpu, peer)
        beside[name] = nccl(known.gpu, peer) if peer is not None and not known.no_nccl else {}
    rows, missed = [], []
    for link in links:
        name, direction = link["peer"], link["direction"]
        ratio = link["bytes_per_s"] / theirs[name][direction]
        if abs(ratio - 1) > TOLERANCE and (name, direction) != ("host", "both"):
            missed.append(f"{name[:12]} {direction}")
        other = beside[name].get(direction)
        rows.append([f"{name[:12]} {direction}", link["kind"], f"{link['bytes_per_s'] / 1e9:.2f}",
                     f"{100 * link['relative_spread']:.2f} %", f"{theirs[name][direction] / 1e9:.2f}", f"{ratio:.4f}",
                     f"{other / 1e9:.2f}" if other else "-",
                     f"{1e6 * link['latency_s']:.2f}" if "latency_s" in link else "-",
                     f"{link['half_rate_bytes'] / 1024:.0f}" if "half_rate_bytes" in link else "-"])
    table(["link", "kind", "ours GB/s", "spread", "copies GB/s", "ours/copies", "NCCL GB/s", "latency us", "half from KiB"], rows)
    for entry in measured["refused"]:
        if entry["probe"].startswith("link"):
            print(f"{entry['probe']} refused: {entry['reason']}")
            missed.append(entry["probe"])
    print(f"\nrooflens ceilings took {seconds:.1f} s")
    if not links:
        missed.append("no link was measured")
    print(f"more than {100 * TOLERANCE:.0f} % off: " + ", ".join(missed) if missed else "all within 3 %")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
