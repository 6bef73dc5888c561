#include "profiler/observe/cupti_users.hpp"

#include <cupti.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/cupti/several_subscribers.hpp"
#include "profiler/observe/object_tables.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/observe/redirect_calls.hpp"

namespace rooflens::inject {
namespace {

// By which somebody begins to use CUPTI, or ends what others do with it. None has more than four arguments.
constexpr std::string_view kCalls[] = {
    "cuptiSubscribe",
    "cuptiSubscribe_v2",
    "cuptiActivityRegisterCallbacks",
    "cuptiActivityEnable",
    "cuptiActivityEnableContext",
    "cuptiActivityEnableAndDump",
    "cuptiProfilerInitialize",
    "cuptiProfilerGetCounterAvailability",
    "cuptiRangeProfilerEnable",
    "cuptiPmSamplingEnable",
    "cuptiPCSamplingEnable",
    "cuptiSassMetricsSetConfig",
    "cuptiFinalize",
};
constexpr std::span kBeforeContexts = std::span(kCalls).first(3);  // the others a framework may call without profiling
constexpr std::size_t kSubscribeV2 = 1;
static_assert(kCalls[kSubscribeV2] == "cuptiSubscribe_v2");
constexpr std::size_t kCallCount = std::size(kCalls);
constexpr std::size_t kMostCopies = 4;
constexpr std::size_t kMostVariables = std::size_t{16} << 20U;  // bytes of one object that are looked through

using Argument = void*;  // passed as every pointer, number and structure's address is
using Call = CUptiResult(CUPTIAPI*)(Argument, Argument, Argument, Argument);

void (*aside)(const CuptiUse&) = nullptr;
std::atomic<bool> used{false};
std::atomic<void*> originals[kMostCopies][kCallCount];

// Whether somebody else may go on to listen and to take records. Not beside one who counts: records add instructions to
// every kernel.
bool leaves_room(std::size_t call, Argument params) {
  const auto* const asked = static_cast<const collect::cupti::SharingParams*>(params);
  return call == kSubscribeV2 && collect::cupti::asks_for_several(asked);
}

template <std::size_t kCopy, std::size_t kCall>
CUptiResult CUPTIAPI first_call(Argument a, Argument b, Argument c, Argument d) {
  void* const original = originals[kCopy][kCall];
  if (!own_call) {
    used = true;
    aside({original, leaves_room(kCall, d)});
  }
  return reinterpret_cast<Call>(original)(a, b, c, d);
}

template <std::size_t kCopy, std::size_t... kEach>
constexpr std::array<Call, kCallCount> calls_of(std::index_sequence<kEach...>) {
  return {first_call<kCopy, kEach>...};
}

template <std::size_t... kEach>
constexpr std::array<std::array<Call, kCallCount>, kMostCopies> calls_of_copies(std::index_sequence<kEach...>) {
  return {calls_of<kEach>(std::make_index_sequence<kCallCount>())...};
}

constexpr auto kInstead = calls_of_copies(std::make_index_sequence<kMostCopies>());

// Where a function is to be found later; nothing where it is known, or there are too many copies.
void* instead_of(std::size_t call, void* original) {
  for (std::size_t copy = 0; copy < kMostCopies; ++copy) {
    if (originals[copy][call] == original) return nullptr;
    if (originals[copy][call]) continue;
    originals[copy][call] = original;
    return reinterpret_cast<void*>(kInstead[copy][call]);
  }
  return nullptr;
}

// How many objects were ever loaded.
unsigned long long objects_loaded() {
  unsigned long long count = 0;
  iterate_objects(
      [](dl_phdr_info* object, std::size_t, void* to) {
        *static_cast<unsigned long long*>(to) = object->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

}  // namespace

bool cupti_is_used() {
  return used || may_have_called(kBeforeContexts, &aside) || are_at_hand(kBeforeContexts, &aside, kMostVariables);
}

void watch_for_cupti_users(void (*step_aside)(const CuptiUse&)) {
  static unsigned long long loaded = 0;
  const unsigned long long now = objects_loaded();
  if (now == loaded) return;
  loaded = now;
  aside = step_aside;
  std::vector<Redirection> redirections;
  for (const auto& [name, original] : exported_functions(kCalls, &aside)) {
    const auto call =
        static_cast<std::size_t>(std::find(std::begin(kCalls), std::end(kCalls), name) - std::begin(kCalls));
    if (void* to = instead_of(call, original)) redirections.push_back({name, original, to});
  }
  if (!redirections.empty()) redirect_calls(redirections, &aside);
}

void note_cupti_user(Logbook& logbook, bool from_the_start) {
  logbook.note(collect::spool::NoteRecord::Level::warning, "own-cupti",
               from_the_start ? "the application has CUPTI's functions at hand and may use them already. "
                                "CUPTI serves one tool at a time: rooflens recorded nothing"
                              : "the application uses CUPTI itself, which serves one tool at a time: rooflens recorded "
                                "nothing from then on",
               from_the_start ? "profile a process in which its own profiler was not used"
                              : "switch the application's own profiler off");
}

void note_cupti_shared(Logbook& logbook) {
  logbook.note(
      collect::spool::NoteRecord::Level::warning, "shared-cupti",
      "the application uses CUPTI itself, which lets one tool count at a time: rooflens counted nothing from then on; "
      "launches and times go on",
      "switch the application's own profiler off");
}

}  // namespace rooflens::inject
