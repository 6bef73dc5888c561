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
// The layout that the schemas describe. Without a percentage, the last field is neither described nor sent.
struct Fields {
  std::uint64_t flops;
  std::uint64_t bytes;
  double percent_of_roof;
};

// The identity of a schema with the first `count` fields; 0 from a tool that knows no payloads.
std::uint64_t registered(const char* name, std::size_t count) {
  std::array<nvtxPayloadSchemaEntry_t, 3> entries{};
  entries[0].type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
  entries[0].name = "flops";
  entries[0].description = "floating-point operations of one launch, from formula";
  entries[0].offset = offsetof(Fields, flops);
  entries[1].type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
  entries[1].name = "bytes";
  entries[1].description = "compulsory DRAM bytes of one launch, from formula";
  entries[1].offset = offsetof(Fields, bytes);
  entries[2].type = NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE;
  entries[2].name = "percent_of_roof";
  entries[2].description = "percent of its roof that the kernel reached in an earlier session";
  entries[2].offset = offsetof(Fields, percent_of_roof);
  nvtxPayloadSchemaAttr_t schema = {};
  schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE;
  schema.name = name;
  schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
  schema.entries = entries.data();
  schema.numEntries = count;
  schema.payloadStaticSize = count * sizeof(std::uint64_t);
  return nvtxPayloadSchemaRegister(domain(), &schema);
}

void push(nvtxEventAttributes_t event, const NvtxPayload& payload) {
  static const std::uint64_t work = registered("work", 2);
  static const std::uint64_t work_and_roof = registered("work and roof", 3);
  const bool rated = payload.percent_of_roof.has_value();
  const Fields fields{static_cast<std::uint64_t>(std::llround(payload.flops.value())),
                      static_cast<std::uint64_t>(std::llround(payload.bytes.value())),
                      payload.percent_of_roof.value_or(0)};
  const nvtxPayloadData_t data{rated ? work_and_roof : work, rated ? sizeof fields : offsetof(Fields, percent_of_roof),
                               &fields};
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
