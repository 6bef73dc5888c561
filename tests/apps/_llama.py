"""A Llama of 8 small layers with random weights."""

from _steps import repeatable_torch

torch = repeatable_torch()
import transformers  # noqa: E402: after the settings

WINDOW = 64


def model():
    config = transformers.LlamaConfig(vocab_size=2000, hidden_size=512, intermediate_size=1408, num_hidden_layers=8,
                                      num_attention_heads=8, num_key_value_heads=4, max_position_embeddings=1024)
    return transformers.LlamaForCausalLM(config).to("cuda", torch.bfloat16).eval()


def prompt(length):
    return (torch.arange(length, device="cuda") * 37 % 2000)[None]
