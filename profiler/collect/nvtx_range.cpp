#include "profiler/collect/nvtx_range.hpp"

#ifdef ROOFLENS_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace rooflens::collect {

#ifdef ROOFLENS_HAS_NVTX
namespace {

nvtxDomainHandle_t domain() {
  static const nvtxDomainHandle_t handle = nvtxDomainCreateA("rooflens");
  return handle;
}

}  // namespace

NvtxRange::NvtxRange(const std::string& name) {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = name.c_str();
  nvtxDomainRangePushEx(domain(), &event);
}

NvtxRange::~NvtxRange() { nvtxDomainRangePop(domain()); }
#else
NvtxRange::NvtxRange(const std::string&) {}
NvtxRange::~NvtxRange() = default;
#endif

}  // namespace rooflens::collect
