#include "models/advise/advice_reread.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kMega = 1000000;

}  // namespace

std::optional<Advice> reread_advice(const Placement& kernel, const Gap& gap) {
  const auto held = kernel.counters().value(kArgumentBytes);
  const auto read = metric(kernel, "dram_read_bytes");
  const DemandResource* dram = kernel.demand->find(Level::dram);
  if (gap.compulsory || !held || !read || !dram || !(*held > 0) || *read < kReadAgain * *held) return std::nullopt;
  if (metric(kernel, "local_accesses").value_or(1) > 0) return std::nullopt;
  if (dram->needed < gap.measured * kPartOfTheTime) return std::nullopt;
  const double once = *held / *read;
  const Seconds left = kernel.demand->time_left([&](const DemandResource& r) {
    if (&r == dram) return std::min(1.0, 1 - (*read - *held) / dram->amount);
    const bool loads = r.resource == RoofResource(Level::l2) || r.resource == RoofResource(Level::l1) ||
                       r.resource == RoofResource(Pipe::lsu);
    return loads ? once : 1.0;
  });
  if (!(left.value() > 0)) return std::nullopt;
  return Advice{
      "reread",
      "DRAM seems to deliver the same data more than once.",
      fmt::format("it reads {} MB; the allocations that its arguments point into hold {} MB",
                  significant(*read / kMega), significant(*held / kMega)),
      "Read the data once: merge loops over it, keep what is needed again on the SM, or let blocks that share "
      "data run at the same time, so that L2 serves them.",
      1,
      std::max(1.0, gap.measured / left),
      "it reads nothing else: through pointers in memory, from __device__ arrays or textures"};
}

}  // namespace rooflens::models
