// Finds Nsight Compute (ncu) and Nsight Systems (nsys), which are often installed but seldom on PATH.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::actions {

/// Where to look; the defaults are those of this process.
struct NsightSearch {
  std::string path;                  ///< $PATH
  std::string cuda_home;             ///< $CUDA_HOME or $CUDA_PATH, empty if unset
  std::filesystem::path root = "/";  ///< above usr/local/cuda* and opt/nvidia
};

[[nodiscard]] NsightSearch nsight_search();

struct NsightTool {
  std::filesystem::path file;
  std::string call;  ///< what a shell would call it: the bare name if that one is first on PATH, else the file
};

/// PATH first, then the toolkit's folders, then NVIDIA's own; of several versions the newest.
[[nodiscard]] std::optional<NsightTool> find_nsight(const std::string& tool, const NsightSearch& where);

/// Two sentences for somebody who does not have it: where it was looked for, and where it comes from.
[[nodiscard]] std::string looked_for_nsight(const std::string& tool, const NsightSearch& where);
[[nodiscard]] std::string how_to_get_nsight(const std::string& tool);

}  // namespace rooflens::actions
