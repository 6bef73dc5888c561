// Hardware counters as name -> value. A counter that was refused is absent here and named in the refusals: it is never
// zero and never positional.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflens::models {

/// Where a counter value comes from.
enum class CounterSource {
  hardware,  ///< performance monitor
  sass,      ///< instructions patched into the kernel: exact counts, but the launch runs slower
};

/// One counter of one observation, over the launches that were observed.
struct CounterValue {
  double value = 0;           ///< mean per launch over the observed launches
  std::uint64_t samples = 1;  ///< launches observed
  double min = 0;
  double max = 0;
  int pass = 0;  ///< replay pass in which it was taken, from 0
  CounterSource source = CounterSource::hardware;
};

/// A counter that was asked for and could not be had.
struct Refusal {
  std::string counter;
  std::string reason;
};

class CounterSet {
 public:
  void set(std::string name, CounterValue value) { values_.insert_or_assign(std::move(name), value); }

  /// The counter's value per launch, or nothing when it was not collected.
  [[nodiscard]] std::optional<double> value(std::string_view name) const {
    const CounterValue* entry = find(name);
    return entry ? std::optional(entry->value) : std::nullopt;
  }
  /// The whole entry, or nullptr when it was not collected.
  [[nodiscard]] const CounterValue* find(std::string_view name) const {
    const auto it = values_.find(name);
    return it == values_.end() ? nullptr : &it->second;
  }

  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }

 private:
  std::map<std::string, CounterValue, std::less<>> values_;
};

}  // namespace rooflens::models
