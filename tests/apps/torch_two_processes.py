"""Two processes, spawned, compute on one GPU and hand their results back."""

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()


def work(rank, results):
    torch.manual_seed(rank)
    a = torch.randn(512, 512, device="cuda") / 32
    state = [torch.eye(512, device="cuda")]

    def step():
        state[0] = torch.tanh(state[0] @ a + 0.5)

    if rank == 0:
        run_steps(step, 800, torch.cuda.synchronize)
    else:
        for _ in range(800):
            step()
    results.put((rank, rounded(state[0].mean(), 3)))


if __name__ == "__main__":
    context = torch.multiprocessing.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=work, args=(rank, results)) for rank in range(2)]
    for process in processes:
        process.start()
    for rank, value in sorted(results.get(timeout=50) for _ in processes):
        print("process", rank, value)
    for process in processes:
        process.join()
        print("exit code", process.exitcode)
