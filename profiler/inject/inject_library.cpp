// librooflens_inject.so: what the CUDA driver and NVTX call in a profiled process, and what CUPTI calls back. Nothing
// here may throw, print, or change what the application sees.
#include <cupti.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>

#include "profiler/config/hostname.hpp"
#include "profiler/config/job_rank.hpp"
#include "profiler/count/counting_thread.hpp"
#include "profiler/cupti/activity_calls.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "profiler/cupti/unavailable.hpp"
#include "profiler/inject/callbacks.hpp"
#include "profiler/inject/engine.hpp"
#include "profiler/inject/own_stack.hpp"
#include "profiler/inject/record_buffers.hpp"
#include "profiler/observe/cupti_users.hpp"
#include "profiler/observe/driver_devices.hpp"
#include "profiler/observe/launcher_lock.hpp"
#include "profiler/observe/nvtx_listener.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/observe/process_facts.hpp"
#include "profiler/observe/stack_room.hpp"
#include "profiler/observe/subscription.hpp"
#include "profiler/spool/own_thread.hpp"
#include "profiler/spool/without_cancellation.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

Engine* engine = nullptr;
enum class Leaving { no, now, done };
std::atomic<Leaving> leaving{Leaving::no};
constexpr auto kOthersEnd = std::chrono::seconds(10);  // of another thread that ends us; it has deadlines of its own
std::atomic<bool> broken{false};                       // CUPTI met a fatal error, and is not to be called again
std::atomic<bool> left{false};  // nothing is recorded any more, until the program begins anew from within
bool forked = false;  // asked at every launch, where the system call that tells would cost as much as the rest

NvtxRanges& ranges() {
  static auto* all = new NvtxRanges;
  return *all;
}

bool gated = false;  // every call of the driver has callbacks, not only launches

// A forked child may not use CUDA, and CUPTI's threads are not in it.
bool alive() { return engine && !forked && !left; }
std::atomic<Subscription*> subscription{nullptr};

// What goes wrong in the library is no matter of the application's.
template <class Work>
void guarded(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    try {
      engine->logbook().note(Level::warning, "internal", error.what());
    } catch (const std::exception&) {  // no memory for it
    }
  }
}

// The frame of the callback that this thread is in. A handler of a signal may go on elsewhere: then the stack is
// shorter at the next one, and not within the first.
thread_local const void* callback = nullptr;

bool left_for_good(const void* here) {
  if (!callback || here < callback || !on_threads_stack(here) || !on_threads_stack(callback)) return false;
  engine->end_left();
  engine->launches().leave();
  if (gated) engine->gate().leave();
  return true;
}

void CUPTIAPI on_callback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (!alive()) return;
  if (domain == CUPTI_CB_DOMAIN_STATE && id == CUPTI_CBID_STATE_FATAL_ERROR) {
    broken = true;
    return engine->fatal_error();
  }
  const void* const here = __builtin_frame_address(0);
  if (own_call && !left_for_good(here)) return guarded([&] { follow_own_call(*engine, domain, id, data); });
  const collect::WithoutCancellation uncancelled;
  own_call = true;
  callback = here;
  with_enough_stack([&] { guarded([&] { follow_callback(*engine, gated, domain, id, data); }); });
  own_call = false;
  callback = nullptr;
}

std::shared_ptr<const collect::cupti::Api>& api() {
  static auto* loaded = new std::shared_ptr<const collect::cupti::Api>;
  return *loaded;
}

bool receive(const CUpti_Activity& record) {
  if (!alive()) return false;
  guarded([&] { follow_record(*engine, record); });
  return true;
}

// Modules that are loaded before the next look are not heard of.
void follow_modules() {
  if (Subscription* held = subscription; held && engine->reads_code()) held->hear_of_modules();
}

// CUPTI is given back too, and the program goes on as if alone.
void end_subscription() {
  if (Subscription* held = subscription.exchange(nullptr); held && !broken) held->end();
}

void leave_now() {
  if (!broken) collect::cupti::disable_activity(*api(), CUPTI_ACTIVITY_KIND_DEVICE);
  guarded([] { engine->finish(true); });
  left = true;
  if (broken) return;
  engine->activity().end();
  if (Subscription* held = subscription) held->rest();
}

// Nothing is recorded from now on, and the counters of the GPU are given back. CUPTI keeps its listener, unless it is
// `for_good`: to one that came anew it would not count in contexts that were there before (seen with CUPTI 13.0). Of
// several threads one does it, and the others wait.
void leave(bool for_good) {
  if (auto none = Leaving::no; leaving.compare_exchange_strong(none, Leaving::now)) {
    leave_now();
    if (for_good) end_subscription();
    leaving = Leaving::done;
    return;
  }
  for (const auto until = std::chrono::steady_clock::now() + kOthersEnd;
       leaving == Leaving::now && std::chrono::steady_clock::now() < until;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (for_good) end_subscription();
}

std::atomic<bool> beside{false};  // the application uses CUPTI too, and we go on without counting

// Whether our subscription can stay where the application uses CUPTI so.
bool may_stay(const CuptiUse& use) {
  return use.leaves_room && subscription && api()->subscriber && collect::cupti::is_of(*api(), use.function);
}

void stay_beside() {
  beside = true;
  if (alive()) engine->leave_counters();
}

// The application is about to use CUPTI itself.
void step_aside(const CuptiUse& use) {
  if (!engine || forked || own_call) return;
  const collect::WithoutCancellation uncancelled;
  own_call = true;
  with_enough_stack([&use] {
    guarded([&use] {
      if (may_stay(use)) return stay_beside();
      if (alive()) note_cupti_user(engine->logbook());
      leave(true);
    });
  });
  own_call = false;
}

void start_ticking(std::shared_ptr<LauncherLock> launcher) {
  const bool started = collect::start_own_thread([launcher = std::move(launcher), own = engine] {
    own_call = true;
    const auto current = [own] { return alive() && engine == own; };
    for (int i = 1; current(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!current()) return;
      guarded(follow_modules);
      if (i % 10 != 0) {
        if (!engine->idle()) guarded([] { engine->ration(); });
        continue;
      }
      guarded([] { engine->tick(); });
      guarded([] { watch_for_cupti_users(step_aside); });
      if (!launcher || !launcher->launcher_is_gone()) continue;
      bool released = false;
      guarded([&released] { released = engine->launcher_gone(); });
      if (released) leave(true);
    }
  });
  if (started) return;
  engine->logbook().note(Level::warning, "thread",
                         "no thread could be started: what is counted is written late or never",
                         "raise the limit of processes (ulimit -u)");
}

// A handler of a signal may end the program in the middle of ours, with locks that this thread waits for in vain.
void finish() {
  if (!alive()) return;
  if (own_call || Engine::counts_here()) {
    CountingThread::all_done(std::chrono::seconds(3));  // before CUPTI and the driver go
    return engine->give_up();
  }
  const collect::WithoutCancellation uncancelled;
  own_call = true;
  with_enough_stack([] { guarded([] { engine->finish(); }); });
}

void initialize() {
  const char* text = std::getenv(collect::kProfileVariable);
  if (!text || forked || (engine && !left)) return;
  collect::ProfileConfig config = collect::decode_profile_config(text);
  auto logbook = std::make_unique<Logbook>(config.spool_folder + "/" + collect::hostname() + "." +
                                           std::to_string(getpid()) + ".spool");
  if (!logbook->good()) return;
  std::string missing;
  std::string remedy;
  try {
    if (!api()) api() = collect::cupti::load();  // looked for again, its functions would be those for others
    collect::cupti::find_driver();
  } catch (const collect::Unavailable& error) {
    missing = error.what();
    remedy = error.remedy();
  }
  collect::spool::ProcessRecord process = process_record(config);
  if (api()) {
    process.cupti_version = std::to_string(api()->version);
    process.cupti_path = api()->path;
  }
  logbook->write(process);
  if (!api()) {
    logbook->note(Level::warning, "no-cupti", missing, remedy);
    logbook->write(collect::spool::EndRecord{});  // there is no more to come
    return;
  }
  if (broken) {
    logbook->note(Level::warning, "fatal", "CUPTI met a fatal error in this process before: nothing was recorded",
                  "start the process anew");
    logbook->write(collect::spool::EndRecord{});
    return;
  }
  if (!api()->patches_and_samples) {
    if (config.stalls || config.lines) {
      logbook->note(Level::warning, "cupti-12", "--stalls and --lines need the CUPTI of CUDA 13");
    }
    config.stalls = config.lines = false;
  }
  if (cupti_is_used() && !(beside && subscription)) {
    note_cupti_user(*logbook, true);
    logbook->write(collect::spool::EndRecord{});
    return;
  }
  if (!subscription) {
    subscription = Subscription::begin(api(), on_callback, *logbook).release();
    if (!subscription) return logbook->write(collect::spool::EndRecord{});
    api() = subscription.load()->api();
  }
  gated = config.stalls;
  subscription.load()->enable(config);
  auto launcher = config.launcher_locks ? std::make_shared<LauncherLock>(config.spool_folder) : nullptr;
  engine = new Engine(std::move(config), api(), std::move(logbook), ranges(),
                      collect::JobRank{process.rank, std::max(1, process.world), process.launcher}, [](bool enabled) {
                        if (enabled) engine->launches().forget();  // some ended without a callback
                        if (Subscription* held = subscription) held->enable_launches(enabled);
                      });
  if (beside) engine->leave_counters();
  const bool takes = receive_records(api(), receive);
  if (!takes || !engine->activity().begin()) {
    engine->logbook().note(Level::warning, "activity", "CUPTI does not record kernels: there will be no times");
  }
  if (takes && !collect::cupti::enable_activity(*api(), CUPTI_ACTIVITY_KIND_DEVICE)) {
    engine->logbook().note(Level::warning, "devices", "CUPTI does not describe the GPUs of this process");
  }
  if (engine->idle()) engine->begin_idle();
  [[maybe_unused]] static const int once =
      pthread_atfork(nullptr, nullptr, [] { forked = true; }) + std::atexit(finish);
  leaving = Leaving::no;
  left = false;
  follow_modules();
  watch_for_cupti_users(step_aside);
  start_ticking(std::move(launcher));
}

// What the program itself asks for, outside the driver and outside callbacks.
template <class Work>
void from_within(Work&& work) {
  if (!alive() || own_call) return;
  const collect::WithoutCancellation uncancelled;
  own_call = true;
  with_enough_stack([&] { guarded(work); });
  own_call = false;
}

// CUPTI tells of devices in cuInit alone.
void describe_devices() {
  from_within([] {
    for (const collect::spool::DeviceRecord& device : driver_devices()) engine->describe(device);
  });
}

void begin_case(const char* parameters) {
  from_within([&] { engine->begin_case(parameters); });
}

void end() {
  from_within([] { leave(false); });
}

}  // namespace
}  // namespace rooflens::inject

#define ROOFLENS_EXPORT extern "C" __attribute__((visibility("default")))

/// Called by the CUDA driver in cuInit.
ROOFLENS_EXPORT int InitializeInjection() {
  const rooflens::collect::WithoutCancellation uncancelled;
  rooflens::inject::with_enough_stack([] {
    try {
      rooflens::inject::initialize();
    } catch (...) {
      // The application goes on without us; that nothing was written is what the launcher reports.
    }
  });
  return 1;
}

/// For a program that profiles itself, as Python's `rooflens.profile()` does: begins as in cuInit, which was before,
/// with the configuration that the environment holds now. Whether anything is recorded, notes in the spool say.
ROOFLENS_EXPORT void RooflensBegin() {
  InitializeInjection();
  rooflens::inject::describe_devices();
}

/// What is launched from now on belongs to this case, such as "block=256 n=4096"; empty: to none, and is not counted.
ROOFLENS_EXPORT void RooflensCase(const char* parameters) { rooflens::inject::begin_case(parameters); }

/// Everything is written down, and nothing is heard until RooflensBegin().
ROOFLENS_EXPORT void RooflensEnd() { rooflens::inject::end(); }

/// Called by NVTX at the first NVTX call of each object that contains it.
ROOFLENS_EXPORT int InitializeInjectionNvtx2(const void* (*export_table)(unsigned)) {
  return rooflens::inject::listen_to_nvtx(export_table, rooflens::inject::ranges()) ? 1 : 0;
}
