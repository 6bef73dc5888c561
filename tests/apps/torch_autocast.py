"""Trains in FP16 with autocast and a GradScaler."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
nn = torch.nn
model = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(),
                      nn.Flatten(), nn.Linear(32 * 16 * 16, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
scaler = torch.amp.GradScaler("cuda")
images = torch.randn(32, 3, 16, 16, device="cuda")
labels = torch.arange(32, device="cuda") % 10


def step():
    optimizer.zero_grad()
    with torch.autocast("cuda", torch.float16):
        loss = nn.functional.cross_entropy(model(images), labels)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss


print("loss", rounded(run_steps(step, 600, torch.cuda.synchronize), 2))
print("scale", scaler.get_scale())
