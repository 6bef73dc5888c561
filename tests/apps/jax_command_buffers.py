"""Trains with jax.jit in command buffers, which are CUDA graphs."""

from _jax import train

train("--xla_gpu_enable_command_buffer=FUSION,CUBLAS,CUBLASLT,CUSTOM_CALL --xla_gpu_graph_min_graph_size=1")
