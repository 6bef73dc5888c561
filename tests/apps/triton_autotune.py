"""A Triton kernel with @triton.autotune, which times three configurations; one is clearly the fastest."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()
import triton  # noqa: E402
import triton.language as tl  # noqa: E402


@triton.autotune(configs=[triton.Config({"REPEATS": repeats}, num_warps=4) for repeats in (32, 8, 128)], key=["n"])
@triton.jit
def turn_block(x, y, n, REPEATS: tl.constexpr):
    i = tl.program_id(0) * 1024 + tl.arange(0, 1024)
    value = tl.load(x + i, mask=i < n)
    for _step in range(REPEATS * 20):
        value = value * 1664525 + 1013904223
    tl.store(y + i, tl.where(value == 7, 0, i * 3), mask=i < n)


n = 1 << 22
x = torch.arange(n, device="cuda", dtype=torch.int32)
y = torch.zeros_like(x)


def step():
    turn_block[(n // 1024,)](x, y, n)


run_steps(step, 500, torch.cuda.synchronize)
print("chosen", turn_block.best_config.kwargs)
print("sum", y.long().sum().item())
