// A family as it was measured on one machine: each step against the one before it, and the variants beside them.
#pragma once

#include <optional>
#include <vector>

#include "models/explain/peer_comparison.hpp"
#include "models/record/family.hpp"

namespace rooflens::models {

struct AnalysedKernel;

enum class MemberState {
  measured,
  failed,     ///< gave a wrong result: its time says nothing
  not_timed,  ///< ran, but no duration was recorded
  not_run,
};

struct MemberProgress {
  const FamilyMember* member = nullptr;  ///< never nullptr
  MemberState state = MemberState::not_run;
  const AnalysedKernel* kernel = nullptr;  ///< nullptr when not run
  bool other_problem = false;              ///< a parameter that the family's first kernel has too differs from its
  /// Times of an earlier step over this one's: 2 = twice as fast. Absent for variants, for the first step, and where
  /// one of the two was not measured or ran another problem.
  std::optional<double> over_previous;  ///< the last step before it that was measured
  std::optional<double> over_first;
  std::optional<double> lane_efficiency;        ///< 0..1: what divergence leaves
  std::optional<double> wavefronts_over_ideal;  ///< of shared memory; absent without any
  std::optional<double> sectors_over_ideal;  ///< of global loads and stores together: sectors moved / bytes asked for
};

struct FamilyProgress {
  const Family* family = nullptr;                       ///< never nullptr
  std::vector<MemberProgress> steps;                    ///< in order
  std::vector<MemberProgress> variants;                 ///< fastest first, then those without a time
  [[nodiscard]] const MemberProgress* fastest() const;  ///< of all members that were measured; nullptr without one
};

/// The families of which this machine ran a kernel. Of a kernel that ran several problems the one that is nearest to
/// the family's is taken, which is the problem of its first kernel that took longest.
[[nodiscard]] std::vector<FamilyProgress> family_progress(const std::vector<Family>& families,
                                                          const std::vector<AnalysedKernel>& kernels);

}  // namespace rooflens::models
