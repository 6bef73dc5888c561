// What is already drawn, so that words go where nothing is.
#pragma once

#include <vector>

#include "reports/chart/geometry.hpp"

namespace rooflens::reports::chart {

class Obstacles {
 public:
  /// Neither words nor leader lines touch this.
  void block_with_words(const Box& box) { words_.push_back(box); }
  void block_with_marker(const Box& box) { markers_.push_back(box); }
  /// Words never touch this, leader lines may cross it: roofs, and markers where there are very many.
  void block_crossable(const Box& box) { crossable_.push_back(box); }
  /// Words avoid this if they can.
  void avoid(const Box& box) { avoided_.push_back(box); }

  [[nodiscard]] bool free_for_words(const Box& box) const {
    return !touched(words_, box) && !touched(markers_, box) && !touched(crossable_, box);
  }
  /// Whether a leader from the marker `own` passes. Markers that overlap it are no obstacle, or none of them had a
  /// name.
  [[nodiscard]] bool free_for_leader(const Box& box, const Box& own) const {
    for (const Box& marker : markers_) {
      if (overlap(box, marker) && !overlap(own, marker)) return false;
    }
    return !touched(words_, box);
  }
  [[nodiscard]] bool touches_avoided(const Box& box) const { return touched(avoided_, box); }

 private:
  [[nodiscard]] static bool touched(const std::vector<Box>& boxes, const Box& box) {
    for (const Box& other : boxes) {
      if (overlap(box, other)) return true;
    }
    return false;
  }

  std::vector<Box> words_;
  std::vector<Box> markers_;
  std::vector<Box> crossable_;
  std::vector<Box> avoided_;
};

}  // namespace rooflens::reports::chart
