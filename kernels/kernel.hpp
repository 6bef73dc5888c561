// What a catalogue kernel is, without any CUDA: its name, parameters and limits, and the analytic work of a problem.
// The device half (kernels/device/prepared.hpp) is looked up by the same name where CUDA is built in.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/record/machine.hpp"
#include "models/record/work.hpp"

namespace rooflens::kernels {

/// One parameter of a kernel, with the limits that are checked before anything runs.
struct Parameter {
  std::string_view name;
  std::string_view summary;
  std::int64_t default_value;
  std::int64_t minimum;
  std::int64_t maximum;
  std::int64_t multiple_of = 1;
  bool power_of_two = false;
};

/// A full set of parameter values; every parameter of the kernel is present and within its limits.
class Problem {
 public:
  explicit Problem(std::map<std::string, std::int64_t> values) : values_(std::move(values)) {}
  /// Throws std::out_of_range for a name the kernel does not have.
  [[nodiscard]] std::int64_t operator[](std::string_view name) const { return values_.at(std::string(name)); }
  [[nodiscard]] const std::map<std::string, std::int64_t>& values() const { return values_; }

 private:
  std::map<std::string, std::int64_t> values_;
};

/// A value outside its limits, or a parameter the kernel does not have. what() names the parameter and the limits.
class BadParameter : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The sibling that differs in one cause alone: what the same work costs without it.
struct Counterpart {
  std::string_view name;      ///< "family/variant" of the kernel without the cause
  std::string_view cause;     ///< what the counterpart is rid of: "bank conflicts", "divergence"
  std::string_view severity;  ///< how much of it there is: "32-way", "5.4 of 32 lanes"; or the parameter that sets it
};

/// A counter that a kernel must read exactly, by its closed form: integer counters only.
struct ExpectedCounter {
  std::string_view name;  ///< as CUPTI spells it, with its rollup
  double value;
};

struct Kernel {
  std::string_view name = {};     ///< "family/variant"
  std::string_view summary = {};  ///< one sentence: what it does differently from its siblings
  std::span<const Parameter> parameters = {};
  models::ComputeCapability minimum_compute_capability = {7, 5};
  models::Work (*work)(const Problem&) = nullptr;            ///< formulas: the first comment of its .cu
  models::Bytes (*device_memory)(const Problem&) = nullptr;  ///< what prepare() will allocate
  Counterpart counterpart = {};                              ///< empty name when no sibling differs in one cause alone
  /// Closed forms of counters, on every device; null when none is claimed.
  std::vector<ExpectedCounter> (*expected_counters)(const Problem&) = nullptr;
  bool spills = false;  ///< keeps values in local memory, and that on purpose
  /// Bytes of the loads from global memory that a thread issues before it waits for the first of them; null where the
  /// code leaves it to the compiler or to the data.
  models::Bytes (*in_flight_per_thread)(const Problem&) = nullptr;

  [[nodiscard]] constexpr std::string_view family() const { return name.substr(0, name.find('/')); }

  // A row of a family says what differs from what its kernels share: variant_of(kShared, …).against(…).with(…).

  /// The same but for one field: with(&Kernel::work, tiled_work).
  template <typename Field>
  [[nodiscard]] constexpr Kernel with(Field Kernel::*field, std::type_identity_t<Field> value) const {
    Kernel other = *this;
    other.*field = value;
    return other;
  }
  [[nodiscard]] constexpr Kernel against(const Counterpart& sibling) const {
    return with(&Kernel::counterpart, sibling);
  }
};

[[nodiscard]] constexpr Kernel variant_of(const Kernel& shared, std::string_view name, std::string_view summary) {
  return shared.with(&Kernel::name, name).with(&Kernel::summary, summary);
}

/// The same number whatever the problem.
template <int kBytes>
[[nodiscard]] models::Bytes always_in_flight(const Problem&) {
  return models::Bytes(kBytes);
}

/// The analytic work of a problem, with what a thread has in flight.
[[nodiscard]] models::Work declared_work(const Kernel& kernel, const Problem& problem);

/// The problem with defaults filled in. Throws BadParameter.
[[nodiscard]] Problem make_problem(const Kernel& kernel, const std::map<std::string, std::int64_t>& overrides);

}  // namespace rooflens::kernels
