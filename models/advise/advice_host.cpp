#include "models/advise/advice_host.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kMega = 1000000, kGiga = 1e9;

// "a launch reads 8.39 MB of it", of the directions that were counted.
std::string traffic(double read, double written) {
  std::string text = "a launch";
  if (read > 0) text += fmt::format(" reads {} MB of it", significant(read / kMega));
  if (written > 0) text += fmt::format("{} writes {} MB to it", read > 0 ? " and" : "", significant(written / kMega));
  return text;
}

// Of the time, what the busier direction of the link takes.
std::optional<double> share_of_link(const Placement& kernel, const Gap& gap) {
  std::optional<double> most;
  for (const DemandResource& r : kernel.demand->resources) {
    if (is_of_host(r.resource)) most = std::max(most.value_or(0), r.needed / gap.measured);
  }
  return most;
}

// At their best: what they move comes from DRAM.
Seconds left_without_link(const Placement& kernel, double bytes) {
  const Seconds others =
      kernel.demand->time_left([](const DemandResource& r) { return is_of_host(r.resource) ? 0.0 : 1.0; });
  const MemoryCeiling* roof = kernel.machine->ceilings.best(Level::dram);
  const DemandResource* dram = kernel.demand->find(Level::dram);
  const double moved = dram ? dram->amount : 0;
  return roof ? std::max(others, Seconds((moved + bytes) / roof->rate.value())) : others;
}

}  // namespace

std::optional<Advice> host_advice(const Placement& kernel, const Gap& gap) {
  if (!kernel.demand || !(gap.measured.value() > 0)) return std::nullopt;
  const double read = host_bytes(kernel, Pipe::host_read).value_or(0);
  const double written = host_bytes(kernel, Pipe::host_write).value_or(0);
  const double bytes = read + written;
  const auto share = share_of_link(kernel, gap);
  const double may_be = std::max(read, written) / kSlowestLink / gap.measured.value();
  if (!(bytes > 0) || share.value_or(may_be) < kHardlyBusy) return std::nullopt;
  const Seconds left = left_without_link(kernel, bytes);
  if (!(left.value() > 0)) return std::nullopt;
  const double most = std::max(1.0, gap.measured / left);
  const DemandResource* longest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  const bool binds = share && *share >= kBusyThreshold && longest && is_of_host(longest->resource);
  std::string evidence =
      fmt::format("{} at {} GB/s", traffic(read, written), significant(bytes / gap.measured.value() / kGiga));
  if (share) evidence += fmt::format(", {:.0f} % of the rate of copies over the link", 100 * *share);
  return Advice{"host-memory",
                "Accesses go to the host's memory, over the link.",
                std::move(evidence),
                "Keep what is used again in the GPU's memory; what is used once, copy in large pieces while other "
                "kernels run.",
                1,
                most,
                binds ? "the data are used again, or copied beside other work"
                      : "the link takes the time, and the data are used again or copied beside other work"};
}

}  // namespace rooflens::models
