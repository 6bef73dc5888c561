#include "models/advise/advice_evidence.hpp"

#include <fmt/core.h>

#include <utility>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/gap/latency_standing.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

std::string percent_text(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.1 ? 1 : 0); }

std::optional<double> grid_in_waves(const Placement& kernel) {
  const auto& launches = kernel.observation->launches;
  if (launches.size() != 1 || !launches.front().blocks_per_sm || kernel.machine->device.sm_count <= 0) return {};
  const double resident = static_cast<double>(*launches.front().blocks_per_sm) * kernel.machine->device.sm_count;
  if (!(resident > 0)) return std::nullopt;
  return static_cast<double>(launches.front().grid.count()) / resident;
}

std::optional<ArithmeticMix> own_mix(const Placement& kernel) {
  return kernel.precision ? arithmetic_mix(kernel, *kernel.precision) : std::nullopt;
}

double fp32_instructions(const CounterSet& counters) {
  return counters.value(counter::kSmspSassThreadInstExecutedOpFaddPredOnSum).value_or(0) +
         counters.value(counter::kSmspSassThreadInstExecutedOpFmulPredOnSum).value_or(0) +
         counters.value(counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum).value_or(0);
}

std::optional<double> special_function_share(const Placement& kernel) {
  constexpr double kWarp = 32;
  const auto special = kernel.counters().value(counter::kSmInstExecutedPipeXuSum);
  const auto converted = kernel.counters().value(counter::kSmspSassThreadInstExecutedOpConversionPredOnSum);
  const auto all = kernel.counters().value(counter::kSmspSassInstExecutedSum);
  if (!special || !converted || !all || !(*all > 0)) return std::nullopt;
  const double share = (*special - *converted / kWarp) / *all;
  return share >= kWorthASentence ? std::optional(share) : std::nullopt;
}

namespace {

std::string waves(const Placement& kernel) {
  const auto all = grid_in_waves(kernel);
  return all ? fmt::format("; the grid is {} waves", significant(*all)) : "";
}

std::string accesses(const Placement& kernel) {
  std::string text;
  for (const auto& [what, id] : {std::pair{"loads", "load_coalescing"}, std::pair{"stores", "store_coalescing"}}) {
    const auto use = metric(kernel, id);
    if (!use || *use > 1) continue;
    text += fmt::format("{}{} use {}", text.empty() ? "" : ", ", what, percent_text(*use));
  }
  return text + " of the bytes they move";
}

// Integer division by a variable goes through floating-point reciprocals, so it shows as conversions.
std::string conversions(const Placement& kernel) {
  const auto converted = metric(kernel, "conversion_ops");
  const auto all = kernel.counters().value(counter::kSmspSassThreadInstExecutedPredOnSum);
  if (!converted || !all || !(*all > 0) || *converted < kWorthASentence * *all) return "";
  return fmt::format("; {} of the instructions convert between formats (integer division and modulo do, too)",
                     percent_text(*converted / *all));
}

std::string overhead_evidence(const Placement& kernel) {
  std::string text =
      fmt::format("{} of the issue slots are used",
                  percent_text(kernel.instruction_roofline->heights.issued / *kernel.instruction_roofline->peak));
  const auto mix = own_mix(kernel);
  if (mix && mix->issue) {
    text += fmt::format("; the instruction mix allows at most {:.3g} TFLOP/s of {}", mix->issue->value() * 1e-12,
                        info(*kernel.precision).label);
  }
  text += conversions(kernel);
  const auto special = special_function_share(kernel);
  return special ? fmt::format("{}; at least {} are special functions", text, percent_text(*special)) : text;
}

std::string of_instructions(const Placement& kernel) {
  const auto all = kernel.counters().value(counter::kSmspSassInstExecutedSum);
  const auto local = metric(kernel, "local_accesses");
  return all && local && *all > 0 ? fmt::format(", {} of the instructions", percent_text(*local / *all)) : "";
}

}  // namespace

std::string evidence(const Placement& kernel, const GapFactor& factor) {
  const auto value = [&](std::string_view id) { return metric(kernel, id).value_or(0); };
  if (factor.id == "divergence") return fmt::format("{:.1f} of 32 lanes are active", 32 * value("lane_efficiency"));
  if (factor.id == "predication")
    return fmt::format("{} of the active lanes are predicated off", percent_text(1 - value("predication_efficiency")));
  if (factor.id == "overhead" && kernel.instruction_roofline && kernel.instruction_roofline->peak)
    return overhead_evidence(kernel);
  if (factor.id == "fma-mix") {
    if (const auto mix = own_mix(kernel))
      return fmt::format("{} of the {} arithmetic is fused: at most {} of the roof", percent_text(mix->fused_share),
                         info(*kernel.precision).label, percent_text(mix->of_roof));
  }
  if (factor.id == "coalescing") return accesses(kernel);
  if (factor.id == "bank-conflicts" && kernel.bank_conflict_degree)
    return fmt::format("{:.1f} wavefronts per access instead of 1", *kernel.bank_conflict_degree);
  if (factor.id == "cache-traffic" && kernel.comparison.dram_bytes)
    return fmt::format("{}× the compulsory bytes", significant(*kernel.comparison.dram_bytes));
  if (factor.id == "spills")
    return fmt::format("{} accesses of local memory{}", significant(value("local_accesses")), of_instructions(kernel));
  if (const auto balance = metric(kernel, "sm_balance"); factor.id == "imbalance" && balance && *balance > 0)
    return fmt::format("the busiest SM is active {}× as long as the mean{}", significant(1 / *balance), waves(kernel));
  if (factor.id == "clock" && kernel.demand && kernel.demand->run_clock)
    return fmt::format("{:.0f} of {:.0f} MHz", in_megahertz(*kernel.demand->run_clock),
                       in_megahertz(kernel.machine->device.sm_clock_maximum));
  return "a factor of " + significant(factor.factor);
}

std::optional<double> of_a_warp(const Placement& kernel, std::string_view counter) {
  constexpr double kWarpLanes = 32;
  const auto sum = kernel.counters().value(counter);
  const auto cycles = kernel.counters().value(counter::kSmCyclesActiveAvg);
  const auto threads = kernel.achieved_occupancy ? resident_threads(kernel) : std::nullopt;
  if (!sum || !cycles || !threads) return std::nullopt;
  const double resident = *threads / kWarpLanes * *cycles;
  return resident > 0 ? std::optional(*sum / resident) : std::nullopt;
}

}  // namespace rooflens::models
