"""CuPy: elementwise, reduction, sort (CUB) and a raw kernel, with a checksum."""
import cupy

cupy.random.seed(3)
x = cupy.arange(1 << 22, dtype=cupy.float32)
raw = cupy.RawKernel(
    r"""extern "C" __global__ void saxpy(const float* x, float* y, float a, int n) {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          if (i < n) y[i] = a * x[i] + y[i];
        }""",
    "saxpy",
)
y = cupy.zeros_like(x)
for _ in range(10):
    raw((x.size // 256,), (256,), (x, y, cupy.float32(0.5), cupy.int32(x.size)))
    y = cupy.sin(y) * 0.5 + y
print("elementwise", float(y.sum()))
for _ in range(4):
    z = cupy.sort(y[: 1 << 20])
print("sorted", float(z[0]), float(z[-1]), float(z[12345]))
