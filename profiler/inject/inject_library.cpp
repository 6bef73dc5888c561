// librooflens_inject.so: what the CUDA driver and NVTX call in a profiled process, and what CUPTI calls back. Nothing
// here may throw, print, or change what the application sees.
#include <cupti.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <thread>

#include "profiler/config/hostname.hpp"
#include "profiler/config/job_rank.hpp"
#include "profiler/cupti/unavailable.hpp"
#include "profiler/graph/graph_calls.hpp"
#include "profiler/graph/graph_exchange.hpp"
#include "profiler/inject/engine.hpp"
#include "profiler/observe/cupti_users.hpp"
#include "profiler/observe/launcher_lock.hpp"
#include "profiler/observe/nvtx_listener.hpp"
#include "profiler/observe/other_cupti.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/observe/process_facts.hpp"
#include "profiler/observe/signals_blocked.hpp"
#include "profiler/observe/subscription.hpp"
#include "profiler/spool/without_cancellation.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

Engine* engine = nullptr;
std::atomic<bool> left{false};  // nothing is recorded any more
bool forked = false;  // asked at every launch, where the system call that tells would cost as much as the rest

NvtxRanges& ranges() {
  static auto* all = new NvtxRanges;
  return *all;
}

bool gated = false;  // every call of the driver has callbacks, not only launches

// A forked child may not use CUDA, and CUPTI's threads are not in it.
bool alive() { return engine && !forked && !left; }
Subscription* subscription = nullptr;

// What goes wrong in the library is no matter of the application's.
template <class Work>
void guarded(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    engine->logbook().note(Level::warning, "internal", error.what());
  }
}

void on_launch(const CUpti_CallbackData& data, CUpti_CallbackId id) {
  if (data.callbackSite == CUPTI_API_ENTER) {
    if (const auto call = read_launch(id, data.functionParams, engine->handles())) {
      const CUgraphExec instead = engine->launch_enter(data.context, data.correlationId, *call, data.symbolName);
      if (instead) graph::exchange(data, instead);
    }
  } else {
    engine->launch_exit(data.correlationId, *static_cast<const CUresult*>(data.functionReturnValue) == CUDA_SUCCESS);
  }
}

// Other errors leave the capture as it was, or there was none.
bool ends_capture(CUresult result) {
  return result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED ||
         result == CUDA_ERROR_STREAM_CAPTURE_UNMATCHED || result == CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
}

void on_driver_call(const CUpti_CallbackData& data, CUpti_CallbackId id) {
  const bool enter = data.callbackSite == CUPTI_API_ENTER;
  const auto succeeded = [&] { return *static_cast<const CUresult*>(data.functionReturnValue) == CUDA_SUCCESS; };
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz:
      if (enter) {
        engine->capture_begins();
      } else if (!succeeded()) {
        engine->capture_ended();
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz:
      if (!enter && ends_capture(*static_cast<const CUresult*>(data.functionReturnValue))) engine->capture_ended();
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuProfilerStart:
      if (!enter) engine->profiler_started(true);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuProfilerStop:
      if (enter) engine->profiler_started(false);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape:
    case CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize:
      if (enter) note_shape(id, data.functionParams, engine->handles());
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
      if (enter) engine->module_unloads();
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventCreate:
      if (!enter && succeeded()) {
        const auto& p = *static_cast<const cuEventCreate_params*>(data.functionParams);
        engine->handles().event_created(*p.phEvent, (p.Flags & CU_EVENT_DISABLE_TIMING) == 0);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2:
      if (enter) {
        engine->handles().event_destroyed(static_cast<const cuEventDestroy_v2_params*>(data.functionParams)->hEvent);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecord:
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz:
      if (enter) engine->event_recorded(static_cast<const cuEventRecord_params*>(data.functionParams)->hEvent);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags:
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz:
      if (enter) engine->event_recorded(static_cast<const cuEventRecordWithFlags_params*>(data.functionParams)->hEvent);
      return;
    default:
      if (graph::is_graph_call(id)) return engine->graph_call(id, data);
      if (!gated || is_launch(id)) on_launch(data, id);
  }
}

// A launch of ours: it may be the one that tries out whether graphs can be exchanged.
void on_own_call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  const CUgraphExec instead = graph::GraphExchange::on_trial();
  if (!instead || domain != CUPTI_CB_DOMAIN_DRIVER_API || !is_launch(id)) return;
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  if (call.callbackSite == CUPTI_API_ENTER) graph::exchange(call, instead);
}

// Through the gates, before anything else on the way in and after everything else on the way out.
class Passage {
 public:
  Passage(bool in, bool launch) : in_(in), launch_(launch) {
    if (!in_) return;
    if (gated) engine->gate().enter();
    if (launch_) engine->launches().enter();
  }
  ~Passage() {
    if (in_) return;
    if (launch_) engine->launches().leave();
    if (gated) engine->gate().leave();
  }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

 private:
  bool in_;
  bool launch_;
};

void CUPTIAPI on_callback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (!alive()) return;
  if (domain == CUPTI_CB_DOMAIN_STATE && id == CUPTI_CBID_STATE_FATAL_ERROR) return engine->fatal_error();
  if (own_call) return on_own_call(domain, id, data);
  const collect::WithoutCancellation uncancelled;
  own_call = true;
  guarded([&] {
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API) {
      const auto& call = *static_cast<const CUpti_CallbackData*>(data);
      const Passage passage(call.callbackSite == CUPTI_API_ENTER, is_launch(id));
      on_driver_call(call, id);
    } else if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
      engine->context_ends(static_cast<const CUpti_ResourceData*>(data)->context);
    } else if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED) {
      const auto& resource = *static_cast<const CUpti_ResourceData*>(data);
      const auto& module = *static_cast<const CUpti_ModuleResourceData*>(resource.resourceDescriptor);
      engine->module_loaded(module.pCubin, module.cubinSize);
    }
  });
  own_call = false;
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most_records = 0;
  if (!*buffer) *size = 0;
}

std::shared_ptr<const collect::cupti::Api>& api() {
  static auto* loaded = new std::shared_ptr<const collect::cupti::Api>;
  return *loaded;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t used) {
  CUpti_Activity* record = nullptr;
  guarded([&] {
    while (alive() && used > 0 && api()->ActivityGetNextRecord(buffer, used, &record) == CUPTI_SUCCESS) {
      if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
        engine->kernel_record(*reinterpret_cast<const CUpti_ActivityKernel10*>(record));
      } else if (record->kind == CUPTI_ACTIVITY_KIND_DEVICE) {
        engine->device_record(*reinterpret_cast<const CUpti_ActivityDevice5*>(record));
      }
    }
  });
  std::free(buffer);
}

// Nothing is recorded from now on: the counters of the GPU and CUPTI are given back, and the program goes on as if
// alone.
void leave() {
  static std::atomic<bool> leaving{false};
  if (leaving.exchange(true)) return;
  guarded([] { engine->finish(); });
  left = true;
  api()->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  api()->ActivityDisable(CUPTI_ACTIVITY_KIND_DEVICE);
  subscription->end();
}

// The application is about to use CUPTI itself.
void step_aside() {
  if (!alive() || own_call) return;
  own_call = true;
  note_cupti_user(engine->logbook());
  leave();
  own_call = false;
}

void start_ticking(std::unique_ptr<LauncherLock> launcher) {
  const SignalsBlocked blocked;
  std::thread([launcher = std::move(launcher)] {
    own_call = true;
    for (int i = 1; alive(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!alive()) return;
      if (i % 10 != 0) {
        if (!engine->idle()) guarded([] { engine->ration(); });
        continue;
      }
      guarded([] { engine->tick(); });
      watch_for_cupti_users(api(), step_aside);
      if (!launcher || !launcher->launcher_is_gone()) continue;
      engine->logbook().note(Level::warning, "launcher",
                             "`rooflens profile` ended before the application did, and counting stopped then");
      leave();
    }
  }).detach();
}

// A handler of a signal may end the program in the middle of ours, with locks that this thread waits for in vain.
void finish() {
  if (!alive()) return;
  if (own_call || Engine::counts_here()) return engine->give_up();
  own_call = true;
  guarded([] { note_other_cuptis(api()->path, engine->logbook()); });
  guarded([] { engine->finish(); });
}

void initialize() {
  const char* text = std::getenv(collect::kProfileVariable);
  if (!text || engine) return;
  collect::ProfileConfig config = collect::decode_profile_config(text);
  auto logbook = std::make_unique<Logbook>(config.spool_folder + "/" + collect::hostname() + "." +
                                           std::to_string(getpid()) + ".spool");
  if (!logbook->good()) return;
  std::string missing;
  std::string remedy;
  try {
    api() = collect::cupti::load();
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
  if (cupti_is_used()) {
    note_cupti_user(*logbook, true);
    logbook->write(collect::spool::EndRecord{});
    return;
  }
  subscription = Subscription::begin(api(), on_callback, *logbook, config).release();
  if (!subscription) {
    logbook->write(collect::spool::EndRecord{});
    return;
  }
  gated = config.stalls;
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
  auto launcher = config.launcher_locks ? std::make_unique<LauncherLock>(config.spool_folder) : nullptr;
  engine = new Engine(std::move(config), api(), std::move(logbook), ranges(),
                      collect::JobRank{process.rank, process.world, process.launcher}, [](bool enabled) {
                        if (enabled) engine->launches().forget();  // some ended without a callback
                        subscription->enable_launches(enabled);
                      });
  api()->ActivityRegisterCallbacks(give_buffer, take_buffer);
  api()->ActivityEnable(CUPTI_ACTIVITY_KIND_DEVICE);
  if (!engine->activity().begin()) {
    engine->logbook().note(Level::warning, "activity", "CUPTI does not record kernels: there will be no times");
  }
  if (engine->idle()) engine->begin_idle();
  std::atexit(finish);
  watch_for_cupti_users(api(), step_aside);
  start_ticking(std::move(launcher));
}

}  // namespace
}  // namespace rooflens::inject

#define ROOFLENS_EXPORT extern "C" __attribute__((visibility("default")))

/// Called by the CUDA driver in cuInit.
ROOFLENS_EXPORT int InitializeInjection() {
  try {
    rooflens::inject::initialize();
  } catch (...) {
    // The application goes on without us; that nothing was written is what the launcher reports.
  }
  return 1;
}

/// Called by NVTX at the first NVTX call of each object that contains it.
ROOFLENS_EXPORT int InitializeInjectionNvtx2(const void* (*export_table)(unsigned)) {
  return rooflens::inject::listen_to_nvtx(export_table, rooflens::inject::ranges()) ? 1 : 0;
}
