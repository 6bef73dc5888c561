#include "models/find/source_profile.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "models/base/find_in.hpp"
#include "models/counters/names.hpp"
#include "models/counters/stall_table.hpp"

namespace rooflens::models {
namespace {

using Samples = std::map<std::string, double>;

std::optional<double> value_of(const Instruction& instruction, std::string_view name) {
  const auto it = instruction.values.find(std::string(name));
  return it == instruction.values.end() ? std::nullopt : std::optional(it->second);
}

void add_samples(const Instruction& instruction, Samples& samples) {
  for (auto it = instruction.values.lower_bound(std::string(kStallPrefix)); it != instruction.values.end(); ++it) {
    if (!it->first.starts_with(kStallPrefix)) break;
    samples[it->first.substr(kStallPrefix.size())] += it->second;
  }
}

// An instruction that was counted and moved nothing is known to be without excess.
void add_access(const Instruction& instruction, double launches, std::optional<AccessCounts>& access) {
  if (!value_of(instruction, counter::kSmspSassInstExecuted) || launches <= 0) return;
  const auto amount = [&](std::string_view name) { return value_of(instruction, name).value_or(0) / launches; };
  if (!access) access.emplace();
  access->sectors += amount(counter::kSmspSassSectorsMemGlobal);
  access->ideal_sectors += amount(counter::kSmspSassSectorsMemGlobalIdeal);
  access->wavefronts += amount(counter::kSmspSassL1texPipeLsuWavefrontsMemShared);
  access->ideal_wavefronts += amount(counter::kSmspSassL1texPipeLsuWavefrontsMemSharedIdeal);
}

double total(const Samples& samples) {
  double sum = 0;
  for (const auto& [reason, count] : samples) sum += count;
  return sum;
}

std::vector<StallShare> shares(const Samples& samples) {
  const double all = total(samples);
  std::vector<StallShare> result;
  for (const auto& [reason, count] : samples) {
    if (count > 0) result.push_back({reason, count, count / all});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const StallShare& a, const StallShare& b) { return a.samples > b.samples; });
  return result;
}

double excess(const SourceLineProfile& line) {
  return line.access ? line.access->excess_sectors() + line.access->excess_wavefronts() : 0;
}

bool is_of(const Observation& kernel, const FunctionProfile& function) {
  if (kernel.process != function.process) return false;
  if (!function.kernel.empty()) return kernel.name == function.kernel;
  return kernel.launches.size() == 1 && kernel.launches.front().function == function.function;
}

}  // namespace

SourceProfile source_profile(const FunctionProfile& function) {
  struct Line {
    Samples samples;
    std::optional<AccessCounts> access;
  };
  SourceProfile profile;
  profile.function = &function;
  profile.label = function.function;
  const auto launches = static_cast<double>(function.counted_launches);
  Samples all;
  std::map<std::pair<std::string, int>, Line> lines;
  for (const Instruction& instruction : function.instructions) {
    Line& line = lines[{instruction.file, instruction.line}];
    add_samples(instruction, all);
    add_samples(instruction, line.samples);
    add_access(instruction, launches, line.access);
    add_access(instruction, launches, profile.access);
  }
  profile.samples = total(all);
  profile.stalls = shares(all);
  for (auto& [place, found] : lines) {
    SourceLineProfile line{place.first, place.second, total(found.samples), 0, std::nullopt, found.access};
    if (profile.samples > 0) line.share = line.samples / profile.samples;
    const std::vector<StallShare> reasons = shares(found.samples);
    const StallShare* worst = find_in(reasons, [](const StallShare& s) { return is_wait(s.reason); });
    if (worst) line.worst = *worst;
    if (line.samples > 0 || excess(line) > 0) profile.lines.push_back(std::move(line));
  }
  std::stable_sort(profile.lines.begin(), profile.lines.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.file.empty(), -a.samples, -excess(a)) < std::tuple(b.file.empty(), -b.samples, -excess(b));
  });
  return profile;
}

KernelSources kernel_sources(const std::vector<const FunctionProfile*>& functions,
                             const std::vector<const Observation*>& kernels, const std::vector<Seconds>& times) {
  KernelSources sources;
  for (const FunctionProfile* function : functions) sources.profiles.push_back(source_profile(*function));
  std::ranges::stable_sort(sources.profiles, std::ranges::greater(), &SourceProfile::samples);
  sources.kernels.resize(functions.size());
  std::vector<Seconds> most(functions.size(), Seconds(-1));
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    // Another binary may hold a function of this name, and was sampled less.
    const auto its =
        std::ranges::find_if(sources.profiles, [&](const SourceProfile& p) { return is_of(*kernels[i], *p.function); });
    sources.of_kernel.push_back(std::nullopt);
    if (its == sources.profiles.end()) continue;
    const auto source = static_cast<std::size_t>(its - sources.profiles.begin());
    sources.of_kernel.back() = source;
    ++sources.kernels[source];
    if (times[i] <= most[source]) continue;
    most[source] = times[i];
    its->label = kernels[i]->name;
  }
  return sources;
}

}  // namespace rooflens::models
