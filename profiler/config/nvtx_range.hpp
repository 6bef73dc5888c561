// NVTX ranges in the domain `rooflens`, so that a timeline names every family, kernel and phase, and a profiler can
// pick launches by them. Costs a pointer check when no tool listens; does nothing in a build without CUDA headers.
#pragma once

#include <optional>
#include <string>

#include "models/base/quantity.hpp"

namespace rooflens::collect {

inline constexpr const char* kNvtxDomain = "rooflens";
/// The range around the launch whose result is verified, and around nothing else: `rooflens nsight` filters by it.
inline constexpr const char* kVerifyRange = "verify";

/// What a tool shows beside a kernel's name, as fields `flops` and `bytes`.
struct NvtxPayload {
  models::Operations flops;  ///< floating-point operations of one launch, from formula
  models::Bytes bytes;       ///< compulsory DRAM traffic of one launch
};

/// A push/pop range on this thread, closed by the destructor. A tool that knows no payloads sees the name alone.
class NvtxRange {
 public:
  explicit NvtxRange(const std::string& name, const NvtxPayload* payload = nullptr);
  ~NvtxRange();
  NvtxRange(const NvtxRange&) = delete;
  NvtxRange& operator=(const NvtxRange&) = delete;
};

/// The ranges around one kernel: its family ("sgemm") and itself ("sgemm/tiled"), nested; the inner one has the
/// payload.
class NvtxKernelRange {
 public:
  explicit NvtxKernelRange(const std::string& name, const std::optional<NvtxPayload>& payload = {})
      : family_(name.substr(0, name.find('/'))), kernel_(name, payload ? &*payload : nullptr) {}

 private:
  NvtxRange family_;
  NvtxRange kernel_;
};

}  // namespace rooflens::collect
