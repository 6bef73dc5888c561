// Why warps wait, in the words of CUPTI's PC sampling: the one table of what each reason means and what to do about it.
#pragma once

#include <span>
#include <string_view>

namespace rooflens::models {

/// What a wait is for, where a counted inefficiency can make it longer.
enum class WaitsFor { other, global_memory, shared_memory };

struct StallReason {
  std::string_view id;                       ///< as CUPTI spells it: "long_scoreboard"
  std::string_view label;                    ///< for tables
  std::string_view meaning;                  ///< what the warp waits for, or what it did instead
  std::string_view remedy;                   ///< what to do about it, a sentence; empty where the wait is no loss
  std::string_view without_shared_memory{};  ///< the same for kernels that use none; empty: no other
  WaitsFor waits_for = WaitsFor::other;
};

/// Samples of instruction values carry this prefix: "stall.long_scoreboard".
inline constexpr std::string_view kStallPrefix = "stall.";

/// `selected` and `not_selected` are no waits: the warp issued, or could have issued while another did.
[[nodiscard]] bool is_wait(std::string_view id);

[[nodiscard]] std::span<const StallReason> stall_table();
/// nullptr for a reason that the table does not know: a newer chip's.
[[nodiscard]] const StallReason* find_stall(std::string_view id);

}  // namespace rooflens::models
