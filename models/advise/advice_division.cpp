#include "models/advise/advice_division.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;
constexpr int kCounted = 9;                                      // the compute capability on which these were counted
constexpr double kConversions = 2, kSpecial = 3, kIntegers = 9;  // of one division

// Of one division, by the pipe that takes them; `stay` beside a reciprocal that is known.
struct DivisionInstructions {
  Pipe pipe;
  double all, stay;
};
using Division = std::array<DivisionInstructions, 4>;
constexpr Division kOf32Bits{{{Pipe::issue, 16, 4}, {Pipe::alu, 6, 2}, {Pipe::imad, 7, 2}, {Pipe::sfu, kSpecial, 0}}};
// Of a remainder: 66 of the function that nvcc 13.0 calls for sm_90 where an upper half is not 0, and the call. A
// quotient takes 4 more.
constexpr Division kOf64Bits{
    {{Pipe::issue, 76, 20}, {Pipe::alu, 28, 6}, {Pipe::imad, 31, 8}, {Pipe::sfu, kSpecial, 0}}};
constexpr double kIntegersOf64Bits = 55;  // 58 of a remainder and 62 of a quotient were counted

double share_taken(double by_one, double divisions, double all) { return std::min(1.0, by_one * divisions / all); }

// Amounts of pipes are by lanes, those of issue by warps.
Seconds time_without(WaitingModel model, DemandModel demand, const Division& division, double divisions,
                     bool some_stay) {
  for (DemandResource& r : demand.resources) {
    for (const DivisionInstructions& part : division) {
      if (r.resource != RoofResource(part.pipe) || !(r.amount > 0)) continue;
      const double gone = (part.all - (some_stay ? part.stay : 0)) * (part.pipe == Pipe::issue ? 1 : kLanes);
      const double left = 1 - share_taken(gone, divisions, r.amount);
      r.needed = r.needed * left;
      if (part.pipe == Pipe::issue) model.waiting.instructions *= left;
    }
  }
  return time_with(model, demand, kAllInefficiencies);
}

// Whether there are enough integer operations for divisions of 64 bits.
bool may_have_64_bits(const Placement& kernel, double divisions) {
  const auto integers = kernel.counters().value(counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum);
  return integers && divisions > 0 && *integers / kLanes >= kIntegersOf64Bits * divisions;
}

}  // namespace

double divisions_of(const Placement& kernel) {
  const CounterSet& counters = kernel.counters();
  const auto special = counters.value(counter::kSmInstExecutedPipeXuSum);
  const auto converted = counters.value(counter::kSmspSassThreadInstExecutedOpConversionPredOnSum);
  const auto integers = counters.value(counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum);
  if (kernel.machine->device.compute_capability.major != kCounted) return 0;
  if (!special || !converted || !integers || !(*special > 0)) return 0;
  const double ratio = *converted / kLanes / *special / (kConversions / kSpecial);
  // Conversions are counted by lanes that are on, special functions by warps.
  const auto warps = counters.value(counter::kSmspSassInstExecutedSum);
  const auto on = counters.value(counter::kSmspSassThreadInstExecutedPredOnSum);
  const double lanes_on = warps && on && *warps > 0 ? std::min(1.0, *on / (kLanes * *warps)) : 1;
  const double least = std::max(kMostConversions, lanes_on);
  // Powers and other precise functions convert as often, among multiplications and additions.
  const bool enough = *integers >= (1 - kPassTolerance) * kIntegers * *converted / kConversions &&
                      *integers >= fp32_instructions(counters);
  const bool alike = ratio >= least * (1 - kPassTolerance) && ratio <= 1 + kPassTolerance;
  return alike && enough ? *special / kSpecial : 0;
}

std::optional<Advice> division_advice(const Placement& kernel, const Gap& gap) {
  const double divisions = divisions_of(kernel);
  const auto all = kernel.counters().value(counter::kSmspSassInstExecutedSum);
  if (!gap.waiting || !all || !(*all > 0)) return std::nullopt;
  const double share = share_taken(kOf32Bits.front().all, divisions, *all);
  if (share < kWorthASentence) return std::nullopt;
  const bool of_64_bits = may_have_64_bits(kernel, divisions);
  const Division& longest = of_64_bits ? kOf64Bits : kOf32Bits;
  const Seconds now = time_with(*gap.waiting, *kernel.demand, kAllInefficiencies);
  const double least = now / time_without(*gap.waiting, *kernel.demand, kOf32Bits, divisions, true);
  const double most = now / time_without(*gap.waiting, *kernel.demand, longest, divisions, false);
  if (most < kSmallestGain) return std::nullopt;
  const std::string or_64_bits = of_64_bits ? fmt::format(", or {:.0f} % where they are of 64 bits, 76 for each",
                                                          100 * share_taken(kOf64Bits.front().all, divisions, *all))
                                            : "";
  return Advice{
      "integer-division",
      "Integer divisions or remainders by a variable take the issue slots.",
      fmt::format("{:.0f} % of the instructions, 16 for each division{}; conversions and reciprocals occur two to one, "
                  "as in divisions",
                  100 * share, or_64_bits),
      "Divide by constants or powers of two (shift and mask), keep a running counter instead, or multiply by a "
      "precomputed reciprocal.",
      std::max(1.0, least / kWaitingError),
      most * kWaitingError,
      "the divisor is known in advance, or takes few values"};
}

}  // namespace rooflens::models
