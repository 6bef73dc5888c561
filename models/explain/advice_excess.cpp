#include "models/explain/advice_excess.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "models/base/significant.hpp"
#include "models/explain/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

bool is_atomic(std::string_view resource) {
  return resource == info(Pipe::atomic).label || resource == info(Pipe::atomic_slice).label ||
         resource == info(Pipe::shared_atomic).label;
}

std::string_view change_for(std::string_view resource) {
  if (resource == info(Level::l1).label || resource == info(Level::shared).label)
    return "Keep values in registers and reuse them: more results per thread, wider accesses.";
  if (resource == info(Level::l2).label) return "Use larger tiles in shared memory, so that fewer bytes leave L2.";
  if (resource == kWarpIssueLabel)
    return "More work per instruction: wider accesses, matrix instructions, packed formats.";
  if (is_atomic(resource))
    return "Combine values in registers, the warp or shared memory first; add each block's result once.";
  if (resource == info(Pipe::lsu).label) return "Fewer loads and stores: wider accesses, and reuse in registers.";
  if (resource == info(Pipe::alu).label || resource == info(Pipe::imad).label || resource == info(Pipe::sfu).label)
    return "Fewer instructions for each result: hoist index arithmetic, avoid division and modulo, compute more "
           "results per thread.";
  return "Use another algorithm: this one executes more than the task needs.";
}

std::string excess_of(std::string_view resource) {
  constexpr std::string_view kUnknown = "and no known inefficiency explains it";
  if (resource == kWarpIssueLabel)
    return fmt::format("More instructions are issued than the task needs, {}.", kUnknown);
  const bool moves = resource == info(Level::l1).label || resource == info(Level::shared).label ||
                     resource == info(Level::l2).label || resource == info(Level::dram).label;
  if (is_atomic(resource)) return fmt::format("{} take the time, {}.", resource, kUnknown);
  if (resource == info(Pipe::imad).label) {
    return fmt::format(
        "The pipe of integer and of half of all FP32 multiply-adds executes more than the task needs, {}.", kUnknown);
  }
  if (!moves) return fmt::format("{} executes more than the task needs, {}.", resource, kUnknown);
  return fmt::format(
      "{} serves more traffic than the task needs, {}; the usual cause is missing reuse (tiling, register "
      "blocking).",
      resource == info(Level::shared).label ? "Shared memory" : resource, kUnknown);
}

}  // namespace

std::optional<Advice> excess_advice(const Gap& gap) {
  const GapFactor* factor = gap.find("unclassified");
  if (!factor) return std::nullopt;
  Advice advice{is_atomic(gap.unclassified_resource) ? std::string_view("atomics") : factor->id,
                excess_of(gap.unclassified_resource),
                fmt::format("{}× the roof time remains without all known inefficiencies", significant(factor->factor)),
                std::string(change_for(gap.unclassified_resource)),
                1,
                std::max(1.0, factor->removed_first),
                "the task can be done with less of it"};
  return advice;
}

}  // namespace rooflens::models
