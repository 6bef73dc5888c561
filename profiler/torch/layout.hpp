// Where PyTorch's objects keep what formulas need. Found by looking for known values in them, since it differs between
// versions; nothing of it is assumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiler/torch/operation_work.hpp"
#include "profiler/torch/torch_api.hpp"

namespace rooflens::torch {

/// Offsets in c10::TensorImpl.
struct TensorLayout {
  const void* kind = nullptr;       ///< what a plain tensor begins with: its virtual functions
  const void* undefined = nullptr;  ///< the one that stands for none
  std::size_t sizes = 0;            ///< of the number of dimensions, five sizes and five strides behind each other
  std::size_t type = 0;
};

/// Offsets in at::RecordFunction.
struct RecordLayout {
  std::size_t inputs = 0;    ///< of a pointer to values and their number
  std::size_t outputs = 0;   ///< of a vector of values
  std::uint32_t tensor = 0;  ///< tags of values
  std::uint32_t flag = 0;
};

/// One of PyTorch's CPU with these sizes; deleted with this object. Null where PyTorch refuses.
class OwnTensor {
 public:
  OwnTensor(const TorchApi& api, std::int32_t its_type, std::vector<std::int64_t> its_sizes,
            std::vector<std::int64_t> its_strides);
  ~OwnTensor();
  OwnTensor(const OwnTensor&) = delete;
  OwnTensor& operator=(const OwnTensor&) = delete;
  [[nodiscard]] Tensor handle() const { return handle_; }
  [[nodiscard]] const void* implementation() const { return handle_ ? *static_cast<void**>(handle_) : nullptr; }
  const std::int32_t type;
  const std::vector<std::int64_t> sizes;
  const std::vector<std::int64_t> strides;

 private:
  const TorchApi& api_;
  Tensor handle_ = nullptr;
};

/// Nothing where the known values are not in exactly one place.
[[nodiscard]] std::optional<TensorLayout> find_tensor_layout(const TorchApi& api);

/// Copies between tensors of its own, for which callbacks must be registered that call look_for_...() on this thread
/// while is_calibrating(). Nothing where what was given and what came out are not in exactly one place.
[[nodiscard]] std::optional<RecordLayout> find_record_layout(const TorchApi& api);
[[nodiscard]] bool is_calibrating();
void look_for_inputs(const RecordFunction& operation);
void look_for_outputs(const RecordFunction& operation);

/// A tensor that may be gone or of another kind. `places`: its TensorImpl and the position of its argument.
struct TensorPlace {
  const void* implementation = nullptr;
  int argument = 0;
};
/// Appends what each is, leaving out undefined ones. False: one is no plain tensor, or cannot be read.
[[nodiscard]] bool read_tensors(const TensorLayout& layout, std::span<const TensorPlace> places,
                                std::vector<TensorShape>& to);
/// Appends the tensors of a list value (c10::List<at::Tensor>), nothing for other values. False: it holds some of
/// another kind.
[[nodiscard]] bool read_list(const TensorLayout& layout, const RecordLayout& record, const Value& value, int argument,
                             std::vector<TensorPlace>& to);

}  // namespace rooflens::torch
