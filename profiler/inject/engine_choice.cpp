// Which launches the engine counts: those that the user chose, where nothing is in the way.
#include <algorithm>
#include <memory>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/driver.hpp"
#include "profiler/observe/stack_room.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kIdleOwner = std::chrono::seconds(1);

}  // namespace

// Enabling takes 200 ms, so a context keeps the counters of its device until it has been silent for a while. Nobody
// waits here: giving counters back needs every other thread to be out of its launch.
bool Engine::owns_counters(CUcontext context, const Context& entry) {
  std::atomic<CUcontext>& owner = targets_.device(entry.device).owner;
  CUcontext known = owner;
  if (known == context) return true;
  const auto take = [&owner, known, context] {
    CUcontext before = known;
    owner.compare_exchange_strong(before, context);
  };
  if (!known) {
    take();
    return owner == context;
  }
  const auto other = counters_of(known);  // none: it ends, and still has them
  if (!other || other->sampling() || Clock::now() - other->last_counted() < kIdleOwner) return false;
  other->yield(take);
  return owner == context;
}

bool Engine::others_idle(CUcontext context) {
  std::vector<std::shared_ptr<ContextCounters>> others;
  {
    const std::lock_guard lock(mutex_);
    const auto own = contexts_.find(context);
    for (const auto& [other, entry] : contexts_) {
      if (own != contexts_.end() && other != context && entry.device == own->second.device) {
        others.push_back(entry.counters);
      }
    }
  }
  return std::all_of(others.begin(), others.end(), [](const auto& counters) { return counters->is_idle(); });
}

// A launch goes where its stream belongs, whatever context is current. The driver is asked only where there are
// several.
bool Engine::is_of(CUcontext context, CUstream stream) {
  if (contexts_begun_ < 2 || runs_in(context, stream)) return true;
  if (elsewhere_.exchange(true)) return false;
  logbook_->note(
      Level::information, "context",
      "launches in green contexts, and on streams of another context than the current one, were not counted");
  return false;
}

// A capture that began while nobody listened. What waits for the GPU would break it, closing windows too.
bool Engine::is_in_capture(CUcontext context, CUstream stream) {
  const Captured found = captured(stream);
  if (found == Captured::yes) {
    handles_.capture_begins(stream, context);
    ++captures_;
  }
  return found != Captured::no;
}

// Which takes two events more in the stream, where nobody else's are.
bool Engine::times_by_events(const SeenKernel& kernel, CUcontext context, CUstream stream) {
  return events_.wants(kernel) && captures_ == 0 && !timed_.active(Clock::now()) && has_stack_room() &&
         (contexts_begun_ < 2 || runs_in(context, stream)) && !is_in_capture(context, stream);
}

std::shared_ptr<ContextCounters> Engine::counters_of(CUcontext context) {
  const std::lock_guard lock(mutex_);
  const auto it = contexts_.find(context);
  return it == contexts_.end() ? nullptr : it->second.counters;
}

bool Engine::counts_now() {
  return (config_.counts() || config_.lines) && profiling_ && captures_ == 0 && !targets_.lost && !targets_.left &&
         config_.counts_at(std::chrono::duration<double>(Clock::now() - started_).count()) && has_room();
}

bool Engine::has_room() {
  if (has_stack_room()) return true;
  if (small_stack_.exchange(true)) return false;
  logbook_->note(Level::information, "stack",
                 "launches of threads whose stack has less than 256 KiB left, and of fibers, were timed, not counted: "
                 "CUPTI may need more",
                 "give the threads that launch kernels larger stacks");
  return false;
}

bool Engine::may_count(SeenKernel& kernel, const std::vector<std::string>& path, CUcontext context,
                       const Context& entry) {
  if (!numbered() && (kernel.progress == CountProgress::complete || budget_.saving())) return false;
  if (!kernel.chosen || (!config_.nvtx_range.empty() && !inside_range(path, config_.nvtx_range))) return false;
  if (!counts_now()) {
    const bool open = config_.counts() && kernel.progress != CountProgress::complete;
    if (open && captures_ > 0 && config_.replay == collect::ReplayMode::kernel) {
      targets_.replay_notes.note(ReplayNotes::Against::capture, kernel.record.function);
    }
    return false;
  }
  if (kernel.waits) return false;  // that was said when it was found out
  if (matched_++ < config_.skip || took_all()) return false;
  if (disturbed()) return false;
  return owns_counters(context, entry);
}

bool Engine::took_all() const { return config_.count && taken_ >= *config_.count; }

// Of the launches that --launch-count allows; to be given back where it turns out not to be counted.
bool Engine::takes_one() {
  for (std::uint64_t taken = taken_; !config_.count || taken < *config_.count;) {
    if (taken_.compare_exchange_weak(taken, taken + 1)) return true;
  }
  return false;
}

}  // namespace rooflens::inject
