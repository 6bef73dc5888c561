"""Four threads train a network each on a stream of their own: hooks of autograd step the optimizer within the backward pass,
and what the forward pass saves waits in pinned memory of the host."""

import threading

from _steps import repeatable_torch, rounded, run_steps

torch = repeatable_torch()
nn = torch.nn

THREADS, STEPS = 4, 150


class Trainer:
    def __init__(self, number):
        self.model = nn.Sequential(nn.Linear(128, 512), nn.GELU(), nn.LayerNorm(512), nn.Linear(512, 128)).cuda()
        self.data = torch.randn(64, 128, device="cuda")
        self.stream = torch.cuda.Stream()
        self.offload = number % 2 == 1
        self.hooks = self.layers = 0
        self.error = None
        optimizers = {p: torch.optim.SGD([p], lr=1e-2, momentum=0.9) for p in self.model.parameters()}

        def update(parameter):
            self.hooks += 1
            optimizers[parameter].step()
            optimizers[parameter].zero_grad()

        def count_layer(*_):
            self.layers += 1

        for parameter in optimizers:
            parameter.register_post_accumulate_grad_hook(update)
        for layer in self.model:
            layer.register_full_backward_hook(count_layer)

    def step(self):
        noise = (self.data * 0.5).requires_grad_()
        noise.register_hook(lambda gradient: gradient.clamp(-1, 1))
        if self.offload:
            with torch.autograd.graph.save_on_cpu(pin_memory=True):
                loss = (self.model(noise) - self.data).square().mean()
        else:
            loss = (self.model(noise) - self.data).square().mean()
        loss.backward()
        return loss.detach() + noise.grad.abs().sum()

    def run(self):
        try:
            with torch.cuda.stream(self.stream):
                for _ in range(STEPS):
                    self.loss = self.step()
                self.stream.synchronize()
        except Exception as error:
            self.error = error


trainers = [Trainer(number) for number in range(THREADS)]
torch.cuda.synchronize()
threads = [threading.Thread(target=trainer.run) for trainer in trainers]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(60)
for number, trainer in enumerate(trainers):
    if trainer.error:
        raise trainer.error
    print("thread", number, "loss", rounded(trainer.loss, 2), "hooks", trainer.hooks, trainer.layers)
print("after all", rounded(run_steps(trainers[0].step, 100, torch.cuda.synchronize), 2))
