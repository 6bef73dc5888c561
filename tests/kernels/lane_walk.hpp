// Counts what warps do by walking through the lanes of every warp, instruction by instruction: slow, plain, and nothing
// like the closed forms that are tested against it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace rooflens::kernels {

/// Word addresses of one access, by thread; a thread without one is predicated off.
template <typename Address>
concept AddressOfThread = requires(Address address, std::int64_t thread) {
  { address(thread) } -> std::convertible_to<std::optional<std::int64_t>>;
};

struct Walked {
  std::int64_t instructions = 0;  ///< of warps of which at least one lane takes part
  std::int64_t lanes = 0;
  std::int64_t wavefronts = 0;  ///< different words of the most wanted of 32 banks
  std::int64_t sectors = 0;     ///< different groups of 8 words

  /// One instruction of `threads` threads.
  void access(std::int64_t threads, const AddressOfThread auto& address) {
    for (std::int64_t warp = 0; warp < threads; warp += 32) {
      std::map<std::int64_t, std::set<std::int64_t>> words_of_bank;
      std::set<std::int64_t> touched;
      std::int64_t taking_part = 0;
      for (std::int64_t thread = warp; thread < warp + 32 && thread < threads; ++thread) {
        const std::optional<std::int64_t> word = address(thread);
        if (!word) continue;
        ++taking_part;
        words_of_bank[*word % 32].insert(*word);
        touched.insert(*word / 8);
      }
      if (taking_part == 0) continue;
      std::size_t most = 0;
      for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
      ++instructions;
      lanes += taking_part;
      wavefronts += static_cast<std::int64_t>(most);
      sectors += static_cast<std::int64_t>(touched.size());
    }
  }
};

}  // namespace rooflens::kernels
