#include "profiler/torch/observer.hpp"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "profiler/observe/own_call.hpp"
#include "profiler/spool/own_thread.hpp"
#include "profiler/torch/own_memory.hpp"

namespace rooflens::torch {
namespace {

constexpr std::size_t kDeepest = 32;        // operations within each other
constexpr std::size_t kMostArguments = 24;  // attention backward has 22
constexpr std::uint32_t kOneOf = 8;

TorchApi api;
TensorLayout tensor_layout;
RecordLayout layout;
std::uint64_t handle = 0;
// Of callbacks; for what follows. Forks and the program's end wait for it, but not for ever.
std::timed_mutex switching;
constexpr auto kPatience = std::chrono::milliseconds(500);
thread_local bool held_by_fork = false;  // several may fork at a time
std::atomic<bool> in_child{false};       // where nobody switches the callback off any more
bool enabled = true;
bool ending = false;  // what holds them in PyTorch may be gone
std::atomic<Standing> stands{Standing::unknown};
std::atomic<FormulaBook*> reader{nullptr};
std::atomic<std::uint32_t> period{
    0};  // operations that began in another one are not looked at: what they called is not known

// What is known of an operation that has launched something, or whose lists had to be read before they are gone.
struct Detail {
  std::vector<TensorPlace> places;
  std::vector<TensorShape> inputs;
  std::vector<LaunchedKernel> launched;
  bool asked = false;  // whether it is one that is looked at
  bool wanted = false;
  bool readable = true;  // until something was not
};

// Trivial, since operations run and end while a thread's other variables are destroyed.
struct RunningOperation {
  const RecordFunction* operation = nullptr;
  const OperationRow* row = nullptr;
  std::uint32_t period = 0;
  std::uint32_t count = 0;
  std::array<Value, kMostArguments> arguments;
  Detail* detail = nullptr;
};
struct Stack {
  std::array<RunningOperation, kDeepest> frames;
  std::size_t depth = 0;
  std::uint32_t random = 0;
};
constinit thread_local Stack stack;

template <class Thing>
Thing at(const RecordFunction& operation, std::size_t offset) {
  Thing thing;
  std::memcpy(&thing, reinterpret_cast<const char*>(&operation) + offset, sizeof thing);
  return thing;
}

// Lists are copied for the callback alone, so what is in them has to be read now.
void read_lists(RunningOperation& frame) {
  auto detail = std::make_unique<Detail>();
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Value& value = frame.arguments[i];
    if (value.tag == layout.tensor || value.tag == layout.flag || value.tag == 0) continue;
    detail->readable &= read_list(tensor_layout, layout, value, static_cast<int>(i), detail->places);
  }
  frame.detail = detail.release();
}

void push(const RecordFunction& operation) {
  if (stack.depth == kDeepest) {
    stack.frames.back().row = nullptr;  // nobody knows what runs in it
    return;
  }
  RunningOperation& frame = stack.frames[stack.depth];
  frame.operation = &operation;
  frame.row = find_operation(api.name(&operation));
  frame.period = period;
  frame.count = 0;
  frame.detail = nullptr;
  ++stack.depth;
  if (!frame.row) return;
  const std::size_t count = api.inputs(&operation);
  const auto* values = at<const Value*>(operation, layout.inputs);
  if (count == 0 || count > kMostArguments || !values ||
      at<std::size_t>(operation, layout.inputs + sizeof(void*)) != count) {
    frame.row = nullptr;
    return;
  }
  frame.count = static_cast<std::uint32_t>(count);
  std::memcpy(frame.arguments.data(), values, count * sizeof(Value));
  if (frame.row->formula == Formula::lists) read_lists(frame);
}

void read_inputs(const RunningOperation& frame, Detail& detail) {
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Value& value = frame.arguments[i];
    if (value.tag == layout.tensor)
      detail.places.push_back({reinterpret_cast<const void*>(value.payload), static_cast<int>(i)});
  }
  detail.readable = detail.readable && read_tensors(tensor_layout, detail.places, detail.inputs);
}

// A part of the launches that are known well; a fixed one would follow the rhythm of layers.
bool is_wanted(std::uint64_t seen) {
  if (seen < kWellKnown) return true;
  std::uint32_t& random = stack.random;
  if (random == 0) random = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&stack) >> 4U) | 1U;
  random ^= random << 13U;
  random ^= random >> 17U;
  random ^= random << 5U;
  return random % kOneOf == 0;
}

// Of a call that passed the mode: a flag, or the number of a mask.
std::optional<std::int64_t> mode_of(const RunningOperation& frame) {
  const OperationRow& row = *frame.row;
  if (row.mode < 0 || static_cast<std::uint32_t>(row.mode) >= frame.count) return std::nullopt;
  const Value& value = frame.arguments[static_cast<std::size_t>(row.mode)];
  if (value.tag == layout.flag) return static_cast<std::int64_t>(value.payload & 0xffU);
  constexpr std::uint64_t kMasks = 3;
  const bool number = value.tag != layout.tensor && value.tag != 0 && value.payload < kMasks;
  return number ? std::optional(static_cast<std::int64_t>(value.payload)) : std::nullopt;
}

// Sequences of different lengths in one batch: the shapes do not tell the work.
bool is_ragged(const RunningOperation& frame) {
  const int position = frame.row->absent;
  if (position < 0 || static_cast<std::uint32_t>(position) >= frame.count) return false;
  const Value& value = frame.arguments[static_cast<std::size_t>(position)];
  return value.tag == layout.tensor && reinterpret_cast<const void*>(value.payload) != tensor_layout.undefined;
}

bool read_outputs(const RecordFunction& operation, const RunningOperation& frame, ObservedCall& call) {
  const std::size_t count = api.outputs(&operation);
  const auto begin = at<std::uintptr_t>(operation, layout.outputs);
  const auto end = at<std::uintptr_t>(operation, layout.outputs + sizeof(void*));
  if (end - begin != count * sizeof(Value) || count > kMostArguments) return false;
  std::array<Value, kMostArguments> values;
  if (!read_memory(reinterpret_cast<const void*>(begin), count * sizeof(Value), values.data())) return false;
  std::vector<TensorPlace> places;
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i].tag == layout.tensor) {
      places.push_back({reinterpret_cast<const void*>(values[i].payload), static_cast<int>(i)});
    } else if (frame.row->formula == Formula::lists && values[i].tag != 0) {
      if (!read_list(tensor_layout, layout, values[i], static_cast<int>(i), places)) return false;
    }
  }
  return read_tensors(tensor_layout, places, call.outputs);
}

void conclude(const RecordFunction& operation, const RunningOperation& frame, Detail& detail, FormulaBook& book) {
  ObservedCall call{frame.row, std::move(detail.inputs), {}, mode_of(frame)};
  std::optional<OperationWork> work;
  if (detail.readable && !is_ragged(frame) && read_outputs(operation, frame, call)) work = work_of(call);
  std::vector<std::optional<OperationWork>> shares(detail.launched.size());
  if (work) shares = shares_of(*work, detail.launched);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    book.add(detail.launched[i].kernel, detail.launched[i].times, frame.row->name, shares[i] ? &*shares[i] : nullptr);
  }
}

// An operation may have ended on another thread, or others that began after it without an end.
void pop(const RecordFunction& operation) {
  std::size_t place = stack.depth;
  while (place > 0 && stack.frames[place - 1].operation != &operation) --place;
  if (place == 0) return;
  while (stack.depth > place) delete std::exchange(stack.frames[--stack.depth].detail, nullptr);
  RunningOperation& frame = stack.frames[--stack.depth];
  const std::unique_ptr<Detail> detail(std::exchange(frame.detail, nullptr));
  FormulaBook* book = reader;
  if (detail && book && frame.row && detail->wanted && frame.period == period)
    conclude(operation, frame, *detail, *book);
}

// A callback of PyTorch's: nothing gets out of it, and a signal's handler that ends the program meanwhile sees that
// the library is at work.
template <class Work>
void guarded(Work&& work) noexcept {
  const bool before = std::exchange(inject::own_call, true);
  try {
    work();
  } catch (...) {
    if (stack.depth > 0) stack.frames[stack.depth - 1].row = nullptr;
  }
  inject::own_call = before;
}

void end_fork() {
  if (std::exchange(held_by_fork, false)) switching.unlock();
}

void follow_forks() {
  [[maybe_unused]] static const int once =
      pthread_atfork([] { held_by_fork = switching.try_lock_for(kPatience); }, end_fork,
                     [] {
                       reader = nullptr;
                       in_child = held_by_fork;  // else PyTorch's own lock may be one that nobody opens
                       end_fork();
                     });
}

NoContext on_start(const RecordFunction& operation) {
  if (in_child.exchange(false)) {
    guarded([] { api.disable_callback(handle); });
  } else if (is_calibrating()) {
    guarded([&] { look_for_inputs(operation); });
  } else if (stands == Standing::ready && reader) {
    guarded([&] { push(operation); });
  }
  return {};
}

void on_end(const RecordFunction& operation, void*) {
  if (is_calibrating()) {
    guarded([&] { look_for_outputs(operation); });
  } else if (stack.depth > 0) {
    guarded([&] { pop(operation); });
  }
}

// On this thread; its calls of PyTorch take milliseconds.
void calibrate(const TorchApi& found) {
  api = found;
  bool good = false;
  try {
    if (const auto tensors = find_tensor_layout(api)) {
      tensor_layout = *tensors;
      Callback callback;
      callback.start = on_start;
      callback.end = on_end;
      follow_forks();
      {
        const std::lock_guard lock(switching);
        handle = api.add_callback(callback);
      }
      // Runs before what PyTorch made for the callback is destroyed, since it is registered after it.
      good = std::atexit([] {
               const std::unique_lock lock(switching, kPatience);
               ending = true;
             }) == 0;
      const auto record = find_record_layout(api);
      good = good && record;
      if (record) layout = *record;
      if (!good) api.remove_callback(handle);
    }
  } catch (...) {
    if (handle != 0 && !good) api.remove_callback(handle);
  }
  stands = good ? Standing::ready : Standing::refused;
}

}  // namespace

Standing standing() { return stands; }

bool start_calibrating(const TorchApi& found) {
  stands = Standing::calibrating;
  const bool started = collect::start_own_thread([found] {
    inject::own_call = true;
    calibrate(found);
  });
  if (!started) stands = Standing::unknown;
  return started;
}

void wait_for_calibration() {
  constexpr auto kLongest = std::chrono::seconds(1);
  const auto until = std::chrono::steady_clock::now() + kLongest;
  while (stands == Standing::calibrating && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void observe_for(FormulaBook* book) {
  const std::unique_lock lock(switching, kPatience);
  if (!lock || stands != Standing::ready || ending) {
    reader = nullptr;
    return;
  }
  const bool wanted = book != nullptr;
  if (reader.exchange(book) == book && enabled == wanted) return;
  ++period;
  if (std::exchange(enabled, wanted) != wanted) (wanted ? api.enable_callback : api.disable_callback)(handle);
}

void launched(const collect::spool::KernelRecord& kernel) {
  FormulaBook* book = reader;
  if (!book) return;
  if (stack.depth == 0) return book->add(kernel.kernel, 1, {}, nullptr);
  RunningOperation& frame = stack.frames[stack.depth - 1];
  if (frame.period != period) return;
  if (!frame.row) return book->add(kernel.kernel, 1, {}, nullptr);
  if (!frame.detail) frame.detail = new Detail;
  Detail& detail = *frame.detail;
  if (!detail.asked) {
    detail.asked = true;
    detail.wanted = is_wanted(book->seen(kernel.kernel));
    if (detail.wanted) read_inputs(frame, detail);
  }
  if (!detail.wanted) return;
  const models::Dim3& grid = kernel.launch.grid;
  const double blocks = static_cast<double>(grid.x) * grid.y * grid.z;
  for (LaunchedKernel& known : detail.launched) {
    if (known.kernel == kernel.kernel) {
      ++known.times;
      return;
    }
  }
  detail.launched.push_back({kernel.kernel, &kernel.function, blocks, 1});
}

}  // namespace rooflens::torch
