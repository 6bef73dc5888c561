// Waits, with a deadline, until what was submitted to a CUDA context is over. No call of the driver has a deadline, not
// even one that asks, so a thread of this library makes them, and the caller waits for that thread.
#pragma once

#include <chrono>
#include <memory>

#include "profiler/observe/driver.hpp"

namespace rooflens::inject {

class IdleWait {
 public:
  explicit IdleWait(Synchronize synchronize);
  /// Does not wait for the thread: it may be within the driver for as long as a kernel runs.
  ~IdleWait();
  IdleWait(const IdleWait&) = delete;
  IdleWait& operator=(const IdleWait&) = delete;

  /// Whether everything that was submitted before this call is over; false: it is not, after `timeout`, or nobody
  /// knows: the driver answered with an error, or no thread could be started.
  [[nodiscard]] bool within(std::chrono::steady_clock::duration timeout);
  /// Stops what goes on since within() gave up, and waits until the thread has left the driver; false: it has not,
  /// after `timeout`. A capture may not begin meanwhile, nor may the context end. Without a lock: the handler of a
  /// signal may not come back.
  bool leaves_driver(std::chrono::steady_clock::duration timeout);

 private:
  struct Shared;
  [[nodiscard]] bool start();

  Synchronize synchronize_;
  std::shared_ptr<Shared> shared_;
  bool started_ = false;
};

}  // namespace rooflens::inject
