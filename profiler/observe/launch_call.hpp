// Kernel launches as the driver API sees them: every form of the call, read into one structure.
#pragma once

#include <cupti_callbacks.h>

#include <cstdint>
#include <optional>
#include <span>

#include "models/record/launch.hpp"
#include "profiler/observe/handle_book.hpp"
#include "profiler/spool/record.hpp"

namespace rooflens::inject {

struct LaunchCall {
  collect::spool::LaunchForm form = collect::spool::LaunchForm::kernel;
  const void* function = nullptr;  ///< CUfunction or CUkernel; the CUgraphExec of a graph
  models::Dim3 grid{};
  models::Dim3 block{};
  std::uint64_t dynamic_shared = 0;
  CUstream stream = nullptr;
  void* const* arguments = nullptr;  ///< the list, alive as long as the callback; null: packed, or none
  bool remote = false;               ///< it is launched to reach memory of other GPUs
  bool clustered = false;            ///< clusters are an attribute of the launch
  bool programmatic = false;         ///< it may begin before the launch ahead of it ends
};

/// Driver callbacks in which something is launched.
[[nodiscard]] std::span<const CUpti_CallbackId> launch_callbacks();
[[nodiscard]] bool is_launch(CUpti_CallbackId callback);
/// Driver callbacks in which a stream is made to wait for what the host does, or for somebody else's doing.
[[nodiscard]] std::span<const CUpti_CallbackId> host_wait_callbacks();
[[nodiscard]] bool submits_a_wait(CUpti_CallbackId callback);

/// What such a callback launches. Nothing for a call that launches on several devices at once.
[[nodiscard]] std::optional<LaunchCall> read_launch(CUpti_CallbackId callback, const void* params, HandleBook& handles);

/// Driver callbacks that set the geometry of later legacy launches (cuFuncSetBlockShape, cuFuncSetSharedSize).
[[nodiscard]] std::span<const CUpti_CallbackId> shape_callbacks();
void note_shape(CUpti_CallbackId callback, const void* params, HandleBook& handles);

}  // namespace rooflens::inject
