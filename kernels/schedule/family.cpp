// What the kernels of schedule are: their parameters, their work, and the counters that follow from their code.
#include "kernels/schedule/family.hpp"

#include <array>

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::schedule {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements, one a thread", std::int64_t{1} << 20, 1, std::int64_t{1} << 28},
    Parameter{"block", "threads of a block", 256, 32, 1024, 32},
    Parameter{"rounds", "multiply-adds per element", 1 << 15, 1, 1 << 16},
};

models::Bytes records(const Problem& problem) {
  return models::Bytes(static_cast<double>(kRecordBytes * warps_of(problem)));
}

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations(2.0 * n * static_cast<double>(problem["rounds"]));
  work.requested = {float_bytes(n), float_bytes(n) + records(problem)};
  work.ideal_l2 = {whole_sectors(float_bytes(n)), whole_sectors(float_bytes(n)) + records(problem)};
  work.compulsory = work.requested;
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["n"])) + records(problem);
}

ExpectedCounters counters(const Problem& problem) {
  return {expect(counter::kFfma, problem["n"] * problem["rounds"]),
          expect(counter::kGlobalLoadSectors, ceil_div(problem["n"], kFloatsPerSector))};
}

}  // namespace

extern constexpr Kernel block_trace{
    .name = "schedule/block-trace",
    .summary = "known work per thread, and a record of the SM, start and end of every warp",
    .parameters = kParameters,
    .work = work,
    .device_memory = device_memory,
    .expected_counters = counters,
};

}  // namespace rooflens::kernels::schedule
