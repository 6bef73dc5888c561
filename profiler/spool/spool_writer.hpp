// Writes a spool from inside a stranger's process: each record is one write(2), so that it survives any death of the
// process, and nothing here throws or prints.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string>

#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

class SpoolWriter {
 public:
  /// Creates the file (O_APPEND, O_CLOEXEC, mode 0600). If there is one already, an earlier process had this number, or
  /// this process another program: "a.spool" becomes "a.2.spool". Check good().
  explicit SpoolWriter(const std::string& path);
  ~SpoolWriter();
  SpoolWriter(const SpoolWriter&) = delete;
  SpoolWriter& operator=(const SpoolWriter&) = delete;

  [[nodiscard]] bool good() const { return descriptor_ >= 0; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Appends one frame. When the disk is full the record is lost, an empty file "<path>.full" says so, and later
  /// records are tried again. Safe from several threads; keeps errno.
  void write(const Record& record) noexcept;

 private:
  [[nodiscard]] bool still_ours() const;

  std::string path_;
  int descriptor_ = -1;
  dev_t device_ = 0;  ///< with inode_: which file the descriptor was opened on
  ino_t inode_ = 0;
  std::mutex mutex_;
};

}  // namespace rooflens::collect::spool
