// Tiles of a matrix by tensor maps, a kernel parameter each: loaded, transposed in shared memory and stored elsewhere.
// flags: -lcuda
#include "app.cuh"

constexpr int kTile = 32, kSide = 2048;

__device__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

__global__ void transpose_by_maps(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to,
                                  std::uint32_t number, int* given_up) {
  __shared__ alignas(128) std::uint32_t in[kTile * kTile];
  __shared__ alignas(128) std::uint32_t out[kTile * kTile];
  __shared__ alignas(8) std::uint64_t barrier;
  const std::uint32_t waiting = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(waiting) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(waiting),
                 "r"(static_cast<std::uint32_t>(sizeof in))
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
            shared_address(in)),
        "l"(&from), "r"(static_cast<int>(blockIdx.x * kTile)), "r"(static_cast<int>(blockIdx.y * kTile)), "r"(waiting)
        : "memory");
  }
  __syncthreads();
  const unsigned long long begin = app::nanoseconds();
  for (std::uint32_t done = 0; !done;) {
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done)
                 : "r"(waiting)
                 : "memory");
    if (!done && app::nanoseconds() - begin > 5'000'000'000ull) {
      *given_up = 1;
      break;
    }
  }
  for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
    const int row = i / kTile, column = i % kTile;
    out[column * kTile + row] = app::mix(in[i] + number);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&to),
                 "r"(static_cast<int>(blockIdx.y * kTile)), "r"(static_cast<int>(blockIdx.x * kTile)),
                 "r"(shared_address(out))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

CUtensorMap map_of(std::uint32_t* matrix) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {kSide, kSide}, strides[] = {kSide * sizeof(std::uint32_t)};
  const cuuint32_t box[] = {kTile, kTile}, steps[] = {1, 1};
  CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, matrix, sizes, strides, box, steps,
                               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                               CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  return map;
}

int main() {
  const int n = kSide * kSide;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  int* given_up = app::device_array<int>(1);
  const CUtensorMap of_a = map_of(a), of_b = map_of(b);
  const dim3 grid(kSide / kTile, kSide / kTile);
  for (std::uint32_t k = 0; k < 1000; ++k) {
    transpose_by_maps<<<grid, 128>>>(of_a, of_b, k, given_up);
    transpose_by_maps<<<grid, 128>>>(of_b, of_a, k ^ 77, given_up);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int failed = 0;
  CHECK(cudaMemcpy(&failed, given_up, sizeof failed, cudaMemcpyDeviceToHost));
  std::printf("given up %d\n", failed);
  app::print("matrix", app::checksum_of_device(a, n));
}
