// What `run` is asked to measure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/actions/backend.hpp"

namespace rooflens::actions {

/// Problems of one run, at most: a slip of the pen should not become a night of measuring.
inline constexpr std::size_t kMostProblems = 10000;

struct RunRequest {
  std::vector<std::string> globs;  ///< empty: the whole catalogue
  int device = 0;
  models::CachePolicy cache = models::CachePolicy::cold;
  int repetitions = 30;
  CollectorChoice collector;
  std::map<std::string, std::vector<std::int64_t>> sweep;  ///< parameter -> values, of --set and --sweep
  std::set<std::string> required;                          ///< of these, what --sweep gave: every kernel must have it
  std::filesystem::path output = "rooflens.rlens";
  bool force = false;
  bool stalls = false;   ///< samples of warps too, before all else
  bool ceilings = true;  ///< measured roofs of this GPU go into the session
};

/// Throws CommandError (kUsage) if there are more problems than kMostProblems; `count` may have saturated.
void check_problem_count(std::size_t count);

}  // namespace rooflens::actions
