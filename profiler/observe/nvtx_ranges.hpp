// The NVTX ranges that are open, as launches see them: push/pop ranges of a thread, start/end ranges of the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace rooflens::inject {

class NvtxRanges {
 public:
  NvtxRanges();
  // The handler of a signal may open and close ranges, also while its thread does: then they are none, and it has none.

  /// `domain` is empty for the default domain. Returns the depth of the range in this thread and domain, from 0.
  int push(const std::string& domain, std::string name);
  int pop(const std::string& domain);
  std::uint64_t start(const std::string& domain, std::string name);
  void end(std::uint64_t id);

  /// The path that a launch of this thread belongs to: names from outermost to innermost, "domain@name" outside the
  /// default domain, start/end ranges first. A thread without ranges of its own belongs to the thread that opened one
  /// last: autograd's backward runs in threads that nobody marks. Empty when no range is open. Of more than a hundred
  /// of a kind the outermost.
  [[nodiscard]] std::vector<std::string> path() const;
  /// False as long as nobody has used NVTX: then path() is empty and need not be asked.
  [[nodiscard]] bool used() const { return used_; }

 private:
  struct Open {
    std::string domain;
    std::string label;
    int depth;  ///< in its domain, from 0
  };
  struct Thread {
    std::vector<Open> stack;
    std::uint64_t touched = 0;  ///< when it pushed last, in pushes of the process
  };
  class Lock;
  Thread& this_thread();

  mutable std::mutex mutex_;
  std::atomic<bool> used_{false};
  std::uint64_t instance_;
  std::uint64_t pushes_ = 0;
  std::uint64_t next_id_ = 1;
  std::vector<std::shared_ptr<Thread>> threads_;
  Thread ended_;                                  ///< what threads open after their end
  std::map<std::uint64_t, std::string> started_;  ///< by id, which is the order of their start
};

/// Whether a path lies in the range that `filter` names: "name" in any domain, "domain@name", or a nested "a/b".
[[nodiscard]] bool inside_range(const std::vector<std::string>& path, const std::string& filter);

/// The path as text, its names joined by "/".
[[nodiscard]] std::string joined(const std::vector<std::string>& path);

}  // namespace rooflens::inject
