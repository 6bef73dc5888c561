// Whose instructions are counted one by one, and which launches may be instrumented or repeated: those whose code was
// seen, and says nothing against it.
#include <memory>

#include "profiler/count/context_counters.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kToForget = std::chrono::seconds(1);

}  // namespace

// In the first context of a device alone, since CUPTI lets nobody choose the counters of instructions twice.
bool ContextCounters::counts_lines() const {
  const CUcontext first = its_device_.lines_in;
  return s_.config.lines && !its_device_.lines_over && (!first || first == context_);
}

void ContextCounters::prepare_lines() {
  if (lines_) return;
  lines_ = std::make_unique<LineCounter>(s_.api, context_, device_, collect::cupti::chip_name(*s_.api, device_),
                                         its_device_.lines_in == context_, s_.sources, s_.logbook);
  its_device_.lines_in = context_;
}

// CUPTI may need a mutex that its thread holds while it gives records back.
void ContextCounters::leave_lines(bool tells_cupti) noexcept {
  if (its_device_.lines_in != context_ || its_device_.lines_over.exchange(true) || !tells_cupti) return;
  for (const auto until = Clock::now() + kToForget; Clock::now() < until;) {
    if (!s_.activity.begin_patched()) continue;
    LineCounter::forget(*s_.api, device_);
    return s_.activity.end_patched();
  }
}

void ContextCounters::end_lines() noexcept {
  CounterPhase::Use use(phase_);
  if (use && !failed_ && its_device_.lines_in == context_) ask(use, [this] { leave_lines(true); });
}

bool ContextCounters::begin_lines() {
  if (!counts_lines() || !still() || !hold_back_records()) return false;
  if (!replay_ && !enabled_) {
    queue_.take(collect::cupti::current_gpu());
    opened_ = Clock::now();
  }
  prepare_lines();
  if (!replay_ && !enabled_) enabled_ = std::make_unique<collect::cupti::EnabledProfiler>(s_.api, context_);
  pause();
  lines_->before();
  by_ = By::lines;
  return true;
}

// Whether nothing is known against it. The driver loads a module when the first of its kernels is launched, after the
// callback, unless it is told to before. Here, where no launches are held: it may have to compile.
bool ContextCounters::sees_code(SeenKernel& kernel) {
  if (!s_.config.needs_code()) return false;
  if (function_) load_function(function_);
  if (s_.config.lines && stays_unseen(kernel) && !kernel.no_lines.exchange(true)) {
    s_.logbook.note(
        Level::information, "no-lines-unseen",
        "instructions of kernels whose code was loaded before rooflens listened are not counted one by one");
  }
  return kernel.code_seen && !kernel.waits;
}

// A launch before this one has loaded it, if nothing else did.
bool ContextCounters::stays_unseen(const SeenKernel& kernel) {
  return !kernel.code_seen && (kernel.launches >= 2 || kernel.node || kernel.shape);
}

void ContextCounters::leave_unseen(SeenKernel& kernel) {
  if (kernel.code_seen) return;  // and told why not
  s_.targets.replay_notes.note(ReplayNotes::Against::unseen, kernel.record.function);
  if (!stays_unseen(kernel)) return;
  kernel.waits = true;
  scheduler().exclude(kernel.record.kernel);
}

}  // namespace rooflens::inject
