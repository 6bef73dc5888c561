// What is known against repeating launches (--replay-mode kernel): of a repetition that is made all the same, or of a
// launch that is left uncounted for it. Said once for each reason, with the kernel where it was met first.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

class ReplayNotes {
 public:
  enum class Against { shared_memory, cooperative, much_memory, waits, busy, capture, unseen, once, heap, clusters };
  explicit ReplayNotes(Logbook& logbook) : logbook_(logbook) {}

  /// `function`: mangled.
  void note(Against reason, const std::string& function);
  /// On a launch, without its name.
  [[nodiscard]] static const char* why(Against reason);
  static constexpr std::size_t kMuchMemory = 4'000'000'000;  ///< bytes in use, which each pass may save and restore

 private:
  Logbook& logbook_;
  std::atomic<unsigned> said_{0};
};

}  // namespace rooflens::inject
