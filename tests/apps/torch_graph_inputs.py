"""torch.cuda.CUDAGraph by hand: two sizes that share a pool, warmed up on a side stream, 300 replays with new input each."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()

WIDTH = 512
weights = [torch.randint(-1, 2, (WIDTH, WIDTH), device="cuda").float() for _ in range(6)]


def network(x, bias):
    """Whole numbers that stay small, so that every kernel has the same result."""
    for weight in weights:
        x = torch.remainder(torch.relu(x @ weight + bias), 7) - 3
    return x


class Captured:
    def __init__(self, rows, pool, side):
        self.data = torch.zeros(rows, WIDTH, device="cuda")
        self.bias = torch.zeros((), device="cuda")
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                network(self.data, self.bias)
        torch.cuda.current_stream().wait_stream(side)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, pool=pool):
            self.result = network(self.data, self.bias)

    def __call__(self, data, bias):
        self.data.copy_(data)
        self.bias.fill_(bias)
        self.graph.replay()
        return self.result.sum(dtype=torch.float64)


pool, side = torch.cuda.graph_pool_handle(), torch.cuda.Stream()
graphs = [Captured(rows, pool, side) for rows in (64, 16)]
inputs = torch.randint(-3, 4, (1024, WIDTH), device="cuda").float()
total = torch.zeros((), device="cuda", dtype=torch.float64)
eager = torch.zeros((), device="cuda", dtype=torch.float64)
count = 0


def step():
    global count
    graph = graphs[count % 2]
    first = count * 37 % 900
    data = inputs[first:first + graph.data.shape[0]]
    total.add_(graph(data, count % 5))
    if count % 10 == 0:
        eager.add_(network(data, float(count % 5)).sum(dtype=torch.float64) - graph.result.sum(dtype=torch.float64))
    count += 1


run_steps(step, 300, torch.cuda.synchronize)
print("replays", count, "total", int(total.item()), "eager differs by", int(eager.item()))
