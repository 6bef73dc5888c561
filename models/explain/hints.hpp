// What may help a kernel where counters cannot tell by how much: findings that name the change and the condition under
// which it helps. What can be predicted is advice (advice.hpp).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/base/finding.hpp"
#include "models/explain/advice.hpp"

namespace rooflens::models {

struct Explanation;
struct Placement;

inline constexpr std::string_view kTensorHint = "tensor-cores";
inline constexpr std::string_view kDoubleHint = "fp64";
inline constexpr std::string_view kAtomicsHint = "atomics";
inline constexpr std::string_view kNoAdvice = "no-advice";
inline constexpr std::string_view kUnexplainedHint = "unexplained";

/// Which samples of warps tell of a kernel.
enum class Sampled { no, by_kernel, by_line };

/// Whether it names a change under a condition, so that it belongs beside advice.
[[nodiscard]] bool is_hint(const Finding& finding);

/// FP32 in place of FP64, where instructions take the time, and FP32 and conversions beside it say that not all of it
/// may be meant: up to what takes longest without it. Where they do not, FP64 gets a hint.
[[nodiscard]] std::optional<Advice> double_advice(const Placement& kernel, const Gap& gap);

/// Matrix instructions of the same number format, where it sets the roof, most of its arithmetic is fused and works on
/// what was loaded: up to the nearer of their roof and the task's bytes. FP32 has none, so that it gets a hint, except
/// where each operand is seen to be converted from FP16.
[[nodiscard]] std::optional<Advice> tensor_advice(const Placement& kernel, const Gap& gap);

/// Those of a kernel: that tensor cores are faster, where FP32 sets its roof, most of its FP32 arithmetic is fused and
/// the machine has a roof of tensor cores that is higher; that it computes in FP64, where FP32's roof is higher and
/// no memory level binds it; that
/// atomics may take the time, where no roof is known for
/// them and nothing else limits it. Where there is neither a hint nor advice, and the kernel takes kWorthAnAdvice times
/// its roof, that there is none; else, where kModelError or more of its time is unexplained, that it is. Both name the
/// option that would tell more, if there is one. None of kernels that failed verification or whose counters contradict
/// their time.
[[nodiscard]] std::vector<Finding> hints(const Placement& kernel, const Explanation& explanation, Sampled sampled);

}  // namespace rooflens::models
