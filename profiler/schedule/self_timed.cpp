#include "profiler/schedule/self_timed.hpp"

namespace rooflens::inject {
namespace {

constexpr std::uint64_t kUnknown = ~0ULL;  // of the contents that were seen

}  // namespace

// Callbacks are off from time to time: an interval whose first event was not seen says nothing.
bool SelfTimed::event_recorded(Clock::time_point now) {
  const bool before = active(now);
  const bool first = !listens();
  const std::uint64_t launches = launches_.exchange(0);
  const std::uint64_t content = content_.exchange(0);
  const bool whole = launches > 0 ? begun_.load() : now - event_at_.load() < kCalm;
  const bool few = launches > 0 && launches <= kFew;
  if (first) same_since_ = now;
  if (!whole) previous_ = before_previous_ = kUnknown;
  if (whole) compare(content, now);
  if (whole && few) timings_.add(content);
  if (launches > 0) many_ = few ? 0 : many_ + 1;
  if (few) few_at_ = now;
  event_at_ = now;
  return !before && active(now);
}

// A timing and what is done before the next one, which may be nothing, take turns.
void SelfTimed::compare(std::uint64_t content, Clock::time_point now) {
  const std::uint64_t before = before_previous_.exchange(previous_.exchange(content));
  if (before != kUnknown && before != content) same_since_ = now;
}

void SelfTimed::launched(std::uint64_t what, Clock::time_point now) {
  if (launches_++ == 0) begun_ = now - event_at_.load() < kCalm;
  content_ += what;
  if (repeated_.add(what)) same_since_ = now;
}

bool SelfTimed::active(Clock::time_point now) const {
  if (listens() && now - same_since_.load() > kSame) return false;
  if (now - few_at_.load() < kCalm) return true;
  return many_ < kSteps && now - event_at_.load() < kCalm && launches_ <= kFew;
}

}  // namespace rooflens::inject
