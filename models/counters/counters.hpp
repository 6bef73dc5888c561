// Hardware counters as name -> value. A counter that was refused is absent here and named in the refusals: it is never
// zero and never positional.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

/// Where a counter value comes from.
enum class CounterSource {
  hardware,  ///< performance monitor
  sass,      ///< instructions patched into the kernel: exact counts, but the launch runs slower
};
template <>
inline constexpr auto kNames<CounterSource> = std::to_array<std::string_view>({"hardware", "sass"});

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

/// Counters in the order of their names. Sets of many kernels hold the same names: copies, and sets made by like(),
/// share them.
class CounterSet {
 public:
  /// An empty set that expects the names of `other`, which is where they stay as long as they are the same.
  [[nodiscard]] static CounterSet like(const CounterSet& other) {
    CounterSet set;
    set.names_ = other.names_;
    return set;
  }

  /// Adds the counter, or replaces its value.
  void set(std::string_view name, const CounterValue& value);

  /// The counter's value per launch, or nothing when it was not collected.
  [[nodiscard]] std::optional<double> value(std::string_view name) const {
    const CounterValue* entry = find(name);
    return entry ? std::optional(entry->value) : std::nullopt;
  }
  /// The whole entry, or nullptr when it was not collected.
  [[nodiscard]] const CounterValue* find(std::string_view name) const {
    const std::size_t at = place_of(name);
    return at < size() && (*names_)[at] == name ? &values_[at] : nullptr;
  }

  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }

  struct Entry {
    const std::string& name;
    const CounterValue& value;
  };
  class Iterator {
   public:
    Iterator(const CounterSet& set, std::size_t at) : set_(&set), at_(at) {}
    [[nodiscard]] Entry operator*() const { return {(*set_->names_)[at_], set_->values_[at_]}; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    [[nodiscard]] bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const CounterSet* set_;
    std::size_t at_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size()}; }

 private:
  using Names = std::vector<std::string>;

  /// Where the name is, or would be.
  [[nodiscard]] std::size_t place_of(std::string_view name) const;
  /// The names for this set alone, and no more of them than there are values.
  Names& own_names();

  std::shared_ptr<Names> names_;      ///< sorted; those beyond size() are what like() expects to come
  std::vector<CounterValue> values_;  ///< of the first names
};

}  // namespace rooflens::models
