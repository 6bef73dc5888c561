"""JAX: loops on the device (scan, while_loop) over whole numbers, vmap, given-up buffers, a callback into Python, and a mesh of
one device. XLA launches as it does by default."""

import os

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

import jax  # noqa: E402: after the setting
import jax.numpy as jnp  # noqa: E402
import numpy  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

from _steps import run_steps  # noqa: E402


def turn(state, number):
    state = state * jnp.uint32(1664525) + number
    state = state ^ jnp.roll(state, 1, axis=-1) >> 3
    return state, state[0]


def walk(state, numbers):
    return jax.lax.scan(turn, state, numbers)


def fold(rows):
    """Halves a row until one number is left, and counts the rounds."""
    def more(carry):
        return carry[1] > 1

    def halve(carry):
        row, left, rounds = carry
        return row ^ jnp.roll(row, left // 2), left // 2, rounds + 1

    row, _left, rounds = jax.lax.while_loop(more, halve, (rows, rows.shape[0], 0))
    return row[0], rounds


calls = []


def look(sample):
    calls.append(int(sample))
    return numpy.uint32((int(sample) * 3 + 1) % 2**32)


def advance(state, numbers):
    state, heads = jax.vmap(walk)(state, numbers)
    folded, rounds = jax.vmap(fold)(state)
    answer = jax.pure_callback(look, jax.ShapeDtypeStruct((), jnp.uint32), folded[0])
    return state + answer, heads.sum(dtype=jnp.uint32) + folded.sum(dtype=jnp.uint32), rounds.max()


mesh = Mesh(numpy.array(jax.devices()[:1]), ("rows",))
by_rows = NamedSharding(mesh, PartitionSpec("rows"))
step_of = jax.jit(advance, donate_argnums=0)
total_of = jax.jit(lambda x: x.sum(dtype=jnp.uint32))
state = jax.device_put(jnp.arange(8 * 4096, dtype=jnp.uint32).reshape(8, 4096), by_rows)
numbers = jax.device_put(jnp.arange(8 * 12, dtype=jnp.uint32).reshape(8, 12), by_rows)
kept = jnp.uint32(0)


def step():
    global state, kept
    state, sums, rounds = step_of(state, numbers)
    kept = kept * jnp.uint32(31) + sums
    return rounds


rounds = run_steps(step, 200, lambda: jax.block_until_ready((state, kept)))
print("rounds", int(rounds), "called back", len(calls), "last", calls[-1])
print("kept", int(kept), "total", int(total_of(state)))
