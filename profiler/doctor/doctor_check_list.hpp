// The single checks behind diagnose(), a source file for each group. Each judges one thing, or says nothing where it
// does not apply.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/joined.hpp"
#include "profiler/doctor/doctor_checks.hpp"

namespace rooflens::doctor::checks {

using Result = std::optional<Check>;

// doctor_install_checks.cpp: what is installed
[[nodiscard]] Result build(const Facts& facts);
[[nodiscard]] Result driver(const Facts& facts);
[[nodiscard]] Result gpus(const Facts& facts);
[[nodiscard]] Result cupti(const Facts& facts);
[[nodiscard]] Result other_cupti(const Facts& facts);
[[nodiscard]] Result injection(const Facts& facts);

// doctor_access_checks.cpp: who may read counters, and where there are none
[[nodiscard]] Result permission(const Facts& facts);
[[nodiscard]] Result counters(const Facts& facts);
[[nodiscard]] Result platform(const Facts& facts);
[[nodiscard]] Result mig(const Facts& facts);

// doctor_neighbour_checks.cpp: who else is there
[[nodiscard]] Result profilers(const Facts& facts);
[[nodiscard]] Result environment(const Facts& facts);
[[nodiscard]] Result mps(const Facts& facts);
[[nodiscard]] Result dcgm(const Facts& facts);

// doctor_clock_checks.cpp: how steady the numbers will be
[[nodiscard]] Result clocks(const Facts& facts);
[[nodiscard]] Result throttling(const Facts& facts);
[[nodiscard]] Result persistence(const Facts& facts);

using models::joined;
/// The installed GPUs; empty without a driver or NVML.
[[nodiscard]] const std::vector<device::NvmlState>& gpus_of(const Facts& facts);
/// "GPU 1 (NVIDIA A100)": the number is NVML's and nvidia-smi's.
[[nodiscard]] std::string gpu_text(const Facts& facts, std::size_t index);
/// The running tools of a kind, as "ncu (process 42)".
[[nodiscard]] std::vector<std::string> tools_of(const Facts& facts, ToolKind kind);
/// Whether CUPTI was asked and offered counters on every device that was asked.
[[nodiscard]] bool probed_well(const Facts& facts);

}  // namespace rooflens::doctor::checks
