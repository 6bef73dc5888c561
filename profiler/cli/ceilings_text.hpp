// Measured roofs for people, and for programs.
#pragma once

#include <string>

#include "models/record/machine.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::cli {

[[nodiscard]] std::string ceilings_text(const models::DeviceProperties& device, const models::MeasuredRoofs& measured,
                                        bool colour, std::size_t width);
/// The file's object with shares in it.
[[nodiscard]] std::string ceilings_json(const models::DeviceProperties& device, const models::MeasuredRoofs& measured);

}  // namespace rooflens::cli
