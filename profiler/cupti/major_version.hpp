// What major versions of CUPTI differ in, a row each. Established from their public headers: range profiler and host
// profiler have the same structures and functions in 12.6 and in 13.0. No row but that of the build's own version has
// been measured, so the others are used only where the user asks for them.
#pragma once

#include <cupti_activity.h>
#include <cupti_activity_deprecated.h>
#include <cupti_version.h>

#include <cstddef>
#include <string_view>

namespace rooflens::collect::cupti {

struct MajorVersion {
  unsigned major;  ///< of the CUDA toolkit
  const char* soname;
  unsigned oldest;             ///< that has the range profiler, as cuptiGetVersion says it
  unsigned end;                ///< the first number that is a later major version's
  const char* switched_on_by;  ///< an environment variable; null: it needs none
  std::string_view lacks;      ///< the function that it has not
  bool patches_and_samples;    ///< the structures of SASS metrics and of PC sampling are known to be the same
};

inline constexpr MajorVersion kMajorVersions[] = {
    {13, "libcupti.so.13", CUPTI_API_VERSION, 140000, nullptr, "", true},
    // Numbered 24 in CUDA 12.6, 26 in 12.8, 28 in the last update of 12.9; from 13.0 on six digits.
    {12, "libcupti.so.12", 24, 100, "ROOFLENS_CUPTI_12", "cuptiSubscribe_v2", false},
};
static_assert(CUPTI_API_VERSION / 10000 == kMajorVersions[0].major, "a new major version needs a row");

/// The row of what cuptiGetVersion says; null: there is none.
[[nodiscard]] constexpr const MajorVersion* major_version(unsigned version) {
  for (const MajorVersion& row : kMajorVersions) {
    if (version >= row.oldest && version < row.end) return &row;
  }
  return nullptr;
}

// Records of kernels are CUpti_ActivityKernel9 in 12 and CUpti_ActivityKernel10 in 13: what is read of them has the
// same place in both.
#define ROOFLENS_SAME_PLACE(member) \
  static_assert(offsetof(CUpti_ActivityKernel9, member) == offsetof(CUpti_ActivityKernel10, member))
ROOFLENS_SAME_PLACE(kind);
ROOFLENS_SAME_PLACE(registersPerThread);
ROOFLENS_SAME_PLACE(start);
ROOFLENS_SAME_PLACE(end);
ROOFLENS_SAME_PLACE(deviceId);
ROOFLENS_SAME_PLACE(gridX);
ROOFLENS_SAME_PLACE(blockZ);
ROOFLENS_SAME_PLACE(staticSharedMemory);
ROOFLENS_SAME_PLACE(dynamicSharedMemory);
ROOFLENS_SAME_PLACE(localMemoryPerThread);
ROOFLENS_SAME_PLACE(correlationId);
ROOFLENS_SAME_PLACE(name);
#undef ROOFLENS_SAME_PLACE

}  // namespace rooflens::collect::cupti
