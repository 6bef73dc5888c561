// Host description of sgemm/naive.
#include "kernels/sgemm/naive.hpp"

#include "kernels/counter_names.hpp"
#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::sgemm {
namespace {

models::Work work(const Problem& problem) {
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
std::vector<ExpectedCounter> expected(const Problem& problem) {
  const auto side = static_cast<double>(problem["n"]);
  const double products = side * side * side;
  std::vector<ExpectedCounter> counters{{counter::kFfma, products}};
  if (problem["n"] % kTile != 0) return counters;
  counters.push_back({counter::kGlobalLoads, 2 * products / 32});
  counters.push_back({counter::kGlobalLoadSectors, 5 * products / 32});
  counters.push_back({counter::kGlobalStoreSectors, 4 * side * side / 32});
  return counters;
}

}  // namespace

constinit const Kernel naive{
    .name = "sgemm/naive",
    .family = "sgemm",
    .summary = "C = A B in FP32: one thread per element, every operand from global memory",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = fp32_memory,
    .partner = {"sgemm/tiled", "operands from global memory", "every operand"},
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::sgemm
