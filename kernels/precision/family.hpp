// What the variants of precision share: random integers so small that every format holds them and every sum of theirs
// exactly, and operations that come back to them, so that they may be repeated for ever. Inputs are read once, from a
// table that all threads share.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels::precision {

/// Integers of 4 bytes in the table.
inline constexpr std::uint64_t kTableElements = std::uint64_t{1} << 16;

/// Every operation of this family has this period; the default of `iterations` is no multiple of it.
inline constexpr int kPeriod = 3;

inline constexpr Parameter kIterationsParameter{"iterations", "repetitions, 3 of which cancel", 4096, 1, 65536};

/// The table, and so many floats written.
[[nodiscard]] inline models::Bytes table_and(double outputs) {
  return float_bytes(static_cast<double>(kTableElements) + outputs);
}

/// `reads` table entries and `outputs` floats; the table is read at least once, or as much of it as is used.
[[nodiscard]] inline models::Work table_work(double reads, double outputs) {
  models::Work work;
  work.requested = {float_bytes(reads), float_bytes(outputs)};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  const auto table = static_cast<double>(kTableElements);
  work.compulsory = {float_bytes(reads < table ? reads : table), float_bytes(outputs)};
  return work;
}

}  // namespace rooflens::kernels::precision
