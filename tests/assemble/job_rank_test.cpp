#include "profiler/config/job_rank.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace rooflens::collect {
namespace {

JobRank rank_in(const std::map<std::string, std::string>& environment) {
  return job_rank([&](const char* name) -> const char* {
    const auto entry = environment.find(name);
    return entry == environment.end() ? nullptr : entry->second.c_str();
  });
}

TEST(JobRank, IsOneOfOneOutsideAJob) {
  const JobRank rank = rank_in({});
  EXPECT_EQ(rank.rank, 0);
  EXPECT_EQ(rank.world, 1);
  EXPECT_EQ(rank.launcher, "");
}

TEST(JobRank, KnowsTheLaunchers) {
  const struct {
    const char* launcher;
    const char* rank;
    const char* world;
  } known[] = {{"torchrun", "RANK", "WORLD_SIZE"},
               {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
               {"MPICH", "PMI_RANK", "PMI_SIZE"},
               {"MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
               {"JSM", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
               {"LeaderWorkerSet", "LWS_WORKER_INDEX", "LWS_GROUP_SIZE"},
               {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const auto& [launcher, rank, world] : known) {
    const JobRank found = rank_in({{rank, "5"}, {world, "8"}});
    EXPECT_EQ(found.rank, 5) << launcher;
    EXPECT_EQ(found.world, 8) << launcher;
    EXPECT_EQ(found.launcher, launcher);
  }
}

TEST(JobRank, TakesTheInnermostLauncher) {
  const JobRank rank =
      rank_in({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}, {"RANK", "6"}, {"WORLD_SIZE", "16"}});
  EXPECT_EQ(rank.rank, 6);
  EXPECT_EQ(rank.launcher, "torchrun");
}

// Slurm gives a batch script number 0 and the size of the job, but the script is one process, not a rank.
TEST(JobRank, ABatchScriptIsNoRank) {
  EXPECT_EQ(rank_in({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}).world, 1);
  EXPECT_EQ(rank_in({{"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "4"}, {"SLURM_STEP_ID", "0"}}).rank, 3);
}

TEST(JobRank, OfAnUnknownNumberIsNotAlone) {
  const JobRank pmix = rank_in({{"PMIX_RANK", "3"}, {"PMIX_NAMESPACE", "prterun-1"}});
  EXPECT_EQ(pmix.rank, 3);
  EXPECT_EQ(pmix.world, 0);
  EXPECT_EQ(pmix.launcher, "PMIx");
  EXPECT_EQ(rank_in({{"JOB_COMPLETION_INDEX", "7"}}).launcher, "Kubernetes");
  // Slurm's PMIx plugin and Open MPI say both; Kubeflow's PyTorchJob and torchrun in an indexed job too.
  EXPECT_EQ(rank_in({{"PMIX_RANK", "3"}, {"SLURM_PROCID", "3"}, {"SLURM_STEP_NUM_TASKS", "8"}}).world, 8);
  EXPECT_EQ(rank_in({{"JOB_COMPLETION_INDEX", "1"}, {"RANK", "9"}, {"WORLD_SIZE", "16"}}).rank, 9);
}

TEST(JobRank, WhatIsNoNumberIsNotSet) {
  for (const char* rank : {"", "x", "1x", "-1", "99999999999", "8"}) {
    EXPECT_EQ(rank_in({{"RANK", rank}, {"WORLD_SIZE", "8"}}).launcher, "") << rank;
  }
}

}  // namespace
}  // namespace rooflens::collect
