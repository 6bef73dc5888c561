// Which kernels are left alone for what their code reaches, or for how they are launched; never for their names. The
// deadlines of counting (ContextCounters) hold for all others.
#include <string>

#include "profiler/config/kernel_name.hpp"
#include "profiler/inject/engine.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

}  // namespace

void Engine::module_loaded(const void* cubin, std::size_t size) {
  if (config_.stalls || config_.lines) sources_.add(cubin, size);
  if (reads_code() && code_.add(cubin, size)) judge_all();
}

void Engine::shares_memory() {
  if (!several_.exchange(true)) judge_all();
}

void Engine::judge_all() {
  kernels_.each([this](SeenKernel& kernel) { judge(kernel); });
}

// Kernels of a collective wait until other GPUs have done their share: they read what these write, and order it with
// what they write themselves, with system scope, as the memory model asks. So do kernels that wait for the host.
void Engine::judge(SeenKernel& kernel, const LaunchCall& call) {
  const auto seen = code_.reach(kernel.record.function);
  const unsigned reach = seen.value_or(0);
  if (seen) kernel.code_seen = true;
  if (config_.lines && kernel.chosen && (reach & Reach::kDriver) != 0 && !kernel.no_lines.exchange(true)) {
    logbook_->note_first(Level::information, "no-lines",
                         "instructions of kernels that may call the driver, as assert and printf do (such as " +
                             collect::demangle(kernel.record.function) +
                             "), are not counted one by one: in tests such kernels did not end when CUPTI "
                             "instrumented them");
  }
  const bool reads = several_ && (reach & Reach::kTalks) == Reach::kTalks;
  const bool heap = (code_.all() & Reach::heap) != 0;  // of any kernel: it is neither saved nor restored
  const bool once = (reach & Reach::kOnce) != 0;
  const bool clusters = call.clustered && call.form == collect::spool::LaunchForm::cooperative;
  const bool repeats = config_.replay == collect::ReplayMode::kernel && (once || heap || clusters);
  if (!kernel.chosen || !config_.counts() || !(call.remote || reads || repeats) || kernel.waits.exchange(true)) return;
  std::string why;
  if (call.remote || reads) {
    why = reads ? "it reads what other GPUs or the host write, and may wait for it"
                : "it is launched to reach memory of other GPUs, and may wait for them";
    logbook_->note_first(Level::information, "collective",
                         "kernels that may wait for other GPUs or the host (such as " +
                             collect::demangle(kernel.record.function) +
                             ") are timed, not counted: counters would count the waiting");
  } else {
    using Against = ReplayNotes::Against;
    const Against reason = once ? Against::once : heap ? Against::heap : Against::clusters;
    why = once ? "it " + words_of(reach) + ", which a replay would repeat or could not bring back"
               : ReplayNotes::why(reason);
    targets_.replay_notes.note(reason, kernel.record.function);
  }
  logbook_->write(collect::spool::LeftAloneRecord{kernel.record.kernel, why});
}

}  // namespace rooflens::inject
