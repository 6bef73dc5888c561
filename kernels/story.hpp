// The order in which the variants of a family lead to the fastest one, and what each changes: for reports that tell a
// family as a story. Variants outside of the order are those of the catalogue that no step names.
#pragma once

#include <span>
#include <string_view>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

/// A time that others printed for a step, on their board.
struct Published {
  std::string_view source;
  std::string_view board;
  std::string_view problem;
  double printed_ms;
  double kernel_ms;  ///< estimated time of the kernel alone; 0 where the printed time is that
  std::string_view remark;
};

struct Step {
  std::string_view kernel;  ///< "family/variant"
  std::string_view change;  ///< one sentence: what is different from the step before
  std::span<const Published> published = {};
};

struct Story {
  std::string_view family;
  std::span<const Step> steps;        ///< empty: the family has no order
  std::string_view note = {};         ///< what a reader of the steps has to know
  std::span<const Step> beside = {};  ///< variants outside of the order for which times were published
};

/// The story of a family; without steps for one that has no order.
[[nodiscard]] Story story_of(std::string_view family);

/// The peer that does the same task as this kernel, or nothing.
[[nodiscard]] std::string_view peer_of(std::string_view kernel);

}  // namespace rooflens::kernels
