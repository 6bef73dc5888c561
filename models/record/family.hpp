// The story of a family of catalogue kernels, as data that a session carries: the steps of an optimisation in order,
// one sentence each, the peer that does the same task, and what others have published.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

/// A time that others printed for the same step on another board: a reference, never compared by a number.
struct PublishedTime {
  std::string source;                  ///< "Learn CUDA Programming, chapter 3"
  std::string board;                   ///< "Tesla V100 PCIe"
  std::string problem;                 ///< "2^24 floats"
  Seconds printed;                     ///< as it was published
  std::optional<Seconds> kernel_only;  ///< estimated, where the printed time holds more than the kernel
  std::string remark;                  ///< what it holds besides, or how it was measured
};

struct FamilyMember {
  std::string kernel;  ///< "reduction/sequential"
  std::string change;  ///< of a step: what it changes; of another variant: what it does
  bool step = false;   ///< stands in the order of the steps, against the one before it
  std::string peer;    ///< a library's kernel for the same task, "peer/cub-reduce"; empty: none
  std::vector<PublishedTime> published;
};

struct Family {
  std::string name;                   ///< "reduction"
  std::string note;                   ///< what a reader of its steps has to know, in sentences; may be empty
  std::vector<FamilyMember> members;  ///< steps first and in order, then the other variants
};

}  // namespace rooflens::models
