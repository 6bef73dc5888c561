// What replays told of the number formats on the tensor pipe: a program uses few of them, so that the next kernel can
// be counted in fewer passes. Pure decisions, no CUDA.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/schedule/format_choice.hpp"
#include "profiler/schedule/kernel_state.hpp"

namespace rooflens::inject {

class KnownFormats {
 public:
  /// What the next replay of this kernel has to count. Known formats alone only where they are likely to explain what
  /// the tensor pipe does, and where another replay may follow if they do not.
  [[nodiscard]] TensorFormats wanted(const KernelState& kernel) const;
  /// A replay of this kernel, which does matrix work, counted `operations` by counter, of `all` formats or of those
  /// that were known; the tensor pipe was active for `cycles` of the average SM. Whether they are all that the kernel
  /// did: what was not counted would have taken cycles too.
  bool learn(KernelState& kernel, const std::vector<std::pair<std::string, double>>& operations, double cycles,
             bool all);
  /// Counters of the formats that were used so far, sorted.
  [[nodiscard]] const std::vector<std::string>& counters() const { return counters_; }

 private:
  struct Rate {
    std::string counter;
    double operations_per_cycle;
  };
  std::vector<std::string> counters_;
  std::map<std::string, Rate> rates_;  ///< of families of which a kernel was seen to use one format alone
};

/// Whether a kernel's name suggests matrix work.
[[nodiscard]] bool sounds_like_tensor(const std::string& symbol);

/// An instruction keeps the tensor pipe busy for the same number of cycles each time: seen to twelve digits of wgmma on
/// an H200, in kernels with tiles of all sizes.
inline constexpr double kSameRateWithin = 0.001;

/// The name up to the size of its tiles ("nvjet_sm90_tst_" of nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNN), or all of it:
/// libraries have kernels that differ by it alone, and use the same instructions and formats.
[[nodiscard]] std::string family_of(const std::string& symbol);

}  // namespace rooflens::inject
