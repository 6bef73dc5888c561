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
  using Clock = std::chrono::steady_clock;
  explicit CountingThread(CUcontext context) : context_(context) {}
  ~CountingThread();
  CountingThread(const CountingThread&) = delete;
  CountingThread& operator=(const CountingThread&) = delete;

  /// Whether there is a thread; else it is tried to have one.
  [[nodiscard]] bool start();
  /// Returns when `work`, which throws nothing, is done, or `timeout` is over; whether it is done. Where no thread is
  /// to be had, nothing happens. For one thread at a time, and for none after it was not done. `work` holds nothing of
  /// the caller's stack, which a handler may leave meanwhile.
  [[nodiscard]] bool run(std::function<void()> work, Clock::duration timeout) noexcept;
  /// Within `work`: from now on it may take so long.
  void allow(Clock::duration timeout);
  /// The number of what run() is called for next, and of what it was called for last. Never 0.
  [[nodiscard]] std::uint32_t next() const { return number() + 1; }
  [[nodiscard]] std::uint32_t number() const;
  /// Waits until what has this number is done, where nobody waits for it any more; at most `timeout`. False: it is not.
  [[nodiscard]] bool done_within(std::uint32_t number, Clock::duration timeout) const;
  /// Waits until nothing is done for any context, at most `timeout`. False: something still is.
  static bool all_done(Clock::duration timeout);

 private:
  struct Job;

  CUcontext context_;
  std::shared_ptr<Job> job_;  ///< the thread's too, which may outlive this
};

}  // namespace rooflens::inject
