// The memory levels a roofline is drawn for, nearest to the SM first.
#pragma once

#include <array>
#include <string_view>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

/// `shared` is the SM's shared memory; it sits beside L1 (same data stage), not between L1 and L2.
enum class Level { shared, l1, l2, dram };

struct LevelInfo {
  Level level;
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for people
};

inline constexpr std::array<LevelInfo, 4> kLevels{{
    {Level::shared, "shared", "Shared"},
    {Level::l1, "l1", "L1"},
    {Level::l2, "l2", "L2"},
    {Level::dram, "dram", "DRAM"},
}};

template <>
inline constexpr const auto& kNames<Level> = kLevels;

}  // namespace rooflens::models
