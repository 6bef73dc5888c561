// PyTorch's operations as they run: which one each thread is in, and what its arguments are while it launches kernels.
// Nothing of Python is called and nothing waits for it; one for the process, never destroyed.
#pragma once

#include <atomic>

#include "profiler/torch/formula_book.hpp"
#include "profiler/torch/layout.hpp"

namespace rooflens::torch {

enum class Standing { unknown, calibrating, ready, refused };

/// Where observing stands; `refused` never changes again.
[[nodiscard]] Standing standing();

/// Registers callbacks and finds the layout of PyTorch's objects with tensors of its own, on a thread of its own:
/// PyTorch's calls may wait for what the program holds. Once a process; false where no thread can be started.
bool start_calibrating(const TorchApi& api);

/// Before the program ends, and PyTorch's variables with it: a second at most.
void wait_for_calibration();

/// Operations that begin from now on are observed for `book`, or none where it is null. Only when ready.
void observe_for(FormulaBook* book);

/// The thread launches a kernel, in whichever operation it is.
void launched(const collect::spool::KernelRecord& kernel);

}  // namespace rooflens::torch
