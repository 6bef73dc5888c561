// Physical quantities with their dimension in the type, so that a byte rate cannot be passed where a FLOP rate is
// meant. Values are held in base units: operations, bytes, seconds.
#pragma once

#include <compare>

namespace rooflens::models {

/// A value of dimension operation^Ops * byte^Bytes * second^Secs, in base units. Nothing converts implicitly.
template <int Ops, int Bytes, int Secs>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double base_units) : value_(base_units) {}

  /// The number in base units (operations, bytes, seconds).
  [[nodiscard]] constexpr double value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity(a.value_ * factor); }
  friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity(a.value_ * factor); }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity(a.value_ / divisor); }

 private:
  double value_ = 0.0;
};

namespace detail {
// A product or quotient whose dimensions cancel is a plain number.
template <int O, int B, int S>
[[nodiscard]] constexpr auto collapse(double base_units) {
  if constexpr (O == 0 && B == 0 && S == 0) {
    return base_units;
  } else {
    return Quantity<O, B, S>(base_units);
  }
}
}  // namespace detail

template <int O1, int B1, int S1, int O2, int B2, int S2>
[[nodiscard]] constexpr auto operator*(Quantity<O1, B1, S1> a, Quantity<O2, B2, S2> b) {
  return detail::collapse<O1 + O2, B1 + B2, S1 + S2>(a.value() * b.value());
}

template <int O1, int B1, int S1, int O2, int B2, int S2>
[[nodiscard]] constexpr auto operator/(Quantity<O1, B1, S1> a, Quantity<O2, B2, S2> b) {
  return detail::collapse<O1 - O2, B1 - B2, S1 - S2>(a.value() / b.value());
}

using Operations = Quantity<1, 0, 0>;  ///< arithmetic operations: FLOP, or OP for integer work
using Bytes = Quantity<0, 1, 0>;       ///< bytes; 1 GB is 1e9, 1 GiB is 2^30
using Seconds = Quantity<0, 0, 1>;
using OperationRate = Quantity<1, 0, -1>;  ///< FLOP/s
using ByteRate = Quantity<0, 1, -1>;       ///< B/s
using Intensity = Quantity<1, -1, 0>;      ///< arithmetic intensity, FLOP/B
using Hertz = Quantity<0, 0, -1>;

[[nodiscard]] constexpr Seconds nanoseconds(double n) { return Seconds(n * 1e-9); }
[[nodiscard]] constexpr double in_nanoseconds(Seconds s) { return s.value() * 1e9; }
[[nodiscard]] constexpr Hertz megahertz(double m) { return Hertz(m * 1e6); }
[[nodiscard]] constexpr double in_megahertz(Hertz h) { return h.value() * 1e-6; }

}  // namespace rooflens::models
