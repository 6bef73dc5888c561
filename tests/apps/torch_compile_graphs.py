"""Trains with torch.compile(mode="reduce-overhead"), which replays CUDA graphs."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
nn = torch.nn

model = nn.Sequential(nn.Linear(512, 2048), nn.GELU(), nn.LayerNorm(2048), nn.Linear(2048, 512), nn.Softmax(-1)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
data = torch.randn(256, 512, device="cuda")
target = torch.softmax(torch.randn(256, 512, device="cuda"), -1)
compiled = torch.compile(model, mode="reduce-overhead")


def step():
    optimizer.zero_grad()
    loss = (compiled(data) - target).square().sum()
    loss.backward()
    optimizer.step()
    return loss.detach().clone()


print("loss", rounded(run_steps(step, 1000, torch.cuda.synchronize), 3))
