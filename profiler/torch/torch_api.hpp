// What the library needs of PyTorch that the process has loaded: functions found by name, none of it linked or loaded.
// Structures as in ATen/record_function.h since 1.11, which calibration confirms before anything is believed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rooflens::torch {

class RecordFunction;  // at::RecordFunction: an operation that runs now

/// std::unique_ptr<at::ObserverContext>, always empty: as such it is returned through memory.
struct NoContext {
  NoContext() = default;
  NoContext(const NoContext&) = delete;
  NoContext& operator=(const NoContext&) = delete;
  ~NoContext() { context = nullptr; }
  void* context = nullptr;
};

/// at::RecordFunctionCallback, which is passed by value on the stack. Longer than it, so that one with more scopes
/// reads zeros.
struct Callback {
  NoContext (*start)(const RecordFunction&) = nullptr;
  void (*end)(const RecordFunction&, void*) = nullptr;
  double probability = 1;
  bool scopes[10] = {true};  ///< operations alone
  bool needs_inputs = true;
  bool needs_outputs = true;
  bool needs_ids = false;
  char none[24] = {};
};
static_assert(offsetof(Callback, needs_inputs) == 34);

/// c10::IValue.
struct Value {
  std::uint64_t payload = 0;
  std::uint32_t tag = 0;
  std::uint32_t unused = 0;
};

using Tensor = void*;  // AtenTensorHandle: at::Tensor*, which holds a pointer to its TensorImpl

struct TorchApi {
  std::uint64_t (*add_callback)(Callback) = nullptr;
  void (*remove_callback)(std::uint64_t) = nullptr;
  void (*disable_callback)(std::uint64_t) = nullptr;
  void (*enable_callback)(std::uint64_t) = nullptr;
  const char* (*name)(const RecordFunction*) = nullptr;
  std::size_t (*inputs)(const RecordFunction*) = nullptr;
  std::size_t (*outputs)(const RecordFunction*) = nullptr;
  // The C interface that compiled models use (torch/csrc/inductor/aoti_torch/c/shim.h); errors are not 0.
  std::int32_t (*make_tensor)(std::int64_t dimensions, const std::int64_t* sizes, const std::int64_t* strides,
                              std::int32_t type, std::int32_t device, std::int32_t index, Tensor* made) = nullptr;
  std::int32_t (*make_undefined)(Tensor* made) = nullptr;
  std::int32_t (*delete_tensor)(Tensor) = nullptr;
  std::int32_t (*copy)(Tensor to, Tensor from, std::int32_t without_waiting) = nullptr;
  std::int32_t (*old_copy)(Tensor from, Tensor to) = nullptr;  ///< its name before 2.5; one of the two is there
  std::int32_t (*type_float32)() = nullptr;
  std::int32_t (*type_float64)() = nullptr;
  std::int32_t (*type_int64)() = nullptr;
  std::int32_t (*device_cpu)() = nullptr;
};

enum class Found { nothing, incomplete, all };

/// From the libtorch_cpu.so that the process has loaded. Incomplete: it lacks a function, as before 2.4.
[[nodiscard]] Found find_torch(TorchApi& api);

}  // namespace rooflens::torch
