#include "profiler/cupti/nearest_counters.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace rooflens::collect::cupti {
namespace {

// Levenshtein distance of two short strings.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, substituted}));
    }
  }
  return row.back();
}

constexpr std::size_t kMost = 3;

}  // namespace

std::string nearest_hint(const HostProfiler& host, const std::string& name) {
  const std::string base = name.substr(0, name.find('.'));
  const std::vector<std::string> all = host.base_counters();
  if (std::find(all.begin(), all.end(), base) != all.end()) {
    return "; it has the base " + base + ": write " + base + ".sum, .avg, .min or .max";
  }
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& known : all) near.emplace_back(distance(base, known), known);
  const std::size_t count = std::min(kMost, near.size());
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
  std::string text;
  for (std::size_t i = 0; i < count && near[i].first <= base.size() / 3; ++i) {
    text += (text.empty() ? "; nearest: " : ", ") + near[i].second + ".sum";
  }
  return text;
}

}  // namespace rooflens::collect::cupti
