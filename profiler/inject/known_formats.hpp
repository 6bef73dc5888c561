// What replays told of the number formats on the tensor pipe: a program uses few of them, so that the next kernel can
// be counted in fewer passes. Pure decisions, no CUDA.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "profiler/inject/format_choice.hpp"
#include "profiler/inject/kernel_table.hpp"

namespace rooflens::inject {

class KnownFormats {
 public:
  /// What the next replay of this kernel has to count. Known formats alone only where they are likely to explain what
  /// the tensor pipe does, and where another replay may follow if they do not.
  [[nodiscard]] TensorFormats wanted(const Kernel& kernel) const;
  /// A replay of this kernel, which does matrix work, counted formats: `used` were not zero, and `explained` says
  /// whether they did all of it.
  void learn(Kernel& kernel, const std::vector<std::string>& used, bool explained);
  /// Counters of the formats that were used so far, sorted.
  [[nodiscard]] const std::vector<std::string>& counters() const { return counters_; }

 private:
  std::vector<std::string> counters_;
  std::set<std::string> explained_;  ///< families of which some replay was
};

/// Whether a kernel's name suggests matrix work.
[[nodiscard]] bool sounds_like_tensor(const std::string& symbol);

/// The name up to the size of its tiles ("nvjet_sm90_tst_" of nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNN), or all of it:
/// libraries have kernels that differ by it alone, and use the same instructions and formats.
[[nodiscard]] std::string family_of(const std::string& symbol);

}  // namespace rooflens::inject
