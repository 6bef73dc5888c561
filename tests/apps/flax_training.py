"""Trains a small network of Flax with an optimizer of Optax; XLA chooses how kernels are launched."""

import os

os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=0"
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import jax  # noqa: E402: after the settings
import jax.numpy as jnp  # noqa: E402
import optax  # noqa: E402
from flax import linen  # noqa: E402

from _steps import rounded, run_steps  # noqa: E402


class Network(linen.Module):
    @linen.compact
    def __call__(self, x):
        for width in (512, 512):
            x = linen.LayerNorm()(linen.relu(linen.Dense(width)(x)))
        return linen.Dense(16)(x)


network, optimizer = Network(), optax.adam(1e-3)
data = jax.random.normal(jax.random.PRNGKey(1), (256, 128))
labels = jnp.arange(256) % 16
weights = network.init(jax.random.PRNGKey(0), data)
state = optimizer.init(weights)


@jax.jit
def update(weights, state):
    def loss_of(w):
        return optax.softmax_cross_entropy_with_integer_labels(network.apply(w, data), labels).mean()
    loss, gradients = jax.value_and_grad(loss_of)(weights)
    changes, state = optimizer.update(gradients, state)
    return optax.apply_updates(weights, changes), state, loss


def step():
    global weights, state
    weights, state, loss = update(weights, state)
    return loss.block_until_ready()


print("loss", rounded(run_steps(step, 1000, lambda: None), 2))
