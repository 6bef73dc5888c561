// Waits, with a deadline, until what was submitted to a CUDA context is over. The driver's own wait has no deadline, so
// a thread of this library makes it, and the caller waits for that thread.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace rooflens::inject {

class IdleWait {
 public:
  /// `synchronize` is called on the library's thread and returns when the context's work is over.
  explicit IdleWait(std::function<void()> synchronize);
  /// Does not wait for the thread: it may be within the driver for as long as a kernel runs.
  ~IdleWait();
  IdleWait(const IdleWait&) = delete;
  IdleWait& operator=(const IdleWait&) = delete;

  /// Whether everything that was submitted before this call is over; false: it is not, after `timeout`, or no thread
  /// could be started.
  [[nodiscard]] bool within(std::chrono::steady_clock::duration timeout);

 private:
  struct Shared;
  [[nodiscard]] bool start();

  std::function<void()> synchronize_;
  std::shared_ptr<Shared> shared_;
  bool started_ = false;
};

}  // namespace rooflens::inject
