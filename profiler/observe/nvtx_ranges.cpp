#include "profiler/observe/nvtx_ranges.hpp"

#include <algorithm>
#include <utility>

#include "models/base/joined.hpp"

namespace rooflens::inject {
namespace {

std::string label_of(const std::string& domain, std::string name) {
  return domain.empty() ? std::move(name) : domain + "@" + name;
}

// A path names so many ranges of each kind at most, the outermost: programs that open ranges and never close them are
// right otherwise, and each launch copies the path.
constexpr std::size_t kMostNames = 100;

std::atomic<std::uint64_t> instances{0};

}  // namespace

NvtxRanges::NvtxRanges() : instance_(++instances) {}

// Not for the handler of a signal that comes while its own thread has it.
class NvtxRanges::Lock {
 public:
  explicit Lock(std::mutex& mutex) : mutex_(mutex), holds_(!std::exchange(held, true)) {
    if (holds_) mutex_.lock();
  }
  ~Lock() {
    if (!holds_) return;
    mutex_.unlock();
    held = false;
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  [[nodiscard]] explicit operator bool() const { return holds_; }

 private:
  inline static constinit thread_local bool held = false;
  std::mutex& mutex_;
  bool holds_;
};

// A thread's entry lives as long as the thread: the list holds it weakly, by dropping entries that nobody else has.
// Destructors of the application's own thread-local and static objects may come later.
NvtxRanges::Thread& NvtxRanges::this_thread() {
  struct Mine {
    std::map<std::uint64_t, std::shared_ptr<Thread>> entries;
    bool& gone;
    ~Mine() { gone = true; }
  };
  thread_local bool gone = false;
  if (gone) return ended_;
  thread_local Mine mine{{}, gone};
  std::shared_ptr<Thread>& entry = mine.entries[instance_];
  if (!entry) {
    std::erase_if(threads_, [](const auto& thread) { return thread.use_count() == 1; });
    entry = std::make_shared<Thread>();
    threads_.push_back(entry);
  }
  return *entry;
}

int NvtxRanges::push(const std::string& domain, std::string name) {
  const Lock lock(mutex_);
  if (!lock) return -1;
  used_ = true;
  Thread& thread = this_thread();
  thread.touched = ++pushes_;
  const auto last =
      std::find_if(thread.stack.rbegin(), thread.stack.rend(), [&](const Open& open) { return open.domain == domain; });
  const int depth = last == thread.stack.rend() ? 0 : last->depth + 1;
  thread.stack.push_back({domain, label_of(domain, std::move(name)), depth});
  return depth;
}

int NvtxRanges::pop(const std::string& domain) {
  const Lock lock(mutex_);
  if (!lock) return -1;
  std::vector<Open>& stack = this_thread().stack;
  const auto last = std::find_if(stack.rbegin(), stack.rend(), [&](const Open& open) { return open.domain == domain; });
  if (last == stack.rend()) return -1;
  const int depth = last->depth;
  stack.erase(std::next(last).base());
  return depth;
}

std::uint64_t NvtxRanges::start(const std::string& domain, std::string name) {
  const Lock lock(mutex_);
  if (!lock) return 0;
  used_ = true;
  started_.emplace(next_id_, label_of(domain, std::move(name)));
  return next_id_++;
}

void NvtxRanges::end(std::uint64_t id) {
  if (const Lock lock(mutex_); lock) started_.erase(id);
}

std::vector<std::string> NvtxRanges::path() const {
  std::vector<std::string> path;
  const Lock lock(mutex_);
  if (!lock) return path;
  for (const auto& [id, label] : started_) {
    if (path.size() == kMostNames) break;
    path.push_back(label);
  }
  const std::vector<Open>* stack = &const_cast<NvtxRanges*>(this)->this_thread().stack;
  if (stack->empty()) {
    std::uint64_t latest = 0;
    for (const auto& thread : threads_) {
      const bool ended = thread.use_count() == 1;
      if (ended || thread->stack.empty() || thread->touched <= latest) continue;
      latest = thread->touched;
      stack = &thread->stack;
    }
  }
  for (std::size_t i = 0; i < std::min(stack->size(), kMostNames); ++i) path.push_back((*stack)[i].label);
  return path;
}

std::string joined(const std::vector<std::string>& path) { return models::joined(path, "/"); }

bool inside_range(const std::vector<std::string>& path, const std::string& filter) {
  for (std::size_t first = 0; first < path.size(); ++first) {
    std::string with_domains;
    std::string without;
    for (std::size_t i = first; i < path.size(); ++i) {
      const std::size_t at = path[i].find('@');
      with_domains += (i > first ? "/" : "") + path[i];
      without += (i > first ? "/" : "") + (at == std::string::npos ? path[i] : path[i].substr(at + 1));
      if (with_domains == filter || without == filter) return true;
    }
  }
  return false;
}

}  // namespace rooflens::inject
