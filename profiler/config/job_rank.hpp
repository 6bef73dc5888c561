// Which rank of which parallel job a process is, from what its launcher put into the environment.
#pragma once

#include <functional>
#include <string>

namespace rooflens::collect {

struct JobRank {
  int rank = 0;
  int world = 1;         ///< 0: in a job whose launcher does not say how many there are
  std::string launcher;  ///< "torchrun", "Open MPI", "Slurm", ...; empty outside a job
};

/// `get` answers like getenv: nullptr for a variable that is not set. Numbers that are none count as not set.
[[nodiscard]] JobRank job_rank(const std::function<const char*(const char*)>& get);

/// What the launcher calls the job that this process is part of; empty where it is part of none, or that says nothing.
[[nodiscard]] std::string job_name(const std::function<const char*(const char*)>& get);

}  // namespace rooflens::collect
