// From a recording to what reports print: each kernel placed, its findings, and why it takes the time that it takes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/base/finding.hpp"
#include "models/base/for_each.hpp"
#include "models/base/thresholds.hpp"
#include "models/explain/explanation.hpp"
#include "models/explain/family_progress.hpp"
#include "models/explain/kernel_groups.hpp"
#include "models/explain/peer_comparison.hpp"
#include "models/explain/problem_labels.hpp"
#include "models/find/source_profile.hpp"
#include "models/place/placement.hpp"
#include "models/record/block_timeline.hpp"
#include "models/record/common_note.hpp"
#include "models/record/recording.hpp"
#include "models/record/run_time.hpp"

namespace rooflens::models {

/// What one kernel could save of the run, over all its launches.
struct Recoverable {
  Seconds at_least;  ///< by the most promising advice, at the lower end of its gain
  Seconds at_most;   ///< if it ran at its roof, or by the advice that promises most
  double share = 0;  ///< at_most over the time of all kernels on this GPU; 0..1
};

/// What the stages found out about one kernel, put together once all of it is known.
struct AnalysedKernel : Placement {
  std::vector<Finding> findings;             ///< most severe first
  Explanation explanation;                   ///< why it takes longer than its roof allows, and what to change
  double share_of_time = 0;                  ///< of all kernels on this machine, weighted by executions; 0..1
  std::optional<Recoverable> recoverable{};  ///< absent: it takes no part in the time of the run, or nothing is known
  std::optional<PeerComparison> peer{};      ///< against the library kernel that does the same task
  std::optional<std::size_t> source{};       ///< its function in MachineKernels::sources
  bool may_be_of_library = false;            ///< it has advice, and its code may be somebody else's
  std::shared_ptr<const BlockTimeline> timeline{};  ///< of its blocks, if it recorded them

  /// Whether share_of_time says something.
  [[nodiscard]] bool has_share() const { return models::has_share(*observation); }
  /// Of an application, and with a share that is not worth a sentence, as kernels have that initialise data.
  [[nodiscard]] bool hardly_takes_time() const {
    return observation->cache == CachePolicy::uncontrolled && has_share() && share_of_time < kWorthASentence;
  }
  /// Whether little is left: near the roof of what the task needs at least, and with no advice. What is near the roof
  /// of its measured work may demand too much.
  [[nodiscard]] bool is_at_its_roof() const {
    return !failed() && percent_of_roof && percent_of_roof->compulsory && percent_of_roof->fraction >= kAtItsRoof &&
           explanation.advice.empty();
  }
};

/// All that one machine ran.
struct MachineKernels {
  const Machine* machine = nullptr;
  std::vector<AnalysedKernel> kernels;  ///< in order of recording
  std::vector<std::size_t>
      by_recoverable;                  ///< indices of kernels, those first whose roof leaves most of the run to save
  std::vector<AnalysedKernel> ranges;  ///< NVTX ranges: sums over kernels that are listed themselves; no share of time
  std::vector<SourceProfile> sources;  ///< functions whose instructions were looked at: most samples first
  std::vector<KernelGroup> groups;     ///< of an application: kernels that are one template
  ProblemLabels problems;              ///< what tells the problems of one of these kernels apart
  RunTime run_time;
};

/// The analysis of one machine's observations: its kernels, and what all of them together say.
struct MachineAnalysis : MachineKernels {
  std::vector<FamilyProgress> families;  ///< of which this machine ran a kernel
  std::string for_callers;               ///< what to change where a kernel is a library's; empty where none may be
  std::string verdict;                   ///< "56 % of GPU time is in 2 kernels at 10 % and 13 % of their roofs: ..."
  std::vector<Finding> findings;         ///< about the run as a whole (clocks, refused counters, roofs)
};

struct Analysis {
  int model_version = kModelVersion;
  std::vector<CommonNote> notes;  ///< on the run, each once
  ProblemLabels problems;         ///< of all machines' kernels and ranges together
  std::vector<MachineAnalysis> machines;
};

/// Analyses every observation of the recording against its machine's roofs. The result points into `recording`, which
/// must outlive it. Pure: the same recording gives the same analysis. An observation that names an unknown machine is
/// an error of whoever made the recording: throws std::invalid_argument. Kernels are analysed by `for_each`.
[[nodiscard]] Analysis analyse(const Recording& recording, const ForEach& for_each = one_by_one);

}  // namespace rooflens::models
