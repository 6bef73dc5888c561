#include "profiler/count/event_times.hpp"

#include <dlfcn.h>

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

// Launches of this thread between two events each, in the order in which they were made. Events end with their context;
// a few are made for each context that a thread launches in.
struct Pairs {
  static constexpr std::size_t kMost = 16;
  struct Pair {
    SeenKernel* kernel = nullptr;
    CUevent begin = nullptr, end = nullptr;
  };
  const void* owner = nullptr;
  std::uint64_t contexts_ended = 0;
  CUcontext context = nullptr;
  std::array<Pair, kMost> pairs{};
  std::uint64_t made = 0, taken = 0;  ///< pairs so far
  bool begun = false;                 ///< the next one
  EventTimes::Clock::time_point next_read{};

  [[nodiscard]] Pair& next() { return pairs[made % kMost]; }
  [[nodiscard]] Pair& oldest() { return pairs[taken % kMost]; }
};
constinit thread_local Pairs own_pairs{};

}  // namespace

EventCalls EventCalls::of_driver() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!driver) return {};
  const auto find = [driver](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(driver, name));
  };
  EventCalls calls;
  find(calls.create, "cuEventCreate");
  find(calls.record, "cuEventRecord");
  find(calls.elapsed, "cuEventElapsedTime");
  return calls.create && calls.record && calls.elapsed ? calls : EventCalls{};
}

// One that takes so long that the events themselves do not matter, or of which no record came yet.
bool EventTimes::is_open(const SeenKernel& kernel) {
  const double mean_ns = kernel.mean_ns;
  return (mean_ns == 0 || mean_ns >= kShortest_ns) && kernel.times_by_events.added < TimesByEvents::kMost &&
         kernel.record.form != LaunchForm::graph;
}

bool EventTimes::wants_rest(KernelTable& kernels, bool looks, Clock::time_point now) {
  if (!calls_.create || !looks) return resting_ = false;
  if (now < next_ || (!resting_ && rests_ >= kRests)) return resting_;
  if (resting_) {
    next_ = now + 3 * kRest;
    return resting_ = false;
  }
  bool any = false;
  kernels.each([&](SeenKernel& kernel) {
    const std::uint64_t launches = kernel.launches;
    const bool lately = std::exchange(kernel.times_by_events.launches_seen, launches) < launches;
    any |= lately && launches > TimesByEvents::kMost && is_open(kernel);
  });
  next_ = now + kRest;
  rests_ += any;
  return resting_ = any;
}

void EventTimes::begin(SeenKernel& kernel, CUstream stream, CUcontext context, std::uint64_t contexts_ended) {
  if (own_pairs.owner != this || own_pairs.contexts_ended != contexts_ended || own_pairs.context != context) {
    own_pairs = {this, contexts_ended, context};
  }
  own_pairs.begun = false;
  if (own_pairs.made - own_pairs.taken >= Pairs::kMost) return;
  Pairs::Pair& pair = own_pairs.next();
  if (!pair.end) {
    if (pairs_++ >= kMostPairs) return;
    const RelaxedCapture relaxed;
    if (calls_.create(&pair.begin, CU_EVENT_DEFAULT) != CUDA_SUCCESS) return;
    if (calls_.create(&pair.end, CU_EVENT_DEFAULT) != CUDA_SUCCESS) return;
  }
  pair.kernel = &kernel;
  own_pairs.begun = calls_.record(pair.begin, stream) == CUDA_SUCCESS;
}

void EventTimes::end(CUstream stream, bool launched) {
  if (own_pairs.owner != this || !own_pairs.begun) return;
  own_pairs.begun = false;
  if (launched && calls_.record(own_pairs.next().end, stream) == CUDA_SUCCESS) ++own_pairs.made;
}

void EventTimes::read(CUcontext context, std::uint64_t contexts_ended) {
  if (own_pairs.owner != this || own_pairs.contexts_ended != contexts_ended || own_pairs.context != context) return;
  if (own_pairs.taken == own_pairs.made) return;
  const auto now = Clock::now();
  if (now < own_pairs.next_read) return;
  own_pairs.next_read = now + std::chrono::milliseconds(1);
  const RelaxedCapture relaxed;
  while (own_pairs.taken < own_pairs.made) {
    const Pairs::Pair& pair = own_pairs.oldest();
    float ms = 0;
    const CUresult result = calls_.elapsed(&ms, pair.begin, pair.end);
    if (result == CUDA_ERROR_NOT_READY) return;
    ++own_pairs.taken;
    if (result == CUDA_SUCCESS) pair.kernel->times_by_events.add(1e6 * static_cast<double>(ms));
  }
}

void EventTimes::write(KernelTable& kernels, Logbook& logbook, bool all) {
  std::vector<collect::spool::EventTimesRecord> records;
  kernels.each([&](SeenKernel& kernel) {
    const double records_ns = kernel.mean_ns;
    if (records_ns == 0) return;  // they come later
    if (auto times = kernel.times_by_events.take(all); !times.empty()) {
      records.push_back({kernel.record.kernel, std::move(times), records_ns});
    }
  });
  for (auto& record : records) logbook.write(std::move(record));
}

}  // namespace rooflens::inject
