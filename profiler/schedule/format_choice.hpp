// Which tensor formats the next replay counts: each costs passes, but changing the configuration costs more than some
// passes that nobody needs. Pure decisions, no CUDA.
#pragma once

#include <array>
#include <optional>

namespace rooflens::inject {

/// Formats of tensor operations that a replay counts; each of these holds the one before.
enum class TensorFormats {
  none,
  known,  ///< those that were used so far, and what tells whether there were others
  all,
};

class FormatChoice {
 public:
  /// For the next replay, of a kernel that needs no more than `needed`, which takes `passes`. Never less than `needed`.
  [[nodiscard]] TensorFormats choose(TensorFormats needed, int passes);

 private:
  std::array<int, 3> passes_{};  ///< of each; 0: not needed yet
  std::optional<TensorFormats> current_;
  int needless_ = 0;                            ///< passes since a replay last needed all that is counted
  TensorFormats enough_ = TensorFormats::none;  ///< for every replay since then
};

}  // namespace rooflens::inject
