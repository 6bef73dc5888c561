#include "models/advise/advice_host.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kMega = 1000000, kGiga = 1e9;

bool is_host(const DemandResource& r) {
  const auto* pipe = std::get_if<Pipe>(&r.resource);
  return pipe && is_of_host(*pipe);
}

double bytes_of(const Placement& kernel, Pipe pipe) { return metric(kernel, metric_of(pipe)).value_or(0); }

// Of the time, what the busier direction of the link takes.
std::optional<double> share_of_link(const Placement& kernel, const Gap& gap) {
  std::optional<double> most;
  for (const DemandResource& r : kernel.demand->resources) {
    if (is_host(r)) most = std::max(most.value_or(0), r.needed / gap.measured);
  }
  return most;
}

// At their best: what they move comes from DRAM.
Seconds left_without_link(const Placement& kernel, double bytes) {
  const Seconds others = kernel.demand->time_left([](const DemandResource& r) { return is_host(r) ? 0.0 : 1.0; });
  const MemoryCeiling* roof = kernel.machine->ceilings.best(Level::dram);
  const DemandResource* dram = kernel.demand->find(Level::dram);
  const double moved = dram ? dram->amount : 0;
  return roof ? std::max(others, Seconds((moved + bytes) / roof->rate.value())) : others;
}

}  // namespace

std::optional<Advice> host_advice(const Placement& kernel, const Gap& gap) {
  if (!kernel.demand || !(gap.measured.value() > 0)) return std::nullopt;
  const double read = bytes_of(kernel, Pipe::host_read), written = bytes_of(kernel, Pipe::host_write);
  const double bytes = read + written;
  const auto share = share_of_link(kernel, gap);
  const double may_be = std::max(read, written) / kSlowestLink / gap.measured.value();
  if (!(bytes > 0) || share.value_or(may_be) < kHardlyBusy) return std::nullopt;
  const Seconds left = left_without_link(kernel, bytes);
  if (!(left.value() > 0)) return std::nullopt;
  const double most = std::max(1.0, gap.measured / left);
  const double least = share ? 1 / (1 - kBusyThreshold * std::min(1.0, *share)) : 1;
  std::string evidence =
      fmt::format("a launch reads {} MB of it and writes {} MB, at {} GB/s", significant(read / kMega),
                  significant(written / kMega), significant(bytes / gap.measured.value() / kGiga));
  if (share) evidence += fmt::format(", {:.0f} % of what copies over the link reach", 100 * *share);
  return Advice{"host-memory",
                "Accesses go to the host's memory, over the link.",
                std::move(evidence),
                "Keep what is used again in the GPU's memory; what is used once, copy in large pieces while other "
                "kernels run.",
                std::min(least, most),
                most,
                share ? "copies are made once, or beside other work"
                      : "the link takes the time, which was not measured; copies are made once, or beside other work"};
}

}  // namespace rooflens::models
