// What the page says of a GPU and of the recording in rows of a label and a text.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "models/roofs/device_part.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

using models::DeviceProperties;
using models::Provenance;
using nlohmann::json;

json device_line(const DeviceProperties& device) {
  json line = json::array();
  if (device.sm_count > 0) line.push_back(sm_count_text(device));
  if (device.sm_clock_maximum.value() > 0) line.push_back("SM clock up to " + format(device.sm_clock_maximum));
  if (device.memory_clock_maximum.value() > 0) line.push_back("memory clock " + format(device.memory_clock_maximum));
  if (!device.driver_version.empty()) line.push_back("driver " + clean_utf8(device.driver_version));
  if (!device.cuda_driver_version.empty()) line.push_back("CUDA " + clean_utf8(device.cuda_driver_version));
  return line;
}

json device_facts(const DeviceProperties& device) {
  json rows = json::array();
  const auto row = [&](std::string_view label, std::string value) {
    if (!value.empty()) rows.push_back({label, std::move(value)});
  };
  row("Compute capability", device.compute_capability.text());
  row("Chip", clean_utf8(device.chip));
  row("SMs", device.whole_sm_count ? sm_count_text(device) + ". " + *sharing_text(device) : "");
  if (device.memory.value() > 0) row("Memory", format_capacity(device.memory));
  if (device.l2.value() > 0) row("L2", format_capacity(device.l2));
  if (device.shared_per_sm.value() > 0) row("Shared memory per SM", format_capacity(device.shared_per_sm));
  if (device.memory_bus_bits > 0) row("Memory bus", fmt::format("{} bit", device.memory_bus_bits));
  if (device.ecc) row("ECC", *device.ecc ? "on" : "off");
  if (device.mig) row("MIG", *device.mig ? "on" : "off");
  if (device.power_limit_watts) row("Power limit", significant(*device.power_limit_watts) + " W");
  row("UUID", clean_utf8(device.uuid));
  row("PCI", clean_utf8(device.pci_bus_id));
  return rows;
}

json provenance_facts(const Document& document) {
  const Provenance& provenance = document.recording.provenance;
  json rows = json::array();
  const auto row = [&](std::string_view label, std::string value) {
    if (!value.empty()) rows.push_back({label, std::move(value)});
  };
  row("Recorded", clean_utf8(provenance.started_utc));
  row("Host", clean_utf8(provenance.hostname));
  row("System", clean_utf8(provenance.operating_system));
  row("Command", clean_utf8(provenance.command));
  row("Collector", clean_utf8(provenance.collector));
  row("CUPTI", clean_utf8(provenance.cupti_version));
  row("Tool", "rooflens " + clean_utf8(provenance.tool_version));
  row("Model", std::to_string(document.analysis.model_version));
  return rows;
}

}  // namespace rooflens::reports
