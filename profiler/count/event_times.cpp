#include "profiler/count/event_times.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

// Launches of this thread in a context between two events each, in the order in which they were made. Events end with
// their context.
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
constexpr std::size_t kContexts = 4;  // of a thread, launches in others are not timed so
constinit thread_local std::array<Pairs, kContexts> own_pairs{};

// Those of the context, or else, with `make`, a place for them; null: there is none.
Pairs* pairs_of(const void* owner, CUcontext context, std::uint64_t contexts_ended, bool make) {
  Pairs* free = nullptr;
  for (Pairs& pairs : own_pairs) {
    const bool lives = pairs.owner == owner && pairs.contexts_ended == contexts_ended;
    if (lives && pairs.context == context) return &pairs;
    if (!lives && !free) free = &pairs;
  }
  if (!make || !free) return nullptr;
  *free = {owner, contexts_ended, context};
  return free;
}

}  // namespace

// One that takes so long that the events themselves do not matter, or of which no record came yet.
bool EventTimes::is_open(const SeenKernel& kernel) {
  const double mean_ns = kernel.mean_ns;
  return (mean_ns == 0 || mean_ns >= collect::spool::EventTimesRecord::kShortest_ns) &&
         kernel.times_by_events.wants_more() && kernel.record.form != LaunchForm::graph && !kernel.node;
}

bool EventTimes::wants(const SeenKernel& kernel) const {
  return pairs_ < kMostPairs && is_open(kernel) && calls_().create;
}

bool EventTimes::wants_rest(KernelTable& kernels, bool looks, Clock::time_point now) {
  const auto since = std::min(now - std::exchange(last_, now), kRest);
  if (looks) looked_ += since;
  if (const std::size_t known = kernels.size(); std::exchange(known_, known) != known) steady_ = now + kSteady;
  const bool may = looks && now >= steady_ && pairs_ < kMostPairs;
  if (resting_ && (!may || looked_ >= next_)) {
    next_ = looked_ + 3 * kRest;
    return resting_ = false;
  }
  if (!may || looked_ < next_ || rests_ >= kRests) return resting_;
  bool any = false;
  kernels.each([&](SeenKernel& kernel) {
    const std::uint64_t launches = kernel.launches;
    const bool lately = std::exchange(kernel.times_by_events.launches_seen, launches) < launches;
    any |= lately && launches > TimesByEvents::kMost && is_open(kernel);
  });
  any = any && calls_().create;
  next_ = looked_ + kRest;
  rests_ += any;
  return resting_ = any;
}

void EventTimes::begin(SeenKernel& kernel, CUstream stream, CUcontext context, std::uint64_t contexts_ended) {
  Pairs* const own = pairs_of(this, context, contexts_ended, true);
  if (!own) return;
  own->begun = false;
  if (own->made - own->taken >= Pairs::kMost) return;
  Pairs::Pair& pair = own->next();
  if (!pair.end) {
    const RelaxedCapture relaxed;
    if (!pair.begin) ++pairs_;
    if (!pair.begin && calls_().create(&pair.begin, CU_EVENT_DEFAULT) != CUDA_SUCCESS) return;
    if (calls_().create(&pair.end, CU_EVENT_DEFAULT) != CUDA_SUCCESS) return;
  }
  pair.kernel = &kernel;
  own->begun = calls_().record(pair.begin, stream) == CUDA_SUCCESS;
  if (own->begun) ++kernel.times_by_events.begun;
}

void EventTimes::end(CUstream stream, CUcontext context, std::uint64_t contexts_ended, bool launched) {
  Pairs* const own = pairs_of(this, context, contexts_ended, false);
  if (!own || !std::exchange(own->begun, false)) return;
  if (launched && calls_().record(own->next().end, stream) == CUDA_SUCCESS) ++own->made;
}

void EventTimes::read(CUcontext context, std::uint64_t contexts_ended) {
  Pairs* const own = pairs_of(this, context, contexts_ended, false);
  if (!own || own->taken == own->made) return;
  const auto now = Clock::now();
  if (now < own->next_read) return;
  own->next_read = now + std::chrono::milliseconds(1);
  const RelaxedCapture relaxed;
  while (own->taken < own->made) {
    const Pairs::Pair& pair = own->oldest();
    float ms = 0;
    const CUresult result = calls_().elapsed(&ms, pair.begin, pair.end);
    if (result == CUDA_ERROR_NOT_READY) return;
    ++own->taken;
    if (result == CUDA_SUCCESS) pair.kernel->times_by_events.add(1e6 * static_cast<double>(ms));
  }
}

void EventTimes::write(KernelTable& kernels, Logbook& logbook, bool all) {
  std::vector<collect::spool::EventTimesRecord> records;
  kernels.each([&](SeenKernel& kernel) {
    const double records_ns = kernel.mean_ns;
    if (records_ns == 0 && !all) return;  // they come later
    if (auto times = kernel.times_by_events.take(all); !times.empty()) {
      records.push_back({kernel.record.kernel, std::move(times), records_ns});
    }
  });
  for (auto& record : records) logbook.write(std::move(record));
}

}  // namespace rooflens::inject
