#include "profiler/config/job_rank.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "models/base/number_in.hpp"

namespace rooflens::collect {
namespace {

struct Launcher {
  const char* name;
  const char* rank;
  const char* world;  // nullptr: it does not say
};

// The innermost launcher first: torchrun inside a Slurm task makes the ranks.
constexpr std::array<Launcher, 11> kLaunchers{{
    {"torchrun", "RANK", "WORLD_SIZE"},
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"MPICH", "PMI_RANK", "PMI_SIZE"},
    {"MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    {"JSM", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
    {"Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"},
    {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
    {"Slurm", "SLURM_PROCID", "SLURM_NTASKS"},
    {"PMIx", "PMIX_RANK", nullptr},
    {"LeaderWorkerSet", "LWS_WORKER_INDEX", "LWS_GROUP_SIZE"},
    {"Kubernetes", "JOB_COMPLETION_INDEX", nullptr},
}};
// A batch script has a SLURM_PROCID and SLURM_NTASKS too, and is no rank: only srun makes steps.
constexpr const char* kSlurmJobSize = "SLURM_NTASKS";
constexpr const char* kSlurmStep = "SLURM_STEP_ID";
// The scheduler's names first: they are the same in every process of a job, also in the one that exports.
constexpr std::array kJobs{"SLURM_JOB_ID", "FLUX_JOB_ID",    "PBS_JOBID",          "LSB_JOBID",
                           "RAY_JOB_ID",   "PMIX_NAMESPACE", "TORCHELASTIC_RUN_ID"};

std::optional<int> number(const char* text) {
  if (!text) return std::nullopt;
  const auto value = models::number_in<int>(text);
  return value >= 0 ? value : std::nullopt;
}

}  // namespace

JobRank job_rank(const std::function<const char*(const char*)>& get) {
  for (const Launcher& launcher : kLaunchers) {
    if (launcher.world && launcher.world == std::string_view(kSlurmJobSize) && !get(kSlurmStep)) continue;
    const auto rank = number(get(launcher.rank));
    if (rank && !launcher.world) return {*rank, 0, launcher.name};
    const auto world = launcher.world ? number(get(launcher.world)) : std::nullopt;
    if (rank && world && *rank < *world) return {*rank, *world, launcher.name};
  }
  return {};
}

std::string job_name(const std::function<const char*(const char*)>& get) {
  for (const char* variable : kJobs) {
    const char* name = get(variable);
    if (name && *name && name != std::string_view("none")) return name;  // torchrun's, where it was given none
  }
  return {};
}

}  // namespace rooflens::collect
