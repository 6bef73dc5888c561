#include "models/compare/kernel_matching.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace rooflens::models {
namespace {

constexpr char kNext = '\x1f';  // between the parts of a key: stands in no name

// What the kernel is called today: the catalogue's family gemm was sgemm in sessions of rooflens 0.1.
std::string name_of(const ComparedKernel& entry) {
  constexpr std::string_view kBefore = "sgemm/";
  const std::string& name = entry.kernel->observation->name;
  return name.starts_with(kBefore) ? "gemm/" + name.substr(kBefore.size()) : name;
}

std::string geometry_of(const Observation& observation) {
  std::string text;
  if (observation.scope == Scope::nvtx) return text;  // its launches are many, and as many as the run was long
  for (const Launch& launch : observation.launches) {
    text += fmt::format("{},{},{}/{},{},{}/{}/{};", launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                        launch.block.y, launch.block.z, launch.dynamic_shared_bytes, launch.count);
  }
  return text;
}

std::string parameters_of(const Observation& observation) {
  std::string text;
  for (const auto& [name, value] : observation.parameters) text += fmt::format("{}={};", name, value);
  return text;
}

// No geometry and no function: a graph or an NVTX range, which has nothing but its name.
const Launch* launch_of(const Observation& observation) {
  return observation.launches.empty() ? nullptr : &observation.launches.front();
}

struct Side {
  std::span<const ComparedKernel> kernels;
  std::map<int, int> ranks;  // rank -> what has to be equal on both sides
  std::vector<bool> taken;
};

Side side_of(std::span<const ComparedKernel> kernels) {
  Side side{kernels, {}, std::vector<bool>(kernels.size(), false)};
  for (const ComparedKernel& entry : kernels) side.ranks[entry.rank] = entry.rank;
  return side;
}

// Where no rank is on both sides, ranks correspond by their order.
void connect_ranks(Side& a, Side& b) {
  const auto shared = [&](const auto& rank) { return b.ranks.contains(rank.first); };
  if (std::any_of(a.ranks.begin(), a.ranks.end(), shared)) return;
  for (Side* side : {&a, &b}) {
    int order = 0;
    for (auto& [rank, key] : side->ranks) key = order++;
  }
}

// What kernels must share under a rule; nothing: the rule is not for this kernel.
using Key = std::function<std::optional<std::string>(const ComparedKernel&)>;
enum class Several { in_order, refuse };
enum class Parameters { equal, unknown };  // unknown: of one kernel of the pair at least

std::map<std::string, std::vector<std::size_t>> by_key(const Side& side, Parameters parameters, const Key& key) {
  std::map<std::string, std::vector<std::size_t>> result;
  for (std::size_t i = 0; i < side.kernels.size(); ++i) {
    if (side.taken[i]) continue;
    const ComparedKernel& entry = side.kernels[i];
    const Observation& observation = *entry.kernel->observation;
    const auto rest = key(entry);
    if (!rest) continue;
    result[fmt::format("{}{}{}{}{}{}{}", static_cast<int>(observation.scope), kNext, side.ranks.at(entry.rank), kNext,
                       parameters == Parameters::equal ? parameters_of(observation) : "", kNext, *rest)]
        .push_back(i);
  }
  return result;
}

bool tells_parameters(const Side& side, std::size_t i) {
  return !side.kernels[i].kernel->observation->parameters.empty();
}

void match_by(MatchRule rule, Several several, const Key& key, Side& a, Side& b, std::vector<KernelMatch>& pairs) {
  const Parameters parameters = rule == MatchRule::no_parameters ? Parameters::unknown : Parameters::equal;
  const auto others = by_key(b, parameters, key);
  for (const auto& [text, mine] : by_key(a, parameters, key)) {
    const auto found = others.find(text);
    if (found == others.end()) continue;
    const std::vector<std::size_t>& theirs = found->second;
    if (several == Several::refuse && (mine.size() > 1 || theirs.size() > 1)) continue;
    if (parameters == Parameters::unknown && tells_parameters(a, mine[0]) && tells_parameters(b, theirs[0])) continue;
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i) {
      pairs.push_back({mine[i], theirs[i], rule});
      a.taken[mine[i]] = b.taken[theirs[i]] = true;
    }
  }
}

std::vector<std::size_t> left_over(const Side& side) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < side.taken.size(); ++i) {
    if (!side.taken[i]) result.push_back(i);
  }
  return result;
}

}  // namespace

std::string without_template_arguments(std::string_view function) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    if (depth == 0 && function.substr(i).starts_with(kAnonymous)) {
      result += kAnonymous;
      i += kAnonymous.size() - 1;
      continue;
    }
    if (c == '(' && depth == 0) break;
    if (c == '<') ++depth;
    if (depth == 0) result += c;
    const bool arrow = c == '>' && i > 0 && function[i - 1] == '-';
    if (c == '>' && depth > 0 && !arrow) --depth;
  }
  return result;
}

Matching match_kernels(std::span<const ComparedKernel> first, std::span<const ComparedKernel> second) {
  Side a = side_of(first);
  Side b = side_of(second);
  connect_ranks(a, b);
  Matching result;
  const auto match = [&](MatchRule rule, Several several, const Key& key) {
    match_by(rule, several, key, a, b, result.pairs);
  };
  const auto name_and_geometry = [](const ComparedKernel& entry) {
    return name_of(entry) + kNext + geometry_of(*entry.kernel->observation);
  };
  // Of kernels that several GPUs ran alike, those of the same position belong together.
  match(MatchRule::same, Several::in_order,
        [&](const ComparedKernel& entry) { return name_and_geometry(entry) + kNext + std::to_string(entry.machine); });
  match(MatchRule::same, Several::in_order, name_and_geometry);
  const auto function_and_geometry = [](const ComparedKernel& entry) -> std::optional<std::string> {
    const Launch* launch = launch_of(*entry.kernel->observation);
    if (!launch || launch->function.empty()) return std::nullopt;
    return launch->function + kNext + geometry_of(*entry.kernel->observation);
  };
  match(MatchRule::same_function, Several::in_order, function_and_geometry);
  match(MatchRule::no_parameters, Several::refuse, name_and_geometry);
  match(MatchRule::no_parameters, Several::refuse, function_and_geometry);
  match(MatchRule::geometry, Several::refuse, name_of);
  match(MatchRule::templated, Several::refuse, [](const ComparedKernel& entry) -> std::optional<std::string> {
    const Launch* launch = launch_of(*entry.kernel->observation);
    if (!launch || launch->function.empty()) return std::nullopt;
    return without_template_arguments(launch->function) + kNext + geometry_of(*entry.kernel->observation);
  });
  match(MatchRule::only_one, Several::refuse, [](const ComparedKernel& entry) -> std::optional<std::string> {
    if (!launch_of(*entry.kernel->observation)) return std::nullopt;
    return geometry_of(*entry.kernel->observation);
  });
  std::sort(result.pairs.begin(), result.pairs.end(),
            [](const KernelMatch& x, const KernelMatch& y) { return x.a < y.a; });
  result.only_a = left_over(a);
  result.only_b = left_over(b);
  return result;
}

}  // namespace rooflens::models
