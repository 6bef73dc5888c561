#include "tests/kernels/awkward_problems.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace rooflens::kernels {
namespace {

constexpr std::int64_t kSmall = 64;
constexpr Effort kBase{4e9, 1e9, 1.5e8};

// The nearest allowed value that is not above `value`, or the least.
std::int64_t allowed(const Parameter& parameter, std::int64_t value) {
  value = std::clamp(value, parameter.minimum, parameter.maximum);
  if (parameter.power_of_two) {
    value = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value)));
  }
  return std::max(parameter.minimum, value / parameter.multiple_of * parameter.multiple_of);
}

const Parameter* length_of(const Kernel& kernel) {
  const auto n = std::ranges::find(kernel.parameters, "n", &Parameter::name);
  return n == kernel.parameters.end() || n->power_of_two ? nullptr : &*n;
}

double compulsory_elements(const Kernel& kernel, std::int64_t n) {
  const models::Traffic traffic = kernel.work(make_problem(kernel, {{"n", n}})).compulsory;
  return std::max(traffic.read.value(), traffic.written.value()) / 4;
}

// n, n^2 or n^3, by how the traffic grows with n.
double shape_elements(const Kernel& kernel, std::int64_t n) {
  const Parameter& length = *length_of(kernel);
  const std::int64_t half = allowed(length, length.maximum / 2);
  const double growth = compulsory_elements(kernel, 2 * half) / compulsory_elements(kernel, half);
  return std::pow(static_cast<double>(n), std::round(std::log2(growth)));
}

// The defaults with the least n that has enough elements.
std::optional<Parameters> least(const Kernel& kernel, double (*elements)(const Kernel&, std::int64_t), double wanted) {
  const Parameter& n = *length_of(kernel);
  std::int64_t too_few = (n.minimum - 1) / n.multiple_of;
  std::int64_t enough = n.maximum / n.multiple_of;
  if (elements(kernel, enough * n.multiple_of) < wanted) return std::nullopt;
  while (enough - too_few > 1) {
    const std::int64_t middle = too_few + (enough - too_few) / 2;
    (elements(kernel, middle * n.multiple_of) < wanted ? too_few : enough) = middle;
  }
  const Parameters parameters{{"n", enough * n.multiple_of}};
  return affordable(kernel, parameters, kModerate) ? std::optional(parameters) : std::nullopt;
}

}  // namespace

bool affordable(const Kernel& kernel, const Parameters& parameters, const Effort& effort) {
  const Problem problem = make_problem(kernel, parameters);
  const models::Work work = kernel.work(problem);
  double operations = 0;
  for (const auto& [precision, count] : work.operations) operations += count.value();
  return operations <= effort.operations &&
         work.requested.read.value() + work.requested.written.value() <= effort.requested_bytes &&
         kernel.device_memory(problem).value() <= effort.memory_bytes;
}

std::vector<std::int64_t> awkward_values(const Parameter& parameter) {
  const std::int64_t least = parameter.minimum;
  const std::int64_t step = parameter.multiple_of;
  std::vector<std::int64_t> candidates{least, 1000003, 33, 1, 31, 1025, least + step, 2, 3, 32, 1000};
  candidates.insert(candidates.end(), {least + 2 * step, 7 * step, 33 * step, 8, 4, 16, 64, 128, 256, 512, 1024});
  if (parameter.maximum <= kSmall || parameter.power_of_two) {
    candidates.insert(candidates.begin() + 1, allowed(parameter, std::min<std::int64_t>(parameter.maximum, 1024)));
  }
  std::vector<std::int64_t> values;
  for (const std::int64_t candidate : candidates) {
    if (candidate == allowed(parameter, candidate) && std::ranges::find(values, candidate) == values.end()) {
      values.push_back(candidate);
    }
  }
  return values;
}

Parameters base_problem(const Kernel& kernel) {
  Parameters base;
  // Primes, of which none is near a multiple of a warp or of a tile.
  for (const std::int64_t size : {10007, 1009, 331, 101, 37, 1}) {
    for (const Parameter& parameter : kernel.parameters) {
      base[std::string(parameter.name)] = allowed(parameter, std::min(parameter.default_value, size));
    }
    if (affordable(kernel, base, kBase)) break;
  }
  return base;
}

std::vector<Parameters> awkward_problems(const Kernel& kernel) {
  const Parameters base = base_problem(kernel);
  std::vector<Parameters> problems{base};
  std::vector<std::vector<std::int64_t>> values;
  std::size_t most = 0;
  for (const Parameter& parameter : kernel.parameters) {
    most = std::max(most, values.emplace_back(awkward_values(parameter)).size());
  }
  // Each parameter in turn, so that none takes all the places.
  for (std::size_t round = 0; round < most; ++round) {
    for (std::size_t p = 0; p < values.size() && problems.size() < kMostAwkwardProblems; ++p) {
      if (round >= values[p].size()) continue;
      Parameters changed = base;
      changed[std::string(kernel.parameters[p].name)] = values[p][round];
      if (changed != base && affordable(kernel, changed, kQuick)) problems.push_back(changed);
    }
  }
  return problems;
}

std::optional<Parameters> beyond_32_bits(const Kernel& kernel) {
  constexpr double kEnough = 2147483648.0 + 1001;
  if (length_of(kernel) == nullptr) return std::nullopt;
  // Where that is too much: some arrays have several elements for each of n.
  const auto one = least(kernel, shape_elements, kEnough);
  return one ? one : least(kernel, compulsory_elements, kEnough);
}

std::string describe(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    text += (text.empty() ? "" : " ") + name + " = " + std::to_string(value);
  }
  return text;
}

}  // namespace rooflens::kernels
