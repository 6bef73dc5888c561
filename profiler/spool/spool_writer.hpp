// Writes a spool from inside a stranger's process: nothing here throws or prints, and once it is open nothing waits for
// a server.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "profiler/spool/record.hpp"
#include "profiler/spool/spool_file.hpp"
#include "profiler/spool/spool_queue.hpp"

namespace rooflens::collect::spool {

/// Who writes: the thread that calls, so that each record is one write(2) and survives any death of the process; or a
/// thread of our own, a moment later, where a write might not return.
enum class WrittenBy { caller, own_thread, by_file_system };

class SpoolWriter {
 public:
  /// As SpoolFile. Check good().
  explicit SpoolWriter(const std::string& path, WrittenBy by = WrittenBy::by_file_system);

  [[nodiscard]] bool good() const { return file_->good(); }
  [[nodiscard]] const std::string& path() const { return file_->path(); }
  /// Appends one frame. Safe from several threads; keeps errno.
  void write(const Record& record) noexcept;
  /// After the last record: waits until everything is written, for SpoolQueue::kPatience at most.
  void finish() noexcept;

 private:
  std::shared_ptr<SpoolFile> file_;
  std::unique_ptr<SpoolQueue> queue_;  ///< null: the caller writes
  std::mutex mutex_;
};

}  // namespace rooflens::collect::spool
