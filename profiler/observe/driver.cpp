#include "profiler/observe/driver.hpp"

#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace rooflens::inject {
namespace {

// The driver is in the process, because it loaded this library.
template <class Function>
Function find(const char* name) {
  static void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
}

struct Driver {
  decltype(&cuFuncGetAttribute) function_attribute = find<decltype(&cuFuncGetAttribute)>("cuFuncGetAttribute");
  decltype(&cuKernelGetAttribute) kernel_attribute = find<decltype(&cuKernelGetAttribute)>("cuKernelGetAttribute");
  decltype(&cuFuncLoad) load_function = find<decltype(&cuFuncLoad)>("cuFuncLoad");  // for drivers from 12.4 on
  decltype(&cuKernelGetFunction) function_of = find<decltype(&cuKernelGetFunction)>("cuKernelGetFunction");
  decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor) blocks =
      find<decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor)>("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  decltype(&cuMemGetInfo) memory = find<decltype(&cuMemGetInfo)>("cuMemGetInfo_v2");
  decltype(&cuCtxSynchronize) synchronize = find<decltype(&cuCtxSynchronize)>("cuCtxSynchronize");
  decltype(&cuCtxSetCurrent) set_current = find<decltype(&cuCtxSetCurrent)>("cuCtxSetCurrent");
  decltype(&cuThreadExchangeStreamCaptureMode) exchange_capture_mode =
      find<decltype(&cuThreadExchangeStreamCaptureMode)>("cuThreadExchangeStreamCaptureMode");
  decltype(&cuStreamGetCtx_v2) contexts_of_stream = find<decltype(&cuStreamGetCtx_v2)>("cuStreamGetCtx_v2");
  CUresult (*context_of_stream)(CUstream, CUcontext*) = find<CUresult (*)(CUstream, CUcontext*)>("cuStreamGetCtx");
  decltype(&cuStreamIsCapturing) is_capturing = find<decltype(&cuStreamIsCapturing)>("cuStreamIsCapturing");
  decltype(&cuEventCreate) create_event = find<decltype(&cuEventCreate)>("cuEventCreate");
  decltype(&cuEventRecord) record_event = find<decltype(&cuEventRecord)>("cuEventRecord");
  decltype(&cuEventElapsedTime) elapsed = find<decltype(&cuEventElapsedTime)>("cuEventElapsedTime");
  decltype(&cuEventQuery) query_event = find<decltype(&cuEventQuery)>("cuEventQuery");
  decltype(&cuFuncGetParamInfo) parameter = find<decltype(&cuFuncGetParamInfo)>("cuFuncGetParamInfo");
  decltype(&cuPointerGetAttributes) pointer = find<decltype(&cuPointerGetAttributes)>("cuPointerGetAttributes");
  decltype(&cuCtxRecordEvent) record_context = find<decltype(&cuCtxRecordEvent)>("cuCtxRecordEvent");
};

const Driver& driver() {
  static const Driver functions;
  return functions;
}

bool attribute(CUfunction_attribute name, const void* function, int device, int& value) {
  auto* const handle = const_cast<void*>(function);
  const Driver& d = driver();
  if (d.function_attribute && d.function_attribute(&value, name, static_cast<CUfunction>(handle)) == CUDA_SUCCESS) {
    return true;
  }
  return d.kernel_attribute &&
         d.kernel_attribute(&value, name, static_cast<CUkernel>(handle), static_cast<CUdevice>(device)) == CUDA_SUCCESS;
}

}  // namespace

void describe_function(const void* function, int device, models::Launch& launch) {
  int value = 0;
  if (attribute(CU_FUNC_ATTRIBUTE_NUM_REGS, function, device, value)) launch.registers_per_thread = value;
  if (attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function, device, value)) {
    launch.static_shared_bytes = static_cast<std::uint64_t>(std::max(value, 0));
  }
  if (attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function, device, value)) {
    launch.local_bytes_per_thread = static_cast<std::uint64_t>(std::max(value, 0));
  }
  auto* const handle = const_cast<void*>(function);
  if (driver().blocks &&
      driver().blocks(&value, static_cast<CUfunction>(handle), static_cast<int>(launch.block.count()),
                      launch.dynamic_shared_bytes) == CUDA_SUCCESS) {
    launch.blocks_per_sm = value;
  }
}

void load_function(const void* function) {
  auto* const handle = const_cast<void*>(function);
  const Driver& d = driver();
  if (d.load_function && d.load_function(static_cast<CUfunction>(handle)) == CUDA_SUCCESS) return;
  CUfunction loaded = nullptr;
  if (d.function_of) static_cast<void>(d.function_of(&loaded, static_cast<CUkernel>(handle)));
}

std::optional<std::size_t> free_device_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  if (!driver().memory || driver().memory(&free, &total) != CUDA_SUCCESS) return std::nullopt;
  return free;
}

std::size_t used_device_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  return driver().memory && driver().memory(&free, &total) == CUDA_SUCCESS ? total - free : 0;
}

bool runs_in(CUcontext context, CUstream stream) {
  CUcontext own = nullptr;
  CUgreenCtx green = nullptr;  // for which the driver has to be 12.5
  const Driver& d = driver();
  if (d.contexts_of_stream)
    return d.contexts_of_stream(stream, &own, &green) == CUDA_SUCCESS && own == context && !green;
  return d.context_of_stream && d.context_of_stream(stream, &own) == CUDA_SUCCESS && own == context;
}

EventCalls event_calls() {
  const Driver& d = driver();
  return d.create_event && d.record_event && d.elapsed ? EventCalls{d.create_event, d.record_event, d.elapsed}
                                                       : EventCalls{};
}

ArgumentCalls argument_calls() {
  const Driver& d = driver();
  return d.parameter && d.function_of && d.pointer ? ArgumentCalls{d.parameter, d.function_of, d.pointer}
                                                   : ArgumentCalls{};
}

void make_current(CUcontext context) {
  if (const auto set = driver().set_current) static_cast<void>(set(context));
}

Captured captured(CUstream stream) {
  CUstreamCaptureStatus status{};
  const auto ask = driver().is_capturing;
  if (!ask) return Captured::no;
  if (ask(stream, &status) != CUDA_SUCCESS) return Captured::other;
  return status == CU_STREAM_CAPTURE_STATUS_NONE ? Captured::no : Captured::yes;
}

RelaxedCapture::RelaxedCapture() {
  if (const auto exchange = driver().exchange_capture_mode) static_cast<void>(exchange(&mode_));
}

RelaxedCapture::~RelaxedCapture() {
  if (const auto exchange = driver().exchange_capture_mode) static_cast<void>(exchange(&mode_));
}

namespace {

// Asks often at first, then in steps of a twentieth of the time that it took so far.
bool ends(const Driver& d, CUevent event, const std::atomic<bool>& stop) {
  constexpr std::chrono::steady_clock::duration kOften = std::chrono::microseconds(200);
  constexpr std::chrono::steady_clock::duration kLongestStep = std::chrono::milliseconds(1);
  for (const auto begin = std::chrono::steady_clock::now();;) {
    const CUresult result = d.query_event(event);
    if (result != CUDA_ERROR_NOT_READY || stop) return result == CUDA_SUCCESS;
    if (const auto took = std::chrono::steady_clock::now() - begin; took < kOften) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::min(took / 20, kLongestStep));
    }
  }
}

}  // namespace

// An event is behind all work of the context, on whatever streams, and is asked: within cuCtxSynchronize, which is for
// drivers before 12.5, this thread could not be called back and would keep a core busy as long as a kernel runs.
Synchronize synchronizer(CUcontext context) {
  return [context](const std::atomic<bool>& stop) {
    thread_local CUcontext current = nullptr;
    thread_local CUevent event = nullptr;  // ends with its context
    const Driver& d = driver();
    if (!d.set_current || !d.synchronize || !d.exchange_capture_mode) return false;
    if (current != context) {
      if (d.set_current(context) != CUDA_SUCCESS) return false;
      CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;  // captures of the application do not forbid the wait
      static_cast<void>(d.exchange_capture_mode(&mode));
      current = context;
      event = nullptr;
    }
    if (!d.record_context || !d.query_event || !d.create_event) return d.synchronize() == CUDA_SUCCESS;
    if (!event && d.create_event(&event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) return false;
    const CUresult recorded = d.record_context(context, event);
    if (recorded == CUDA_ERROR_NOT_SUPPORTED) return d.synchronize() == CUDA_SUCCESS;
    return recorded == CUDA_SUCCESS && ends(d, event, stop);
  };
}

}  // namespace rooflens::inject
