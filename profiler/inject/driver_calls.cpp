#include "profiler/inject/driver_calls.hpp"

namespace rooflens::inject {
namespace {

void on_launch(Engine& engine, const CUpti_CallbackData& data, CUpti_CallbackId id) {
  if (data.callbackSite == CUPTI_API_ENTER) {
    if (const auto call = read_launch(id, data.functionParams, engine.handles())) {
      const CUgraphExec instead = engine.launch_enter(data.context, data.correlationId, *call, data.symbolName);
      if (instead) graph::exchange(data, instead);
    }
  } else {
    engine.launch_exit(data.correlationId, *static_cast<const CUresult*>(data.functionReturnValue) == CUDA_SUCCESS);
  }
}

bool begins_capture(CUpti_CallbackId id) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz:
      return true;
    default:
      return false;
  }
}

// Other errors leave the capture as it was, or there was none.
bool ends_capture(CUresult result) {
  return result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED ||
         result == CUDA_ERROR_STREAM_CAPTURE_UNMATCHED || result == CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
}

}  // namespace

bool never_within_a_launch(CUpti_CallbackId id) {
  if (begins_capture(id)) return true;
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
    case CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy:
    case CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease:
    case CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset:
    case CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset_v2:
      return true;
    default:
      return false;
  }
}

void follow_call(Engine& engine, const CUpti_CallbackData& data, CUpti_CallbackId id) {
  const bool enter = data.callbackSite == CUPTI_API_ENTER;
  const auto succeeded = [&] { return *static_cast<const CUresult*>(data.functionReturnValue) == CUDA_SUCCESS; };
  // Begins the parameters of each of the calls that ask for it.
  const auto stream = [&] { return static_cast<const cuStreamEndCapture_params*>(data.functionParams)->hStream; };
  if (begins_capture(id)) {
    if (enter) return engine.capture_begins(stream(), data.context);
    if (!succeeded()) engine.capture_refused(stream());
    return;
  }
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz:
      if (!enter && ends_capture(*static_cast<const CUresult*>(data.functionReturnValue)))
        engine.capture_ends(stream());
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2:
      if (enter) engine.capture_ends(stream());
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuProfilerStart:
      if (!enter) engine.profiler_started(true);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuProfilerStop:
      if (enter) engine.profiler_started(false);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape:
    case CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize:
      if (enter) note_shape(id, data.functionParams, engine.handles());
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
      if (enter) engine.module_unloads();
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuGreenCtxCreate:
      if (!enter && succeeded()) engine.context_begins();
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventCreate:
      if (!enter && succeeded()) {
        const auto& p = *static_cast<const cuEventCreate_params*>(data.functionParams);
        engine.handles().event_created(*p.phEvent, (p.Flags & CU_EVENT_DISABLE_TIMING) == 0);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2:
      if (enter) {
        engine.handles().event_destroyed(static_cast<const cuEventDestroy_v2_params*>(data.functionParams)->hEvent);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecord:
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz:
      if (enter) engine.event_recorded(static_cast<const cuEventRecord_params*>(data.functionParams)->hEvent);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags:
    case CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz:
      if (enter) engine.event_recorded(static_cast<const cuEventRecordWithFlags_params*>(data.functionParams)->hEvent);
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent_ptsz:
      if (enter) {
        engine.handles().event_orders_streams(
            static_cast<const cuStreamWaitEvent_params*>(data.functionParams)->hEvent);
      }
      return;
    case CUPTI_DRIVER_TRACE_CBID_cuCtxEnablePeerAccess:
    case CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle:
    case CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuMemImportFromShareableHandle:
    case CUPTI_DRIVER_TRACE_CBID_cuMulticastAddDevice:
      if (!enter && succeeded()) engine.shares_memory();
      return;
    default:
      if (graph::is_graph_call(id)) return engine.graph_call(id, data);
      if (is_launch(id)) on_launch(engine, data, id);
  }
}

}  // namespace rooflens::inject
