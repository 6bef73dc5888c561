"""Trains a small network with jax.jit. The flags of XLA say how its kernels are launched."""

import os

from _steps import rounded, run_steps


def train(flags):
    os.environ["XLA_FLAGS"] = flags + " --xla_gpu_autotune_level=0"
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

    import jax  # after the settings
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.PRNGKey(0), 4)
    weights = [jax.random.normal(keys[0], (256, 1024)) * 0.05, jax.random.normal(keys[1], (1024, 256)) * 0.05]
    data, target = jax.random.normal(keys[2], (128, 256)), jax.random.normal(keys[3], (128, 256))

    def loss_of(weights):
        return jnp.mean((jax.nn.gelu(data @ weights[0]) @ weights[1] - target) ** 2)

    @jax.jit
    def update(weights):
        loss, gradients = jax.value_and_grad(loss_of)(weights)
        return [w - 0.01 * g for w, g in zip(weights, gradients)], loss

    def step():
        nonlocal weights
        weights, loss = update(weights)
        loss.block_until_ready()
        return loss

    print("loss", rounded(run_steps(step, 2000, lambda: None), 3))
