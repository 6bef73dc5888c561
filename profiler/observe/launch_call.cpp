#include "profiler/observe/launch_call.hpp"

#include <cupti.h>  // brings the parameters of each call

#include <algorithm>
#include <array>
#include <iterator>

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

constexpr std::array<CUpti_CallbackId, 12> kLaunches{
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchGridAsync,
};

constexpr std::array<CUpti_CallbackId, 18> kHostWaits{
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback,
    CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync,
    CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync_ptsz,
};

constexpr std::array<CUpti_CallbackId, 2> kShapes{
    CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape,
    CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize,
};

// Both forms of a call have the same parameters; no stream means a stream of the thread in one of them.
CUstream stream_of(CUstream stream, bool per_thread) { return per_thread && !stream ? CU_STREAM_PER_THREAD : stream; }

// `how` has the geometry and the stream: the parameters themselves, or the configuration among them.
template <class Params, class How>
LaunchCall call_of(LaunchForm form, const Params& p, const How& how, bool per_thread) {
  return {form,
          p.f,
          {how.gridDimX, how.gridDimY, how.gridDimZ},
          {how.blockDimX, how.blockDimY, how.blockDimZ},
          how.sharedMemBytes,
          stream_of(how.hStream, per_thread),
          p.kernelParams};
}

template <class Params>
LaunchCall direct(LaunchForm form, const void* params, bool per_thread) {
  const auto& p = *static_cast<const Params*>(params);
  return call_of(form, p, p, per_thread);
}

// The driver has not looked at the arguments yet: a null pointer is its to refuse.
std::optional<LaunchCall> extended(const void* params, bool per_thread) {
  const auto& p = *static_cast<const cuLaunchKernelEx_params*>(params);
  if (!p.config || (p.config->numAttrs > 0 && !p.config->attrs)) return std::nullopt;
  const CUlaunchConfig& c = *p.config;
  LaunchCall call = call_of(LaunchForm::kernel, p, c, per_thread);
  for (unsigned i = 0; i < c.numAttrs; ++i) {
    if (c.attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && c.attrs[i].value.cooperative) {
      call.form = LaunchForm::cooperative;
    }
    if (c.attrs[i].id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN) {
      call.remote = c.attrs[i].value.memSyncDomain == CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
    }
    call.programmatic |= c.attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION ||
                         c.attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
    if (c.attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) call.clustered = c.attrs[i].value.clusterDim.x > 0;
  }
  return call;
}

LaunchCall graph(const cuGraphLaunch_params& params, bool per_thread) {
  return {LaunchForm::graph, params.hGraph, {}, {}, 0, stream_of(params.hStream, per_thread)};
}

LaunchCall legacy(HandleBook& handles, const void* function, int width, int height, CUstream stream = nullptr) {
  const HandleBook::Shape shape = handles.shape(function);
  return {LaunchForm::kernel, function,     {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1},
          shape.block,        shape.shared, stream};
}

}  // namespace

std::span<const CUpti_CallbackId> launch_callbacks() { return kLaunches; }
std::span<const CUpti_CallbackId> host_wait_callbacks() { return kHostWaits; }
bool is_launch(CUpti_CallbackId callback) {
  return std::find(std::begin(kLaunches), std::end(kLaunches), callback) != std::end(kLaunches);
}
bool submits_a_wait(CUpti_CallbackId callback) {
  return std::find(std::begin(kHostWaits), std::end(kHostWaits), callback) != std::end(kHostWaits);
}
std::span<const CUpti_CallbackId> shape_callbacks() { return kShapes; }

std::optional<LaunchCall> read_launch(CUpti_CallbackId callback, const void* params, HandleBook& handles) {
  switch (callback) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
      return direct<cuLaunchKernel_params>(LaunchForm::kernel, params,
                                           callback == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
      return extended(params, callback == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
      return direct<cuLaunchCooperativeKernel_params>(
          LaunchForm::cooperative, params, callback == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz);
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
      return graph(*static_cast<const cuGraphLaunch_params*>(params),
                   callback == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunch:
      return legacy(handles, static_cast<const cuLaunch_params*>(params)->f, 1, 1);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid: {
      const auto& p = *static_cast<const cuLaunchGrid_params*>(params);
      return legacy(handles, p.f, p.grid_width, p.grid_height);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchGridAsync: {
      const auto& p = *static_cast<const cuLaunchGridAsync_params*>(params);
      return legacy(handles, p.f, p.grid_width, p.grid_height, p.hStream);
    }
    default:
      return std::nullopt;
  }
}

void note_shape(CUpti_CallbackId callback, const void* params, HandleBook& handles) {
  if (callback == CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape) {
    const auto& p = *static_cast<const cuFuncSetBlockShape_params*>(params);
    handles.block(p.hfunc,
                  {static_cast<std::uint32_t>(p.x), static_cast<std::uint32_t>(p.y), static_cast<std::uint32_t>(p.z)});
  } else {
    const auto& p = *static_cast<const cuFuncSetSharedSize_params*>(params);
    handles.shared(p.hfunc, p.bytes);
  }
}

}  // namespace rooflens::inject
