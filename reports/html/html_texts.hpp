// Values that repeat from kernel to kernel (sentences, lists of counters), each stored once and named by its place.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "reports/json/json_put.hpp"

namespace rooflens::reports {

class RepeatedValues {
 public:
  RepeatedValues() { values_.begin_array(); }

  /// The place of the value whose `key` is the same for the same value alone. `write(JsonText&)` writes it if it is
  /// new.
  template <typename Write>
  [[nodiscard]] std::size_t place(std::string_view key, const Write& write) {
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    write(values_);
    return known_.emplace(key, known_.size()).first->second;
  }

  [[nodiscard]] std::size_t size() const { return known_.size(); }
  /// The array of all values so far.
  [[nodiscard]] WrittenJson values() const { return {values_.text() + "]"}; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> known_;
  JsonText values_;
};

}  // namespace rooflens::reports
