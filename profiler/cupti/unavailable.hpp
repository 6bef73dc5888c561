// Why counters cannot be had: no permission, no library, another profiler, an unknown chip.
#pragma once

#include <stdexcept>

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

/// The collector works, but knows no chip of the name that was asked for.
class UnknownChip : public Unavailable {
 public:
  using Unavailable::Unavailable;
};

}  // namespace rooflens::collect
