// The options of `run`, checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/actions/arguments.hpp"
#include "profiler/actions/backend.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

struct RunOptions {
  std::vector<std::string> globs;  ///< empty: the whole catalogue
  std::filesystem::path output = "rooflens.rlens";
  bool force = false;
  int device = 0;
  models::CachePolicy cache = models::CachePolicy::cold;
  int repetitions = 30;
  CollectorChoice collector;
  std::map<std::string, std::vector<std::int64_t>> sweep;  ///< parameter -> values, of --set and --sweep
  std::set<std::string> required;                          ///< of these, what --sweep gave: every kernel must have it
  bool pairs = false;                                      ///< kernels beside their counterparts
  std::string format = "text";                             ///< "text", "json" or "none"
  bool stalls = false;                                     ///< samples of warps too, before all else
  bool ceilings = true;                                    ///< measured roofs of this GPU go into the session
};

/// Nothing when --help was asked for. Throws CommandError (kUsage).
[[nodiscard]] std::optional<RunOptions> parse_run_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli
