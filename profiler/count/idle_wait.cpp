#include "profiler/count/idle_wait.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "profiler/observe/own_call.hpp"
#include "profiler/spool/own_thread.hpp"

namespace rooflens::inject {

struct IdleWait::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t asked = 0;  ///< number of the last question
  std::uint64_t answered = 0;
  bool idle = false;  ///< the last answer
  bool over = false;
  std::atomic<bool> inside{false};  ///< the driver
  std::atomic<bool> stop{false};    ///< nobody waits for the answer any more
};

IdleWait::IdleWait(Synchronize synchronize)
    : synchronize_(std::move(synchronize)), shared_(std::make_shared<Shared>()) {}

IdleWait::~IdleWait() {
  const std::lock_guard lock(shared_->mutex);
  shared_->over = shared_->stop = true;
  shared_->changed.notify_all();
}

bool IdleWait::start() {
  if (started_) return true;
  try {
    started_ = collect::start_own_thread([shared = shared_, synchronize = synchronize_] {
      own_call = true;
      std::unique_lock lock(shared->mutex);
      for (;;) {
        shared->changed.wait(lock, [&] { return shared->over || shared->asked > shared->answered; });
        if (shared->over) return;
        const std::uint64_t question = shared->asked;
        shared->inside = true;
        shared->idle = false;
        if (!shared->stop) {
          lock.unlock();
          const bool idle = synchronize(shared->stop);
          lock.lock();
          shared->idle = idle;
        }
        shared->inside = false;
        shared->answered = question;
        shared->changed.notify_all();
      }
    });
  } catch (const std::exception&) {  // no memory
  }
  return started_;
}

bool IdleWait::within(std::chrono::steady_clock::duration timeout) {
  if (!start()) return false;
  std::unique_lock lock(shared_->mutex);
  const std::uint64_t question = ++shared_->asked;
  shared_->stop = false;
  shared_->changed.notify_all();
  if (shared_->changed.wait_for(lock, timeout, [&] { return shared_->answered >= question; })) return shared_->idle;
  shared_->stop = true;
  return false;
}

bool IdleWait::leaves_driver(std::chrono::steady_clock::duration timeout) {
  shared_->stop = true;
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (shared_->inside && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  return !shared_->inside;
}

}  // namespace rooflens::inject
