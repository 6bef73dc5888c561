// What the code of kernels reaches that forbids to run them again, or to wait for them, whatever they are called. From
// the cubin of a module: an ELF file in the program's memory, of which nothing is trusted.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace rooflens::inject {

/// Bits of what a kernel may do, itself or in a function that it may call.
struct Reach {
  enum : unsigned {
    prints = 1,         ///< printf
    heap = 2,           ///< new, delete, malloc, free
    launches = 4,       ///< kernels or graphs
    other_calls = 8,    ///< of the driver's functions
    system_reads = 16,  ///< volatile or of system scope: of what other blocks, other GPUs or the host write
    system_order = 32,  ///< fences and atomic operations of system scope: others than this GPU are meant
    asserts = 64        ///< an assertion
  };
  /// What a replay cannot bring back, or would do again.
  static constexpr unsigned kOnce = prints | heap | launches | other_calls;
  /// Both together wait for others, or may; the first alone also looks back at other blocks of the same kernel.
  static constexpr unsigned kTalks = system_reads | system_order;
  /// Functions of the driver's. Kernels that may call one, and do not, ran for ever when patched to count single
  /// instructions (CUPTI 13.0, H200).
  static constexpr unsigned kDriver = kOnce | asserts;
};

/// Mangled names of the kernels of a cubin with what they reach; none where the file is damaged or of another kind. The
/// call graph is `.nv.callgraph`, as nvcc 11 to 13 writes it (found out by compiling): pairs of symbols, where 0 and a
/// negative number begins calls (-1), functions whose address is taken (-2), callers through pointers (-3) and launches
/// (-4). Scopes are read for compute capability 7.5 to 12.1.
[[nodiscard]] std::map<std::string, unsigned> reach_of_kernels(std::span<const std::byte> cubin);

/// In words: "prints and allocates memory on the device". Empty: nothing of that.
[[nodiscard]] std::string words_of(unsigned reach);

/// Of all modules: where several have a kernel of one name, it reaches what any of them does.
class KernelCode {
 public:
  /// Whether it has kernels.
  bool add(const void* cubin, std::size_t size);
  /// Nothing: its code was not seen.
  [[nodiscard]] std::optional<unsigned> reach(const std::string& function);
  /// What any kernel reaches.
  [[nodiscard]] unsigned all() const { return all_; }

 private:
  std::atomic<unsigned> all_{0};
  std::mutex mutex_;
  std::unordered_map<std::size_t, unsigned> known_;  ///< by the hash of the name: libraries have 100,000 long ones
};

}  // namespace rooflens::inject
