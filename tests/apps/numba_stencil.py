"""Numba: a stencil in turns over two arrays with a tile in shared memory, and an atomic sum that the host reads now and then."""

import numpy
from numba import cuda, int32, uint32

from _steps import run_steps

SIDE, TILE = 1024, 16


@cuda.jit
def sweep_tile(a, b, number):
    tile = cuda.shared.array((TILE + 2, TILE + 2), uint32)
    x, y = cuda.grid(2)
    i, j = cuda.threadIdx.x + 1, cuda.threadIdx.y + 1
    tile[j, i] = a[y, x]
    if i == 1:
        tile[j, 0] = a[y, (x + SIDE - 1) % SIDE]
    if i == TILE:
        tile[j, TILE + 1] = a[y, (x + 1) % SIDE]
    if j == 1:
        tile[0, i] = a[(y + SIDE - 1) % SIDE, x]
    if j == TILE:
        tile[TILE + 1, i] = a[(y + 1) % SIDE, x]
    cuda.syncthreads()
    value = tile[j, i] * 5 + tile[j - 1, i] + tile[j + 1, i] * 3 + tile[j, i - 1] * 7 + tile[j, i + 1] + number
    b[y, x] = uint32((value ^ (value >> 7)) & 0xFFFFFFFF)


@cuda.jit
def sum_low_bits(a, total):
    x, y = cuda.grid(2)
    cuda.atomic.add(total, 0, int32(a[y, x] & 0xFF))


stream = cuda.stream()
start = numpy.arange(SIDE * SIDE, dtype=numpy.uint32).reshape(SIDE, SIDE)
arrays = [cuda.to_device(start, stream=stream), cuda.device_array((SIDE, SIDE), numpy.uint32)]
total = cuda.to_device(numpy.zeros(1, numpy.int32), stream=stream)
zero = numpy.zeros(1, numpy.int32)
grid, block = (SIDE // TILE, SIDE // TILE), (TILE, TILE)
done = cuda.event()
sums = []
count = 0


def step():
    global count
    for _ in range(4):
        sweep_tile[grid, block, stream](arrays[count % 2], arrays[1 - count % 2], count)
        count += 1
    if count % 200 == 0:
        total.copy_to_device(zero, stream=stream)
        sum_low_bits[grid, block, stream](arrays[count % 2], total)
        found = total.copy_to_host(stream=stream)
        done.record(stream)
        done.synchronize()
        sums.append(int(found[0]))


run_steps(step, 500, stream.synchronize)
print("sums", sums)
result = arrays[count % 2].copy_to_host()
print("total", int(result.astype(numpy.uint64).sum()), "of", count, "sweeps")
