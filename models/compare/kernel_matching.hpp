// Which kernel of one recording is which of another: by name, geometry and parameters, then by weaker rules for kernels
// that were renamed or retuned. Every match says by which rule it was made, and what has no counterpart is listed.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// Strongest first; a kernel that a rule has matched is out of reach of the weaker ones.
enum class MatchRule {
  same,           ///< name, geometry and parameters
  same_function,  ///< function, geometry and parameters: only the short name differs
  no_parameters,  ///< name or function, and geometry: one side does not tell its parameters, and it is the only one
  geometry,       ///< name and parameters: the only one of its name on both sides
  templated,      ///< function up to its template arguments, geometry and parameters: the only one on both sides
  only_one,       ///< geometry and parameters: the only one left on both sides
};

struct MatchRuleInfo {
  MatchRule rule;
  std::string_view id;    ///< stable name in JSON
  std::string_view text;  ///< what a reader has to know of the pair; empty for the first
};

inline constexpr std::array<MatchRuleInfo, 6> kMatchRules{{
    {MatchRule::same, "same", ""},
    {MatchRule::same_function, "same_function", "same function and geometry, other short name"},
    {MatchRule::no_parameters, "no_parameters", "same name and geometry; one side does not tell its parameters"},
    {MatchRule::geometry, "geometry", "same name and parameters, other geometry"},
    {MatchRule::templated, "templated", "renamed: same function with other template arguments"},
    {MatchRule::only_one, "only_one", "renamed: the only ones left with this geometry and these parameters"},
}};

[[nodiscard]] constexpr const MatchRuleInfo& info(MatchRule rule) {
  return kMatchRules[static_cast<std::size_t>(rule)];
}

/// A kernel with what its analysis does not tell.
struct ComparedKernel {
  const AnalysedKernel* kernel = nullptr;  ///< never nullptr
  int rank = 0;                            ///< of its process
  std::size_t machine = 0;                 ///< position of its machine among those compared
};

struct KernelMatch {
  std::size_t a = 0;  ///< index into the first list
  std::size_t b = 0;
  MatchRule rule = MatchRule::same;
};

struct Matching {
  std::vector<KernelMatch> pairs;   ///< in the order of the first list
  std::vector<std::size_t> only_a;  ///< without a counterpart
  std::vector<std::size_t> only_b;
};

/// Kernels of one rank find counterparts of the same rank; where no rank is on both sides (two GPUs of one job), the
/// lowest rank of one side stands for the lowest of the other, and so on. Equal kernels are paired in order of
/// recording.
[[nodiscard]] Matching match_kernels(std::span<const ComparedKernel> a, std::span<const ComparedKernel> b);

/// "void add<float>(float*)" -> "void add": what instances of a template have in common.
[[nodiscard]] std::string without_template_arguments(std::string_view function);

}  // namespace rooflens::models
