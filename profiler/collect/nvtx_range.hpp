// NVTX ranges in the domain `rooflens`, so that a timeline names every family, kernel and phase. Costs a pointer check
// when no tool listens; does nothing in a build without CUDA headers.
#pragma once

#include <string>

namespace rooflens::collect {

/// A push/pop range on this thread, closed by the destructor.
class NvtxRange {
 public:
  explicit NvtxRange(const std::string& name);
  ~NvtxRange();
  NvtxRange(const NvtxRange&) = delete;
  NvtxRange& operator=(const NvtxRange&) = delete;
};

/// The ranges around one kernel: its family ("sgemm") and itself ("sgemm/tiled"), nested.
class NvtxKernelRange {
 public:
  explicit NvtxKernelRange(const std::string& name) : family_(name.substr(0, name.find('/'))), kernel_(name) {}

 private:
  NvtxRange family_;
  NvtxRange kernel_;
};

}  // namespace rooflens::collect
