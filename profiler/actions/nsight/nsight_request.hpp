// What is to be profiled, by which of NVIDIA's tools, into which file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::actions {

struct NsightRequest {
  std::string tool = "ncu";                ///< "ncu" or "nsys"
  std::vector<std::string> application;    ///< empty: catalogue kernels
  std::vector<std::string> kernels;        ///< those chosen, in catalogue order
  bool whole_catalogue = false;            ///< no glob was given
  std::vector<std::string> run_arguments;  ///< of `rooflens run`, without the session that it writes
  std::filesystem::path output;            ///< the tool's report, with the tool's ending
  bool force = false;                      ///< overwrite it
  bool run = false;                        ///< false: print
  std::string section_set;                 ///< of ncu; empty: the counters of our group quick
  std::string kernel_pattern;              ///< regular expression on kernel names; empty: all
  std::optional<std::int64_t> skip;        ///< matching launches to leave alone first
  std::optional<std::int64_t> count;       ///< at most so many launches
  std::string nvtx_range;                  ///< "name", "domain@name" or nested "a/b"; empty: everywhere
  std::optional<std::int64_t> device;      ///< of the application
};

}  // namespace rooflens::actions
