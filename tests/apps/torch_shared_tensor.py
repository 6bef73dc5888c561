"""Tensors on the GPU that processes hand to each other through queues: three spawned workers change their rows in place."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()

WORKERS, ROUNDS = 3, 40


def work(rank, inbox, outbox):
    for number, rows in iter(lambda: inbox.get(timeout=50), None):
        for k in range(10):
            rows.mul_(3).add_(number + k).remainder_(65521)
        own = (rows % 7).sum(1)
        torch.cuda.synchronize()
        del rows
        outbox.put((rank, own.tolist()))


if __name__ == "__main__":
    context = torch.multiprocessing.get_context("spawn")
    inboxes, outbox = [context.Queue() for _ in range(WORKERS)], context.Queue()
    workers = [context.Process(target=work, args=(rank, inbox, outbox), daemon=True) for rank, inbox in enumerate(inboxes)]
    for worker in workers:
        worker.start()
    shared = torch.arange(WORKERS * 4 * 65536, device="cuda").reshape(WORKERS, 4, 65536)
    count, answers = 0, 0

    def step():
        global count, answers
        shared.add_(count)
        torch.cuda.synchronize()
        for rank, inbox in enumerate(inboxes):
            inbox.put((count, shared[rank]))
        for rank, sums in sorted(outbox.get(timeout=50) for _ in workers):
            answers = (answers * 31 + rank + sum(sums)) % 1000000007
        count += 1

    run_steps(step, ROUNDS, torch.cuda.synchronize)
    print("rounds", count, "answers", answers, "sum", shared.sum().item())
    for inbox in inboxes:
        inbox.put(None)
    for worker in workers:
        worker.join(30)
        print("exit code", worker.exitcode)
