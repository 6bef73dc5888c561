// The few questions that the injected library asks the CUDA driver itself.
#pragma once

#include <cuda.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// Fills in registers, static shared memory, local memory and resident blocks of a kernel whose code is loaded: call it
/// after its launch. `function` is a CUfunction or a CUkernel. What the driver does not say stays as it is.
void describe_function(const void* function, int device, models::Launch& launch);

/// Loads the code of a CUfunction or CUkernel into the context that is current, as its first launch would.
void load_function(const void* function);

/// Bytes of device memory that nobody holds, in the context that is current; nothing where the driver does not say.
[[nodiscard]] std::optional<std::size_t> free_device_memory();
/// The rest, by whomever; 0 where the driver does not say.
[[nodiscard]] std::size_t used_device_memory();

/// Whether what is launched on the stream runs in that context, and not in a green one; false where nobody knows.
[[nodiscard]] bool runs_in(CUcontext context, CUstream stream);

/// To time what lies between two events; null where the driver has not all of it.
struct EventCalls {
  CUresult (*create)(CUevent*, unsigned) = nullptr;
  CUresult (*record)(CUevent, CUstream) = nullptr;
  CUresult (*elapsed)(float*, CUevent, CUevent) = nullptr;  ///< in ms; an error until both are over
};
[[nodiscard]] EventCalls event_calls();

/// What tells of the arguments of a launch; null where the driver lacks one, being older than CUDA 12.4.
struct ArgumentCalls {
  CUresult (*parameter)(CUfunction, std::size_t, std::size_t* offset, std::size_t* size) = nullptr;
  CUresult (*function_of)(CUfunction*, CUkernel) = nullptr;
  CUresult (*attributes)(unsigned, CUpointer_attribute*, void**, CUdeviceptr) = nullptr;
};
[[nodiscard]] ArgumentCalls argument_calls();

/// On this thread.
void make_current(CUcontext context);

enum class Captured {
  no,     ///< or the driver does not say
  yes,    ///< the stream is being captured
  other,  ///< another one, whose capture a launch on this stream would break
};
[[nodiscard]] Captured captured(CUstream stream);

/// While it lives, calls of this thread neither fail because of captures of other threads nor break them.
class RelaxedCapture {
 public:
  RelaxedCapture();
  ~RelaxedCapture();
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

/// Waits until everything that was launched on the context is over, or until `stop`; whether it is over. Where the
/// driver answers with an error, nobody knows, and it is not. For a thread of this library's own, one a context.
using Synchronize = std::function<bool(const std::atomic<bool>& stop)>;
[[nodiscard]] Synchronize synchronizer(CUcontext context);

}  // namespace rooflens::inject
