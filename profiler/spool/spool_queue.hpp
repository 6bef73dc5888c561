// Records that a thread of our own writes: a file system that does not answer holds up nobody else.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "profiler/spool/spool_file.hpp"

namespace rooflens::collect::spool {

class SpoolQueue {
 public:
  /// Takes the file. Check started(): no thread may be to be had.
  explicit SpoolQueue(std::shared_ptr<SpoolFile> file);
  ~SpoolQueue() { end(); }
  SpoolQueue(const SpoolQueue&) = delete;
  SpoolQueue& operator=(const SpoolQueue&) = delete;

  [[nodiscard]] bool started() const { return started_; }
  /// Returns at once. Beyond kMost that wait, frames are lost, and the file is marked as incomplete when it answers.
  void push(std::string_view frame);
  /// After the last frame: waits for what is left, for kPatience at most, and lets the thread end after that.
  void end();

  static constexpr std::size_t kMost = std::size_t{16} << 20U;  ///< bytes; 20 minutes of a busy rank
  static constexpr std::chrono::milliseconds kPatience{2000};

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  ///< with the thread, which may outlive this
  bool started_ = false;
};

}  // namespace rooflens::collect::spool
