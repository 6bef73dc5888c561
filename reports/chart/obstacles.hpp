// What is already drawn, so that words go where nothing is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "reports/draw/geometry.hpp"

namespace rooflens::reports::chart {

class Obstacles {
 public:
  /// Neither words nor leader lines touch this.
  void block_with_words(const Box& box) { words_.push_back(box); }
  void block_with_marker(const Box& box, std::size_t kernel) { markers_.push_back({box, kernel}); }
  /// Words never touch this, leader lines may cross it: roofs, and markers where there are very many.
  void block_crossable(const Box& box) { crossable_.push_back(box); }
  /// Words avoid this if they can.
  void avoid(const Box& box) { avoided_.push_back(box); }

  [[nodiscard]] bool free_for_words(const Box& box) const {
    const auto covered = [&box](const MarkerBox& marker) { return overlap(marker.box, box); };
    return !touched(words_, box) && std::none_of(markers_.begin(), markers_.end(), covered) &&
           !touched(crossable_, box);
  }
  /// Whether a leader from the marker `own` passes. Markers that overlap it are no obstacle, or none of them had a
  /// name.
  [[nodiscard]] bool free_for_leader(const Box& box, const Box& own) const {
    const auto crossed = [&](const MarkerBox& marker) { return overlap(box, marker.box) && !overlap(own, marker.box); };
    return std::none_of(markers_.begin(), markers_.end(), crossed) && !touched(words_, box);
  }
  /// Whether words, or the end of their leader, are as near to another kernel's marker as to `own`. One that all but
  /// covers it is no other: what leads to one leads to both.
  [[nodiscard]] bool nearer_to_another(const Rect& words, const Box& own, std::size_t kernel) const {
    const auto gap = [&words](const Box& marker) {
      const Point c = marker.centre;
      return std::hypot(c.x - std::clamp(c.x, words.x, words.right()), c.y - std::clamp(c.y, words.y, words.bottom())) -
             marker.half_width;
    };
    return std::any_of(markers_.begin(), markers_.end(), [&](const MarkerBox& marker) {
      const double apart = std::hypot(marker.box.centre.x - own.centre.x, marker.box.centre.y - own.centre.y);
      return marker.kernel != kernel && apart > own.half_width / 2 && gap(marker.box) < gap(own) + 0.5;
    });
  }
  [[nodiscard]] bool touches_avoided(const Box& box) const { return touched(avoided_, box); }

 private:
  struct MarkerBox {
    Box box;
    std::size_t kernel;
  };
  [[nodiscard]] static bool touched(const std::vector<Box>& boxes, const Box& box) {
    for (const Box& other : boxes) {
      if (overlap(box, other)) return true;
    }
    return false;
  }

  std::vector<Box> words_;
  std::vector<MarkerBox> markers_;
  std::vector<Box> crossable_;
  std::vector<Box> avoided_;
};

}  // namespace rooflens::reports::chart
