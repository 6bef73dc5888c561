// What the injected library has to say: records with the numbers that hold within the process's spool.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "profiler/spool/record.hpp"
#include "profiler/spool/spool_writer.hpp"

namespace rooflens::inject {

class Logbook {
 public:
  explicit Logbook(const std::string& path) : writer_(path) {}

  [[nodiscard]] bool good() const { return writer_.good(); }
  void write(const collect::spool::Record& record) noexcept { writer_.write(record); }
  /// Before the process ends, after the last record.
  void finish() noexcept { writer_.finish(); }
  /// The number of a group with this name and these counters; written down when it is new.
  [[nodiscard]] int group(collect::spool::GroupRecord group);
  /// The number of a path of ranges, the outermost first; 0 for the empty one and for those beyond the first ten
  /// thousand. Written down when it is new, with all that enclose it.
  [[nodiscard]] int range(const std::vector<std::string>& path);
  /// Writes down what `change` makes of what is known of a device; nothing where it returns false.
  void device(int number, const std::function<bool(collect::spool::DeviceRecord&)>& change);
  /// Written once for each text.
  void note(collect::spool::NoteRecord::Level level, const std::string& id, const std::string& text,
            const std::string& remedy = {}) noexcept;
  /// Written for the first text of an id alone: what holds for many kernels is said of the first.
  void note_first(collect::spool::NoteRecord::Level level, const std::string& id, const std::string& text) noexcept;

 private:
  void write_once(const std::string& key, const collect::spool::NoteRecord& note);

  collect::spool::SpoolWriter writer_;
  std::mutex mutex_;
  std::map<int, collect::spool::DeviceRecord> devices_;
  std::map<std::string, int> groups_;
  std::map<std::string, int> ranges_;  // by joined path
  std::set<std::string> notes_;        // id and text, or an id of which one is enough
};

}  // namespace rooflens::inject
