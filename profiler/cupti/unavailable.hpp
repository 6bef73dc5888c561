// Why counters cannot be had: no permission, no library, another profiler, an unknown chip.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "models/base/trouble.hpp"

namespace rooflens::collect {

/// Counters exist but this user may not read them. Exit code 4; kPermissionHelp names the ways to get permission.
class PermissionDenied : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The collector cannot work here at all (no library, wrong version, another profiler). what() says why; `remedy` what
/// to do.
class Unavailable : public models::Trouble {
 public:
  using Trouble::Trouble;
};

/// Another process of rooflens holds the counters, and gives them back where nothing wants them, or somebody else does.
class CountersHeld : public Unavailable {
 public:
  /// `holder`: as counter_lock_holder names it.
  CountersHeld(const std::string& what, std::string remedy, std::string holder)
      : Unavailable(what, std::move(remedy)), holder_(std::move(holder)) {}
  [[nodiscard]] const std::string& holder() const { return holder_; }

 private:
  std::string holder_;
};

/// The collector works, but knows no chip of the name that was asked for.
class UnknownChip : public Unavailable {
 public:
  using Unavailable::Unavailable;
};

}  // namespace rooflens::collect
