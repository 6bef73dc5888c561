// librooflens_inject.so: what the CUDA driver and NVTX call in a profiled process, and what CUPTI calls back. Nothing
// here may throw, print, or change what the application sees.
#include <cupti.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "profiler/collect/collector.hpp"
#include "profiler/collect/job_rank.hpp"
#include "profiler/collect/without_cancellation.hpp"
#include "profiler/inject/engine.hpp"
#include "profiler/inject/launcher_lock.hpp"
#include "profiler/inject/nvtx_listener.hpp"
#include "profiler/inject/other_cupti.hpp"
#include "profiler/inject/own_call.hpp"
#include "profiler/inject/realtime.hpp"
#include "profiler/inject/signals_blocked.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

Engine* engine = nullptr;
std::atomic<bool> left{false};  // the launcher is gone
bool forked = false;  // asked at every launch, where the system call that tells would cost as much as the rest

NvtxRanges& ranges() {
  static auto* all = new NvtxRanges;
  return *all;
}

bool gated = false;  // every call of the driver is heard of, not only launches

// A forked child may not use CUDA, and CUPTI's threads are not in it.
bool alive() { return engine && !forked && !left; }

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
    if (const auto call = read_launch(id, data.functionParams)) {
      engine->launch_enter(data.context, data.correlationId, *call, data.symbolName);
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
      if (enter) note_shape(id, data.functionParams);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
      if (enter) engine->module_unloads();
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventCreate:
      if (!enter && succeeded()) {
        const auto& p = *static_cast<const cuEventCreate_params*>(data.functionParams);
        engine->event_created(*p.phEvent, (p.Flags & CU_EVENT_DISABLE_TIMING) == 0);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2:
      if (enter) engine->event_destroyed(static_cast<const cuEventDestroy_v2_params*>(data.functionParams)->hEvent);
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
      if (!gated || is_launch(id)) on_launch(data, id);
  }
}

constexpr CUpti_CallbackId kOtherCalls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuProfilerStart,
    CUPTI_DRIVER_TRACE_CBID_cuProfilerStop,
    CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
    CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
    CUPTI_DRIVER_TRACE_CBID_cuEventCreate,
    CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2,
    CUPTI_DRIVER_TRACE_CBID_cuEventRecord,
    CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags,
    CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz,
};

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
  if (own_call) return;
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

std::string hostname() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  while (!text.empty() && text.back() == '\0') text.pop_back();
  for (char& c : text) {
    if (c == '\0') c = ' ';
  }
  return text;
}

collect::spool::ProcessRecord process_record(const collect::ProfileConfig& config) {
  collect::spool::ProcessRecord record;
  record.pid = getpid();
  record.parent_pid = getppid();
  record.hostname = hostname();
  record.command = command_line();
  const collect::JobRank rank = collect::job_rank([](const char* name) { return std::getenv(name); });
  record.rank = rank.rank;
  record.world = rank.world;
  record.launcher = rank.launcher;
  record.started_ns = realtime_ns();
  record.tool_version = config.tool_version;
  if (api()) {
    record.cupti_version = std::to_string(api()->version);
    record.cupti_path = api()->path;
  }
  return record;
}

void hear_launches(CUpti_SubscriberHandle subscriber, bool heard) {
  for (const CUpti_CallbackId id : launch_callbacks()) {
    api()->EnableCallback(heard ? 1 : 0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
}

// Another tool in the process keeps CUPTI's only place; it is named, and there is no subscriber.
CUpti_SubscriberHandle subscribe(Logbook& logbook, const collect::ProfileConfig& config) {
  CUpti_SubscriberHandle subscriber = nullptr;
  char holder[CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN] = {};
  CUpti_SubscriberParams params = {};
  params.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
  params.subscriberName = "rooflens";
  params.oldSubscriberName = holder;
  params.oldSubscriberSize = sizeof holder;
  const CUptiResult result = api()->Subscribe_v2(&subscriber, on_callback, nullptr, &params);
  if (result != CUPTI_SUCCESS) {
    const char* text = nullptr;
    api()->GetResultString(result, &text);
    logbook.note(Level::warning, "subscriber",
                 std::string("CUPTI does not let rooflens listen: ") + (text ? text : "unknown error") +
                     (holder[0] ? std::string(" (held by ") + holder + ")" : ""),
                 "only one profiler can be in a process: switch the other one off");
    return nullptr;
  }
  hear_launches(subscriber, true);
  for (const CUpti_CallbackId id : shape_callbacks()) {
    api()->EnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
  for (const CUpti_CallbackId id : kOtherCalls) {
    api()->EnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
  api()->EnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
  if (config.stalls || config.lines) {
    api()->EnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
  }
  gated = config.stalls;
  if (gated) api()->EnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
  api()->EnableDomain(1, subscriber, CUPTI_CB_DOMAIN_STATE);
  return subscriber;
}

// Nobody will read what comes: the GPU's counters are given back, and the program goes on as if alone.
void leave(CUpti_SubscriberHandle subscriber) {
  engine->logbook().note(Level::warning, "launcher",
                         "`rooflens profile` ended before the application, and counting ended with it");
  guarded([] { engine->finish(); });
  left = true;
  hear_launches(subscriber, false);
  for (const CUpti_CallbackId id : shape_callbacks()) {
    api()->EnableCallback(0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
  for (const CUpti_CallbackId id : kOtherCalls) {
    api()->EnableCallback(0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
  api()->ActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}

void start_ticking(CUpti_SubscriberHandle subscriber, std::unique_ptr<LauncherLock> launcher) {
  const SignalsBlocked blocked;
  std::thread([subscriber, launcher = std::move(launcher)] {
    own_call = true;
    while (alive()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      guarded([] { engine->tick(); });
      if (launcher && launcher->launcher_is_gone()) return leave(subscriber);
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
  auto logbook =
      std::make_unique<Logbook>(config.spool_folder + "/" + hostname() + "." + std::to_string(getpid()) + ".spool");
  if (!logbook->good()) return;
  std::string missing;
  std::string remedy;
  try {
    api() = collect::cupti::load();
  } catch (const collect::Unavailable& error) {
    missing = error.what();
    remedy = error.remedy();
  }
  const collect::spool::ProcessRecord process = process_record(config);
  logbook->write(process);
  if (!api()) {
    logbook->note(Level::warning, "no-cupti", missing, remedy);
    logbook->write(collect::spool::EndRecord{});  // there is no more to come
    return;
  }
  const CUpti_SubscriberHandle subscriber = subscribe(*logbook, config);
  if (!subscriber) {
    logbook->write(collect::spool::EndRecord{});
    return;
  }
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
  auto launcher = config.launcher_locks ? std::make_unique<LauncherLock>(config.spool_folder) : nullptr;
  engine = new Engine(std::move(config), api(), std::move(logbook), ranges(),
                      collect::JobRank{process.rank, process.world, process.launcher},
                      [subscriber](bool heard) {
                        if (heard) engine->launches().forget();  // some ended unheard
                        hear_launches(subscriber, heard);
                      });
  api()->ActivityRegisterCallbacks(give_buffer, take_buffer);
  api()->ActivityEnable(CUPTI_ACTIVITY_KIND_DEVICE);
  if (!engine->activity().begin()) {
    engine->logbook().note(Level::warning, "activity", "CUPTI does not record kernels: there will be no times");
  }
  std::atexit(finish);
  start_ticking(subscriber, std::move(launcher));
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
