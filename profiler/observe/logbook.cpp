#include "profiler/observe/logbook.hpp"

#include <utility>

#include "profiler/observe/nvtx_ranges.hpp"

namespace rooflens::inject {
namespace {

constexpr std::size_t kMostRanges = 10'000;

}  // namespace

int Logbook::group(collect::spool::GroupRecord group) {
  const std::lock_guard lock(mutex_);
  std::string key = group.id;
  for (const std::string& counter : group.counters) key += '|' + counter;
  const auto [entry, fresh] = groups_.emplace(key, static_cast<int>(groups_.size()));
  if (fresh) {
    group.group = entry->second;
    writer_.write(std::move(group));
  }
  return entry->second;
}

void Logbook::device(int number, const std::function<bool(collect::spool::DeviceRecord&)>& change) {
  const std::lock_guard lock(mutex_);
  collect::spool::DeviceRecord& known = devices_[number];
  known.device = number;
  if (change(known)) writer_.write(known);
}

int Logbook::range(const std::vector<std::string>& path) {
  if (path.empty()) return 0;
  const std::string name = joined(path);
  std::unique_lock lock(mutex_);
  if (ranges_.size() >= kMostRanges && !ranges_.contains(name)) {
    lock.unlock();
    note(collect::spool::NoteRecord::Level::warning, "ranges",
         "more than ten thousand NVTX ranges of different names: launches in later ones belong to no range",
         "names without running numbers make ranges that can be compared");
    return 0;
  }
  const auto number_of = [&](const std::string& range) {
    const auto [entry, fresh] = ranges_.emplace(range, static_cast<int>(ranges_.size()) + 1);
    if (fresh) writer_.write(collect::spool::RangeRecord{entry->second, range});
    return std::pair(entry->second, fresh);
  };
  const auto [number, fresh] = number_of(name);
  for (std::size_t depth = 1; fresh && depth < path.size(); ++depth) {
    number_of(joined({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth)}));
  }
  return number;
}

void Logbook::note(collect::spool::NoteRecord::Level level, const std::string& id, const std::string& text,
                   const std::string& remedy) noexcept {
  try {
    write_once(id + '|' + text, {level, id, text, remedy});
  } catch (...) {
    // No memory for a note: the application needs what there is.
  }
}

void Logbook::note_first(collect::spool::NoteRecord::Level level, const std::string& id,
                         const std::string& text) noexcept {
  try {
    write_once(id, {level, id, text, {}});
  } catch (...) {  // as above
  }
}

void Logbook::write_once(const std::string& key, const collect::spool::NoteRecord& note) {
  const std::lock_guard lock(mutex_);
  if (notes_.insert(key).second) writer_.write(note);
}

}  // namespace rooflens::inject
