"""Decodes 300 tokens with a small Llama of transformers, token by token with a cache."""

from _llama import model, prompt, torch
from _steps import run_steps

llama = model()
state = {"tokens": prompt(16), "past": None}
chosen = []


@torch.no_grad()
def step():
    out = llama(state["tokens"], past_key_values=state["past"], use_cache=True)
    state["tokens"], state["past"] = out.logits[:, -1].argmax(-1, keepdim=True), out.past_key_values
    chosen.append(state["tokens"])


run_steps(step, 300, torch.cuda.synchronize)
tokens = torch.cat(chosen, 1)[0].tolist()
print("tokens", tokens[:10], sum(i * t for i, t in enumerate(tokens)))
