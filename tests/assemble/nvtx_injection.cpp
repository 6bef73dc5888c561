// A tool that listens to NVTX, for tests: writes down every range with its domain, and decodes payloads by the schemas
// that were registered. NVTX loads it through NVTX_INJECTION64_PATH.
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtPayload.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Field {
  std::string name;
  std::uint64_t type;
  std::uint64_t offset;
};

struct Spy {
  std::mutex mutex;
  std::string log;
  std::vector<std::string*> domains;
  std::map<std::uint64_t, std::vector<Field>> schemas;
};

Spy& spy() {
  static Spy instance;
  return instance;
}

template <typename T>
T read_at(const void* bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(bytes) + offset, sizeof value);
  return value;
}

std::string decoded(const nvtxPayloadData_t& data) {
  std::ostringstream text;
  const auto schema = spy().schemas.find(data.schemaId);
  if (schema == spy().schemas.end()) return " unknown schema";
  for (const Field& field : schema->second) {
    if (field.offset + 8 > data.size) return " payload too short";
    text << ' ' << field.name << '=';
    if (field.type == NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE) text << read_at<double>(data.payload, field.offset);
    if (field.type == NVTX_PAYLOAD_ENTRY_TYPE_UINT64) text << read_at<std::uint64_t>(data.payload, field.offset);
  }
  return text.str();
}

nvtxDomainHandle_t NVTX_API create_domain(const char* name) {
  const std::lock_guard lock(spy().mutex);
  return reinterpret_cast<nvtxDomainHandle_t>(spy().domains.emplace_back(new std::string(name)));
}

int NVTX_API push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  const std::lock_guard lock(spy().mutex);
  std::string& log = spy().log;
  log += "push " + *reinterpret_cast<std::string*>(domain) + "@" + event->message.ascii;
  if (event->payloadType == NVTX_PAYLOAD_TYPE_EXT && event->reserved0 == 1) {
    log += decoded(*reinterpret_cast<const nvtxPayloadData_t*>(event->payload.ullValue));
  }
  log += '\n';
  return 0;
}

int NVTX_API pop(nvtxDomainHandle_t) {
  const std::lock_guard lock(spy().mutex);
  spy().log += "pop\n";
  return 0;
}

std::uint64_t NVTX_API register_schema(nvtxDomainHandle_t, const nvtxPayloadSchemaAttr_t* schema) {
  const std::lock_guard lock(spy().mutex);
  const std::uint64_t id = NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START + spy().schemas.size();
  for (std::size_t i = 0; i < schema->numEntries; ++i) {
    const nvtxPayloadSchemaEntry_t& entry = schema->entries[i];
    spy().schemas[id].push_back({entry.name, entry.type, entry.offset});
  }
  return id;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get) {
  const auto* table = static_cast<const NvtxExportTableCallbacks*>(get(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable functions = nullptr;
  unsigned int size = 0;
  if (!table->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &functions, &size)) return 0;
  *functions[NVTX_CBID_CORE2_DomainCreateA] = reinterpret_cast<NvtxFunctionPointer>(create_domain);
  *functions[NVTX_CBID_CORE2_DomainRangePushEx] = reinterpret_cast<NvtxFunctionPointer>(push);
  *functions[NVTX_CBID_CORE2_DomainRangePop] = reinterpret_cast<NvtxFunctionPointer>(pop);
  return 1;
}

__attribute__((visibility("default"))) int InitializeInjectionNvtxExtension(nvtxExtModuleInfo_t* module) {
  module->segments->functionSlots[NVTX3EXT_CBID_nvtxPayloadSchemaRegister] =
      reinterpret_cast<std::intptr_t>(register_schema);
  return 1;
}

/// What was seen since the last call.
__attribute__((visibility("default"))) const char* nvtx_injection_log() {
  static std::string seen;
  const std::lock_guard lock(spy().mutex);
  seen = std::exchange(spy().log, {});
  return seen.c_str();
}

}  // extern "C"
