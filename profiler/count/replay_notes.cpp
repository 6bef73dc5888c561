#include "profiler/count/replay_notes.hpp"

#include "profiler/config/kernel_name.hpp"

namespace rooflens::inject {
namespace {

using Against = ReplayNotes::Against;

struct Words {
  bool made;  ///< it was repeated all the same
  const char* why;
};

// No `default`: the compiler asks for a new reason here.
Words words_of(Against reason) {
  switch (reason) {
    case Against::shared_memory:
      return {true, "the program has several processes, contexts or GPUs: a kernel that waits for another one hangs"};
    case Against::cooperative:
      return {true, "its launch is cooperative: blocks that wait for more than each other hang"};
    case Against::much_memory:
      return {true, "more than 4 GB of DRAM are in use: saving and restoring them takes time"};
    case Against::waits:
      return {false, "an earlier launch of it did not end in time, so it may wait for the host"};
    case Against::busy:
      return {false, "other work of the GPU was not finished, or another thread was launching"};
    case Against::capture:
      return {false, "a stream was being captured"};
    case Against::unseen:
      return {false, "its code was not seen, so it may print or allocate memory"};
    case Against::once:
      return {false, "it prints, allocates memory or launches kernels on the GPU, which a replay would do again"};
    case Against::heap:
      return {false, "a loaded kernel may allocate memory on the GPU, which a replay could not bring back"};
    case Against::clusters:
      return {false,
              "it is cooperative and asks for clusters, and in tests such launches failed when they were repeated"};
  }
  return {};
}

}  // namespace

const char* ReplayNotes::why(Against reason) { return words_of(reason).why; }

void ReplayNotes::note(Against reason, const std::string& function) {
  const unsigned bit = 1U << static_cast<unsigned>(reason);
  if ((said_.fetch_or(bit) & bit) != 0) return;
  const auto [made, why] = words_of(reason);
  const std::string name = collect::demangle(function);
  logbook_.note(
      collect::spool::NoteRecord::Level::warning, made ? "repeated" : "not-repeated",
      (made ? name + " was repeated although " : "a launch of " + name + " was not repeated and not counted: ") + why +
          "; other launches may be affected, too",
      "without --replay-mode kernel nothing is repeated");
}

}  // namespace rooflens::inject
