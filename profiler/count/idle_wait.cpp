#include "profiler/count/idle_wait.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>

#include "profiler/observe/own_call.hpp"
#include "profiler/observe/own_thread.hpp"

namespace rooflens::inject {

struct IdleWait::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t asked = 0;  ///< number of the last question
  std::uint64_t answered = 0;
  bool over = false;
};

IdleWait::IdleWait(std::function<void()> synchronize)
    : synchronize_(std::move(synchronize)), shared_(std::make_shared<Shared>()) {}

IdleWait::~IdleWait() {
  const std::lock_guard lock(shared_->mutex);
  shared_->over = true;
  shared_->changed.notify_all();
}

bool IdleWait::start() {
  if (started_) return true;
  try {
    started_ = start_own_thread([shared = shared_, synchronize = synchronize_] {
      own_call = true;
      std::unique_lock lock(shared->mutex);
      for (;;) {
        shared->changed.wait(lock, [&] { return shared->over || shared->asked > shared->answered; });
        if (shared->over) return;
        const std::uint64_t question = shared->asked;
        lock.unlock();
        synchronize();
        lock.lock();
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
  shared_->changed.notify_all();
  return shared_->changed.wait_for(lock, timeout, [&] { return shared_->answered >= question; });
}

}  // namespace rooflens::inject
