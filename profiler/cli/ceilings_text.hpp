// Measured roofs for people, and for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/record/machine.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::cli {

/// A measured roof beside what it could have been.
struct CeilingRow {
  const models::MeasuredRoof* roof;            ///< never nullptr
  const models::ProbeInfo* probe;              ///< never nullptr
  std::optional<double> per_clock;             ///< per SM and clock
  std::optional<double> of_peak_at_its_clock;  ///< share of the theoretical rate at the clock while it was measured
  std::optional<double> of_queried_peak;       ///< share of the theoretical rate at the maximum clock
  std::optional<double> of_data_sheet;         ///< share of what the data sheet quotes
};

[[nodiscard]] std::vector<CeilingRow> ceiling_rows(const models::DeviceProperties& device,
                                                   const models::MeasuredRoofs& measured);

[[nodiscard]] std::string ceilings_text(const models::DeviceProperties& device, const models::MeasuredRoofs& measured,
                                        bool colour, std::size_t width);
/// The file's object with shares in it.
[[nodiscard]] std::string ceilings_json(const models::DeviceProperties& device, const models::MeasuredRoofs& measured);

}  // namespace rooflens::cli
