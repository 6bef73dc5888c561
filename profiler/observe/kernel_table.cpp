#include "profiler/observe/kernel_table.hpp"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "profiler/config/kernel_name.hpp"
#include "profiler/config/waiting_kernel.hpp"
#include "profiler/observe/signals_blocked.hpp"

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

std::atomic<std::uint64_t> tables{0};

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

std::string text_key(int device, LaunchForm form, const std::string& symbol, const models::Launch& launch,
                     const void* graph) {
  std::string key = symbol;
  for (const std::uint64_t part :
       {std::uint64_t(device), std::uint64_t(form == LaunchForm::graph), std::uint64_t{launch.grid.x},
        std::uint64_t{launch.grid.y}, std::uint64_t{launch.grid.z}, std::uint64_t{launch.block.x},
        std::uint64_t{launch.block.y}, std::uint64_t{launch.block.z}, launch.dynamic_shared_bytes,
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(graph))}) {
    key += '|' + std::to_string(part);
  }
  return key;
}

}  // namespace

std::size_t KernelTable::PlaceHash::operator()(const Place& place) const {
  std::size_t seed = std::hash<const void*>()(place.function);
  for (const std::size_t part : {std::size_t(place.device), std::size_t(place.grid.x), std::size_t(place.grid.y),
                                 std::size_t(place.grid.z), std::size_t(place.block.x), std::size_t(place.block.y),
                                 std::size_t(place.block.z), std::size_t(place.shared)}) {
    seed = mix(seed, part);
  }
  return seed;
}

KernelTable::KernelTable(const std::string& pattern, std::vector<int> devices, const std::string& exclude)
    : id_(++tables),
      pattern_(pattern, std::regex::ECMAScript | std::regex::optimize),
      all_(pattern.empty()),
      exclude_(exclude, std::regex::ECMAScript | std::regex::optimize),
      excludes_(!exclude.empty()),
      devices_(std::move(devices)) {}

namespace {

// The library's matcher recurses with every character, and threads of applications may have small stacks. Nothing where
// no thread of our own is to be had.
std::optional<bool> matches(const std::regex& pattern, const std::string& first, const std::string& second) {
  struct Task {
    const std::regex& pattern;
    const std::string& first;
    const std::string& second;
    bool found = false;
  } task{pattern, first, second};
  const auto run = [](void* argument) -> void* {
    auto& t = *static_cast<Task*>(argument);
    t.found = std::regex_search(t.first, t.pattern) || std::regex_search(t.second, t.pattern);
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{64} << 20U);
  pthread_t thread;
  const SignalsBlocked blocked;
  const int failed = pthread_create(&thread, &attributes, run, &task);
  pthread_attr_destroy(&attributes);
  if (failed) return std::nullopt;
  pthread_join(thread, nullptr);
  return task.found;
}

}  // namespace

void write_down(const SeenKernel& kernel, Logbook& logbook) {
  logbook.write(kernel.record);
  if (!kernel.parameters.empty()) logbook.write(collect::spool::CaseRecord{kernel.record.kernel, kernel.parameters});
}

void KernelTable::judge(SeenKernel& kernel) const {
  const auto& r = kernel.record;
  kernel.waits = collect::waits_for_others(r.function);
  const bool device = devices_.empty() || std::find(devices_.begin(), devices_.end(), r.device) != devices_.end();
  const std::string name = all_ && !excludes_ ? "" : collect::demangle(r.function);
  kernel.chosen = device && r.function != collect::kEvictingKernel && (!has_cases_ || !kernel.parameters.empty()) &&
                  (all_ || matches(pattern_, r.function, name).value_or(false)) &&
                  !(excludes_ && matches(exclude_, r.function, name).value_or(true));
}

SeenKernel& KernelTable::named(int device, LaunchForm form, const std::string& symbol, const models::Launch& launch,
                               const void* graph, bool& fresh) {
  SeenKernel*& entry = by_name_[text_key(device, form, symbol, launch, graph) + '|' + case_];
  fresh = entry == nullptr;
  if (fresh) {
    kernels_.push_back(std::make_unique<SeenKernel>());
    entry = kernels_.back().get();
    entry->record = {static_cast<int>(kernels_.size()) - 1, device, form, symbol, launch};
    entry->parameters = case_;
    judge(*entry);
  }
  return *entry;
}

void KernelTable::forget_handles() {
  const std::lock_guard lock(mutex_);
  forget_places();
}

void KernelTable::set_case(const std::string& parameters) {
  const std::lock_guard lock(mutex_);
  case_ = parameters;
  has_cases_ = true;
  forget_places();
}

void KernelTable::forget_places() {
  by_place_.clear();
  id_ = ++tables;
}

// Most launches repeat one that this thread made a moment ago.
SeenKernel& KernelTable::find(int device, const LaunchCall& call, const char* symbol, bool& fresh) {
  struct Recent {
    Place place{};
    const char* symbol = nullptr;
    SeenKernel* kernel = nullptr;
    std::uint64_t table = 0;
  };
  thread_local std::array<Recent, 1024> recent;  // of a hundred kernels few share a place
  const Place place{device, call.function, call.grid, call.block, call.dynamic_shared};
  Recent& last = recent[PlaceHash()(place) % recent.size()];
  fresh = false;
  const std::uint64_t table = id_;
  if (last.table == table && last.symbol == symbol && last.place == place) return *last.kernel;
  last = {place, symbol, &find_slowly(place, call.form, symbol, fresh), table};
  return *last.kernel;
}

SeenKernel& KernelTable::find_slowly(const Place& place, LaunchForm form, const char* symbol, bool& fresh) {
  const std::lock_guard lock(mutex_);
  const bool graph = form == LaunchForm::graph;
  const char* name = graph ? "graph" : symbol ? symbol : "(unnamed)";
  SeenKernel*& entry = by_place_[place];
  if (entry && entry->record.function == name) return *entry;
  models::Launch launch;
  launch.grid = place.grid;
  launch.block = place.block;
  launch.dynamic_shared_bytes = place.shared;
  entry = &named(place.device, form, name, launch, graph ? place.function : nullptr, fresh);
  return *entry;
}

SeenKernel& KernelTable::find_by_name(int device, const char* symbol, const models::Launch& launch, bool& fresh) {
  const std::lock_guard lock(mutex_);
  return named(device, LaunchForm::kernel, symbol ? symbol : "(unnamed)", launch, nullptr, fresh);
}

}  // namespace rooflens::inject
