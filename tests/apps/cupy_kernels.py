"""CuPy: operations element by element, a reduction and a kernel of its own."""

import cupy

from _steps import run_steps

turn = cupy.RawKernel(r"""
extern "C" __global__ void turn_in_raw(unsigned* x, unsigned number) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = x[i];
  for (int s = 0; s < 100; ++s) value = value * 1664525u + number;
  x[i] = value;
}""", "turn_in_raw")
joined = cupy.ElementwiseKernel("uint32 a, uint32 b", "uint32 c", "c = (a ^ b) * 2654435761u", "join_elements")
n = 1 << 20
x = cupy.zeros(n, cupy.uint32)
y = cupy.arange(n, dtype=cupy.uint32)
count = 0


def step():
    global y, count
    count += 1
    turn((n // 256,), (256,), (x, cupy.uint32(count)))
    y = joined(x, y) + x
    return int(y.sum(dtype=cupy.uint64))


print("sum", run_steps(step, 1000, cupy.cuda.Device().synchronize))
