#include "models/place/unknown_demand.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

#include "models/base/pipe.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/lack.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {
namespace {

constexpr double kWarpLanes = 32;
constexpr std::string_view kNoLink = "the link to the host was not measured: `rooflens ceilings` does";
constexpr std::string_view kStandsIn = "; the formula stands in";

// Those that the metric lacks, in the spelling that lacks fewest.
std::vector<std::string_view> lacking(const CountedKernel& kernel, std::string_view id) {
  std::vector<std::string_view> fewest;
  for (const MetricRow& row : metric_table()) {
    if (row.id != id) continue;
    std::vector<std::string_view> names;
    for (const Term& term : row.numerator) {
      if (!kernel.counters().find(term.counter)) names.push_back(term.counter);
    }
    if (fewest.empty() || names.size() < fewest.size()) fewest = std::move(names);
  }
  return fewest;
}

UnknownDemand unknown(const CountedKernel& kernel, std::string_view id, std::string_view label,
                      const std::vector<std::string_view>& counters) {
  Lack lack = lack_of(kernel, counters);
  return {"demand-" + std::string(id), std::string(label), std::move(lack.counters), std::move(lack.reason)};
}

// Launches that were given no shared memory used none.
bool uses_no_shared_memory(const Observation& observation) {
  return !observation.launches.empty() &&
         std::all_of(observation.launches.begin(), observation.launches.end(), [](const Launch& launch) {
           return launch.registers_per_thread > 0 && launch.static_shared_bytes + launch.dynamic_shared_bytes == 0;
         });
}

void add_levels(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  for (const LevelInfo& level : kLevels) {
    const std::string_view traffic = metric_of(level.level);
    if (!kernel.machine->ceilings.best(level.level) || metric(kernel, traffic)) continue;
    if (level.level == Level::shared && uses_no_shared_memory(*kernel.observation)) continue;
    UnknownDemand entry = unknown(kernel, level.id, level.label, lacking(kernel, traffic));
    if (kernel.point_at(level.level)) entry.reason += kStandsIn;
    out.push_back(std::move(entry));
  }
}

// Every warp instruction may have been one of the pipe, for all of its lanes.
std::optional<Seconds> all_warps_on(const CountedKernel& kernel, Precision precision, const ComputeCeiling& ceiling) {
  const auto most = most_operations(kernel, precision);
  if (!most) return std::nullopt;
  const Hertz roof_clock = ceiling.origin.clock;
  const auto& run = kernel.observation->clocks_during.sm;
  const double slower = run && run->value() > 0 && roof_clock > *run ? roof_clock / *run : 1;
  return *most / ceiling.rate * slower;
}

void add_pipes(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  const auto& work = kernel.observation->work;
  for (const OperationMetric& row : operation_metrics()) {
    if (info(row.precision).tensor || !counts_as_work(row.precision, work)) continue;
    const ComputeCeiling* ceiling = kernel.machine->ceilings.best(row.precision);
    if (!ceiling || metric(kernel, row.metric)) continue;
    UnknownDemand entry =
        unknown(kernel, info(row.precision).id, info(row.precision).label, lacking(kernel, row.metric));
    const bool stands_in = std::any_of(kernel.operations.begin(), kernel.operations.end(), [&](const PrecisionWork& w) {
      return w.precision == spelt_by_formula(row.precision, work);
    });
    if (stands_in) entry.reason += kStandsIn;
    entry.at_most = all_warps_on(kernel, row.precision, *ceiling);
    out.push_back(std::move(entry));
  }
}

void add_issue(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  if (warp_instructions(kernel.counters())) return;
  out.push_back(unknown(kernel, "issue", kWarpIssueLabel, {kWarps, kWarpsByHardware}));
}

// The largest matrix instruction keeps the pipe of an SM busy for 128 cycles (64x256x16 of FP16 on a GH100, 524,288
// operations at 4,096 a clock, and those of other formats and of later chips); twice that, to be sure.
std::optional<Seconds> tensor_busy_at_most(const CountedKernel& kernel) {
  constexpr double kMostCycles = 256;
  const auto instructions = kernel.counters().value(kTensorActivity);
  const auto clock = run_clock_of(kernel);
  const int sms = kernel.machine->device.sm_count;
  if (!instructions || !clock || sms <= 0) return std::nullopt;
  return Seconds(*instructions * kMostCycles / sms / clock->clock.value());
}

// The pipe works for a share of the cycles in which SMs are active, which are not more than those of the kernel.
std::optional<Seconds> tensor_busy(const CountedKernel& kernel) {
  const auto active = metric(kernel, "tensor_pipe_active");
  if (!active) return tensor_busy_at_most(kernel);
  return kernel.time->median * (*active * std::min(1.0, metric(kernel, "sm_balance").value_or(1)));
}

void add_tensor(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  const std::vector<std::string_view> counters = lacking_for_matrix_work(kernel);
  if (counters.empty() && kernel.uncounted == MatrixWork::none) return;
  out.push_back(unknown(kernel, "tensor", "the tensor pipe", counters));
  if (counters.empty()) out.back().reason = "of a format that has no counter";
  out.back().at_most = tensor_busy(kernel);
}

// Counted, but nobody knows how long it takes at best.
void add_roofless(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  for (const PrecisionWork& work : kernel.operations) {
    if (work.ceiling || !(work.operations.value() > 0) || !counts_as_work(work.precision, kernel.observation->work))
      continue;
    const auto& entry = info(work.precision);
    out.push_back({"demand-" + std::string(entry.id), std::string(entry.label), {}, "no roof is known for it here"});
    if (entry.tensor) out.back().at_most = tensor_busy(kernel);
  }
  for (const Pipe pipe : {Pipe::host_read, Pipe::host_write}) {
    const double bytes = host_bytes(kernel, pipe).value_or(0);
    if (!(bytes > 0) || host_roof(kernel.machine->ceilings, pipe)) continue;
    out.push_back({"demand-" + std::string(id_of(pipe)),
                   std::string(info(pipe).label),
                   {},
                   std::string(kNoLink),
                   Seconds(bytes / kSlowestLink)});
  }
}

// Integer operations are counted together, and a part of the pipes alone multiplies. It matters where that would be the
// busiest. Of a task that is integer arithmetic the formula tells.
void add_multiplies(const CountedKernel& kernel, Seconds busiest, std::vector<UnknownDemand>& out) {
  const InstructionCeiling* ceiling = kernel.machine->ceilings.best(Pipe::imad);
  if (counts_as_work(Precision::int32, kernel.observation->work)) return;
  if (kernel.counters().find(counter::kSmInstExecutedPipeFmaheavySum)) return;  // a resource
  for (const PrecisionWork& work : kernel.operations) {
    if (!ceiling || work.precision != Precision::int32) continue;
    const Seconds all = work.operations / ceiling->rate;
    if (all < std::max(kernel.time->median * kBusyThreshold, busiest)) continue;
    out.push_back(
        {"demand-imad",
         "integer multiply-adds",
         {std::string(counter::kSmInstExecutedPipeFmaheavySum)},
         fmt::format("how many of the integer operations multiply is not counted; if all do, that pipe is busy "
                     "for {:.0f} % of the time",
                     std::min(100.0, 100 * (all / kernel.time->median))),
         all});
  }
}

// Warp instructions that are known to be none of the pipe: accesses, branches, matrix instructions, and arithmetic of
// others. What is counted by lanes stands for warps with all of their lanes on, which are the fewest.
double of_others(const CounterSet& counters, Pipe pipe) {
  constexpr std::array kAccesses{
      counter::kSmspSassInstExecutedOpGlobalLdSum, counter::kSmspSassInstExecutedOpGlobalStSum,
      counter::kSmspSassInstExecutedOpSharedLdSum, counter::kSmspSassInstExecutedOpSharedStSum,
      counter::kSmspSassInstExecutedOpLocalLdSum,  counter::kSmspSassInstExecutedOpLocalStSum};
  constexpr std::array kSingle{counter::kSmspSassThreadInstExecutedOpFaddPredOnSum,
                               counter::kSmspSassThreadInstExecutedOpFmulPredOnSum,
                               counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum};
  constexpr std::array kDouble{counter::kSmspSassThreadInstExecutedOpDaddPredOnSum,
                               counter::kSmspSassThreadInstExecutedOpDmulPredOnSum,
                               counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum};
  constexpr std::array kHalf{counter::kSmspSassThreadInstExecutedOpHaddPredOnSum,
                             counter::kSmspSassThreadInstExecutedOpHmulPredOnSum,
                             counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum};
  const auto count = [&](std::string_view name) { return counters.value(name).value_or(0); };
  const auto sum = [&](const auto& names) {
    return std::accumulate(names.begin(), names.end(), 0.0, [&](double all, auto name) { return all + count(name); });
  };
  double lanes = sum(kSingle) + sum(kDouble) + sum(kHalf);
  // Integers are multiplied in a pipe of their own. Bits are counted in the one of special functions, and whether those
  // are among integer operations is not known.
  if (pipe == Pipe::alu) lanes += counted_multiply_adds(counters).value_or(0);
  if (pipe == Pipe::lsu) lanes += count(counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum);
  double warps = lanes / kWarpLanes;
  if (pipe == Pipe::lsu) {  // other pipes count moves and comparisons, too
    const double multiplied = std::max(count(counter::kSmInstExecutedPipeFmaheavySum), sum(kSingle) / kWarpLanes);
    warps = std::max(warps, count(counter::kSmInstExecutedPipeAluSum) + multiplied + sum(kDouble) / kWarpLanes);
  }
  warps += count(counter::kSmspSassInstExecutedOpBranchSum) + count(counter::kSmInstExecutedPipeTensorSum);
  if (pipe != Pipe::lsu) warps += std::max(sum(kAccesses), count(counter::kSmInstExecutedPipeLsuSum));
  if (pipe != Pipe::sfu) warps += count(counter::kSmInstExecutedPipeXuSum);
  return warps;
}

// Pipes whose instructions were not counted, where all that may be theirs would keep them busy.
void add_other_pipes(const CountedKernel& kernel, Seconds busiest, std::vector<UnknownDemand>& out) {
  const CounterSet& counters = kernel.counters();
  const auto warps = warp_instructions(counters);
  for (const Pipe pipe : {Pipe::sfu, Pipe::lsu, Pipe::alu}) {
    const InstructionCeiling* ceiling = kernel.machine->ceilings.best(pipe);
    const std::vector<std::string_view> names = lacking(kernel, metric_of(pipe));
    if (!warps || !ceiling || names.empty()) continue;
    const double may_be = kernel.at_most ? *warps : std::max(0.0, *warps - of_others(counters, pipe));
    const Seconds all(may_be * (pipe == Pipe::lsu ? 1 : kWarpLanes) / ceiling->rate.value());
    if (all < std::max(kernel.time->median * kernel.busy_from(), busiest)) continue;
    out.push_back(unknown(kernel, id_of(pipe), info(pipe).label, names));
    out.back().at_most = all;
  }
}

// Every sector that SMs ask L2 for is read, written, or one of an atomic; reads hold those between the halves of L2
// too, so there are at least so many.
void add_atomics(const CountedKernel& kernel, std::vector<UnknownDemand>& out) {
  const CounterSet& counters = kernel.counters();
  const auto sectors = metric(kernel, metric_of(Pipe::atomic));
  if (sectors && *sectors > 0 && kernel.machine->ceilings.best(Pipe::atomic_slice) &&
      !metric(kernel, metric_of(Pipe::atomic_slice))) {
    out.push_back(unknown(kernel, "atomic_slice", info(Pipe::atomic_slice).label,
                          lacking(kernel, metric_of(Pipe::atomic_slice))));
  }
  if (kernel.machine->ceilings.best(Pipe::atomic) && sectors) return;
  if (kernel.at_most && sectors && !(*sectors > 0)) return;
  const auto all = counters.value(counter::kLtsTSectorsSrcunitTexSum);
  const auto read = counters.value(counter::kLtsTSectorsOpReadSum);
  const auto written = counters.value(counter::kLtsTSectorsOpWriteSum);
  if (!all || !read || !written) return;
  const double atomics = kernel.at_most ? *all : *all - *read - *written;
  if (!(atomics > kFewAtomics * *all)) return;
  out.push_back(
      {std::string(kAtomicsDemand),
       "atomics in L2",
       {},
       fmt::format("at least {:.0f} % of the sectors that L2 serves are those of atomics, and no roof is known "
                   "for them here",
                   100 * atomics / *all)});
}

}  // namespace

std::vector<std::string_view> lacking_for_matrix_work(const CountedKernel& kernel) {
  if (kernel.uncounted == MatrixWork::possible) {
    return {kernel.counters().find(kTensorActivity) ? kHalfOnTensorPipe : kTensorActivity};
  }
  const auto is_tensor = [](const PrecisionWork& work) { return info(work.precision).tensor; };
  const bool told = std::any_of(kernel.operations.begin(), kernel.operations.end(), is_tensor);
  // Formats that have no roof where others have are none of this chip.
  std::vector<std::string_view> counters, of_all_formats;
  bool roof = false;
  for (const OperationMetric& row : operation_metrics()) {
    if (!info(row.precision).tensor) continue;
    const auto names = lacking(kernel, row.metric);
    of_all_formats.insert(of_all_formats.end(), names.begin(), names.end());
    if (!kernel.machine->ceilings.best(row.precision)) continue;
    roof = true;
    counters.insert(counters.end(), names.begin(), names.end());
  }
  if (!roof) counters = std::move(of_all_formats);
  if (kernel.uncounted == MatrixWork::certain) return counters;
  if (kernel.counters().find(kTensorActivity) || told || !roof || counters.empty()) return {};
  return {kTensorActivity};
}

std::vector<std::string_view> without_roof(const CountedKernel& kernel) {
  std::vector<std::string_view> result;
  for (const LevelPoint& point : kernel.points) {
    if (point.source == DemandSource::measured && !point.ceiling) result.push_back(info(point.level).label);
  }
  for (const PrecisionWork& work : kernel.operations) {
    if (work.ceiling || work.operations.value() <= 0) continue;
    if (counts_as_work(work.precision, kernel.observation->work)) result.push_back(info(work.precision).label);
  }
  return result;
}

std::vector<UnknownDemand> unknown_demand(const CountedKernel& kernel, Seconds busiest) {
  std::vector<UnknownDemand> result;
  add_levels(kernel, result);
  add_pipes(kernel, result);
  add_roofless(kernel, result);
  add_multiplies(kernel, busiest, result);
  add_other_pipes(kernel, busiest, result);
  add_atomics(kernel, result);
  add_tensor(kernel, result);
  add_issue(kernel, result);
  return result;
}

}  // namespace rooflens::models
