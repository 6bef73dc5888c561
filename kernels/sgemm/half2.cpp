// Host description of sgemm/half2.
#include "kernels/sgemm/half2.hpp"

#include <array>

#include "kernels/sgemm/register_tile.hpp"

namespace rooflens::kernels::sgemm {
namespace {

constexpr double kHalfBytes = 2;

constexpr std::array kParameters{
    Parameter{"n", "rows and columns of the square matrices", 4096, 1, 32768},
};

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work;
  work.operations[models::Precision::fp16] = multiply_adds(n);
  work.requested = tiled_traffic(n, kRegisterTile, kHalfBytes);
  work.ideal_l2 = work.requested;
  work.compulsory = compulsory_traffic(n, kHalfBytes);
  return work;
}

models::Bytes device_memory(const Problem& problem) { return three_matrices(problem["n"], kHalfBytes); }

// Where n is a multiple of the tile, every loaded sector is fully used; of C, a lane holds eight neighbours and stores
// them in two halves, so that each sector is visited twice. HFMA2 instructions are not claimed: the compiler makes
// constants with them too.
std::vector<ExpectedCounter> expected(const Problem& problem) {
  constexpr double kVisits = 2;
  if (problem["n"] % kRegisterTile != 0) return {};
  const models::Traffic traffic = work(problem).requested;
  return {{counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes},
          {counter::kGlobalStoreSectors, kVisits * traffic.written.value() / kSectorBytes}};
}

}  // namespace

constinit const Kernel half2{
    .name = "sgemm/half2",
    .family = "sgemm",
    .summary = "C = A B with FP16 inputs and FP16 sums outside the tensor cores: two columns an instruction",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .partner = {"sgemm/tensor-core-fp16", "tensor cores left idle", "all multiply-adds"},
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::sgemm
