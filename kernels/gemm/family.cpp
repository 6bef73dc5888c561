// What the kernels of gemm are: their parameters, their work, and the counters that follow from their code.
#include "kernels/gemm/family.hpp"

#include <array>

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::gemm {
namespace {

models::Work naive_work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto side = static_cast<double>(n);
  models::Work work;
  work.operations[models::Precision::fp32] = multiply_adds(n);
  work.requested = {2.0 * float_bytes(side * side * side), float_bytes(side * side)};
  work.ideal_l2 = tiled_traffic(n, kTile, 4);
  work.compulsory = compulsory_traffic(n, 4);
  return work;
}

// Where no warp is cut off by the edge: per k a warp reads one sector of A, which all lanes share, and four of B.
std::vector<ExpectedCounter> naive_counters(const Problem& problem) {
  const auto side = static_cast<double>(problem["n"]);
  const double products = side * side * side;
  std::vector<ExpectedCounter> counters{{counter::kFfma, products}};
  if (problem["n"] % kTile != 0) return counters;
  counters.push_back({counter::kGlobalLoads, 2 * products / 32});
  counters.push_back({counter::kGlobalLoadSectors, 5 * products / 32});
  counters.push_back({counter::kGlobalStoreSectors, 4 * side * side / 32});
  return counters;
}

models::Work tiled_work(const Problem& problem) {
  return tiled_product(problem["n"], models::Precision::fp32, kTile, 4);
}

// Whole tiles: a multiply-add for each of their elements. Of A's row, which all lanes share, a warp reads four elements
// at a time; of B's rows one.
std::vector<ExpectedCounter> tiled_counters(const Problem& problem) {
  const auto tiles = static_cast<double>(ceil_div(problem["n"], kTile));
  const double warp_slices = tiles * tiles * tiles * kTile;
  std::vector<ExpectedCounter> counters{{counter::kFfma, warp_slices * kTile * kTile},
                                        {counter::kSharedLoads, warp_slices * (kTile / 4 + kTile)},
                                        {counter::kSharedStores, warp_slices * 2}};
  if (problem["n"] % kTile != 0) return counters;
  const models::Traffic traffic = tiled_work(problem).requested;
  counters.push_back({counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes});
  counters.push_back({counter::kGlobalStoreSectors, traffic.written.value() / kSectorBytes});
  return counters;
}

// 2n^3 operations in FP32; 8n^2 ceil(n / 128) bytes read, 4n^2 written.
models::Work register_tile_work(const Problem& problem) {
  return tiled_product(problem["n"], models::Precision::fp32, kRegisterTile, 4);
}

// What does not depend on how wide the loads are: a multiply-add for every element of every whole tile and slice; and
// where n is a multiple of the tile, every sector fully used.
std::vector<ExpectedCounter> register_tile_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto side = static_cast<double>(ceil_div(n, kRegisterTile) * kRegisterTile);
  const auto depth = static_cast<double>(ceil_div(n, kFp32Slice) * kFp32Slice);
  std::vector<ExpectedCounter> counters{{counter::kFfma, side * side * depth}};
  if (n % kRegisterTile == 0) {
    const models::Traffic traffic = tiled_traffic(n, kRegisterTile, 4);
    counters.push_back({counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes});
    counters.push_back({counter::kGlobalStoreSectors, traffic.written.value() / kSectorBytes});
  }
  return counters;
}

// Warp instructions on shared memory: per multiplied column of A and row of B, a warp loads 16 / `width` times; per
// slice it stores 4 elements of A one by one (transposed) and 4 of B in 4 / `width` goes.
struct SharedInstructions {
  double loads;
  double stores;
};

SharedInstructions shared_instructions(const Problem& problem, int width) {
  const std::int64_t tiles = ceil_div(problem["n"], kRegisterTile);
  const std::int64_t slices = ceil_div(problem["n"], kFp32Slice);
  const auto warp_slices = static_cast<double>(tiles * tiles * slices * (kRegisterThreads / 32));
  return {warp_slices * kFp32Slice * 2 * kRegisterSums / width, warp_slices * (4.0 + 4.0 / width)};
}

std::vector<ExpectedCounter> register_tiled_counters(const Problem& problem) {
  const SharedInstructions shared = shared_instructions(problem, 1);
  return with(register_tile_counters(problem), {{counter::kSharedLoads, shared.loads},
                                                {counter::kSharedStores, shared.stores},
                                                {counter::kSharedWavefronts, shared.loads + shared.stores}});
}

std::vector<ExpectedCounter> vectorised_counters(const Problem& problem) {
  const SharedInstructions shared = shared_instructions(problem, 4);
  return with(register_tile_counters(problem),
              {{counter::kSharedLoads, shared.loads}, {counter::kSharedStores, shared.stores}});
}

constexpr std::array kLaunchBoundsParameters{
    kFp32Parameters[0],
    Parameter{"blocks", "blocks of 256 threads that must fit on an SM", 2, 1, 4},
};

constexpr std::array kMaxRegistersParameters{
    kFp32Parameters[0],
    Parameter{"registers", "most registers that a thread may use", 64, 64, 128, 32},
};

constexpr double kHalfBytes = 2;  // inputs of 16 bits

constexpr std::array kHalf2Parameters{
    Parameter{"n", "rows and columns of the square matrices", 4096, 1, 32768},
};

models::Work half2_work(const Problem& problem) {
  return tiled_product(problem["n"], models::Precision::fp16, kRegisterTile, kHalfBytes);
}

models::Bytes half_memory(const Problem& problem) { return three_matrices(problem["n"], kHalfBytes); }

// Where n is a multiple of the tile, every loaded sector is fully used; of C, a lane holds eight neighbours and stores
// them in two halves, so that each sector is visited twice. HFMA2 instructions are not claimed: the compiler makes
// constants with them too.
std::vector<ExpectedCounter> half2_counters(const Problem& problem) {
  constexpr double kVisits = 2;
  if (problem["n"] % kRegisterTile != 0) return {};
  const models::Traffic traffic = half2_work(problem).requested;
  return {{counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes},
          {counter::kGlobalStoreSectors, kVisits * traffic.written.value() / kSectorBytes}};
}

constexpr std::array kTensorParameters{
    Parameter{"n", "rows and columns of the square matrices", 4096, kTensorTile, 65536, kTensorTile},
};

template <models::Precision kPrecision>
models::Work tensor_core_work(const Problem& problem) {
  return tiled_product(problem["n"], kPrecision, kTensorTile, kHalfBytes);
}

// All arithmetic is the tensor cores': none is left for the FP32 pipe.
std::vector<ExpectedCounter> tensor_core_counters(const Problem&) {
  return {{counter::kFfma, 0}, {counter::kFadd, 0}, {counter::kFmul, 0}};
}

constexpr Kernel kProduct{.parameters = kFp32Parameters, .device_memory = fp32_memory};
constexpr Kernel kRegisterTiled{.parameters = kFp32Parameters,
                                .work = register_tile_work,
                                .device_memory = fp32_memory,
                                .expected_counters = register_tile_counters};
constexpr Kernel kTensorProduct{.parameters = kTensorParameters,
                                .minimum_compute_capability = {8, 0},
                                .device_memory = half_memory,
                                .expected_counters = tensor_core_counters};

}  // namespace

extern constexpr Kernel naive =
    variant_of(kProduct, "gemm/naive", "C = A B in FP32: one thread per element, every operand from global memory")
        .against({"gemm/tiled", "operands from global memory", "every operand"})
        .with(&Kernel::work, naive_work)
        .with(&Kernel::expected_counters, naive_counters);

extern constexpr Kernel tiled =
    variant_of(kProduct, "gemm/tiled",
               "C = A B in FP32: 32 × 32 tiles in shared memory: a thirty-second of the global reads")
        .against({"gemm/register-tiled", "no reuse in registers", "40 shared loads for 32 multiply-adds"})
        .with(&Kernel::work, tiled_work)
        .with(&Kernel::expected_counters, tiled_counters);

extern constexpr Kernel register_tiled =
    variant_of(kRegisterTiled, "gemm/register-tiled",
               "C = A B in FP32: 128 × 128 tiles, 8 × 8 sums per thread in registers, double-buffered shared memory")
        .against({"gemm/launch-bounds", "low occupancy", "a few registers too many for two resident blocks"})
        .with(&Kernel::expected_counters, register_tiled_counters);

extern constexpr Kernel vectorised =
    variant_of(kRegisterTiled, "gemm/vectorised",
               "C = A B in FP32: register-tiled with 16-byte loads from global and shared memory")
        .with(&Kernel::expected_counters, vectorised_counters);

extern constexpr Kernel launch_bounds =
    variant_of(kRegisterTiled, "gemm/launch-bounds",
               "C = A B in FP32: register-tiled, compiled so that a chosen number of blocks fits on an SM")
        .against({"gemm/vectorised", "narrow loads from shared memory", "4 bytes instead of 16"})
        .with(&Kernel::parameters, kLaunchBoundsParameters)
        .with(&Kernel::spills, true);

extern constexpr Kernel max_registers =
    variant_of(kRegisterTiled, "gemm/max-registers",
               "C = A B in FP32: register-tiled, compiled for a chosen number of registers; the sums do not fit in 64")
        .against({"gemm/register-tiled", "register spills", "parameter registers"})
        .with(&Kernel::parameters, kMaxRegistersParameters)
        .with(&Kernel::spills, true);

extern constexpr Kernel half2{
    .name = "gemm/half2",
    .summary = "C = A B with FP16 inputs and FP16 sums outside the tensor cores: two columns per instruction",
    .parameters = kHalf2Parameters,
    .work = half2_work,
    .device_memory = half_memory,
    .counterpart = {"gemm/tensor-core-fp16", "tensor cores left idle", "all multiply-adds"},
    .expected_counters = half2_counters,
};

extern constexpr Kernel tensor_core_bf16 =
    variant_of(kTensorProduct, "gemm/tensor-core-bf16",
               "C = A B with BF16 inputs and FP32 sums on the tensor cores: 128 × 128 tiles, double-buffered")
        .with(&Kernel::work, tensor_core_work<models::Precision::tensor_bf16>);

extern constexpr Kernel tensor_core_fp16 =
    variant_of(kTensorProduct, "gemm/tensor-core-fp16",
               "C = A B with FP16 inputs and FP32 sums on the tensor cores: 128 × 128 tiles, double-buffered")
        .with(&Kernel::work, tensor_core_work<models::Precision::tensor_fp16>);

}  // namespace rooflens::kernels::gemm
