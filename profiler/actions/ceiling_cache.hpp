// Measured roofs are kept from one command to the next: a file for each GPU and driver in the user's cache folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "models/record/machine.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::actions {

/// $XDG_CACHE_HOME/rooflens/ceilings-UUID-DRIVER.json (with -66sms for a part of 66 SMs), or the same under ~/.cache;
/// empty when the GPU has no uuid, or neither variable is set.
[[nodiscard]] std::filesystem::path ceiling_cache_file(const models::DeviceProperties& device);

/// The file's text, and back; nothing for text that is no such file.
[[nodiscard]] std::string encode_ceilings(const models::MeasuredRoofs& measured);
[[nodiscard]] std::optional<models::MeasuredRoofs> decode_ceilings(const std::string& text);

/// Roofs measured on this GPU, with as many SMs, under this driver. Nothing when there is no such file.
[[nodiscard]] std::optional<models::MeasuredRoofs> cached_ceilings(const models::DeviceProperties& device);

/// Replaces the file; returns its name. Throws CommandError when it cannot be written.
std::filesystem::path store_ceilings(const models::DeviceProperties& device, const models::MeasuredRoofs& measured);

}  // namespace rooflens::actions
