"""Training fed by four worker processes that are forked after CUDA was initialised."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
from torch.utils.data import DataLoader, Dataset  # noqa: E402


class Numbers(Dataset):
    def __len__(self):
        return 20000

    def __getitem__(self, i):
        return torch.full((128,), (i % 97) / 97), torch.tensor(i % 10)


model = torch.nn.Sequential(torch.nn.Linear(128, 256), torch.nn.ReLU(), torch.nn.Linear(256, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)


def epochs():
    while True:
        yield from DataLoader(Numbers(), batch_size=64, num_workers=4, pin_memory=True, multiprocessing_context="fork")


batches = epochs()


def step():
    data, labels = (part.cuda(non_blocking=True) for part in next(batches))
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(data), labels)
    loss.backward()
    optimizer.step()
    return loss


print("loss", rounded(run_steps(step, 300, torch.cuda.synchronize), 3))
