// Writes a spool from inside a stranger's process: each record is one write(2), so that it survives any death of the
// process, and nothing here throws or prints.
#pragma once

#include <mutex>
#include <string>

#include "profiler/collect/spool/record.hpp"

namespace rooflens::collect::spool {

class Writer {
 public:
  /// Creates the file (O_APPEND, O_CLOEXEC, mode 0600). Check good().
  explicit Writer(const std::string& path);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  [[nodiscard]] bool good() const { return descriptor_ >= 0; }
  /// Appends one line. When the disk is full the line is lost, an empty file "<path>.full" says so, and later records are
  /// tried again. Safe from several threads; keeps errno.
  void write(const Record& record) noexcept;

 private:
  std::string path_;
  int descriptor_ = -1;
  bool torn_ = false;  ///< the last line did not fit: the next one begins with a newline
  std::mutex mutex_;
};

}  // namespace rooflens::collect::spool
