"""A captured decode step of a small Llama of transformers over a sliding window of tokens, 400 replays."""

from _llama import WINDOW, model, prompt, torch
from _steps import run_steps

llama = model()
window = prompt(WINDOW)
history = torch.zeros((), dtype=torch.long, device="cuda")
# Given whole, so that nothing about it has to be decided in the captured step.
mask = torch.full((1, 1, WINDOW, WINDOW), torch.finfo(torch.bfloat16).min, device="cuda", dtype=torch.bfloat16).triu(1)
positions = torch.arange(WINDOW, device="cuda")[None]


@torch.no_grad()
def decode():
    logits = llama(input_ids=window, attention_mask=mask, position_ids=positions, use_cache=False).logits
    token = logits[:, -1].argmax(-1, keepdim=True)
    window.copy_(torch.cat([window[:, 1:], token], 1))
    history.mul_(31).add_(token.sum()).remainder_(1000003)


stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    for _ in range(3):
        decode()
torch.cuda.synchronize()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    decode()
run_steps(graph.replay, 400, torch.cuda.synchronize)
print("window", window[0, -10:].tolist(), "history", history.item())
