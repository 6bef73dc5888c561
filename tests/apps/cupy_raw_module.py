"""CuPy: a module of kernels with templates and constants compiled at run time, two streams, a captured graph, sorts and scans
from a pool of memory with a limit."""

import cupy
import numpy

from _steps import run_steps

CODE = r"""
__constant__ unsigned seeds[16];

template <class T>
__global__ void turn_with_seeds(T* x, int n, T number) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    T value = x[i];
    for (int s = 0; s < 16; ++s) value = value * T(1664525) + seeds[s] + number;
    x[i] = value;
  }
}

extern "C" __global__ void cross_over(unsigned* a, unsigned* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned own = a[i];
  a[i] = b[n - 1 - i];
  b[n - 1 - i] = own ^ i;
}
"""
NAMES = ["turn_with_seeds<unsigned>", "turn_with_seeds<unsigned long long>"]
module = cupy.RawModule(code=CODE, options=("-std=c++17",), name_expressions=NAMES)
turn, turn_long = (module.get_function(name) for name in NAMES)
cross = module.get_function("cross_over")
seeds = cupy.ndarray((16,), cupy.uint32, module.get_global("seeds"))

n = 1 << 18
pool = cupy.cuda.MemoryPool()
pool.set_limit(size=1 << 30)
cupy.cuda.set_allocator(pool.malloc)
streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(2)]
a, b = cupy.arange(n, dtype=cupy.uint32), cupy.zeros(n, cupy.uint32)
long = cupy.arange(n, dtype=cupy.uint64)
cupy.cuda.Device().synchronize()
crossed, turned = cupy.cuda.Event(disable_timing=True), cupy.cuda.Event(disable_timing=True)
grid, block = (n // 256,), (256,)

with streams[0]:
    cross(grid, block, (a, b, numpy.int32(n)))  # loads what the capture launches
    turn(grid, block, (a, numpy.int32(n), numpy.uint32(0)))
    streams[0].synchronize()
    streams[0].begin_capture()
    for k in range(5):
        cross(grid, block, (a, b, numpy.int32(n)))
        turn((64,), block, (a, numpy.int32(n), numpy.uint32(k)))
    graph = streams[0].end_capture()
count, sums = 0, []


def step():
    global count
    if count % 50 == 0:
        cupy.cuda.Device().synchronize()
        seeds.set(numpy.arange(16, dtype=numpy.uint32) * (2 * count + 1))
        cupy.cuda.Device().synchronize()
    with streams[0]:
        graph.launch(streams[0])
        turn(grid, block, (b, numpy.int32(n), numpy.uint32(count)))
        turned.record()
    with streams[1]:
        turn_long(grid, block, (long, numpy.int32(n), numpy.uint64(count)))
        streams[1].wait_event(turned)
        mixed = cupy.sort(a ^ long.astype(cupy.uint32))
        total = cupy.cumsum(mixed[::64], dtype=cupy.uint64)
        crossed.record()
    streams[0].wait_event(crossed)
    if count % 25 == 0:
        with streams[1]:
            sums.append(int(total[-1]) + int(cupy.unique(mixed & 0xFFF).size))
    count += 1


run_steps(step, 400, cupy.cuda.Device().synchronize)
for stream in streams:
    stream.synchronize()
print("sums", len(sums), sum(sums))
print("arrays", int(a.sum(dtype=cupy.uint64)), int(b.sum(dtype=cupy.uint64)), int(long.sum(dtype=cupy.uint64)))
print("within the limit", pool.total_bytes() <= 1 << 30)
