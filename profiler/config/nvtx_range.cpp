#include "profiler/config/nvtx_range.hpp"

#ifdef ROOFLENS_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>
#define ROOFLENS_HAS_NVTX_PAYLOADS
#endif
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace rooflens::collect {

#ifdef ROOFLENS_HAS_NVTX
namespace {

// Null as long as no tool listens.
nvtxDomainHandle_t domain() {
  static const nvtxDomainHandle_t handle = nvtxDomainCreateA(kNvtxDomain);
  return handle;
}

nvtxEventAttributes_t named(const std::string& name) {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = name.c_str();
  return event;
}

void push(const nvtxEventAttributes_t& event) { nvtxDomainRangePushEx(domain(), &event); }

#ifdef ROOFLENS_HAS_NVTX_PAYLOADS
// The layout that the schema describes.
struct Fields {
  std::uint64_t flops;
  std::uint64_t bytes;
};

// The identity of the schema; 0 from a tool that knows no payloads.
std::uint64_t registered() {
  std::array<nvtxPayloadSchemaEntry_t, 2> entries{};
  entries[0].type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
  entries[0].name = "flops";
  entries[0].description = "floating-point operations of one launch, from formula";
  entries[0].offset = offsetof(Fields, flops);
  entries[1].type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
  entries[1].name = "bytes";
  entries[1].description = "compulsory DRAM bytes of one launch, from formula";
  entries[1].offset = offsetof(Fields, bytes);
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
  schema.name = "work";
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = entries.data();
  schema.numEntries = entries.size();
  schema.payloadStaticSize = sizeof(Fields);
  return nvtxPayloadSchemaRegister(domain(), &schema);
}

void push(nvtxEventAttributes_t event, const NvtxPayload& payload) {
  static const std::uint64_t work = registered();
  const Fields fields{static_cast<std::uint64_t>(std::llround(payload.flops.value())),
                      static_cast<std::uint64_t>(std::llround(payload.bytes.value()))};
  const nvtxPayloadData_t data{work, sizeof fields, &fields};
  if (data.schemaId != 0) {
    event.payloadType = NVTX_PAYLOAD_TYPE_EXT;
    event.reserved0 = 1;  // so many payloads
    event.payload.ullValue = NVTX_POINTER_AS_PAYLOAD_ULLVALUE(&data);
  }
  push(event);
}
#else
void push(const nvtxEventAttributes_t& event, const NvtxPayload&) { push(event); }
#endif

}  // namespace

NvtxRange::NvtxRange(const std::string& name, const NvtxPayload* payload) {
  if (payload && domain()) {
    push(named(name), *payload);
  } else {
    push(named(name));
  }
}

NvtxRange::~NvtxRange() { nvtxDomainRangePop(domain()); }
#else
NvtxRange::NvtxRange(const std::string&, const NvtxPayload*) {}
NvtxRange::~NvtxRange() = default;
#endif

}  // namespace rooflens::collect
