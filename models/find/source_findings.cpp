#include "models/find/source_findings.hpp"

#include <fmt/core.h>

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/stall_table.hpp"

namespace rooflens::models {
namespace {

// "2.1 million": nobody compares the last digits of a number of samples.
std::string in_words(double samples) {
  return samples < 1e6 ? fmt::format("{:.0f}", samples) : fmt::format("{:.1f} million", 1e-6 * samples);
}

void tell_main_wait(const SourceProfile& profile, std::vector<Finding>& out) {
  const StallShare* main = find_in(profile.stalls, [](const StallShare& s) { return is_wait(s.reason); });
  if (profile.samples < kManySamples || !main || main->share < kMainWait) return;
  const StallReason* known = find_stall(main->reason);
  std::string where;
  for (const SourceLineProfile& line : profile.lines) {
    if (line.file.empty() || !line.worst || line.worst->reason != main->reason) continue;
    where = fmt::format(", most of all at {}", short_place(line.file, line.line));
    break;
  }
  out.push_back({Severity::note, "stalls",
                 fmt::format("In {:.0f} % of {} samples a warp waits for {}{}.", 100 * main->share,
                             in_words(profile.samples), known ? std::string(known->meaning) : main->reason, where),
                 "Time passes in which these warps issue nothing; it is lost where no other warp can.", ""});
}

void tell_excess(const SourceProfile& profile, double moved, double ideal, const char* topic, const char* what,
                 const char* consequence, double (AccessCounts::*excess)() const, std::vector<Finding>& out) {
  const double all = moved - ideal;
  if (moved <= 0 || all < kWorthTelling * moved) return;
  const SourceLineProfile* worst = nullptr;
  for (const SourceLineProfile& line : profile.lines) {
    if (!line.access || line.file.empty()) continue;
    if (!worst || ((*line.access).*excess)() > ((*worst->access).*excess)()) worst = &line;
  }
  if (!worst) return;
  const double there = ((*worst->access).*excess)();
  out.push_back({Severity::note, topic,
                 fmt::format("{} causes {:.0f} % of the excess {}; {:.0f} % of all of them are excess.",
                             short_place(worst->file, worst->line), 100 * there / all, what, 100 * all / moved),
                 consequence, ""});
}

}  // namespace

std::string short_place(const std::string& file, int line) {
  if (file.empty()) return {};
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), line);
}

std::vector<Finding> source_findings(const SourceProfile& profile) {
  std::vector<Finding> out;
  if (!profile.access) {
    tell_main_wait(profile, out);
    return out;
  }
  tell_excess(profile, profile.access->sectors, profile.access->ideal_sectors, "coalescing-line",
              "sectors of global memory", "Each sector is 32 bytes that are moved whether they are used or not.",
              &AccessCounts::excess_sectors, out);
  tell_excess(profile, profile.access->wavefronts, profile.access->ideal_wavefronts, "bank-conflict-line",
              "wavefronts of shared memory", "Each wavefront takes shared memory a cycle.",
              &AccessCounts::excess_wavefronts, out);
  tell_main_wait(profile, out);
  return out;
}

}  // namespace rooflens::models
