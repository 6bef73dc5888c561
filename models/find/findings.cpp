#include "models/find/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"
#include "models/find/source_findings.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/lack.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kNotCollected = "not collected";  // for want of launches: of a refusal's reason

bool all_for_want_of_launches(const std::set<std::string>& reasons) {
  return std::ranges::all_of(reasons, [](const std::string& reason) { return reason.starts_with(kNotCollected); });
}

// Rounded down: what stays below a threshold does not read as if it reached it.
std::string percent_below(double fraction) {
  return fraction < 0.01 ? "less than 1 %" : fmt::format("{:.0f} %", std::floor(100 * fraction));
}

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
       profiled ? "Let the application run longer, or profile it with `--replay-mode kernel`."
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
  out.push_back({Severity::warning, std::string(kRefusedCounters),
                 fmt::format("{} could not be collected: {} ({}).", counted(names.size(), "counter"), joined(names, 3),
                             joined(reasons, 2)),
                 "What depends on them is missing, not zero.",
                 all_for_want_of_launches(reasons) ? "" : "`rooflens list counters` shows what each chip offers."});
}

void check_noise(const Placement& kernel, std::vector<Finding>& out) {
  const auto spread = kernel.time ? kernel.time->relative_spread() : std::nullopt;
  if (!spread || *spread <= kNoisy) return;
  out.push_back({Severity::warning, "noisy-time", fmt::format("The repetitions spread by ± {:.1f} %.", 100 * *spread),
                 "Differences smaller than that mean nothing.",
                 "Repeat more often, or on a GPU that nobody else uses."});
}

void check_binding(const Placement& kernel, const std::string& remedy, std::vector<Finding>& out) {
  if (kernel.no_roof_at_most) {
    out.push_back({Severity::note, "no-roof",
                   fmt::format("No resource can reach {:.0f} % of its roof: not even with the largest counts of any "
                               "launch in the time of the shortest.",
                               100 * kBusyThreshold),
                   "It is not bound by a roof.", remedy});
    return;
  }
  if (kernel.binding != Binding::no_roof || !kernel.busiest_fraction) return;
  out.push_back({Severity::note, "no-roof",
                 fmt::format("No resource reaches {:.0f} % of its roof: {} is busiest, at {}.", 100 * kBusyThreshold,
                             label_of(*kernel.busiest), percent_below(*kernel.busiest_fraction)),
                 "It is not bound by a roof.", remedy});
}

// Matrix work and atomics have sentences of their own, and so does a kernel that was not counted.
void check_unknown_binding(const Placement& kernel, std::vector<Finding>& out) {
  const bool known = kernel.binding != Binding::unknown || kernel.uncounted != MatrixWork::none;
  if (known || !kernel.demand || !warp_instructions(kernel.counters())) return;
  std::vector<std::string> parts;
  std::set<std::string> counters;
  for (const UnknownDemand& u : kernel.demand->uncounted) {
    if (u.id == kAtomicsDemand) continue;
    parts.push_back(u.label + " (" + u.reason + ")");
    for (const std::string& counter : u.counters) {
      if (counter.find(' ') == std::string::npos) counters.insert(counter);  // not collected, so it has no pass
    }
  }
  if (parts.empty()) return;
  const bool too_few = std::any_of(
      kernel.observation->refused.begin(), kernel.observation->refused.end(),
      [&](const Refusal& r) { return counters.contains(r.counter) && r.reason.starts_with(kNotCollected); });
  const bool profiled = kernel.observation->cache == CachePolicy::uncontrolled;
  const std::string remedy = counters.empty() ? ""
                             : !profiled      ? "Record it again: `rooflens run` counts it."
                             : too_few
                                 ? "Let the application run longer, or profile it with `--replay-mode kernel`."
                                 : fmt::format("`rooflens profile --metrics {}` counts it.", fmt::join(counters, ","));
  const std::string measured = kernel.busiest_fraction
                                   ? fmt::format("Of what is known, the busiest resource reaches {:.0f} % of its roof.",
                                                 100 * *kernel.busiest_fraction)
                                   : "";
  out.push_back({Severity::note, std::string(kUnknownBound),
                 "What binds it is unknown, because of " + first_of(parts) + ".", measured, remedy});
}

void check_half_moves(const Placement& kernel, std::vector<Finding>& out) {
  if (!kernel.half_moves) return;
  out.push_back({Severity::note, "half-moves",
                 "The FP16 instructions counted here only load constants (HFMA2 as a move).",
                 "They are no arithmetic and are left out of the FLOPs.", ""});
}

}  // namespace

std::vector<Finding> kernel_findings(const Placement& kernel, const SourceProfile* samples, bool sampling) {
  std::vector<Finding> findings;
  check_verification(kernel, findings);
  check_missing(kernel, findings);
  for (const Contradiction& c : kernel.contradictions) findings.push_back(c.finding);
  if (kernel.mismatch) findings.push_back(kernel.mismatch->finding);
  if (kernel.mismatch && kernel.no_roof_at_most)
    findings.back().consequence =
        "Numbers of different work say nothing together: no % of roof and no advice are given.";
  check_noise(kernel, findings);
  check_binding(kernel,
                samples    ? ""
                : sampling ? "Sampling saw no warp of it; it may where the kernel is launched more often."
                           : "`--stalls` samples what warps wait for.",
                findings);
  check_unknown_binding(kernel, findings);
  check_half_moves(kernel, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  if (samples) return before_notes(std::move(findings), source_findings(*samples));
  return findings;
}

std::vector<Finding> before_notes(std::vector<Finding> findings, std::vector<Finding> more) {
  const auto note = std::ranges::find(findings, Severity::note, &Finding::severity);
  findings.insert(note, std::move_iterator(more.begin()), std::move_iterator(more.end()));
  return findings;
}

}  // namespace rooflens::models
