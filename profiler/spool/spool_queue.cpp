#include "profiler/spool/spool_queue.hpp"

#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

#include "profiler/spool/own_thread.hpp"

namespace rooflens::collect::spool {
namespace {

constexpr std::size_t kStack = std::size_t{256} << 10U;

}  // namespace

struct SpoolQueue::Shared {
  explicit Shared(std::shared_ptr<SpoolFile> spool) : file(std::move(spool)) {}

  const std::shared_ptr<SpoolFile> file;
  std::mutex mutex;
  std::condition_variable changed;
  std::string waiting;
  bool writing = false;
  bool lost = false;
  bool over = false;

  // The lock is never held while something is written.
  void serve() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return !waiting.empty() || over; });
      if (waiting.empty()) return;
      const std::string frames = std::exchange(waiting, {});
      const bool incomplete = std::exchange(lost, false);
      writing = true;
      lock.unlock();
      file->append(frames);
      if (incomplete) file->mark_incomplete();
      lock.lock();
      writing = false;
      changed.notify_all();
    }
  }
};

SpoolQueue::SpoolQueue(std::shared_ptr<SpoolFile> file) : shared_(std::make_shared<Shared>(std::move(file))) {
  started_ = start_own_thread([shared = shared_] { shared->serve(); }, kStack);
}

void SpoolQueue::push(std::string_view frame) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->waiting.size() + frame.size() > kMost) {
    shared_->lost = true;
    return;
  }
  shared_->waiting.append(frame);
  shared_->changed.notify_all();
}

void SpoolQueue::end() {
  std::unique_lock lock(shared_->mutex);
  shared_->over = true;
  shared_->changed.notify_all();
  if (!started_) return;
  shared_->changed.wait_for(lock, kPatience, [this] { return shared_->waiting.empty() && !shared_->writing; });
}

}  // namespace rooflens::collect::spool
