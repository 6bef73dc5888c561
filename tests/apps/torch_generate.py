"""A GPT-2 of transformers with random weights that generates tokens greedily, with a growing cache."""

from _steps import repeatable_torch, run_steps

torch = repeatable_torch()
import transformers  # noqa: E402: after the settings

config = transformers.GPT2Config(vocab_size=1000, n_positions=256, n_embd=256, n_layer=4, n_head=4)
model = transformers.GPT2LMHeadModel(config).cuda().eval()
prompt = (torch.arange(16, device="cuda") * 31 % 1000)[None]


def step():
    with torch.no_grad():
        return model.generate(prompt, max_new_tokens=24, do_sample=False, pad_token_id=0)


tokens = run_steps(step, 12, torch.cuda.synchronize)
print("tokens", tokens[0].tolist())
