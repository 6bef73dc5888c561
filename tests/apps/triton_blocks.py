"""Triton kernels launched with several sizes of blocks, numbers of warps and of stages, without autotuning; whole numbers."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()
import triton  # noqa: E402: after the settings
import triton.language as tl  # noqa: E402


@triton.jit
def multiply_blocks(a, b, c, n, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for k in range(0, n, K):
        left = tl.load(a + rows[:, None] * n + (k + inner)[None, :])
        right = tl.load(b + (k + inner)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def turn_rows(x, counts, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    found = tl.zeros((BLOCK,), dtype=tl.int32)
    for first in range(0, width, BLOCK):
        i = first + tl.arange(0, BLOCK)
        value = tl.load(x + row * width + i, mask=i < width, other=0)
        for _step in range(10):
            value = value * 1664525 + 1013904223
        tl.store(x + row * width + i, value, mask=i < width)
        found += tl.where((i < width) & (value > 0), 1, 0)
    tl.atomic_add(counts + row % 64, tl.sum(found, axis=0))


n, rows, width = 1024, 2000, 1000
a = torch.randint(-2, 3, (n, n), device="cuda").half()
b = torch.randint(-2, 3, (n, n), device="cuda").half()
c = torch.zeros(n, n, device="cuda")
expected = a.float() @ b.float()
x = torch.arange(rows * width, device="cuda", dtype=torch.int32).reshape(rows, width)
counts = torch.zeros(64, device="cuda", dtype=torch.int32)
products = [(64, 64, 32, 4, 3), (128, 64, 64, 8, 2), (128, 128, 32, 8, 4), (32, 32, 64, 2, 1)]
blocks = [(128, 1), (512, 4), (1024, 8)]
wrong = torch.zeros((), device="cuda", dtype=torch.int64)


def step():
    for high, wide, deep, warps, stages in products:
        multiply_blocks[(n // high, n // wide)](a, b, c, n, M=high, N=wide, K=deep, num_warps=warps, num_stages=stages)
        wrong.add_((c != expected).sum())
        c.zero_()
    for block, warps in blocks:
        turn_rows[(rows,)](x, counts, width, BLOCK=block, num_warps=warps)


run_steps(step, 100, torch.cuda.synchronize)
print("wrong", wrong.item(), "counts", counts.long().sum().item(), "sum", x.long().sum().item())
