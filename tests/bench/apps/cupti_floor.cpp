// An injected library that does nothing but subscribe to CUPTI: what a program loses under it, it loses under every
// tool that uses CUPTI. CUPTI_FLOOR=launches also asks for the callbacks of launches, CUPTI_FLOOR=records for activity
// records of kernels, which it throws away, and CUPTI_FLOOR=both for both. With "-rest" behind it, as in both-rest,
// they end after two seconds; with "-leave" the subscription ends, too. With CUPTI_FLOOR=turns it is there in the even
// tenths of each second of the wall clock, and not in the odd ones. Three say the median time of each kernel on
// stderr: CUPTI_FLOOR=durations by records, CUPTI_FLOOR=serial by records for which CUPTI lets one kernel run at a
// time, CUPTI_FLOOR=events by an event before and after each launch, without records. CUPTI_FLOOR=counters-asked asks,
// after two seconds, which counters the GPU offers; CUPTI_FLOOR=counters opens a window, too, and gives them back.
#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr CUpti_CallbackId kLaunches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,   CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz};

void CUPTIAPI on_callback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t) {
  std::free(buffer);
}

std::map<std::string, std::vector<std::uint64_t>>& durations() {
  static auto* const kept = new std::map<std::string, std::vector<std::uint64_t>>;
  return *kept;
}

void CUPTIAPI keep_durations(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && record->kind != CUPTI_ACTIVITY_KIND_KERNEL) continue;
    const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    durations()[kernel->name].push_back(kernel->end - kernel->start);
  }
  std::free(buffer);
}

// The driver's, which applications open by themselves.
template <typename Function>
Function* driver(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(dlsym(library, name));
}

struct Between {
  std::string kernel;
  CUevent begin = nullptr, end = nullptr;
};

std::vector<Between>& launches_between_events() {
  static auto* const kept = new std::vector<Between>;
  return *kept;
}

// Programs that launch on one thread, without graphs.
void CUPTIAPI record_events(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void* data) {
  static const auto create = driver<decltype(cuEventCreate)>("cuEventCreate");
  static const auto record = driver<decltype(cuEventRecord)>("cuEventRecord");
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  const CUstream stream = static_cast<const cuLaunchKernel_params*>(call.functionParams)->hStream;
  auto& all = launches_between_events();
  if (call.callbackSite == CUPTI_API_ENTER) {
    all.push_back({call.symbolName});
    create(&all.back().begin, CU_EVENT_DEFAULT);
    create(&all.back().end, CU_EVENT_DEFAULT);
    record(all.back().begin, stream);
  } else {
    record(all.back().end, stream);
  }
}

void say_durations() {
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  const auto wait = driver<decltype(cuEventSynchronize)>("cuEventSynchronize");
  const auto elapsed = driver<decltype(cuEventElapsedTime)>("cuEventElapsedTime");
  for (const Between& launch : launches_between_events()) {
    float ms = 0;
    if (wait(launch.end) == CUDA_SUCCESS && elapsed(&ms, launch.begin, launch.end) == CUDA_SUCCESS)
      durations()[launch.kernel].push_back(static_cast<std::uint64_t>(1e6F * ms));
  }
  for (auto& [name, all] : durations()) {
    std::ranges::sort(all);
    std::fprintf(stderr, "duration_us: %s %.3f of %zu\n", name.c_str(), 1e-3 * static_cast<double>(all[all.size() / 2]),
                 all.size());
  }
}

#define FLOOR_CALL(Call, params)     \
  CUpti_##Call##_Params params = {}; \
  params.structSize = CUpti_##Call##_Params_STRUCT_SIZE

// What nobody could leave out who counts: a context that is asked what it offers, a configuration of one pass, and one
// window, in which the application goes on.
bool count_once(bool asks_alone) {
  const auto retain = driver<decltype(cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain");
  const auto set = driver<decltype(cuCtxSetCurrent)>("cuCtxSetCurrent");
  CUcontext context = nullptr;
  if (retain(&context, 0) != CUDA_SUCCESS || set(context) != CUDA_SUCCESS) return false;
  bool good = true;
  const auto must = [&good](CUptiResult result) { good = good && result == CUPTI_SUCCESS; };
  const char* metric = "sm__cycles_active.sum";
  FLOOR_CALL(Profiler_Initialize, begin);
  must(cuptiProfilerInitialize(&begin));
  FLOOR_CALL(Device_GetChipName, chip);
  must(cuptiDeviceGetChipName(&chip));
  FLOOR_CALL(Profiler_GetCounterAvailability, offered);
  offered.ctx = context;
  must(cuptiProfilerGetCounterAvailability(&offered));
  std::vector<std::uint8_t> available(offered.counterAvailabilityImageSize);
  offered.pCounterAvailabilityImage = available.data();
  must(cuptiProfilerGetCounterAvailability(&offered));
  if (asks_alone) return good;
  FLOOR_CALL(Profiler_Host_Initialize, host);
  host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  host.pChipName = chip.pChipName;
  host.pCounterAvailabilityImage = available.data();
  must(cuptiProfilerHostInitialize(&host));
  FLOOR_CALL(Profiler_Host_ConfigAddMetrics, add);
  add.pHostObject = host.pHostObject;
  add.ppMetricNames = &metric;
  add.numMetrics = 1;
  must(cuptiProfilerHostConfigAddMetrics(&add));
  FLOOR_CALL(Profiler_Host_GetConfigImageSize, size);
  size.pHostObject = host.pHostObject;
  must(cuptiProfilerHostGetConfigImageSize(&size));
  std::vector<std::uint8_t> image(size.configImageSize);
  FLOOR_CALL(Profiler_Host_GetConfigImage, get);
  get.pHostObject = host.pHostObject;
  get.configImageSize = image.size();
  get.pConfigImage = image.data();
  must(cuptiProfilerHostGetConfigImage(&get));
  FLOOR_CALL(RangeProfiler_Enable, enable);
  enable.ctx = context;
  if (good) must(cuptiRangeProfilerEnable(&enable));
  if (!good) return false;
  FLOOR_CALL(RangeProfiler_GetCounterDataSize, room);
  room.pRangeProfilerObject = enable.pRangeProfilerObject;
  room.pMetricNames = &metric;
  room.numMetrics = 1;
  room.maxNumOfRanges = room.maxNumRangeTreeNodes = 1;
  must(cuptiRangeProfilerGetCounterDataSize(&room));
  std::vector<std::uint8_t> values(room.counterDataSize);
  FLOOR_CALL(RangeProfiler_CounterDataImage_Initialize, clear);
  clear.pRangeProfilerObject = enable.pRangeProfilerObject;
  clear.counterDataSize = values.size();
  clear.pCounterData = values.data();
  must(cuptiRangeProfilerCounterDataImageInitialize(&clear));
  FLOOR_CALL(RangeProfiler_SetConfig, use);
  use.pRangeProfilerObject = enable.pRangeProfilerObject;
  use.configSize = image.size();
  use.pConfig = image.data();
  use.counterDataImageSize = values.size();
  use.pCounterDataImage = values.data();
  use.range = CUPTI_UserRange;
  use.replayMode = CUPTI_UserReplay;
  use.maxRangesPerPass = use.numNestingLevels = use.minNestingLevel = 1;
  must(cuptiRangeProfilerSetConfig(&use));
  FLOOR_CALL(RangeProfiler_Start, start);
  start.pRangeProfilerObject = enable.pRangeProfilerObject;
  must(cuptiRangeProfilerStart(&start));
  FLOOR_CALL(RangeProfiler_Stop, stop);
  stop.pRangeProfilerObject = enable.pRangeProfilerObject;
  must(cuptiRangeProfilerStop(&stop));
  FLOOR_CALL(RangeProfiler_Disable, disable);
  disable.pRangeProfilerObject = enable.pRangeProfilerObject;
  must(cuptiRangeProfilerDisable(&disable));
  return good;
}

void subscribe_in_turns(CUpti_SubscriberHandle subscriber) {
  using std::chrono::milliseconds;
  constexpr milliseconds kTurn(100);
  for (bool subscribed = true;;) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    std::this_thread::sleep_for(kTurn - now % kTurn);
    const bool even = (std::chrono::system_clock::now().time_since_epoch() / kTurn) % 2 == 0;
    if (even == subscribed) continue;
    if ((even ? cuptiSubscribe(&subscriber, on_callback, nullptr) : cuptiUnsubscribe(subscriber)) != CUPTI_SUCCESS) {
      std::fprintf(stderr, "cupti_floor: the subscription could not be changed\n");
      return;
    }
    subscribed = even;
  }
}

}  // namespace

/// Called by the CUDA driver in cuInit.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  const char* text = std::getenv("CUPTI_FLOOR");
  const std::string_view wanted = text ? text : "";
  const bool launches = wanted.starts_with("launches") || wanted.starts_with("both");
  const bool records = wanted.starts_with("records") || wanted.starts_with("both");
  CUpti_SubscriberHandle subscriber = nullptr;
  const bool events = wanted == "events";
  if (cuptiSubscribe(&subscriber, events ? record_events : on_callback, nullptr) != CUPTI_SUCCESS) return 1;
  if (events) cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel);
  if (launches)
    for (const CUpti_CallbackId id : kLaunches) cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  const bool serial = wanted == "serial", told = serial || wanted == "durations";
  if (told || events) std::atexit(say_durations);
  if (records || told) {
    cuptiActivityRegisterCallbacks(give_buffer, told ? keep_durations : take_buffer);
    cuptiActivityEnable(serial ? CUPTI_ACTIVITY_KIND_KERNEL : CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  }
  if (wanted == "turns") std::thread(subscribe_in_turns, subscriber).detach();
  if (wanted.starts_with("counters")) {
    std::thread([asks_alone = wanted == "counters-asked"] {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      std::fprintf(stderr, count_once(asks_alone) ? "" : "cupti_floor: nothing could be counted\n");
    }).detach();
  }
  const bool leaves = wanted.ends_with("-leave");
  if (!leaves && !wanted.ends_with("-rest")) return 1;
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    if (launches)
      for (const CUpti_CallbackId id : kLaunches) cuptiEnableCallback(0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (records) cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    if (leaves) cuptiUnsubscribe(subscriber);
  }).detach();
  return 1;
}
