// A thread of the library's own that calls CUPTI for the launches of a context. The application's thread waits for it
// with its signals as they are: a handler runs there, as without us, and may end the program or never come back. Held
// back instead, the signals of a process go to a thread of the driver, which holds none back (seen with driver 580: the
// handler ran there, and its exit() took the CUDA runtime away from the launching thread).
#pragma once

#include <cuda.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace rooflens::inject {

class CountingThread {
 public:
  explicit CountingThread(CUcontext context) : context_(context) {}
  ~CountingThread();
  CountingThread(const CountingThread&) = delete;
  CountingThread& operator=(const CountingThread&) = delete;

  /// Returns when `work`, which throws nothing, is done; where no thread is to be had, it is done here. For one thread
  /// at a time. `work` holds nothing of the caller's stack, which a handler may leave meanwhile.
  void run(std::function<void()> work);
  /// Waits until what run() was called for is done, where nobody waits for it any more; at most `timeout`. False: it is
  /// not.
  [[nodiscard]] bool done_within(std::chrono::steady_clock::duration timeout) const;
  /// Waits until nothing is done for any context, at most `timeout`. False: something still is.
  static bool all_done(std::chrono::steady_clock::duration timeout);

 private:
  struct Job;

  CUcontext context_;
  std::shared_ptr<Job> job_;  ///< the thread's too, which may outlive this
};

}  // namespace rooflens::inject
