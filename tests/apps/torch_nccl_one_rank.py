"""DistributedDataParallel over NCCL with one rank: collectives that wait for nobody."""

import os

from _steps import repeatable_torch, rounded, run_steps

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29533", RANK="0", WORLD_SIZE="1", LOCAL_RANK="0")
torch = repeatable_torch()
torch.distributed.init_process_group("nccl", rank=0, world_size=1)
network = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.GELU(), torch.nn.Linear(512, 256)).cuda()
model = torch.nn.parallel.DistributedDataParallel(network, device_ids=[0])
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
data = torch.randn(64, 256, device="cuda")
total = torch.ones(1 << 20, device="cuda")


def step():
    optimizer.zero_grad()
    loss = (model(data) - data).square().mean()
    loss.backward()
    optimizer.step()
    torch.distributed.all_reduce(total)
    return loss


print("loss", rounded(run_steps(step, 500, torch.cuda.synchronize), 3), int(total.sum().item()))
torch.distributed.destroy_process_group()
