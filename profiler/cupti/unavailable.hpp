// Why counters cannot be had: no permission, no library, another profiler, an unknown chip.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace rooflens::collect {

/// Counters exist but this user may not read them. Exit code 4; hint() names the ways to get permission.
class PermissionDenied : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The collector cannot work here at all (no library, wrong version, another profiler). what() says why; `remedy` what
/// to do.
class Unavailable : public std::runtime_error {
 public:
  Unavailable(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// The collector works, but knows no chip of the name that was asked for.
class UnknownChip : public Unavailable {
 public:
  using Unavailable::Unavailable;
};

}  // namespace rooflens::collect
