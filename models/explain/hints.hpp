// What may help a kernel where counters cannot tell by how much: findings that name the change and the condition under
// which it helps. What can be predicted is advice (advice.hpp).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/advise/advice.hpp"
#include "models/base/finding.hpp"

namespace rooflens::models {

struct Explanation;
struct Placement;

inline constexpr std::string_view kAtomicsHint = "atomics";
inline constexpr std::string_view kNoAdvice = "no-advice";
inline constexpr std::string_view kUnexplainedHint = "unexplained";

/// Which samples of warps tell of a kernel.
enum class Sampled { no, by_kernel, by_line };

/// Whether it names a change under a condition, so that it belongs beside advice.
[[nodiscard]] bool is_hint(const Finding& finding);

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
