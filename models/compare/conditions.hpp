// Under which conditions two recordings were made, and which of them differ: what has to be known before their times
// are held against each other.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/compare/kernel_matching.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// What is held against another: a session, or some of its machines.
struct ComparisonSide {
  const Recording* recording = nullptr;  ///< never nullptr
  const Analysis* analysis = nullptr;    ///< of that recording
  std::vector<std::size_t> machines{};   ///< indices into analysis->machines; empty: all of them
};

/// Whether its numbers were made up, which every report says.
[[nodiscard]] inline bool is_simulated(const ComparisonSide& side) {
  return side.recording->provenance.kind == RecordingKind::simulated;
}

/// Whether it was altered since it was recorded, which every report says too.
[[nodiscard]] inline bool was_altered(const ComparisonSide& side) { return is_altered(side.recording->provenance); }

/// The machines of a side, in order.
[[nodiscard]] std::vector<const MachineAnalysis*> machines_of(const ComparisonSide& side);

/// Its kernels, then its NVTX ranges, machine by machine in order of recording.
[[nodiscard]] std::vector<ComparedKernel> kernels_of(const ComparisonSide& side);

enum class Condition { gpu, driver, clock, cache, tool, kind };

struct ConditionInfo {
  Condition condition;
  std::string_view id;     ///< stable name, in options and JSON
  std::string_view label;  ///< for sentences
};

inline constexpr std::array<ConditionInfo, 6> kConditions{{
    {Condition::gpu, "gpu", "GPU"},
    {Condition::driver, "driver", "driver"},
    {Condition::clock, "clock", "clock while kernels ran"},
    {Condition::cache, "cache", "L2 before each repetition"},
    {Condition::tool, "tool", "rooflens version"},
    {Condition::kind, "kind", "kind of data"},
}};

[[nodiscard]] constexpr const ConditionInfo& info(Condition c) { return kConditions[static_cast<std::size_t>(c)]; }

struct ConditionDifference {
  Condition condition;
  std::string a;  ///< in words: "1980 MHz (SM)"
  std::string b;
  bool recorded = true;  ///< false: one side does not tell it, so that nobody knows whether they differ
};

/// Differences between the sides; that of the cache policy is between kernels that were matched.
[[nodiscard]] std::vector<ConditionDifference> differing_conditions(const ComparisonSide& a, const ComparisonSide& b,
                                                                    std::span<const ComparedKernel> kernels_a,
                                                                    std::span<const ComparedKernel> kernels_b,
                                                                    const Matching& matching);

enum class PropertyUnit { text, count, hertz, bytes, watts, yes_no, bytes_per_s, operations_per_s, per_s, seconds };

/// Nothing, a number in base units, or words.
using PropertyValue = std::variant<std::monostate, double, std::string>;

struct PropertyRow {
  std::string id;     ///< stable name in JSON
  std::string label;  ///< for people
  PropertyUnit unit = PropertyUnit::text;
  PropertyValue a;
  PropertyValue b;
  double scatter = 0;       ///< relative: numbers this near are the same; of measured roofs their spreads together
  std::string_view what{};  ///< is done per second, for PropertyUnit::per_s: "wavefront"
  [[nodiscard]] bool differs() const;
};

/// Properties and roofs of two machines side by side; what neither of them tells is left out. Probes that no roof shows
/// (is_beside_roofs) are there where both have them.
[[nodiscard]] std::vector<PropertyRow> side_by_side(const MachineAnalysis& a, const MachineAnalysis& b);

}  // namespace rooflens::models
