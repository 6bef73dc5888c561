// Warp samples of one context: taken before anything is counted, because the two exclude each other.
#include <algorithm>

#include "profiler/count/context_counters.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::inject {
namespace {

using Clock = ContextCounters::Clock;
using Level = collect::spool::NoteRecord::Level;

constexpr auto kLeastSampling = std::chrono::seconds(1);
constexpr auto kMostSampling = std::chrono::seconds(5);
constexpr double kEnoughSamples = 200'000;
constexpr Clock::duration kFirstPause = std::chrono::milliseconds(10);  // between attempts to end sampling
constexpr Clock::duration kLongestPause = std::chrono::seconds(1);
constexpr int kManyTries = 12;

}  // namespace

// Counters and samples exclude each other, and once counters were read CUPTI samples nothing any more: samples first.
bool ContextCounters::wants_samples() const {
  return s_.config.stalls && sampling_ == Sampling::due && !failed_ && !s_.targets.left;
}

// Whether no other thread was within the driver: to begin or end sampling, CUPTI holds a mutex and waits for a lock of
// the driver; a launch on another thread holds that lock and waits for the mutex.
bool ContextCounters::alone_in_driver(const std::function<void()>& work) {
  const DriverGate::Closed closed(s_.gate);
  if (closed) {
    tries_ = 0;
    work();
  } else {
    next_try_ = Clock::now() + std::min(kFirstPause * (1 << std::min(tries_, 8)), kLongestPause);
    ++tries_;
  }
  return static_cast<bool>(closed);
}

void ContextCounters::begin_samples() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || Clock::now() < next_try_ || failed_ || queue_.waits() || sampler_ || s_.captures > 0 || s_.targets.left ||
      its_device_.owner != context_)
    return;
  ask(use, [this] { take_samples(); });
}

void ContextCounters::take_samples() noexcept {
  const auto begin = Clock::now();
  try {
    if (!asks_target()) return;  // CUPTI refuses to tell which counters there are once it samples
    if (alone_in_driver([this] { sampler_.emplace(s_.api, context_, device_, s_.sources, s_.logbook); })) {
      sampling_ = Sampling::on;
    } else if (tries_ < kManyTries) {
      return;
    } else {
      tries_ = 0;
      sampling_ = Sampling::over;
      s_.logbook.note(Level::warning, "stalls",
                      "warps cannot be sampled here: another thread is always within the CUDA driver");
    }
  } catch (...) {
    fail("sampling warps");
    if (!failed_) return;  // it waits for another process
    sampling_ = Sampling::over;
  }
  sampling_since_ = Clock::now();
  s_.budget.pause(sampling_since_ - begin);
}

void ContextCounters::note_no_samples() {
  if (!wants_samples() || tries_ == 0) return;
  s_.logbook.note(Level::warning, "stalls",
                  "another thread was always within the CUDA driver, so no warps were sampled and nothing was counted",
                  kOneByOne);
}

bool ContextCounters::counts_too() const { return s_.config.counts() || s_.config.lines; }

bool ContextCounters::samples_go_on() const {
  if (wants_samples() && tries_ > 0) return true;  // they come first
  if (!sampling()) return false;
  if (!counts_too()) return true;
  const auto now = Clock::now();
  if (now < next_try_) return true;
  const auto time = now - sampling_since_;
  return time < kLeastSampling || (time < kMostSampling && sampler_->samples() < kEnoughSamples);
}

bool ContextCounters::end_samples() {
  if (!sampler_) return true;
  const bool ended = alone_in_driver([this] {
    sampler_->drain();
    sampler_->disable();
    sampler_.reset();
    sampling_ = Sampling::over;
  });
  if (!ended && tries_ == kManyTries) {
    s_.logbook.note(Level::warning, "stalls",
                    "another thread is always within the CUDA driver, so sampling goes on and nothing is counted",
                    kOneByOne);
  }
  return ended;
}

}  // namespace rooflens::inject
