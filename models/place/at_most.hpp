// Whether a roof can bind a kernel at all, where its counters are of different work than each other or than its time.
#pragma once

namespace rooflens::models {

struct Placement;

/// Whether no resource can be busy, whichever launches the counters and the time are of: if every counter had its
/// largest value of all launches that were counted, a part that exceeds its whole were right, and they all belonged to
/// the shortest launch, each resource would still be busy for less than kBusyAtMost. False where a resource
/// was not counted.
[[nodiscard]] bool no_roof_at_most(const Placement& kernel);

}  // namespace rooflens::models
