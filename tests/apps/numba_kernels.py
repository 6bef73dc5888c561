"""Numba: a kernel with shared memory and one with atomics, compiled when they are first called."""

import warnings

import numpy
from numba import cuda, uint32

from _steps import run_steps

warnings.filterwarnings("ignore")


@cuda.jit
def turn_in_tile(x, y):
    tile = cuda.shared.array(256, uint32)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    y[i] = tile[255 - cuda.threadIdx.x] * uint32(3) + uint32(1)


@cuda.jit
def count_remainders(y, bins):
    cuda.atomic.add(bins, y[cuda.grid(1)] % uint32(64), 1)


n = 1 << 20
x = cuda.to_device(numpy.arange(n, dtype=numpy.uint32))
y = cuda.device_array_like(x)
bins = cuda.to_device(numpy.zeros(64, dtype=numpy.int32))


def step():
    turn_in_tile[n // 256, 256](x, y)
    count_remainders[n // 256, 256](y, bins)


run_steps(step, 600, cuda.synchronize)
print("bins", int(bins.copy_to_host().astype(numpy.int64).dot(numpy.arange(64))), int(y.copy_to_host().sum(dtype=numpy.uint64)))
