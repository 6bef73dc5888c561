#include "models/find/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/base/significant.hpp"
#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/lack.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

// Below or above these a cause is worth a sentence. They decide what is mentioned, never what is computed.
constexpr double kWastedTraffic = 1.10;  // 10 % more bytes than needed
constexpr double kIdleDram = 0.3;        // share of its roof below which fewer bytes save no time
constexpr double kPoorCoalescing = 0.80;
constexpr double kConflicts = 1.50;   // 2-way is the smallest real one; mixed access widths read up to 1.5
constexpr double kNoticeable = 0.05;  // share of all traffic that is worth a sentence
constexpr double kIdleLanes = 0.90;
constexpr double kUnevenSms = 0.90;
constexpr double kNoisy = 0.05;

// "a, b and 3 more"
std::string first_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 2;
  const auto shown = static_cast<std::ptrdiff_t>(std::min(names.size(), kShown));
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

void check_verification(const Placement& kernel, std::vector<Finding>& out) {
  if (!kernel.failed()) return;
  out.push_back({Severity::failure, "verification",
                 "The result differs from the CPU reference: " + kernel.observation->verification.detail + ".",
                 "A wrong result has no meaningful speed, so the kernel is listed but not drawn as a point.",
                 "Fix the kernel; run it under compute-sanitizer."});
}

void check_matrix_work(const Placement& kernel, std::vector<Finding>& out) {
  if (kernel.uncounted == MatrixWork::none) return;
  const bool certain = kernel.uncounted == MatrixWork::certain;
  const bool profiled = kernel.observation->cache == CachePolicy::uncontrolled;
  const std::vector<std::string_view> names = lacking_for_matrix_work(kernel);
  const Lack lack = lack_of(kernel, names);
  const std::string counters = names.empty() ? "" : fmt::format(" ({}: {})", lack.reason, first_of(lack.counters));
  out.push_back(
      {Severity::warning, "tensor-operations",
       (certain ? "The tensor pipe did matrix work that was not counted and is not known from a formula"
                : "The tensor pipe was in use, and whether for matrix work or to load constants is not known") +
           counters + ".",
       "Operations counted on the other pipes alone could be wrong, so no arithmetic rate is shown.",
       profiled ? "Let the program run longer, or profile it with `--replay kernel`."
                : "Record it with all counters of `quick`."});
}

void check_missing(const Placement& kernel, std::vector<Finding>& out) {
  if (!kernel.time) {
    const bool profiled = kernel.observation->timed_launches > 0;
    out.push_back({Severity::warning, "no-time",
                   profiled ? "Which of the kernel's durations are those of this work cannot be told."
                            : "No duration was recorded.",
                   "Without a time there is no point to draw.",
                   profiled ? "Profile it inside an NVTX range that holds launches of one kind of work."
                            : "Record the kernel again with at least one repetition."});
  }
  check_matrix_work(kernel, out);
  if (kernel.observation->refused.empty()) return;
  std::set<std::string> names;
  std::set<std::string> reasons;
  for (const Refusal& refusal : kernel.observation->refused) {
    names.insert(refusal.counter);
    reasons.insert(refusal.reason);
  }
  out.push_back({Severity::warning, "refused-counters",
                 fmt::format("{} could not be collected: {} ({}).", counted(names.size(), "counter"), joined(names, 3),
                             joined(reasons, 2)),
                 "What depends on them is missing, not zero.",
                 "`rooflens list counters` shows what each chip offers."});
}

void check_noise(const Placement& kernel, std::vector<Finding>& out) {
  const auto spread = kernel.time ? kernel.time->relative_spread() : std::nullopt;
  if (!spread || *spread <= kNoisy) return;
  out.push_back({Severity::warning, "noisy-time", fmt::format("The repetitions spread by +-{:.1f} %.", 100 * *spread),
                 "Differences smaller than that mean nothing.",
                 "Repeat more often, or on a GPU that nobody else uses."});
}

// Of the sectors that global loads and stores move, the share of the one kind.
double sector_share(const Placement& kernel, std::string_view what) {
  const CounterSet& counters = kernel.counters();
  const double loads = counters.value(counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum).value_or(0);
  const double stores = counters.value(counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum).value_or(0);
  return loads + stores > 0 ? (what == "loads" ? loads : stores) / (loads + stores) : 0;
}

void check_coalescing(const Placement& kernel, std::vector<Finding>& out) {
  for (const auto& [what, efficiency, sectors] :
       {std::tuple{"loads", "load_coalescing", "load_sectors_per_access"},
        std::tuple{"stores", "store_coalescing", "store_sectors_per_access"}}) {
    const auto share = metric(kernel, efficiency);
    if (!share || *share >= kPoorCoalescing || (1 - *share) * sector_share(kernel, what) < kNoticeable) continue;
    std::string seen = fmt::format("Global {} use {:.0f} % of the bytes in the sectors they move", what, 100 * *share);
    if (const auto per_access = metric(kernel, sectors))
      seen += fmt::format(" ({:.1f} sectors an access)", *per_access);
    out.push_back(
        {Severity::advice, "coalescing", seen + ".",
         fmt::format("L1 and L2 move {:.1f} times the bytes that were asked for.", 1 / *share),
         "Let neighbouring lanes touch neighbouring addresses; stage through shared memory if the layout forbids it."});
  }
}

void check_shared(const Placement& kernel, std::vector<Finding>& out) {
  if (!kernel.bank_conflict_degree || *kernel.bank_conflict_degree <= kConflicts) return;
  out.push_back({Severity::advice, "bank-conflicts",
                 fmt::format("Shared-memory accesses take {:.1f} times the wavefronts that their bytes need.",
                             *kernel.bank_conflict_degree),
                 "Each extra wavefront occupies the data stage that L1 and shared memory have in common.",
                 "Pad the rows of the tile by one element, or swizzle the columns."});
}

void check_lanes(const Placement& kernel, std::vector<Finding>& out) {
  const auto lanes = metric(kernel, "lane_efficiency");
  if (lanes && *lanes < kIdleLanes) {
    out.push_back({Severity::advice, "divergence",
                   fmt::format("{:.1f} of 32 lanes are active on average.", 32 * *lanes),
                   "Instructions issue for the whole warp, so idle lanes are lost issue slots.",
                   "Let whole warps take one side of a branch: number the work by warp, not by lane."});
  }
  const auto local = metric(kernel, "local_accesses");
  if (local && *local > 0) {
    out.push_back({Severity::advice, "local-memory", fmt::format("{} local-memory accesses.", significant(*local)),
                   "Spilled registers and dynamically indexed arrays travel through L1.",
                   "Look at the compiler's spill report; index arrays with constants; allow more registers."});
  }
}

void check_traffic(const Placement& kernel, std::vector<Finding>& out) {
  const auto ratio = kernel.comparison.dram_bytes;
  if (!ratio || *ratio <= kWastedTraffic) return;
  const std::string moved = fmt::format("DRAM moved {} times the compulsory bytes", significant(*ratio));
  const LevelPoint* dram = kernel.point_at(Level::dram);
  if (dram && dram->fraction_of_ceiling.value_or(1) < kIdleDram) {
    out.push_back({Severity::note, "dram-traffic",
                   fmt::format("{}, but is at {:.0f} % of its roof.", moved, 100 * *dram->fraction_of_ceiling),
                   "What takes the time is elsewhere.",
                   "Look at the rest first: fewer bytes alone save nothing here."});
    return;
  }
  out.push_back(
      {Severity::advice, "dram-traffic", moved + ".",
       "The task's data would have to cross the DRAM interface only once.",
       "Reuse data while it is in registers, shared memory or L2: larger tiles, or another order of the blocks."});
}

void check_parallelism(const Placement& kernel, std::vector<Finding>& out) {
  bool idle_sms = false;  // for want of blocks, not because some take longer
  if (kernel.observation->launches.size() == 1) {
    const Launch& launch = kernel.observation->launches.front();
    const auto resident = static_cast<double>(launch.blocks_per_sm.value_or(1)) * kernel.machine->device.sm_count;
    const auto blocks = static_cast<double>(launch.grid.count());
    if (blocks < kernel.machine->device.sm_count) {
      idle_sms = true;
      out.push_back(
          {Severity::advice, "small-grid",
           fmt::format("{:.0f} block{} for {} SMs.", blocks, blocks == 1 ? "" : "s", kernel.machine->device.sm_count),
           "Some SMs have nothing to do.",
           "Launch more, smaller blocks, or a larger problem; a chain of steps that need each other stays "
           "as slow."});
    } else if (launch.blocks_per_sm && blocks < resident && kernel.binding == Binding::no_roof) {
      out.push_back({Severity::advice, "small-grid",
                     fmt::format("The grid fills {:.0f} % of one wave.", 100 * blocks / resident),
                     "Fewer warps than the SMs could hold are there to hide latency.", "Launch more blocks."});
    }
  }
  const auto balance = metric(kernel, "sm_balance");
  if (balance && *balance < kUnevenSms && !idle_sms) {
    out.push_back({Severity::advice, "imbalance",
                   fmt::format("SMs were active for {:.0f} % of the busiest one's cycles on average.", 100 * *balance),
                   "The others wait for the last block.",
                   "Smaller blocks of work, or a grid-stride loop over a full wave."});
  }
  if (kernel.binding == Binding::no_roof && kernel.busiest_fraction) {
    out.push_back({Severity::note, "no-roof",
                   fmt::format("The busiest resource reaches {:.0f} % of its roof.", 100 * *kernel.busiest_fraction),
                   "No roof limits the kernel, and these counters do not tell what does.",
                   "`rooflens profile --stalls` samples what warps wait for."});
  }
}

void check_half_moves(const Placement& kernel, std::vector<Finding>& out) {
  if (!kernel.half_moves) return;
  out.push_back({Severity::note, "half-moves",
                 "The FP16 instructions counted here only load constants (HFMA2 as a move).",
                 "They are no arithmetic and are left out of the FLOPs.", "Nothing to do."});
}

}  // namespace

std::vector<Finding> kernel_findings(const Placement& kernel) {
  std::vector<Finding> findings;
  check_verification(kernel, findings);
  check_missing(kernel, findings);
  for (const Contradiction& c : kernel.contradictions) findings.push_back(c.finding);
  if (kernel.mismatch) findings.push_back(kernel.mismatch->finding);
  check_noise(kernel, findings);
  check_coalescing(kernel, findings);
  check_shared(kernel, findings);
  check_lanes(kernel, findings);
  check_traffic(kernel, findings);
  check_parallelism(kernel, findings);
  check_half_moves(kernel, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

}  // namespace rooflens::models
