// Checks a problem against its kernel's limits, and says in the error what would be accepted.
#include "kernels/kernel.hpp"

#include <fmt/core.h>

#include <bit>

#include "models/base/edit_distance.hpp"
#include "models/base/joined.hpp"

namespace rooflens::kernels {
namespace {

std::string limits(const Kernel& kernel, const Parameter& parameter) {
  std::string text =
      fmt::format("{} takes {} from {} to {}", kernel.name, parameter.name, parameter.minimum, parameter.maximum);
  if (parameter.multiple_of != 1) text += fmt::format(" in steps of {}", parameter.multiple_of);
  if (parameter.power_of_two) text += ", powers of two";
  return text;
}

void check(const Kernel& kernel, const Parameter& parameter, std::int64_t value) {
  const auto refuse = [&](const std::string& reason) {
    throw BadParameter(fmt::format("{} = {} {}: {}", parameter.name, value, reason, limits(kernel, parameter)));
  };
  if (value < parameter.minimum || value > parameter.maximum) refuse("is out of range");
  if (value % parameter.multiple_of != 0) refuse(fmt::format("is not a multiple of {}", parameter.multiple_of));
  if (parameter.power_of_two && !std::has_single_bit(static_cast<std::uint64_t>(value))) {
    refuse("is not a power of two");
  }
}

[[noreturn]] void refuse_unknown(const Kernel& kernel, std::string_view name) {
  if (kernel.parameters.empty()) {
    throw BadParameter(fmt::format("{} has no parameter {}: it takes none", kernel.name, name));
  }
  const Parameter* nearest = &kernel.parameters.front();
  for (const Parameter& parameter : kernel.parameters) {
    if (models::edit_distance(name, parameter.name) < models::edit_distance(name, nearest->name)) nearest = &parameter;
  }
  throw BadParameter(fmt::format("{} has no parameter {}: did you mean {}? It takes {}", kernel.name, name,
                                 nearest->name, models::joined(kernel.parameters, ", ", &Parameter::name)));
}

}  // namespace

models::Work declared_work(const Kernel& kernel, const Problem& problem) {
  models::Work work = kernel.work(problem);
  if (kernel.in_flight_per_thread) work.in_flight_per_thread = kernel.in_flight_per_thread(problem);
  return work;
}

Problem make_problem(const Kernel& kernel, const std::map<std::string, std::int64_t>& overrides) {
  std::map<std::string, std::int64_t> values;
  for (const Parameter& parameter : kernel.parameters) {
    values.emplace(parameter.name, parameter.default_value);
  }
  for (const auto& [name, value] : overrides) {
    const auto it = values.find(name);
    if (it == values.end()) refuse_unknown(kernel, name);
    it->second = value;
  }
  for (const Parameter& parameter : kernel.parameters) {
    check(kernel, parameter, values.at(std::string(parameter.name)));
  }
  return Problem(std::move(values));
}

}  // namespace rooflens::kernels
