// What an algorithm has to do, known from its formula and the problem size, before anything runs.
#pragma once

#include <map>
#include <optional>

#include "models/base/precision.hpp"
#include "models/base/quantity.hpp"

namespace rooflens::models {

struct Traffic {
  Bytes read;
  Bytes written;
  [[nodiscard]] constexpr Bytes total() const { return read + written; }
};

/// Analytic work of one launch (or range). Formulas: each kernel's own header.
struct Work {
  std::map<Precision, Operations> operations;  ///< an FMA counts two; INT32 are multiply-adds; absent = none
  Traffic requested;   ///< bytes that the threads ask for: every lane's loads and stores to global memory
  Traffic ideal_l2;    ///< bytes between SM and L2 if every 32-byte sector moved were fully used, L1 reuse as designed
  Traffic compulsory;  ///< DRAM bytes that no cache can save: each input read once, each output written once
  /// Bytes of the loads that a thread issues before it waits for the first of them, as the code is written; absent
  /// where the code does not say it.
  std::optional<Bytes> in_flight_per_thread{};
  /// Whether operations that are absent are none. Shapes of tensors alone tell bytes, and what threads do with them is
  /// not said.
  [[nodiscard]] bool tells_operations() const { return !operations.empty() || requested.total().value() > 0; }
};

}  // namespace rooflens::models
