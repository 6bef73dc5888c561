#include "models/explain/advice_excess.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <variant>

#include "models/base/significant.hpp"
#include "models/explain/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

std::string_view change_for(const RoofResource& resource) {
  if (const auto* pipe = std::get_if<Pipe>(&resource); pipe && !info(*pipe).change.empty()) return info(*pipe).change;
  if (resource == RoofResource(Level::l1) || resource == RoofResource(Level::shared))
    return "Keep values in registers and reuse them: more results per thread, wider accesses.";
  if (resource == RoofResource(Level::l2)) return "Use larger tiles in shared memory, so that fewer bytes leave L2.";
  return "Use another algorithm: this one executes more than the task needs.";
}

bool is_of_atomics(const RoofResource& resource) {
  const auto* pipe = std::get_if<Pipe>(&resource);
  return pipe && is_of_atomics(*pipe);
}

std::string excess_of(const RoofResource& resource) {
  constexpr std::string_view kUnknown = "and no known inefficiency explains it";
  if (resource == RoofResource(Pipe::issue))
    return fmt::format("More instructions are issued than the task needs, {}.", kUnknown);
  if (is_of_atomics(resource)) return fmt::format("{} take the time, {}.", label_of(resource), kUnknown);
  if (resource == RoofResource(Pipe::imad)) {
    return fmt::format(
        "The pipe of integer and of half of all FP32 multiply-adds executes more than the task needs, {}.", kUnknown);
  }
  if (!std::holds_alternative<Level>(resource))
    return fmt::format("{} executes more than the task needs, {}.", label_of(resource), kUnknown);
  return fmt::format(
      "{} serves more traffic than the task needs, {}; the usual cause is missing reuse (tiling, register "
      "blocking).",
      resource == RoofResource(Level::shared) ? "Shared memory" : label_of(resource), kUnknown);
}

}  // namespace

std::optional<Advice> excess_advice(const Gap& gap) {
  const GapFactor* factor = gap.find("unclassified");
  if (!factor || !gap.unclassified_resource) return std::nullopt;
  const RoofResource& resource = *gap.unclassified_resource;
  Advice advice{is_of_atomics(resource) ? std::string_view("atomics") : factor->id,
                excess_of(resource),
                fmt::format("{}× the roof time remains without all known inefficiencies", significant(factor->factor)),
                std::string(change_for(resource)),
                1,
                std::max(1.0, factor->removed_first),
                "the task can be done with less of it"};
  return advice;
}

}  // namespace rooflens::models
