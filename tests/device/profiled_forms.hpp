// Profiles the program that launches kernels in every form. $ROOFLENS_INJECT and $ROOFLENS_LAUNCH_FORMS name the two
// binaries where they are not where they were built.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "models/counters/metric_table.hpp"
#include "models/counters/stall_table.hpp"
#include "models/find/source_profile.hpp"
#include "profiler/assemble/assemble.hpp"
#include "profiler/config/profile_config.hpp"
#include "tests/device/kernels_gpu.hpp"
#include "tests/fixtures/scratch_folder.hpp"

namespace rooflens::collect {

namespace fs = std::filesystem;
using models::Observation;

inline constexpr double kThreads = 264.0 * 256.0;  // of a plain launch
inline constexpr const char* kFfma = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
inline constexpr const char* kWarpInstructions = "smsp__inst_executed.sum";

inline std::string path_from(const char* variable, const char* built) {
  const char* value = std::getenv(variable);
  return value && *value ? value : built;
}

struct Profiled {
  int status = 0;
  std::string output;
  Assembly assembly;
};

class InjectOnDevice : public ::testing::Test {
 protected:
  void SetUp() override { kernels::require_gpu(); }

  [[nodiscard]] Profiled profile(const std::string& arguments, ProfileConfig config, bool inject = true,
                                 const char* cupti = nullptr) const {
    config.spool_folder = (folder_ / "spool").string();
    config.tool_version = "test";
    fs::remove_all(config.spool_folder);
    fs::create_directory(config.spool_folder);
    const std::string program = path_from("ROOFLENS_LAUNCH_FORMS", ROOFLENS_LAUNCH_FORMS);
    const std::string library = path_from("ROOFLENS_INJECT", ROOFLENS_INJECT);
    const pid_t child = fork();
    if (child == 0) {
      if (inject) {
        setenv("CUDA_INJECTION64_PATH", library.c_str(), 1);
        setenv("NVTX_INJECTION64_PATH", library.c_str(), 1);
        setenv(kProfileVariable, encode(config).c_str(), 1);
        if (cupti) setenv("ROOFLENS_CUPTI", cupti, 1);
      }
      const std::string line = "exec " + runner_ + program + " " + arguments + " > " + (folder_ / "out").string();
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    Profiled result;
    waitpid(child, &result.status, 0);
    std::ifstream file(folder_ / "out");
    result.output.assign(std::istreambuf_iterator<char>(file), {});
    result.assembly = assemble(index_spools(config.spool_folder), {});
    return result;
  }

  // Observations of the kernel, without those of NVTX ranges.
  static std::vector<Observation> of(const Profiled& run, const std::string& function) {
    std::vector<Observation> found;
    for (const Observation& o : run.assembly.observations) {
      if (o.scope == models::Scope::launch && o.launches.front().function.find(function) != std::string::npos) {
        found.push_back(o);
      }
    }
    return found;
  }

  fixtures::ScratchFolder folder_;
  std::string runner_;  ///< what starts the program, with a space at its end
};

inline ProfileConfig with(ReplayMode mode) {
  ProfileConfig config;
  config.replay = mode;
  return config;
}

}  // namespace rooflens::collect
