// Values that repeat from kernel to kernel (sentences, lists of counters), each stored once and named by its place.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace rooflens::reports {

class RepeatedValues {
 public:
  /// The place of `value`, whose `key` is the same for the same value alone. It is made by `make()` if it is new.
  template <typename Make>
  [[nodiscard]] std::size_t place(std::string key, const Make& make) {
    const auto [it, fresh] = known_.emplace(std::move(key), known_.size());
    if (fresh) values_.push_back(make());
    return it->second;
  }

  [[nodiscard]] const nlohmann::json& values() const { return values_; }

 private:
  std::map<std::string, std::size_t> known_;
  nlohmann::json values_ = nlohmann::json::array();
};

}  // namespace rooflens::reports
