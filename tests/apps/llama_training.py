"""Trains the Llama: next tokens of 8 sequences of 256, AdamW."""

from _llama import model, prompt, torch
from _steps import rounded, run_steps

llama = model().train()
optimizer = torch.optim.AdamW(llama.parameters(), lr=1e-4)
tokens = prompt(8 * 256).view(8, 256)


def step():
    optimizer.zero_grad()
    loss = llama(tokens, labels=tokens).loss
    loss.backward()
    optimizer.step()
    return loss


print("loss", rounded(run_steps(step, 200, torch.cuda.synchronize), 1))
