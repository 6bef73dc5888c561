// The file behind a spool, opened in a stranger's process: nothing here throws, prints or raises a signal.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace rooflens::collect::spool {

class SpoolFile {
 public:
  /// Creates the file (O_APPEND, O_CLOEXEC, mode 0600) with its header. If there is one already, an earlier process had
  /// this number, or this process another program: "a.spool" becomes "a.2.spool". Check good().
  explicit SpoolFile(const std::string& path);
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  [[nodiscard]] bool good() const { return descriptor_ >= 0; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Whether somebody else may have to answer before a write returns, such as a server: the file system is none of
  /// those known to be of this machine.
  [[nodiscard]] bool may_hang() const;
  /// One write(2), if there is room. When the disk is full the frames are lost, mark_incomplete() says so, and later
  /// ones are tried again. For one thread at a time; keeps errno.
  void append(std::string_view frames) noexcept;
  /// An empty file "<path>.full", which needs no room of the disk's data, says that something was lost.
  void mark_incomplete() const noexcept;

 private:
  [[nodiscard]] bool still_ours() const;

  std::string path_;
  int descriptor_ = -1;
  dev_t device_ = 0;  ///< with inode_: which file the descriptor was opened on
  ino_t inode_ = 0;
};

}  // namespace rooflens::collect::spool
