// Integer instructions and issue slots: multiply-adds on one pipe, three-operand additions on another, FMAs beside
// them.
#include "kernels/ceiling/trial.cuh"

namespace rooflens::kernels::ceiling {
namespace {

constexpr int kThreads = 256;
constexpr int kInstructions = 512;  // of a thread in an iteration
constexpr int kChains = 8;          // of each kind

// Which kinds take turns in a mix. Additions and logic take from a neighbour, so that nothing can be folded, and one
// instruction does each.
enum class Logic { none, of_two, of_one };  // how many of its operands change

template <bool kMultiply, bool kAdd, Logic kLogic, bool kFloat>
__global__ void __launch_bounds__(kThreads) mix(Arguments arguments) {
  StampedBlock stamped(arguments);
  const std::uint32_t a = arguments.never | 1;
  const std::uint32_t b = arguments.never >> 3;
  const float c = __uint_as_float(0x3f7f0000U ^ arguments.never >> 16);
  std::uint32_t x[kChains];
  std::uint32_t y[kChains];
  float z[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) {
    x[i] = threadIdx.x + i;
    y[i] = threadIdx.x * i + a;
    z[i] = static_cast<float>(threadIdx.x + i);
  }
  constexpr int kKinds = (kMultiply ? 1 : 0) + (kAdd ? 1 : 0) + (kLogic != Logic::none ? 1 : 0) + (kFloat ? 1 : 0);
#pragma unroll 1
  for (int iteration = 0; iteration < arguments.iterations; ++iteration) {
#pragma unroll
    for (int step = 0; step < kInstructions / (kKinds * kChains); ++step) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) {
        if constexpr (kMultiply) x[i] = x[i] * a + b;
        if constexpr (kAdd) y[i] = y[i] + y[(i + 3) % kChains] + b;
        if constexpr (kLogic != Logic::none) {
          asm("lop3.b32 %0, %0, %1, %2, 0x6a;"
              : "+r"(y[i])
              : "r"(a), "r"(kLogic == Logic::of_two ? y[(i + 3) % kChains] : b));
        }
        if constexpr (kFloat) z[i] = __fmaf_rn(z[i], c, c);
      }
    }
  }
  std::uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < kChains; ++i) sum ^= x[i] ^ y[i] ^ __float_as_uint(z[i]);
  keep(arguments, sum);
  stamped.end();
}

// An instruction of a warp counts 1 for issue slots, one of a thread for results.
template <bool kMultiply, bool kAdd, Logic kLogic, bool kFloat>
void add(Trials& trials, const Site& site, const std::string& kinds, bool by_warp) {
  for (const int blocks : {2, 4, 8}) {
    add_trial(trials, site, mix<kMultiply, kAdd, kLogic, kFloat>, kinds + ", " + shape_text(blocks, kThreads), blocks,
              kThreads, double{kInstructions} * kThreads / (by_warp ? 32 : 1));
  }
}

}  // namespace

Trials integer_trials(const Site& site, const std::string& probe) {
  Trials trials;
  if (probe == "imad") add<true, false, Logic::none, false>(trials, site, "multiply-adds", false);
  if (probe == "alu") {
    add<false, false, Logic::of_two, false>(trials, site, "logic", false);
    add<false, false, Logic::of_one, false>(trials, site, "logic of one variable", false);
  }
  if (probe == "int32") {
    add<true, false, Logic::none, false>(trials, site, "multiply-adds", false);
    add<true, true, Logic::none, false>(trials, site, "multiply-adds and additions in turn", false);
    add<true, false, Logic::of_two, false>(trials, site, "multiply-adds and logic in turn", false);
    add<true, false, Logic::of_one, false>(trials, site, "multiply-adds and logic of one variable in turn", false);
  }
  if (probe == "issue") {
    add<false, false, Logic::none, true>(trials, site, "FP32 FMAs", true);
    add<false, false, Logic::of_two, true>(trials, site, "FP32 FMAs and logic in turn", true);
    add<false, false, Logic::of_one, true>(trials, site, "FP32 FMAs and logic of one variable in turn", true);
    add<true, true, Logic::none, false>(trials, site, "integer multiply-adds and additions in turn", true);
  }
  return trials;
}

}  // namespace rooflens::kernels::ceiling
