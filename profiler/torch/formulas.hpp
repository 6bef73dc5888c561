// Work by formula where counters are refused or the user asks: when PyTorch is looked for, and for how long of the time
// its operations are observed.
#pragma once

#include <atomic>

#include "profiler/observe/logbook.hpp"
#include "profiler/torch/formula_book.hpp"

namespace rooflens::torch {

class Formulas {
 public:
  explicit Formulas(inject::Logbook& logbook);

  /// A kernel that this thread launches.
  void launched(const collect::spool::KernelRecord& kernel);
  /// A few times a second. `wanted`: there is nothing better; `launching`: the program has launched kernels, so that
  /// PyTorch, where it is used, is whole.
  void tick(bool wanted, bool launching);
  /// The last that is written.
  void finish();

 private:
  void look_for_torch();

  inject::Logbook& logbook_;
  FormulaBook* const book_;  ///< never deleted: operations that run end with it
  std::atomic<bool> observing_{false};
  bool looked_ = false;
  bool said_ = false;
  FormulaBook::Launches before_;  ///< the last tick
  int busy_ticks_ = 0;
  int ticks_ = 0;
};

}  // namespace rooflens::torch
