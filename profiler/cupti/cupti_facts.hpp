// What a preflight asks of CUPTI: is it there, does it fit, and does it offer counters. Never throws for something
// missing: that is a fact too. Includes nothing of CUPTI, so that builds without CUDA can read the facts.
#pragma once

#include <string>
#include <vector>

namespace rooflens::collect::cupti {

struct LibraryFacts {
  std::string path;       ///< the library in use; empty if none fits
  std::string real_path;  ///< the same without symbolic links
  unsigned version = 0;   ///< 130001; 0 if none fits
  unsigned built_for = 0;
  std::string host_library;  ///< libnvperf_host.so in use
  std::string refusal;       ///< why none fits
  std::string remedy;
};

/// Opens CUPTI and its host library; asks them nothing that needs a driver.
[[nodiscard]] LibraryFacts gather_library_facts();

enum class ProbeAnswer {
  counters,     ///< CUPTI offers counters
  denied,       ///< this user may not read them
  unavailable,  ///< not on this device, or not while another profiler holds them
  failed,       ///< something else broke
};

/// What CUPTI said when it was asked for the counters of one device.
struct ProbeFacts {
  int device = 0;
  ProbeAnswer answer = ProbeAnswer::failed;
  std::string chip;    ///< "GH100", with `counters`
  std::string reason;  ///< CUPTI's words otherwise
  std::string remedy;  ///< may be empty
};

/// Asks for the counters of the first `devices` devices, on a context each. Only where cuInit succeeded: without a
/// driver CUPTI crashes.
[[nodiscard]] std::vector<ProbeFacts> probe_counters(int devices);

}  // namespace rooflens::collect::cupti
