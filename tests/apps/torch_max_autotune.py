"""A product that inductor tunes anew in every run; whole numbers, so every choice has the same result."""

import os

os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"

from _steps import repeatable_torch, run_steps  # noqa: E402: after the setting

torch = repeatable_torch()
torch.use_deterministic_algorithms(False)
torch.set_float32_matmul_precision("high")
a = torch.randint(-3, 4, (1024, 1024), device="cuda").float()
b = torch.randint(-3, 4, (1024, 1024), device="cuda").float()
product = torch.compile(lambda x, y: torch.relu(x @ y), mode="max-autotune-no-cudagraphs")
result = run_steps(lambda: product(a, b), 500, torch.cuda.synchronize)
print("sum", int(result.double().sum().item()), int(result[7].double().sum().item()))
