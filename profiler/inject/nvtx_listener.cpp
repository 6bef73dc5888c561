#include "profiler/inject/nvtx_listener.hpp"

#include <pthread.h>

#include <nvtx3/nvToolsExt.h>
#include <atomic>

#include <string>

#include "profiler/inject/nvtx_ranges.hpp"

// NVTX's handles are pointers to these; their names are NVTX's own.
struct nvtxDomainRegistration_st {
  std::string name;
};
struct nvtxStringRegistration_st {
  std::string text;
};

namespace rooflens::inject {
namespace {

NvtxRanges* listener = nullptr;

// Wide text is shown as far as it is ASCII.
std::string narrow(const wchar_t* text) {
  std::string result;
  for (; text && *text; ++text) result += *text < 128 ? static_cast<char>(*text) : '?';
  return result;
}

std::string text_of(const char* text) { return text ? text : ""; }

std::string message_of(const nvtxEventAttributes_t* event) {
  if (!event) return {};
  switch (event->messageType) {
    case NVTX_MESSAGE_TYPE_ASCII:
      return text_of(event->message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE:
      return narrow(event->message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
      return event->message.registered ? event->message.registered->text : std::string();
    default:
      return {};
  }
}

std::string name_of(nvtxDomainHandle_t domain) { return domain ? domain->name : std::string(); }

// In a forked child another thread of the parent may hold the lock for ever. Nothing may escape into the application.
std::atomic<bool> deaf{false};

template <class Result, class Call>
Result hear(Result otherwise, Call&& call) noexcept {
  if (deaf) return otherwise;
  try {
    return call();
  } catch (...) {
    return otherwise;
  }
}
constexpr int kNoRange = -1;

int push(const std::string& domain, std::string name) {
  return hear(kNoRange, [&] { return listener->push(domain, std::move(name)); });
}
int push_ex(const nvtxEventAttributes_t* event) { return push({}, message_of(event)); }
int push_a(const char* text) { return push({}, text_of(text)); }
int push_w(const wchar_t* text) { return push({}, narrow(text)); }
int pop() {
  return hear(kNoRange, [] { return listener->pop({}); });
}
nvtxRangeId_t start(const std::string& domain, std::string name) {
  return hear(nvtxRangeId_t{0}, [&] { return nvtxRangeId_t{listener->start(domain, std::move(name))}; });
}
nvtxRangeId_t start_ex(const nvtxEventAttributes_t* event) { return start({}, message_of(event)); }
nvtxRangeId_t start_a(const char* text) { return start({}, text_of(text)); }
nvtxRangeId_t start_w(const wchar_t* text) { return start({}, narrow(text)); }
void end(nvtxRangeId_t id) {
  hear(0, [&] {
    listener->end(id);
    return 0;
  });
}
int domain_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return push(name_of(domain), message_of(event));
}
int domain_pop(nvtxDomainHandle_t domain) {
  return hear(kNoRange, [&] { return listener->pop(name_of(domain)); });
}
nvtxRangeId_t domain_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return start(name_of(domain), message_of(event));
}
void domain_end(nvtxDomainHandle_t, nvtxRangeId_t id) { end(id); }
// Domains and strings are few and used until the process ends: they are never freed.
nvtxDomainHandle_t domain_create_a(const char* name) { return new nvtxDomainRegistration_st{text_of(name)}; }
nvtxDomainHandle_t domain_create_w(const wchar_t* name) { return new nvtxDomainRegistration_st{narrow(name)}; }
nvtxStringHandle_t register_a(nvtxDomainHandle_t, const char* text) {
  return new nvtxStringRegistration_st{text_of(text)};
}
nvtxStringHandle_t register_w(nvtxDomainHandle_t, const wchar_t* text) {
  return new nvtxStringRegistration_st{narrow(text)};
}

class Table {
 public:
  Table(const NvtxExportTableCallbacks& callbacks, NvtxCallbackModule module) {
    if (!callbacks.GetModuleFunctionTable(module, &entries_, &size_)) entries_ = nullptr;
  }
  [[nodiscard]] bool found() const { return entries_ != nullptr; }
  template <class Function>
  void set(unsigned id, Function* function) {
    if (entries_ && id < size_ && entries_[id]) *entries_[id] = reinterpret_cast<NvtxFunctionPointer>(function);
  }

 private:
  NvtxFunctionTable entries_ = nullptr;
  unsigned size_ = 0;
};

}  // namespace

bool listen_to_nvtx(const void* (*export_table)(unsigned), NvtxRanges& ranges) {
  const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(export_table(NVTX_ETID_CALLBACKS));
  if (!callbacks) return false;
  Table core(*callbacks, NVTX_CB_MODULE_CORE);
  Table core2(*callbacks, NVTX_CB_MODULE_CORE2);
  if (!core.found()) return false;
  listener = &ranges;
  pthread_atfork(nullptr, nullptr, [] { deaf = true; });
  core.set(NVTX_CBID_CORE_RangePushEx, push_ex);
  core.set(NVTX_CBID_CORE_RangePushA, push_a);
  core.set(NVTX_CBID_CORE_RangePushW, push_w);
  core.set(NVTX_CBID_CORE_RangePop, pop);
  core.set(NVTX_CBID_CORE_RangeStartEx, start_ex);
  core.set(NVTX_CBID_CORE_RangeStartA, start_a);
  core.set(NVTX_CBID_CORE_RangeStartW, start_w);
  core.set(NVTX_CBID_CORE_RangeEnd, end);
  core2.set(NVTX_CBID_CORE2_DomainRangePushEx, domain_push);
  core2.set(NVTX_CBID_CORE2_DomainRangePop, domain_pop);
  core2.set(NVTX_CBID_CORE2_DomainRangeStartEx, domain_start);
  core2.set(NVTX_CBID_CORE2_DomainRangeEnd, domain_end);
  core2.set(NVTX_CBID_CORE2_DomainCreateA, domain_create_a);
  core2.set(NVTX_CBID_CORE2_DomainCreateW, domain_create_w);
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringA, register_a);
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringW, register_w);
  return true;
}

}  // namespace rooflens::inject
