"""Convolutions whose algorithms cuDNN chooses by timing them; whole numbers, so every algorithm has the same result."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()
torch.backends.cudnn.benchmark = True
torch.use_deterministic_algorithms(False)
shapes = [(3, 16, 3, 64), (16, 32, 3, 32), (32, 64, 1, 32), (64, 64, 5, 16), (8, 8, 7, 48)]
inputs = [torch.randint(-2, 3, (8, c, size, size), device="cuda").float() for c, _, _, size in shapes]
weights = [torch.randint(-2, 3, (k, c, r, r), device="cuda").float() for c, k, r, _ in shapes]


def step():
    return [torch.nn.functional.conv2d(x, w, padding=w.shape[-1] // 2) for x, w in zip(inputs, weights)]


for result in run_steps(step, 500, torch.cuda.synchronize):
    # A transform of another domain may leave a small error, which rounding takes away.
    print("sum", int(result.round().double().mul(torch.arange(result.numel(), device="cuda").view_as(result) % 101).sum().item()))
