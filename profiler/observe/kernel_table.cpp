#include "profiler/observe/kernel_table.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include "profiler/config/kernel_name.hpp"
#include "profiler/spool/own_thread.hpp"

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

std::vector<double> TimesByEvents::take(bool no_more) {
  if (taken_ || excluded || added < (no_more ? kFewest : kMost)) return {};
  std::vector<double> times;
  for (const double ns : ns_) {
    if (ns > 0) times.push_back(ns);  // another thread may be adding the last one
  }
  if (collect::spool::steady_median(times)) {
    taken_ = true;
    return times;
  }
  taken_ = no_more || ++tries_ > kTries;  // for nothing
  if (taken_) return {};
  for (auto& ns : ns_) ns = 0;
  begun = 0;
  added = 0;
  return {};
}

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

constexpr std::size_t kMostMatched = 8192;  // characters of a name; for 100,000, 64 MB of stack were too few
constexpr std::size_t kMatcherStack = std::size_t{64} << 20U;
constexpr auto kQuick = std::chrono::milliseconds(50);  // of a match: does not count as waiting

// The library's matcher recurses with every character, and threads of applications may have small stacks; its time may
// grow with the square of the name's length, or faster. Nothing where no thread of our own is to be had, `time_left` is
// over, or the end of a long name would have to be known. The time that was waited is taken from `time_left`.
std::optional<bool> matches(const std::regex& pattern, const std::string& first, const std::string& second,
                            std::atomic<std::chrono::steady_clock::duration>& time_left) {
  using Duration = std::chrono::steady_clock::duration;
  const Duration longest = time_left;
  if (longest <= Duration::zero()) return std::nullopt;
  struct Task {
    std::regex pattern;
    std::string first;
    std::string second;
    std::promise<bool> found;
  };
  const bool cut = first.size() > kMostMatched || second.size() > kMostMatched;
  auto task = std::make_shared<Task>(
      Task{pattern, first.substr(0, kMostMatched), second.substr(0, kMostMatched), std::promise<bool>()});
  std::future<bool> found = task->found.get_future();
  const auto begin = std::chrono::steady_clock::now();
  const auto run = [task] {
    try {
      const bool same = task->first == task->second;
      task->found.set_value(std::regex_search(task->first, task->pattern) ||
                            (!same && std::regex_search(task->second, task->pattern)));
    } catch (...) {  // the pattern asks for more than the library gives
      task->found.set_exception(std::current_exception());
    }
  };
  if (!collect::start_own_thread(run, kMatcherStack)) return std::nullopt;
  const bool in_time = found.wait_for(longest) == std::future_status::ready;
  if (const auto took = std::chrono::steady_clock::now() - begin; took > kQuick) {
    for (Duration left = time_left; !time_left.compare_exchange_weak(left, left - took);) {
    }
  }
  if (!in_time) return std::nullopt;
  try {
    if (found.get()) return true;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return cut ? std::nullopt : std::optional(false);
}

}  // namespace

void write_down(const SeenKernel& kernel, Logbook& logbook) {
  logbook.write(kernel.record);
  if (!kernel.parameters.empty()) logbook.write(collect::spool::CaseRecord{kernel.record.kernel, kernel.parameters});
  if (kernel.shape) {
    logbook.write(collect::spool::WorkRecord{kernel.record.kernel, kernel.shape->record.kernel, kernel.ordinal});
  }
  if (kernel.record.function == KernelTable::kOthers) {
    logbook.note(collect::spool::NoteRecord::Level::warning, "kernels",
                 "the program launches more kernels and geometries than are told apart (20,000, or 16 MiB of names): "
                 "later ones are counted together as (others), without counters",
                 "profile a part of the program");
  }
  if (!kernel.undecided) return;
  logbook.note(collect::spool::NoteRecord::Level::warning, "pattern",
               "some kernels were not counted because their names are too long for the patterns of --kernel and "
               "--exclude, or matching them takes too long",
               "a pattern without repeated groups, or without .* at its beginning, is quick");
}

KernelTable::Choice KernelTable::choose(int device, const std::string& symbol) {
  const bool wanted = devices_.empty() || std::find(devices_.begin(), devices_.end(), device) != devices_.end();
  if (!wanted || symbol == collect::kEvictingKernel || symbol == kOthers) return {};
  const std::string name = all_ && !excludes_ ? "" : collect::demangle(symbol);
  Choice choice;
  const auto decided = [&](std::optional<bool> match, bool in_doubt) {
    choice.undecided |= !match;
    return match.value_or(in_doubt);
  };
  choice.chosen = (all_ || decided(matches(pattern_, symbol, name, time_left_), false)) &&
                  !(excludes_ && decided(matches(exclude_, symbol, name, time_left_), true));
  return choice;
}

SeenKernel& KernelTable::named(std::unique_lock<std::mutex>& lock, int device, LaunchForm form,
                               const std::string& symbol, const models::Launch& launch, const void* graph,
                               bool& fresh) {
  const std::string own = text_key(device, form, symbol, launch, graph) + '|';
  fresh = false;
  for (std::optional<Choice> choice;;) {
    const std::string key = own + case_;
    if (const auto known = by_name_.find(key); known != by_name_.end()) return *known->second;
    if (is_full() && symbol != kOthers) return named(lock, device, LaunchForm::kernel, kOthers, {}, nullptr, fresh);
    if (choice) {
      fresh = true;
      return add(by_name_[key], *choice, {static_cast<int>(kernels_.size()), device, form, symbol, launch});
    }
    lock.unlock();
    choice = choose(device, symbol);
    lock.lock();  // another thread may have added it meanwhile
  }
}

SeenKernel& KernelTable::add(SeenKernel*& entry, Choice choice, collect::spool::KernelRecord record) {
  characters_ += record.function.size();
  entry = kernels_.emplace_back(std::make_unique<SeenKernel>()).get();
  entry->record = std::move(record);
  entry->parameters = case_;
  entry->chosen = choice.chosen && (!has_cases_ || !case_.empty());
  entry->undecided = choice.undecided;
  return *entry;
}

void KernelTable::forget_handles() {
  const std::lock_guard lock(mutex_);
  forget_places();
}

void KernelTable::forget_graph(const void* exec) {
  const std::lock_guard lock(graphs_mutex_);
  graphs_.erase(exec);
}

// Stands for it in its place.
const void* KernelTable::number_of(const void* graph) {
  const std::lock_guard lock(graphs_mutex_);
  std::uintptr_t& number = graphs_[graph];
  if (number == 0) number = ++last_graph_;
  return reinterpret_cast<const void*>(number);
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
  Place place(device, call);
  if (call.form == LaunchForm::graph) place.function = number_of(call.function);
  Recent& last = recent[PlaceHash()(place) % recent.size()];
  fresh = false;
  const std::uint64_t table = id_;
  if (last.table == table && last.symbol == symbol && last.place == place) return *last.kernel;
  last = {place, symbol, &find_slowly(place, call.form, symbol, table, fresh), table};
  return *last.kernel;
}

SeenKernel& KernelTable::find_slowly(const Place& place, LaunchForm form, const char* symbol, std::uint64_t table,
                                     bool& fresh) {
  std::unique_lock lock(mutex_);
  const bool graph = form == LaunchForm::graph;
  const char* name = graph ? "graph" : symbol ? symbol : "(unnamed)";
  if (const auto known = by_place_.find(place); known != by_place_.end() && known->second->record.function == name) {
    return *known->second;
  }
  models::Launch launch;
  launch.grid = place.grid;
  launch.block = place.block;
  launch.dynamic_shared_bytes = place.shared;
  SeenKernel& found = named(lock, place.device, form, name, launch, graph ? place.function : nullptr, fresh);
  const bool holds = id_ == table;  // handles still mean what they did
  if (holds && (by_place_.contains(place) || by_place_.size() < kMostKernels)) by_place_[place] = &found;
  return found;
}

SeenKernel& KernelTable::find_by_name(int device, const char* symbol, const models::Launch& launch, bool& fresh) {
  std::unique_lock lock(mutex_);
  return named(lock, device, LaunchForm::kernel, symbol ? symbol : "(unnamed)", launch, nullptr, fresh);
}

SeenKernel& KernelTable::of_work(SeenKernel& shape, std::uint64_t digest, bool alone, bool& fresh) {
  const std::lock_guard lock(mutex_);
  auto& works = works_[&shape];
  fresh = false;
  if (const auto known = works.find(digest); known != works.end()) return *known->second;
  if (works.size() >= kMostWorks || is_full()) return shape;
  SeenKernel*& work = works[digest] = &shape;
  if (alone && works.size() == 1) return shape;
  fresh = true;
  work = kernels_.emplace_back(std::make_unique<SeenKernel>()).get();
  const auto& record = shape.record;  // what another thread may be writing to it, its launch's registers, is left out
  models::Launch launch;
  launch.grid = record.launch.grid;
  launch.block = record.launch.block;
  launch.dynamic_shared_bytes = record.launch.dynamic_shared_bytes;
  work->record = {static_cast<int>(kernels_.size()) - 1, record.device, record.form, record.function, launch};
  work->parameters = shape.parameters;
  work->shape = &shape;
  work->ordinal = static_cast<int>(works.size()) - 1;
  work->chosen = shape.chosen;
  work->waits = shape.waits.load();
  work->mean_ns = shape.mean_ns.load();
  return *work;
}

}  // namespace rooflens::inject
