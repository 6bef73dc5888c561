#include "profiler/import/imported_machine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "models/record/ncu_columns.hpp"
#include "models/record/run_ceilings.hpp"
#include "profiler/import/import_error.hpp"

namespace rooflens::imports {
namespace {

// The number of SMs from a sum and a mean over them; ncu's rounding leaves it near a whole number.
std::optional<int> sms_of(const models::CounterSet& counters) {
  if (const auto given = counters.value("launch__sm_count"); given && *given >= 1 && *given < 1e6) {
    return static_cast<int>(std::lround(*given));
  }
  for (const auto& [name, counter] : counters) {
    if (!name.starts_with("sm__") || !name.ends_with(".sum")) continue;
    const auto mean = counters.value(name.substr(0, name.size() - 3) + "avg");
    if (!mean || *mean <= 0) continue;
    const double sms = counter.value / *mean;
    if (sms >= 1 && sms < 1e6 && std::abs(sms - std::round(sms)) < 0.02) return static_cast<int>(std::lround(sms));
  }
  return std::nullopt;
}

}  // namespace

int ImportedMachines::number_of(const LaunchRow& row) {
  const models::ComputeCapability cc = row.device.compute_capability;
  const auto key = std::tuple{row.host_name, row.device_index, row.device.name, cc.major, cc.minor};
  const auto [place, fresh] = index_.emplace(key, machines_.size());
  if (fresh) {
    models::Machine machine;
    machine.id = static_cast<int>(machines_.size());
    machine.device = row.device;
    machines_.push_back(std::move(machine));
  } else {
    // A table that was joined to the file may tell what an earlier one did not.
    models::DeviceProperties& device = machines_[place->second].device;
    for (const auto& column : models::ncu_device_columns()) {
      if (const auto value = column.get(row.device); value && !column.get(device)) column.set(device, *value);
    }
  }
  return static_cast<int>(place->second);
}

void ImportedMachines::presume(const models::Board& board) {
  const models::DeviceProperties sheet = models::data_sheet_device(board);
  for (models::Machine& machine : machines_) {
    models::DeviceProperties& device = machine.device;
    const models::ComputeCapability cc = device.compute_capability;
    if (cc.major > 0 && cc != board.compute_capability) {
      throw ImportError(fmt::format("the table is of a GPU of compute capability {}, and {} has {}", cc.text(),
                                    board.name, board.compute_capability.text()),
                        "name the GPU that ncu ran on");
    }
    if (device.name.empty()) device.name = sheet.name;
    device.compute_capability = board.compute_capability;
    for (const auto& column : models::ncu_device_columns()) {
      if (const auto value = column.get(sheet); value && !column.get(device)) column.set(device, *value);
    }
  }
}

std::vector<models::Machine> ImportedMachines::finish(std::span<const models::Observation> observations,
                                                      std::vector<std::string>& notes) {
  for (models::Machine& machine : machines_) {
    models::DeviceProperties& device = machine.device;
    std::vector<models::Observation> own;
    for (const models::Observation& o : observations) {
      if (o.machine != machine.id) continue;
      own.push_back(o);
      if (device.sm_count == 0) device.sm_count = sms_of(o.counters).value_or(0);
    }
    if (device.name.empty() && device.compute_capability.major > 0) {
      device.name = "GPU of compute capability " + device.compute_capability.text();
    }
    machine.ceilings = models::run_ceilings(device, own);
    if (!machine.ceilings.best(models::Level::dram) || machine.ceilings.compute.empty()) {
      notes.push_back(
          fmt::format("{}: the file tells too little of this GPU for {}; name the GPU (--gpu MODEL), or import the raw "
                      "page of a whole report, which has device__attribute_ columns: ncu --import FILE.ncu-rep --csv "
                      "--page raw",
                      device.name.empty() ? "GPU " + std::to_string(machine.id) : device.name,
                      machine.ceilings.compute.empty() ? "compute roofs" : "a DRAM roof"));
    }
  }
  return std::move(machines_);
}

}  // namespace rooflens::imports
