"""Products and a convolution whose kernels XLA chooses by timing them; whole numbers, so every choice has the same result."""

import os

results = os.environ.get("JAX_AUTOTUNE_RESULTS")
os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=4" + (f" --xla_gpu_dump_autotune_results_to={results}" if results else "")
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import jax  # noqa: E402: after the settings
import jax.numpy as jnp  # noqa: E402

from _steps import run_steps  # noqa: E402

a = (jnp.arange(1024 * 1024) % 5 - 2).reshape(1024, 1024).astype(jnp.bfloat16)
image = (jnp.arange(8 * 16 * 64 * 64) % 3 - 1).reshape(8, 16, 64, 64).astype(jnp.float32)
weight = (jnp.arange(32 * 16 * 3 * 3) % 3 - 1).reshape(32, 16, 3, 3).astype(jnp.float32)


@jax.jit
def step(a, image, weight):
    product = jnp.dot(a, a.T, preferred_element_type=jnp.float32)
    folded = jax.lax.conv_general_dilated(image, weight, (1, 1), "SAME")
    return product.sum(), jnp.abs(folded).sum()


total, folded = run_steps(lambda: jax.block_until_ready(step(a, image, weight)), 300, lambda: None)
print("sums", int(total), int(folded))
