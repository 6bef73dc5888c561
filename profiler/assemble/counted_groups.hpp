// The launches of a kernel that were counted, group by group, and how they become counters of an observation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

inline constexpr std::string_view kHardwareGroup = "hardware";
inline constexpr std::string_view kSassGroup = "sass";

using Launches = std::vector<const spool::ObservationRecord*>;

struct CountedGroup {
  const spool::GroupRecord* group = nullptr;
  Launches launches;
};
using Groups = std::map<std::string, CountedGroup>;  ///< by the group's id

/// Launches in which work of another thread fell into the window are left out where there are others, except those that
/// patched code counted: it counts this kernel alone.
[[nodiscard]] Groups counted_launches(const KernelEntry& kernel, const SpoolIndex& index, bool replayed);

[[nodiscard]] bool has_counter(const spool::GroupRecord& group, std::string_view counter);
/// NaN where the group does not have the counter.
[[nodiscard]] double value_of(const spool::GroupRecord& group, const spool::ObservationRecord& record,
                              std::string_view counter);

/// The counter of the group that tells whether launches did the same work; empty: it has none.
[[nodiscard]] std::string_view anchor_of(const spool::GroupRecord& group);
/// The counter of `reference` that shows the same number for the same work; empty: it has none.
[[nodiscard]] std::string_view counterpart(std::string_view anchor, const spool::GroupRecord& reference);
/// One a launch, in their order.
[[nodiscard]] std::vector<double> values_of(const CountedGroup& counted, std::string_view counter);

/// An observation while it is put together.
struct Draft {
  models::Observation observation;
  std::set<std::pair<int, std::uint64_t>> launches;  ///< that the counters saw: of which kernel, and which of its own
  bool overlapped = false;                           ///< hardware counters hold other work too

  /// Means over these launches of a group. A counter that is there already stays as it is: counters are never mixed.
  void take(const spool::GroupRecord& group, const Launches& launches);
  /// Of the counters of the group those that say what the tensor pipe did, not how long.
  void take_pipe(const spool::GroupRecord& group, const Launches& launches);
  /// No counter is refused twice, or refused although it is there.
  void refuse(const std::string& counter, const std::string& reason);
  void refuse_group(const spool::GroupRecord& group, const std::string& reason);
  /// What CUPTI refused for all kernels, and the launches as numbers.
  void finish(const SpoolIndex& index);

 private:
  void take_counter(const spool::GroupRecord& group, const Launches& launches, std::size_t place);
  void note(const spool::GroupRecord& group, const Launches& launches);
};

/// Geometry, launches and times; no counters yet.
[[nodiscard]] Draft uncounted(const KernelEntry& kernel, const std::string& name);

/// The largest counts of any launch, and the least of the times that are known, of a kernel whose launches differ.
void take_extremes(const Groups& groups, const ObservedTimes& times, models::Observation& observation);

/// At most 200 of the samples, evenly chosen among the launches that each stands for, so that the same spool gives the
/// same durations.
[[nodiscard]] std::vector<models::Seconds> durations_of(std::span<const double> samples_ns,
                                                        std::span<const double> stands_for);

}  // namespace rooflens::collect
