// How the engine ends with the application: what CUPTI holds back is written down, with a deadline.
#include <future>
#include <memory>
#include <thread>

#include "profiler/cupti/activity_calls.hpp"
#include "profiler/inject/engine.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/observe/realtime.hpp"
#include "profiler/spool/own_thread.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kPatience = std::chrono::seconds(10);  // with what goes on at the end of the program
constexpr auto kHandlersPatience = std::chrono::seconds(1);
constexpr auto kUnseenLaunch = std::chrono::milliseconds(20);  // far longer than a launch takes

}  // namespace

void Engine::note_capture() {
  if (captures_ <= 0 || !config_.counts()) return;
  logbook_->note(Level::warning, "capture",
                 "a stream was still being captured when the program ended, and nothing is counted meanwhile",
                 "end every capture, also where it fails; kernels that were launched before it have their counters");
}

void Engine::note_busy() {
  if (counted_ || !targets_.busy || targets_.without_counters()) return;
  logbook_->note(Level::information, "busy",
                 "no launch was counted: when one could have been, the GPU still had other work, or other threads were "
                 "launching",
                 "launches that the application makes while the GPU is idle are counted");
}

// Counters can be given back only while it is known who launches: callbacks are on, and launches that began without one
// are over.
void Engine::look_again() {
  if (callbacks_.wake(realtime_ns())) std::this_thread::sleep_for(kUnseenLaunch);
}

// Another thread may wait for a kernel that does not end, which is no reason for the program not to.
bool Engine::quiet() {
  for (const auto& counters : all_counters()) {
    if (counters->quiet_within(kPatience)) continue;
    logbook_->note(Level::warning, "counting",
                   "a launch was still being counted when the program ended: what it counted is lost",
                   "wait for the GPU before the program ends, or leave that kernel out with --exclude");
    return false;
  }
  return true;
}

// While launches are not looked at, the program may end in the middle of one, for whose locks CUPTI waits: another
// thread asks for the records, and is not waited for long.
void Engine::flush_unseen() {
  const auto flushed = std::make_shared<std::promise<void>>();
  std::future<void> came = flushed->get_future();
  const bool asked = collect::start_own_thread([flushed, api = api_] {
    own_call = true;
    api->ActivityFlushAll(0);
    flushed->set_value();
  });
  if (asked) came.wait_for(kHandlersPatience);
}

void Engine::finish(bool program_goes_on) {
  // The library's own thread may be within CUPTI, which waits for the launch that this one does not go on with.
  const bool patient = !in_a_launch() && (program_goes_on || !callbacks_.resting());
  const std::unique_lock finishing(finish_mutex_, patient ? kPatience : kHandlersPatience);
  if (!finishing) return give_up();
  if (finished_.exchange(true)) return;
  if (program_goes_on) look_again();
  const bool over = over_.exchange(true);
  const bool unseen = !in_a_launch() && callbacks_.resting();
  const bool fatal = over || in_a_launch() || unseen || !quiet();
  if (!over && unseen) flush_unseen();
  if (!fatal) {
    for (const auto& counters : all_counters()) {
      if (program_goes_on) {
        if (counters->release_unless_captured()) counters->end_lines();  // a capture ends as it would alone
      } else {
        counters->release();
      }
    }
    if (program_goes_on) activity_.end();  // what is recorded after this would come to whoever takes records then
    api_->ActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  }
  times_.write_all();
  EventTimes::write(kernels_, *logbook_, true);
  write_gaps(true);
  formulas_.finish();
  note_capture();
  if (!counted_)
    for (const auto& counters : all_counters()) counters->note_held();
  note_busy();
  note_poor_budget();
  note_rests();
  note_memory();
  note_control();
  const std::size_t dropped = fatal ? 0 : collect::cupti::dropped_records(*api_);
  logbook_->write(
      collect::spool::EndRecord{realtime_ns(), times_.launches(), static_cast<double>(budget_.spent_ns()), dropped});
  logbook_->finish();
}

}  // namespace rooflens::inject
