"""Trains ResNet-50 of torchvision, 40 steps at a small batch."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
import torchvision  # noqa: E402: after the settings

model = torchvision.models.resnet50(weights=None).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
images = torch.randn(8, 3, 224, 224, device="cuda")
labels = torch.arange(8, device="cuda")


def step():
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    return loss


print("loss", rounded(run_steps(step, 40, torch.cuda.synchronize), 2))
