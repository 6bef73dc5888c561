// The edit distance by dynamic programming over three rows.
#include "models/base/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace rooflens::models {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // row[j]: distance between the prefix of a seen so far and b[0, j)
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = last[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({substituted, row[j] + 1, last[j + 1] + 1});
      const bool exchanged = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (exchanged) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row.back();
}

bool is_near(std::string_view typed, std::string_view meant) {
  const std::size_t slips = std::max<std::size_t>(1, std::max(typed.size(), meant.size()) / 3);
  return typed.size() > 1 && edit_distance(typed, meant) <= slips;
}

}  // namespace rooflens::models
