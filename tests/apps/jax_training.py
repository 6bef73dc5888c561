"""Trains with jax.jit; kernels are launched one by one."""

from _jax import train

train("--xla_gpu_enable_command_buffer=")
