// What limits a kernel: the resource that its measured demand keeps busiest.
#pragma once

#include <array>
#include <string_view>

#include "models/base/enum_names.hpp"
#include "models/base/missing.hpp"

namespace rooflens::models {

/// What limits a kernel: the resource that its measured demand keeps busiest, or latency when none is busy.
enum class Binding { dram, l2, l1, shared, compute, instructions, host, no_roof, unknown };

struct BindingInfo {
  Binding binding;
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for legends and tables
  std::string_view bound;  ///< for sentences
};

inline constexpr std::array<BindingInfo, 9> kBindings{{
    {Binding::dram, "dram", "DRAM", "DRAM-bound"},
    {Binding::l2, "l2", "L2", "L2-bound"},
    {Binding::l1, "l1", "L1", "L1-bound"},
    {Binding::shared, "shared", "Shared memory", "bound by shared memory"},
    {Binding::compute, "compute", "Compute", "compute-bound"},
    {Binding::instructions, "instructions", "Instructions", "instruction-bound"},
    {Binding::host, "host", "Host memory", "bound by the host's memory"},
    {Binding::no_roof, "no_roof", "No roof", "not bound by a roof"},
    {Binding::unknown, kUnknown, "Unknown", "of unknown bound"},
}};

template <>
inline constexpr const auto& kNames<Binding> = kBindings;

}  // namespace rooflens::models
