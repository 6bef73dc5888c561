#include "profiler/observe/nvtx_listener.hpp"

#include <pthread.h>

#include <nvtx3/nvToolsExt.h>
#include <atomic>

#include <string>
#include <type_traits>

#include "profiler/observe/nvtx_ranges.hpp"

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
std::atomic<bool> forked{false};

template <class Result, class Call>
Result guarded(Result otherwise, Call&& call) noexcept {
  try {
    return call();
  } catch (...) {
    return otherwise;
  }
}

template <class Result, class Call>
Result listen(Result otherwise, Call&& call) noexcept {
  return forked ? otherwise : guarded(otherwise, call);
}
constexpr int kNoRange = -1;

// `name` makes the range's name: memory for it may be refused like any other.
template <class Name>
int push(nvtxDomainHandle_t domain, Name&& name) noexcept {
  return listen(kNoRange, [&] { return listener->push(name_of(domain), name()); });
}
int push_ex(const nvtxEventAttributes_t* event) {
  return push(nullptr, [&] { return message_of(event); });
}
int push_a(const char* text) {
  return push(nullptr, [&] { return text_of(text); });
}
int push_w(const wchar_t* text) {
  return push(nullptr, [&] { return narrow(text); });
}
int pop() {
  return listen(kNoRange, [] { return listener->pop({}); });
}
template <class Name>
nvtxRangeId_t start(nvtxDomainHandle_t domain, Name&& name) noexcept {
  return listen(nvtxRangeId_t{0}, [&] { return nvtxRangeId_t{listener->start(name_of(domain), name())}; });
}
nvtxRangeId_t start_ex(const nvtxEventAttributes_t* event) {
  return start(nullptr, [&] { return message_of(event); });
}
nvtxRangeId_t start_a(const char* text) {
  return start(nullptr, [&] { return text_of(text); });
}
nvtxRangeId_t start_w(const wchar_t* text) {
  return start(nullptr, [&] { return narrow(text); });
}
void end(nvtxRangeId_t id) {
  listen(0, [&] {
    listener->end(id);
    return 0;
  });
}
int domain_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return push(domain, [&] { return message_of(event); });
}
int domain_pop(nvtxDomainHandle_t domain) {
  return listen(kNoRange, [&] { return listener->pop(name_of(domain)); });
}
nvtxRangeId_t domain_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return start(domain, [&] { return message_of(event); });
}
void domain_end(nvtxDomainHandle_t, nvtxRangeId_t id) { end(id); }
// Domains and strings are few and used until the process ends: they are never freed. Without one, ranges are those of
// the default domain, and have no name.
template <class Handle, class Text>
Handle kept(Text&& text) noexcept {
  return guarded(Handle{}, [&] { return new std::remove_pointer_t<Handle>{text()}; });
}
nvtxDomainHandle_t domain_create_a(const char* name) {
  return kept<nvtxDomainHandle_t>([&] { return text_of(name); });
}
nvtxDomainHandle_t domain_create_w(const wchar_t* name) {
  return kept<nvtxDomainHandle_t>([&] { return narrow(name); });
}
nvtxStringHandle_t register_a(nvtxDomainHandle_t, const char* text) {
  return kept<nvtxStringHandle_t>([&] { return text_of(text); });
}
nvtxStringHandle_t register_w(nvtxDomainHandle_t, const wchar_t* text) {
  return kept<nvtxStringHandle_t>([&] { return narrow(text); });
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
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
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
