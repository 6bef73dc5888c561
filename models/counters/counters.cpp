#include "models/counters/counters.hpp"

#include <algorithm>

namespace rooflens::models {

std::size_t CounterSet::place_of(std::string_view name) const {
  if (values_.empty()) return 0;
  const auto first = names_->begin();
  return static_cast<std::size_t>(std::lower_bound(first, first + static_cast<std::ptrdiff_t>(size()), name) - first);
}

CounterSet::Names& CounterSet::own_names() {
  if (!names_) {
    names_ = std::make_shared<Names>();
  } else if (names_.use_count() > 1) {
    names_ = std::make_shared<Names>(names_->begin(), names_->begin() + static_cast<std::ptrdiff_t>(size()));
  } else {
    names_->resize(size());
  }
  return *names_;
}

void CounterSet::set(std::string_view name, const CounterValue& value) {
  const bool expected = names_ && size() < names_->size() && (*names_)[size()] == name;
  if (expected) {
    if (values_.empty()) values_.reserve(names_->size());
    values_.push_back(value);
    return;
  }
  const std::size_t at = place_of(name);
  if (at < size() && (*names_)[at] == name) {
    values_[at] = value;
    return;
  }
  Names& names = own_names();
  names.emplace(names.begin() + static_cast<std::ptrdiff_t>(at), name);
  values_.insert(values_.begin() + static_cast<std::ptrdiff_t>(at), value);
}

}  // namespace rooflens::models
