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

std::string text_of(const char* text) { return text ? text : ""; }

// Wide text is shown as far as it is ASCII.
std::string text_of(const wchar_t* text) {
  std::string result;
  for (; text && *text; ++text) result += *text < 128 ? static_cast<char>(*text) : '?';
  return result;
}

std::string text_of(const nvtxEventAttributes_t* event) {
  if (!event) return {};
  switch (event->messageType) {
    case NVTX_MESSAGE_TYPE_ASCII:
      return text_of(event->message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE:
      return text_of(event->message.unicode);
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

// Memory for the name may be refused like any other.
template <class Name>
int push(nvtxDomainHandle_t domain, Name name) noexcept {
  return listen(kNoRange, [&] { return listener->push(name_of(domain), text_of(name)); });
}
int pop(nvtxDomainHandle_t domain) noexcept {
  return listen(kNoRange, [&] { return listener->pop(name_of(domain)); });
}
template <class Name>
nvtxRangeId_t start(nvtxDomainHandle_t domain, Name name) noexcept {
  return listen(nvtxRangeId_t{0}, [&] { return nvtxRangeId_t{listener->start(name_of(domain), text_of(name))}; });
}
void end(nvtxRangeId_t id) noexcept {
  listen(0, [&] {
    listener->end(id);
    return 0;
  });
}
// Domains and strings are few and used until the process ends: they are never freed. Without one, ranges are those of
// the default domain, and have no name.
template <class Handle, class Text>
Handle kept(Text text) noexcept {
  return guarded(Handle{}, [&] { return new std::remove_pointer_t<Handle>{text_of(text)}; });
}

class Table {
 public:
  Table(const NvtxExportTableCallbacks& callbacks, NvtxCallbackModule module) {
    if (!callbacks.GetModuleFunctionTable(module, &entries_, &size_)) entries_ = nullptr;
  }
  [[nodiscard]] bool found() const { return entries_ != nullptr; }
  template <class Function>
  void set(unsigned id, Function function) {
    if (entries_ && id < size_ && entries_[id]) *entries_[id] = reinterpret_cast<NvtxFunctionPointer>(+function);
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
  using Event = const nvtxEventAttributes_t*;
  using Domain = nvtxDomainHandle_t;
  core.set(NVTX_CBID_CORE_RangePushEx, [](Event event) { return push(nullptr, event); });
  core.set(NVTX_CBID_CORE_RangePushA, [](const char* text) { return push(nullptr, text); });
  core.set(NVTX_CBID_CORE_RangePushW, [](const wchar_t* text) { return push(nullptr, text); });
  core.set(NVTX_CBID_CORE_RangePop, [] { return pop(nullptr); });
  core.set(NVTX_CBID_CORE_RangeStartEx, [](Event event) { return start(nullptr, event); });
  core.set(NVTX_CBID_CORE_RangeStartA, [](const char* text) { return start(nullptr, text); });
  core.set(NVTX_CBID_CORE_RangeStartW, [](const wchar_t* text) { return start(nullptr, text); });
  core.set(NVTX_CBID_CORE_RangeEnd, end);
  core2.set(NVTX_CBID_CORE2_DomainRangePushEx, [](Domain domain, Event event) { return push(domain, event); });
  core2.set(NVTX_CBID_CORE2_DomainRangePop, pop);
  core2.set(NVTX_CBID_CORE2_DomainRangeStartEx, [](Domain domain, Event event) { return start(domain, event); });
  core2.set(NVTX_CBID_CORE2_DomainRangeEnd, [](Domain, nvtxRangeId_t id) { end(id); });
  core2.set(NVTX_CBID_CORE2_DomainCreateA, [](const char* name) { return kept<Domain>(name); });
  core2.set(NVTX_CBID_CORE2_DomainCreateW, [](const wchar_t* name) { return kept<Domain>(name); });
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringA,
            [](Domain, const char* text) { return kept<nvtxStringHandle_t>(text); });
  core2.set(NVTX_CBID_CORE2_DomainRegisterStringW,
            [](Domain, const wchar_t* text) { return kept<nvtxStringHandle_t>(text); });
  return true;
}

}  // namespace rooflens::inject
