// Starts an application with the injected library in it, and waits. To the application it is as if the caller's shell
// had started it: its streams, signals, working folder and environment are the caller's own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "profiler/launcher/launch_check.hpp"

namespace rooflens::launcher {

inline constexpr const char* kCudaVariable = "CUDA_INJECTION64_PATH";
inline constexpr const char* kNvtxVariable = "NVTX_INJECTION64_PATH";

struct LaunchPlan {
  std::filesystem::path program;       ///< as check_program() gave it
  std::vector<std::string> arguments;  ///< its own name first
  std::filesystem::path injected;      ///< librooflens_inject.so, absolute
  std::string config;                  ///< collect::encode(ProfileConfig)
};

/// Throws LaunchError where another tool is to be loaded through CUDA_INJECTION64_PATH. Returns whether NVTX ranges go
/// to rooflens: false where NVTX_INJECTION64_PATH belongs to another tool, which is left alone.
[[nodiscard]] bool check_environment();

/// The environment `base` ("NAME=value" each) with the variables that load the library.
[[nodiscard]] std::vector<std::string> injected_environment(const char* const* base, const LaunchPlan& plan);

/// Runs the application to its end. Ctrl-C and Ctrl-\ reach it through the terminal and are ignored here meanwhile;
/// SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 that somebody sends here are passed on. Returns its exit code, 128 + the signal
/// for a killed one. Throws LaunchError when it could not be started.
[[nodiscard]] int run_to_end(const LaunchPlan& plan);

}  // namespace rooflens::launcher
