// What a kernel can keep busy: a memory level, the pipe of a number format, or a pipe that is neither.
#pragma once

#include <string_view>
#include <variant>

#include "models/base/level.hpp"
#include "models/base/pipe.hpp"
#include "models/base/precision.hpp"

namespace rooflens::models {

using RoofResource = std::variant<Level, Precision, Pipe>;

/// For people: "DRAM", "FP32", "Warp issue".
[[nodiscard]] inline std::string_view label_of(const RoofResource& resource) {
  if (resource == RoofResource(Pipe::issue)) return kWarpIssueLabel;
  return std::visit([](auto one) { return info(one).label; }, resource);
}

/// The stable name in JSON: "dram", "fp32", "issue".
[[nodiscard]] inline std::string_view id_of(const RoofResource& resource) {
  return std::visit([](auto one) { return info(one).id; }, resource);
}

/// What its amounts count: "B", "FLOP", "inst".
[[nodiscard]] inline std::string_view unit_of(const RoofResource& resource) {
  if (const auto* precision = std::get_if<Precision>(&resource)) return info(*precision).unit;
  if (const auto* pipe = std::get_if<Pipe>(&resource)) return info(*pipe).unit;
  return "B";
}

/// Memory of the host.
[[nodiscard]] inline bool is_of_host(const RoofResource& resource) {
  const auto* pipe = std::get_if<Pipe>(&resource);
  return pipe && is_of_host(*pipe);
}

}  // namespace rooflens::models
