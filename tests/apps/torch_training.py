"""Trains a small network of convolutions and a transformer layer."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
nn = torch.nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.convolutions = nn.Sequential(nn.Conv2d(3, 32, 3, 2, 1), nn.BatchNorm2d(32), nn.ReLU(),
                                          nn.Conv2d(32, 64, 3, 2, 1), nn.BatchNorm2d(64), nn.ReLU())
        self.layer = nn.TransformerEncoderLayer(64, 4, 256, dropout=0.0, batch_first=True)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        x = self.convolutions(x).flatten(2).transpose(1, 2)
        return self.head(self.layer(x).mean(1))


model = Network().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
images = torch.randn(32, 3, 32, 32, device="cuda")
labels = torch.arange(32, device="cuda") % 10


def step():
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    return loss


loss = run_steps(step, 600, torch.cuda.synchronize)
print("loss", rounded(loss, 2))
print("classes", model(images).argmax(1).sum().item())
