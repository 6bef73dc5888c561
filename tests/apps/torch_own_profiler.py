"""The program profiles itself with torch.profiler and prints how many kernels it saw in each step."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
from torch.profiler import ProfilerActivity, profile  # noqa: E402

model = torch.nn.Sequential(*[torch.nn.Linear(512, 512) for _ in range(6)], torch.nn.ReLU()).cuda()
data = torch.randn(128, 512, device="cuda")


@torch.no_grad()
def step():
    return model(data).sum()


for _ in range(5):
    step()
torch.cuda.synchronize()
for _ in range(5):
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as seen:
        step()
        torch.cuda.synchronize()
    kernels = [e for e in seen.events() if e.device_type == torch.autograd.DeviceType.CUDA and "mem" not in e.name.lower()]
    print("kernels", len(kernels), "with a time", sum(e.time_range.elapsed_us() > 0 for e in kernels))
print("sum", rounded(run_steps(step, 1000, torch.cuda.synchronize), 1))
