// Compute roofs of one kernel alone, in its own FLOP/s: what its mix of instructions and of number formats leaves of
// the roofs that all kernels share. For charts of one kernel, and for the words of advice.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "models/base/precision.hpp"
#include "models/base/quantity.hpp"

namespace rooflens::models {

struct Placement;

/// How a kernel computes in one format outside the tensor pipe.
struct ArithmeticMix {
  double fused_share = 0;                  ///< of its additions, products and fused pairs
  double fusable_share = 0;                ///< of its additions and products: those that have one of the other kind
  double of_roof = 0;                      ///< what that leaves of the format's roof: fma_mix_ceiling(1, ...)
  std::optional<double> arithmetic_share;  ///< of all thread instructions; absent where these were not counted
  std::optional<OperationRate> issue;      ///< issue_ceiling() at that share, at the clock of the run
};

/// Nothing for formats without counters of their own, or where these were not collected or counted nothing. BF16 is
/// counted as FP16.
[[nodiscard]] std::optional<ArithmeticMix> arithmetic_mix(const Placement& kernel, Precision precision);

enum class OwnRoofKind {
  fma_mix,         ///< additions and products that are not fused
  issue,           ///< issue slots that other instructions take
  one_pipe,        ///< its formats take turns on one pipe
  separate_pipes,  ///< each of its formats has a pipe
};

struct OwnRoofInfo {
  OwnRoofKind kind;
  std::string_view id;     ///< stable name in JSON
  std::string_view label;  ///< for people
};

inline constexpr std::array<OwnRoofInfo, 4> kOwnRoofs{{
    {OwnRoofKind::fma_mix, "fma_mix", "FMA mix"},
    {OwnRoofKind::issue, "issue", "Issue slots"},
    {OwnRoofKind::one_pipe, "one_pipe", "Mixed formats"},
    {OwnRoofKind::separate_pipes, "separate_pipes", "Mixed formats"},
}};

[[nodiscard]] constexpr const OwnRoofInfo& info(OwnRoofKind k) { return kOwnRoofs[static_cast<std::size_t>(k)]; }

struct OwnRoof {
  OwnRoofKind kind = OwnRoofKind::fma_mix;
  OperationRate rate;
  std::optional<double> share{};  ///< that is fused; of arithmetic in all instructions; absent for mixed formats
};

/// Those that lie visibly (by 3 %) below the roof of the fastest format that it uses for more than 1 % of its FLOPs,
/// highest first. One format alone has the first two kinds, several have the others; FLOPs that were not counted, or
/// whose format has no roof, have none.
[[nodiscard]] std::vector<OwnRoof> own_roofs(const Placement& kernel);

}  // namespace rooflens::models
