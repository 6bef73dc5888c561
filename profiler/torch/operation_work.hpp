// From the shapes of an operation's tensors to FLOPs and compulsory bytes, and from those to the kernels that it
// launched. Pure: no PyTorch, no memory but its arguments'.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/torch/operation_table.hpp"

namespace rooflens::torch {

inline constexpr int kMostDimensions = 8;

/// A tensor among the arguments or results.
struct TensorShape {
  const void* id = nullptr;  ///< the same for the same tensor
  int argument = 0;          ///< position, of the list for a tensor in a list
  int type = 0;              ///< c10::ScalarType
  int dimensions = 0;
  std::array<std::int64_t, kMostDimensions> sizes{};
  std::array<std::int64_t, kMostDimensions> strides{};  ///< 0: the same elements again
};

struct ObservedCall {
  const OperationRow* row = nullptr;
  std::vector<TensorShape> inputs;
  std::vector<TensorShape> outputs;
  std::optional<std::int64_t> mode;  ///< of the argument at row->mode
};

struct OperationWork {
  double operations = 0;    ///< an FMA counts two
  int parts = 1;            ///< of equal operations, a kernel each
  std::string_view format;  ///< of the operands of a product: "bfloat16"; empty: no product
  double read_bytes = 0;
  double written_bytes = 0;
  double first_written_bytes = 0;  ///< of these, of the first result
};

/// Nothing where the formula does not hold: types or shapes that it does not know.
[[nodiscard]] std::optional<OperationWork> work_of(const ObservedCall& call);

/// A kernel that an operation launched, so often.
struct LaunchedKernel {
  int kernel = 0;
  const std::string* function = nullptr;  ///< mangled
  double blocks = 0;                      ///< of one launch
  std::uint64_t times = 0;
};

/// Each kernel's part, of all its launches together, in the order of `launched`. Nothing for helpers, and where it is
/// not known who does what. A product's kernel is told from its helpers by its name.
[[nodiscard]] std::vector<std::optional<OperationWork>> shares_of(const OperationWork& work,
                                                                  const std::vector<LaunchedKernel>& launched);

}  // namespace rooflens::torch
