// What the engine hears of besides launches: captures, modules and contexts that end, and CUPTI's records.
#include <utility>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/device_record.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kUnsettled = std::chrono::milliseconds(200);  // after a module was unloaded

// What this thread is about to capture; in the middle of which it may leave us.
struct BeginningCapture {
  bool on = false;
  const void* stream = nullptr;
};
constinit thread_local BeginningCapture beginning{};

}  // namespace

bool Engine::disturbed() {
  const auto now = Clock::now();
  if (now < unsettled_until_.load()) return true;
  if (!timed_.active(now)) return false;
  if (times_itself_.exchange(true)) return true;
  logbook_->note(
      Level::information, "self-timed",
      "the program times its own launches with events, a few at a time, as an autotuner does: these launches and "
      "those right after them were not counted");
  return true;
}

// Counting resumes when the program has settled: enabling the profiler takes 200 ms.
void Engine::module_unloads() {
  if (over_) return;
  kernels_.forget_handles();
  timed_.module_unloads(Clock::now());
  unsettled_until_ = Clock::now() + kUnsettled;
  for (const auto& counters : all_counters()) counters->step_back();
}

void Engine::event_recorded(const void* event) {
  if (over_ || captures_ > 0 || !handles_.times(event)) return;
  if (!timed_.event_recorded(Clock::now())) return;
  for (const auto& counters : all_counters()) counters->commit(Clock::duration::zero(), true);
}

// Waiting for the context, as every step of counting does, would make a capture fail, also one of another thread: each
// waits until nobody closes a window any more.
void Engine::capture_begins(const void* stream, CUcontext context) {
  beginning = {true, stream};
  handles_.capture_begins(stream, context);
  ++beginning_;
  ++captures_;
  for (const auto& counters : all_counters()) counters->close_window();
  --beginning_;
  beginning = {};
}

void Engine::end_left_capture() {
  if (const auto left = std::exchange(beginning, {}); left.on) {
    --beginning_;
    capture_refused(left.stream);
  }
}

void Engine::capture_refused(const void* stream) { captures_ -= handles_.capture_refused(stream); }

void Engine::capture_ends(const void* stream) { captures_ -= handles_.capture_ends(stream); }

void Engine::context_ends(CUcontext context) {
  // Ending takes a while, and other threads must be able to leave the driver meanwhile.
  decltype(contexts_)::node_type ended;
  {
    const std::lock_guard lock(mutex_);
    ++contexts_ended_;
    ended = contexts_.extract(context);
  }
  exchange_.context_ends(context);
  captures_ -= handles_.captures_end(context);
  kernels_.forget_handles();
  timed_.forget();
  if (!ended) return;
  if (!ended.mapped().counters->context_ends()) {
    const std::lock_guard lock(mutex_);
    still_used_.push_back(std::move(ended.mapped().counters));
    return;
  }
  targets_.device(ended.mapped().device).owner.compare_exchange_strong(context, nullptr);
}

void Engine::fatal_error() {
  over_ = true;
  activity_.abandon();
  for (const auto& counters : all_counters()) counters->abandon();
  logbook_->note(Level::warning, "fatal", "CUPTI met a fatal error and stopped; what was written until then stays");
}

void Engine::kernel_record(const CUpti_ActivityKernel10& record) {
  if (budget_.limited()) {
    budget_.callback(kRecordCost);
    ++recorded_;
  }
  const auto start_ns = static_cast<std::int64_t>(record.start), end_ns = static_cast<std::int64_t>(record.end);
  const bool trusted = !activity_.paused_between(times_.made_ns(record), end_ns);
  times_.record(record, trusted);
  if (!config_.stalls) gaps_.record(static_cast<int>(record.deviceId), start_ns, end_ns, trusted);
}

// Every second, and in the end.
void Engine::write_gaps(bool all) {
  if (!all && Clock::now() < next_gaps_) return;
  next_gaps_ = Clock::now() + std::chrono::seconds(1);
  const auto paused = [this](std::int64_t begin, std::int64_t end) { return activity_.paused_between(begin, end); };
  for (const collect::spool::GapsRecord& record : gaps_.take(paused, all)) logbook_->write(record);
}

void Engine::device_record(const CUpti_ActivityDevice5& record) {
  logbook_->device(static_cast<int>(record.id), [&](collect::spool::DeviceRecord& device) {
    describe_device(record, device);
    return true;
  });
}

}  // namespace rooflens::inject
