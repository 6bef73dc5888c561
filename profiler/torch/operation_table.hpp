// The operations of PyTorch whose work follows from their arguments' shapes, as data.
#pragma once

#include <string_view>

namespace rooflens::torch {

/// What an operation does, by which its formula is chosen. All read each input and write each output once.
enum class Formula {
  bytes,                  ///< nothing else is counted, as PyTorch's own FLOP counter does not
  overwrites,             ///< bytes; its first argument is written and not read
  lists,                  ///< bytes; arguments are lists of tensors, those in `written` are changed in place
  product,                ///< of the matrices or vectors `first` and `second`; three dimensions: in batches or groups
  convolution,            ///< of the input `first` by the weights `second`
  convolution_transpose,  ///< the same, transposed
  convolution_backward,   ///< gradients of input and weights; `mode` says whether it is a transposed one
  attention,              ///< query `first`, key and value after it; [batch, head, position, channel]
  attention_by_position,  ///< the same of [batch, position, head, channel]
  attention_backward,
  attention_by_position_backward,
};

struct OperationRow {
  std::string_view name;
  Formula formula = Formula::bytes;
  int first = 0;  ///< position of an argument, as `second`
  int second = 1;
  int mode = -1;         ///< position of the flag or mask type that the formula asks for; -1: none
  int absent = -1;       ///< position of what must not be given: sequences of different lengths in one batch
  unsigned written = 0;  ///< of lists: bit i for argument i
};

/// Null for an operation of which nothing is said. By its name without overload, "aten::mm".
[[nodiscard]] const OperationRow* find_operation(std::string_view name);

}  // namespace rooflens::torch
