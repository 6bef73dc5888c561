#include "profiler/graph/graph_lanes.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::graph {
namespace {

constexpr std::uint32_t kMostLanes = 16;

// Of a step: in each lane the number of steps, from the first, that are over when it begins or ends.
using Over = std::vector<std::uint32_t>;

class LaneLayout {
 public:
  explicit LaneLayout(const std::vector<std::vector<std::uint32_t>>& after) : after_(after) {}

  // In the lane of a step that it waits for, where that is the last one there; else in a lane all of which is over.
  bool add(std::uint32_t step) {
    Over over(kMostLanes, 0);
    for (const std::uint32_t before : after_[step]) {
      for (std::uint32_t lane = 0; lane < kMostLanes; ++lane) over[lane] = std::max(over[lane], ends_[before][lane]);
    }
    const std::optional<std::uint32_t> lane = lane_for(step, over);
    if (!lane) return false;
    GraphLanes::Place& place = lanes_.places.emplace_back();
    place.lane = *lane;
    const Over known = steps_[*lane].empty() ? Over(kMostLanes, 0) : ends_[steps_[*lane].back()];
    for (std::uint32_t other = 0; other < kMostLanes; ++other) {
      if (other == *lane || over[other] <= known[other]) continue;
      place.after.push_back(steps_[other][over[other] - 1]);
      lanes_.places[place.after.back()].awaited = true;
    }
    steps_[*lane].push_back(step);
    over[*lane] = static_cast<std::uint32_t>(steps_[*lane].size());
    ends_.push_back(std::move(over));
    lanes_.count = std::max(lanes_.count, *lane + 1);
    return true;
  }

  GraphLanes finish() {
    const Over& known = ends_[steps_[0].back()];
    for (std::uint32_t lane = 1; lane < lanes_.count; ++lane) {
      if (known[lane] == steps_[lane].size()) continue;
      lanes_.last.push_back(steps_[lane].back());
      lanes_.places[steps_[lane].back()].awaited = true;
    }
    return std::move(lanes_);
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> lane_for(std::uint32_t step, const Over& over) const {
    for (const std::uint32_t before : after_[step]) {
      const std::uint32_t lane = lanes_.places[before].lane;
      if (steps_[lane].back() == before) return lane;
    }
    for (std::uint32_t lane = 0; lane < kMostLanes; ++lane) {
      if (over[lane] == steps_[lane].size()) return lane;  // an empty one too
    }
    return std::nullopt;
  }

  const std::vector<std::vector<std::uint32_t>>& after_;
  GraphLanes lanes_;
  std::vector<std::vector<std::uint32_t>> steps_ = std::vector<std::vector<std::uint32_t>>(kMostLanes);
  std::vector<Over> ends_;  ///< what is over when a step is, itself included
};

}  // namespace

std::optional<GraphLanes> lay_in_lanes(const std::vector<std::vector<std::uint32_t>>& after) {
  LaneLayout layout(after);
  for (std::uint32_t step = 0; step < after.size(); ++step) {
    if (!layout.add(step)) return std::nullopt;
  }
  return after.empty() ? GraphLanes() : layout.finish();
}

}  // namespace rooflens::graph
