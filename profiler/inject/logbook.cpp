#include "profiler/inject/logbook.hpp"

#include <utility>

namespace rooflens::inject {

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

int Logbook::range(const std::string& path) {
  if (path.empty()) return 0;
  const std::lock_guard lock(mutex_);
  const auto [entry, fresh] = ranges_.emplace(path, static_cast<int>(ranges_.size()) + 1);
  if (fresh) writer_.write(collect::spool::RangeRecord{entry->second, path});
  return entry->second;
}

void Logbook::note(collect::spool::NoteRecord::Level level, const std::string& id, const std::string& text,
                   const std::string& remedy) {
  const std::lock_guard lock(mutex_);
  if (notes_.insert(id + '|' + text).second) writer_.write(collect::spool::NoteRecord{level, id, text, remedy});
}

}  // namespace rooflens::inject
