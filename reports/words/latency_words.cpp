#include "reports/words/latency_words.hpp"

#include <fmt/core.h>

#include <cmath>

#include "models/base/thresholds.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::Bytes;
using models::LatencyStanding;

std::string per_sm(const AnalysedKernel& kernel, const LatencyStanding& at, Bytes per_thread) {
  return format(in_flight_per_sm(kernel, at, per_thread));
}

std::string in_flight_text(const AnalysedKernel& kernel, const LatencyStanding& at) {
  const double threads = at.resident_threads / kernel.machine->device.sm_count;
  return fmt::format("{}: {} a thread, {:.0f} threads {}", per_sm(kernel, at, at.in_flight_per_thread),
                     format_capacity(at.in_flight_per_thread), threads,
                     at.achieved ? "resident" : "that resources and grid allow");
}

std::string dram_roof_text(const AnalysedKernel& kernel, const LatencyStanding& at) {
  if (at.for_dram_roof) {
    return fmt::format("{}: {} a thread", per_sm(kernel, at, *at.for_dram_roof), format_capacity(*at.for_dram_roof));
  }
  return fmt::format("out of reach: loads draw {} at most", format(at.knee.maximum));
}

// How far measured points lie off the curve at most: so far a kernel may stand above it.
double curve_error(const models::LatencyRoof& roof) {
  return roof.held_out.points > 0 ? roof.held_out.worst : roof.fitted.worst;
}

// What makes the kernel's curve another one than that of loads alone: stores, and threads that come and go.
std::string own_curve_text(const AnalysedKernel& kernel, const models::SoftKnee& knee,
                           const models::LatencyRoof& roof) {
  const models::Traffic& requested = kernel.observation->work->requested;
  const double loads = requested.read / requested.total();
  std::string text = fmt::format("{}, at most {}", format(knee.latency), format(knee.maximum));
  if (loads < 1) {
    text += fmt::format(": threads wait for the {} of its bytes that are loads", format_percent(loads));
  }
  const models::Seconds thread_start_cost = knee.latency / loads - roof.knee.latency;
  if (thread_start_cost > roof.knee.latency * models::kVisibleLatency) {
    text += fmt::format("{} {} for each, {} more for their start and exit", loads < 1 ? "," : ":",
                        format(roof.knee.latency), format(thread_start_cost));
  } else if (loads < 1) {
    text += fmt::format(", {} for each", format(roof.knee.latency));
  }
  return text;
}

}  // namespace

Bytes in_flight_per_sm(const AnalysedKernel& kernel, const LatencyStanding& at, Bytes per_thread) {
  return per_thread * (at.resident_threads / kernel.machine->device.sm_count);
}

std::vector<std::pair<std::string, std::string>> latency_facts(const AnalysedKernel& kernel,
                                                               const LatencyStanding& at) {
  const models::LatencyRoof& roof = *kernel.machine->ceilings.latency;
  std::string curve = fmt::format("{}, at most {}", format(roof.knee.latency), format(roof.knee.maximum));
  if (roof.held_out.points > 0) {
    curve += fmt::format("; median error on held-out points: {}", format_percent(roof.held_out.median));
  }
  std::vector<std::pair<std::string, std::string>> facts{
      {"In flight per SM", in_flight_text(kernel, at)},
      {"Latency roof", format(at.roof)},
      {"Of that roof", format_percent(at.share) + above_latency_roof(kernel, at)},
      {"For the DRAM roof", dram_roof_text(kernel, at)}};
  if (at.knee.latency.value() != roof.knee.latency.value()) {
    facts.emplace_back("Its curve", own_curve_text(kernel, at.knee, roof));
  }
  facts.emplace_back("Curve for loads only", std::move(curve));
  return facts;
}

std::string above_latency_roof(const AnalysedKernel& kernel, const LatencyStanding& at) {
  if (!(at.share > 1)) return "";
  const std::string error = format_percent(curve_error(*kernel.machine->ceilings.latency));
  const bool within = std::log(at.share) <= curve_error(*kernel.machine->ceilings.latency);
  return within ? "; the curve is off by up to " + error : ", more than the curve's largest error of " + error;
}

std::string latency_advice(const LatencyStanding& at) {
  const std::string worth = format_percent(models::kWorthReaching);
  if (at.loads) {
    return fmt::format("{} per thread at this occupancy, {} in all, would raise the latency roof to {}.",
                       models::loads_text(*at.loads), format_capacity(at.loads->in_flight()),
                       format(at.loads->bandwidth));
  }
  if (!(at.roof < at.knee.maximum * models::kWorthReaching)) {
    return fmt::format("Enough is in flight: more than {} of all that loads draw.", worth);
  }
  return fmt::format(
      "Even {} 16-byte loads per thread do not reach {} of the bandwidth of loads: more threads have to be "
      "resident.",
      models::kMostLoads, worth);
}

}  // namespace rooflens::reports
