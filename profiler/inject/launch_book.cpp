#include "profiler/inject/launch_book.hpp"

#include <algorithm>

namespace rooflens::inject {

void LaunchBook::add(std::uint32_t correlation, const Launched& launched) {
  const std::lock_guard lock(mutex_);
  launches_.insert_or_assign(correlation, launched);
}

void LaunchBook::remove(std::uint32_t correlation) {
  const std::lock_guard lock(mutex_);
  launches_.erase(correlation);
}

std::optional<Launched> LaunchBook::take(std::uint32_t correlation) {
  const std::lock_guard lock(mutex_);
  const auto it = launches_.find(correlation);
  if (it == launches_.end()) return std::nullopt;
  const Launched launched = it->second;
  if (launched.kernel->record.form != collect::spool::LaunchForm::graph) launches_.erase(it);
  return launched;
}

void LaunchBook::extend_graph(std::uint32_t correlation, const Launched& launched, std::uint64_t start,
                              std::uint64_t end) {
  const std::lock_guard lock(mutex_);
  auto& [span, heard] = graphs_[correlation];
  span.launched = launched;
  span.start = span.start == 0 ? start : std::min(span.start, start);
  span.end = std::max(span.end, end);
  heard = true;
}

std::vector<GraphSpan> LaunchBook::take_graphs() {
  const std::lock_guard lock(mutex_);
  std::vector<GraphSpan> finished;
  for (auto it = graphs_.begin(); it != graphs_.end();) {
    if (it->second.second) {
      it->second.second = false;
      ++it;
    } else {
      finished.push_back(it->second.first);
      launches_.erase(it->first);
      it = graphs_.erase(it);
    }
  }
  return finished;
}

}  // namespace rooflens::inject
