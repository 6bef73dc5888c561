// What a chart shows of an analysis, before any pixel: which kernels have points, which only a bandwidth, which cannot
// be drawn and why, and which roofs belong on it.
#pragma once

#include <array>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports::chart {

/// A kernel that has points. `points` is never empty; the primary point comes first (DRAM where it is known).
struct Mark {
  const models::AnalysedKernel* kernel = nullptr;
  std::size_t index = 0;  ///< into MachineAnalysis::kernels
  std::string name;       ///< short enough for a label
  std::vector<const models::LevelPoint*> points;
  bool operations_counted = true;  ///< false: its FLOPs follow from the kernel's formula
};

/// A roof with what to write beside it, from everything to the least.
struct Roof {
  const models::MemoryCeiling* memory = nullptr;  ///< one of the three is set, for a wall none
  const models::ComputeCeiling* compute = nullptr;
  bool judged_by = true;  ///< false: theoretical at the maximum clock, drawn thin in fine dashes
  /// Longest first: the first that fits is written. The last is the name, that before it "DRAM 4.92 TB/s".
  std::vector<std::string> wordings;
  bool calculated = false;  ///< judged by, though not measured: drawn in wide dashes
  const models::InstructionCeiling* instruction = nullptr;
  bool own = false;     ///< of the only kernel in the picture, which no other is judged by
  std::string about{};  ///< of an own one: what it stands for

  /// A line that tells patterns apart and limits nothing.
  [[nodiscard]] bool is_wall() const { return !memory && !compute && !instruction; }
};

/// "DRAM 4.92 TB/s"
[[nodiscard]] inline const std::string& name_and_rate(const Roof& roof) {
  return roof.wordings[roof.wordings.size() < 2 ? 0 : roof.wordings.size() - 2];
}

/// Where the roof's number comes from; not for walls.
[[nodiscard]] inline const models::CeilingOrigin& origin_of(const Roof& roof) {
  if (roof.instruction) return roof.instruction->origin;
  return roof.memory ? roof.memory->origin : roof.compute->origin;
}

/// Why a kernel is not drawn.
struct Undrawn {
  std::string reason;
  std::vector<std::string> names;
};

struct Content {
  std::vector<Mark> roofline;       ///< kernels with FLOPs, largest share of time first
  std::vector<Mark> bandwidth;      ///< kernels without
  std::vector<Roof> memory_roofs;   ///< fastest last
  std::vector<Roof> compute_roofs;  ///< fastest last
  std::vector<Undrawn> undrawn;
  std::vector<std::string> contradictory;          ///< "copy/impossible (146 % of DRAM)"
  std::vector<std::string> uncounted;              ///< in `bandwidth` although their FLOPs are not known to be zero
  std::vector<std::string> without_roof;           ///< levels and formats that marks counted and no roof is known for
  std::list<models::ComputeCeiling> own_ceilings;  ///< what roofs of the only kernel refer to
};

/// With `only` those kernels alone.
[[nodiscard]] Content select(const models::MachineAnalysis& analysis,
                             const std::vector<const models::AnalysedKernel*>& only = {});

/// The most characters of a kernel's label.
inline constexpr std::size_t kNameLength = 28;

/// Each kernel's name with its problem, short enough for a label; different names stay different.
[[nodiscard]] std::vector<std::string> labels_of(const models::MachineAnalysis& machine);

/// Time first, in steps of 1 %, then how far the kernel is from its roof.
[[nodiscard]] bool more_important(const Mark& a, const Mark& b);

/// Levels by how much their point says: the first known one carries the name.
inline constexpr std::array<models::Level, 4> kByImportance{models::Level::dram, models::Level::l2, models::Level::l1,
                                                            models::Level::shared};

/// The kernel with those of its points that can be drawn.
[[nodiscard]] Mark mark_of(const models::AnalysedKernel& kernel, std::size_t index, std::string name);

/// Why the mark cannot be drawn; nothing if it can.
[[nodiscard]] std::optional<std::string> reason_not_drawn(const Mark& mark);

/// Adds the name to those that share the reason.
/// Names it among those whose counters and time contradict each other, if they do.
void note_contradiction(Content& content, const Mark& mark);

void add_undrawn(std::vector<Undrawn>& undrawn, const std::string& reason, const std::string& name);

}  // namespace rooflens::reports::chart
