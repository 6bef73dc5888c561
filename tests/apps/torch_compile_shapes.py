"""torch.compile(dynamic=True) over batches of many lengths, with a break of the graph and a branch that needs a number."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()

WIDTH = 256
table = torch.randint(-3, 4, (1000, WIDTH), device="cuda").float()
weight = torch.randint(-1, 2, (WIDTH, WIDTH), device="cuda").float()


@torch.compile(dynamic=True)
def score(tokens, mask):
    hidden = torch.nn.functional.embedding(tokens, table)
    hidden = torch.remainder(torch.relu(hidden @ weight), 11) - 5
    hidden = torch.where(mask[:, None], hidden, torch.zeros_like(hidden))
    torch._dynamo.graph_break()
    sums = hidden.cumsum(0)
    if tokens.shape[0] > 300:
        sums = sums - hidden.amax(0)
    return torch.remainder(sums, 1021).sum(dtype=torch.float64)


generator = torch.Generator().manual_seed(5)
lengths = [int(n) for n in torch.randint(2, 700, (400,), generator=generator)]
total = torch.zeros((), device="cuda", dtype=torch.float64)
position = 0


def step():
    global position
    n = lengths[position]
    tokens = (torch.arange(n, device="cuda") * 31 + position) % 1000
    total.add_(score(tokens, tokens % 3 > 0))
    position += 1


run_steps(step, 400, torch.cuda.synchronize)
print("tokens", sum(lengths), "total", int(total.item()))
