// How many passes the counter groups take on a chip, without a GPU.
#pragma once

#include <string>
#include <vector>

#include "models/counters/counters.hpp"

namespace rooflens::collect::cupti {

struct ChipPasses {
  std::string chip;
  int quick = 0;
  int pipes = 0;
  int waits = 0;
  int tensor = 0;
  std::vector<models::Refusal> refused;  ///< of the group quick
};

/// For one chip, or for every chip that CUPTI knows and can schedule for when `chip` is empty. Throws Unavailable
/// without CUPTI or for a chip that it does not know.
[[nodiscard]] std::vector<ChipPasses> group_passes(const std::string& chip);

}  // namespace rooflens::collect::cupti
