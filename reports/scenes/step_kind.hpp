// What kind of time a factor of the gap is: how picture and page draw it.
#pragma once

#include <string_view>

#include "models/gap/gap.hpp"

namespace rooflens::reports::chart {

enum class StepKind {
  counted,       ///< from counters
  latency,       ///< waiting: too little in flight, or nothing to run meanwhile
  unexplained,   ///< no evidence says what takes it
  unclassified,  ///< what remains
  flagged,       ///< below models::kFactorTooSmall: a contradiction
};

[[nodiscard]] StepKind kind_of(const models::GapFactor& factor);
/// For the page's tables and styles.
[[nodiscard]] std::string_view id(StepKind kind);

}  // namespace rooflens::reports::chart
