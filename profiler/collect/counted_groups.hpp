// Launches of one kernel by the counter group that saw them, and the parts that every observation made of them has.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/observation.hpp"
#include "profiler/collect/spool_index.hpp"

namespace rooflens::collect {

/// Counted launches of a kernel in one group; never empty.
struct Counted {
  const spool::GroupRecord* group;
  std::vector<const spool::ObservationRecord*> launches;
};
using Groups = std::map<std::string, Counted>;  ///< by the group's id

/// The kernel's launches that were counted by replay, or in turns. Where there are others, launches during which
/// another thread launched work are left out.
[[nodiscard]] Groups by_group(const KernelEntry& kernel, const SpoolIndex& index, bool replayed);

/// The counter's value in that launch; NaN when the group does not have it.
[[nodiscard]] double value_of(const spool::GroupRecord& group, const spool::ObservationRecord& record,
                              std::string_view counter);

/// Adds mean, minimum and maximum over `launches` for each counter that `o` does not have yet. A counter without a
/// number is refused.
void store(const Counted& counted, const std::vector<const spool::ObservationRecord*>& launches,
           models::Observation& o);
/// Refuses the group's counters that `o` does not have.
void refuse(const spool::GroupRecord& group, const std::string& reason, models::Observation& o);
/// Counters that the chip does not offer.
void pass_on_refusals(const SpoolIndex& index, models::Observation& o);

/// At most 200, evenly chosen, so that the same spool gives the same durations.
[[nodiscard]] std::vector<models::Seconds> durations_of(const std::vector<double>& samples_ns);

/// Everything but counters.
[[nodiscard]] models::Observation without_counters(const KernelEntry& kernel, const std::string& name);
/// Sets launches_observed, and remarks on launches that were not alone.
void note_counted(const Groups& groups, models::Observation& o);

}  // namespace rooflens::collect
