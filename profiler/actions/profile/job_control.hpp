// Starts and stops counting in a running job that `rooflens profile --idle` began.
#pragma once

#include <filesystem>
#include <string>

namespace rooflens::actions {

/// The folder of spools of a job: named by its session (app.rlens), by that folder, or by the number of a process: the
/// application's or that of `rooflens profile`. Throws models::Trouble where no job of this user runs there, or it was
/// not started with --idle.
[[nodiscard]] std::filesystem::path on_demand_job(const std::string& name);

/// Throws models::Trouble where that is what the job does already.
void start_counting(const std::filesystem::path& job);
void stop_counting(const std::filesystem::path& job);

}  // namespace rooflens::actions
