#include "reports/latency_words.hpp"

#include <fmt/core.h>

#include "reports/format.hpp"

namespace rooflens::reports {
namespace {

using models::Bytes;
using models::KernelAnalysis;
using models::LatencyStanding;

std::string per_sm(const KernelAnalysis& kernel, const LatencyStanding& at, Bytes per_thread) {
  return format(in_flight_per_sm(kernel, at, per_thread));
}

std::string in_flight_text(const KernelAnalysis& kernel, const LatencyStanding& at) {
  const double threads = at.resident_threads / kernel.machine->device.sm_count;
  return fmt::format("{}: {} a thread, {:.0f} threads {}", per_sm(kernel, at, at.in_flight_per_thread),
                     format_capacity(at.in_flight_per_thread), threads,
                     at.achieved ? "resident" : "that resources and grid allow");
}

std::string dram_roof_text(const KernelAnalysis& kernel, const LatencyStanding& at) {
  if (at.for_dram_roof) {
    return fmt::format("{}: {} a thread", per_sm(kernel, at, *at.for_dram_roof), format_capacity(*at.for_dram_roof));
  }
  return fmt::format("out of reach: loads draw {} at most", format(at.maximum));
}

}  // namespace

Bytes in_flight_per_sm(const KernelAnalysis& kernel, const LatencyStanding& at, Bytes per_thread) {
  return per_thread * (at.resident_threads / kernel.machine->device.sm_count);
}

std::vector<std::pair<std::string, std::string>> latency_facts(const KernelAnalysis& kernel,
                                                               const LatencyStanding& at) {
  const models::LatencyRoof& roof = *kernel.machine->ceilings.latency;
  std::string curve = fmt::format("latency {}, at most {}", format(roof.knee.latency), format(roof.knee.maximum));
  if (roof.held_out.points > 0) {
    curve += fmt::format("; off points that it was not fitted to by {} (median)", format_percent(roof.held_out.median));
  }
  return {{"In flight per SM", in_flight_text(kernel, at)},
          {"Latency roof", format(at.roof)},
          {"Of that roof", format_percent(at.share)},
          {"For the DRAM roof", dram_roof_text(kernel, at)},
          {"Its curve", std::move(curve)}};
}

std::string latency_advice(const LatencyStanding& at) {
  const std::string worth = format_percent(models::kWorthReaching);
  if (at.loads) {
    return fmt::format("{} a thread at this occupancy, {} together, would raise the latency roof to {}.",
                       models::loads_text(*at.loads), format_capacity(at.loads->in_flight()),
                       format(at.loads->bandwidth));
  }
  if (!(at.roof < at.maximum * models::kWorthReaching)) {
    return fmt::format("Enough is in flight: more than {} of all that loads draw.", worth);
  }
  return fmt::format(
      "Not even {} loads of 16 bytes a thread reach {} of all that loads draw: more threads have to be "
      "resident.",
      models::kMostLoads, worth);
}

}  // namespace rooflens::reports
