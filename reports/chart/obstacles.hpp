// What is already drawn, so that words go where nothing is.
#pragma once

#include <vector>

#include "reports/chart/geometry.hpp"

namespace rooflens::reports::chart {

class Obstacles {
 public:
  /// Neither words nor leader lines touch this: markers, words.
  void block(const Box& box) { solid_.push_back(box); }
  /// Words never touch this, leader lines may cross it: roofs, and markers where there are very many.
  void block_words(const Box& box) { crossable_.push_back(box); }
  /// Words avoid this if they can.
  void avoid(const Box& box) { avoided_.push_back(box); }

  [[nodiscard]] bool free_for_words(const Box& box) const { return !touched(solid_, box) && !touched(crossable_, box); }
  /// Whether a leader from `own` marker passes; markers that overlap it are no obstacle, or none of them had a name.
  [[nodiscard]] bool free_for_leader(const Box& box, const Box& own) const {
    for (const Box& other : solid_) {
      if (overlap(box, other) && !overlap(own, other)) return false;
    }
    return true;
  }
  [[nodiscard]] bool touches_avoided(const Box& box) const { return touched(avoided_, box); }

 private:
  [[nodiscard]] static bool touched(const std::vector<Box>& boxes, const Box& box) {
    for (const Box& other : boxes) {
      if (overlap(box, other)) return true;
    }
    return false;
  }

  std::vector<Box> solid_;
  std::vector<Box> crossable_;
  std::vector<Box> avoided_;
};

}  // namespace rooflens::reports::chart
