#include "profiler/schedule/self_timed.hpp"

namespace rooflens::inject {
namespace {

constexpr std::uint64_t kUnknown = ~0ULL;  // of the contents that were seen
constexpr auto kOver = std::chrono::seconds(2);

}  // namespace

// Callbacks are off from time to time: an interval whose first event was not seen says nothing.
bool SelfTimed::event_recorded(Clock::time_point now) {
  const bool before = active(now);
  const auto took = now - event_at_.load();
  const std::uint64_t launches = launches_.exchange(0);
  const std::uint64_t content = content_.exchange(0);
  const bool whole = listens() && (launches > 0 ? begun_.load() : took < kCalm);
  const bool few = launches > 0 && launches <= kFew;
  if (whole) {
    compare(content, took);
    if (few) note_candidate(function_, now);
  } else {
    previous_ = before_previous_ = kUnknown;
  }
  if (launches > 0) many_ = few ? 0 : many_ + 1;
  if (few) few_at_ = now;
  event_at_ = now;
  return !before && active(now);
}

// Of a step that is timed, the timing and what is done before the next one, which may be nothing, alternate.
void SelfTimed::compare(std::uint64_t content, Clock::duration took) {
  const std::uint64_t before = before_previous_.exchange(previous_.exchange(content));
  if (before == kUnknown) return;
  if (before == content) {
    same_for_ = same_for_.load() + took;
  } else {
    same_for_ = Clock::duration::zero();
    repeated_.clear();
  }
}

void SelfTimed::note_candidate(std::uint64_t function, Clock::time_point now) {
  timed_ = true;
  if (functions_.add(function)) candidates_.add(now);
}

void SelfTimed::launched(std::uint64_t function, std::uint64_t what, Clock::time_point now) {
  const auto since = now - event_at_.load();
  if (launches_++ == 0) begun_ = since < kCalm;
  if (since > kOver) return;
  content_ += what;
  function_ = function;
  if (repeated_.add(what)) same_for_ = Clock::duration::zero();
}

void SelfTimed::forget() {
  previous_ = before_previous_ = kUnknown;
  same_for_ = Clock::duration::zero();
  repeated_.clear();
  functions_.clear();
}

void SelfTimed::module_unloads(Clock::time_point now) {
  if (timed_.exchange(false)) dropped_.add(now);
  forget();
}

bool SelfTimed::active(Clock::time_point now) const {
  if (same_for_.load() > kSame) return false;
  if (now - few_at_.load() < kCalm) return true;
  return many_ < kSteps && now - event_at_.load() < kCalm && launches_ <= kFew;
}

bool SelfTimed::compares(Clock::time_point now) const {
  if (same_for_.load() > kSame || now - few_at_.load() > kCompiling || launches_ > kAfterTuning) return false;
  return candidates_.is_often(now, kTuning) || dropped_.is_often(now, kTuning);
}

}  // namespace rooflens::inject
