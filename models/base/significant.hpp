// Numbers as text for people, with three significant digits: the sentences of the models and all reports write them so.
#pragma once

#include <string>

namespace rooflens::models {

/// A number without a unit: 0.0833, 4.92, 48.0, 480, 48100. Infinity is "∞", not-a-number is an en dash. Below 1e-6 and
/// from 1e15 on with an exponent.
[[nodiscard]] std::string significant(double number);

/// The decimal exponent after rounding to three significant digits, so that 999.6 counts as 1.00e3. Of a finite number
/// other than zero.
[[nodiscard]] int rounded_exponent(double number);

}  // namespace rooflens::models
