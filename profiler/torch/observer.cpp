#include "profiler/torch/observer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "profiler/observe/own_call.hpp"
#include "profiler/torch/own_memory.hpp"

namespace rooflens::torch {
namespace {

constexpr std::size_t kDeepest = 32;         // operations within each other
constexpr std::size_t kMostArguments = 24;   // attention backward has 22
constexpr std::uint64_t kAlwaysRead = 64;    // launches of a kernel; of later ones a part is
constexpr std::uint32_t kOneOf = 8;
constexpr std::size_t kLargestRecord = 1024;  // bytes of a RecordFunction that are looked at

TorchApi api;
TensorLayout tensor_layout;
RecordLayout layout;
std::uint64_t handle = 0;
bool enabled = true;
std::atomic<Standing> stands{Standing::unknown};
std::atomic<FormulaBook*> reader{nullptr};
std::atomic<std::uint32_t> period{0};  // operations that began in another one are not looked at: what they called is not known

// What is known of an operation that has launched something, or whose lists had to be read before they are gone.
struct Detail {
  std::vector<Place> places;
  std::vector<Operand> inputs;
  std::vector<LaunchedKernel> launched;
  bool asked = false;    // whether it is one that is looked at
  bool wanted = false;
  bool readable = true;  // until something was not
};

// Trivial, since operations run and end while a thread's other variables are destroyed.
struct Frame {
  const RecordFunction* operation = nullptr;
  const OperationRow* row = nullptr;
  std::uint32_t period = 0;
  std::uint32_t count = 0;
  std::array<Value, kMostArguments> arguments;
  Detail* detail = nullptr;
};
struct Stack {
  std::array<Frame, kDeepest> frames;
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

// --- calibration ------------------------------------------------------------------------------------------------------

// Of one copy between known tensors: where its arguments and its result could be.
struct Trial {
  const void* to = nullptr;
  const void* from = nullptr;
  std::set<std::size_t> inputs;
  std::set<std::size_t> outputs;
  std::set<std::uint64_t> tags;  // of a tensor and, above it, of a flag
};
thread_local Trial* trial = nullptr;

bool reads(const void* place, std::size_t count, std::array<Value, 4>& values) {
  return reinterpret_cast<std::uintptr_t>(place) % alignof(Value) == 0 && count <= values.size() &&
         read_memory(place, count * sizeof(Value), values.data());
}

bool is(const Value& value, const void* tensor) { return value.payload == reinterpret_cast<std::uintptr_t>(tensor); }

// Calls look(offset, first word, second word) for every place in the object.
template <class Look>
void search(const RecordFunction& operation, Look look) {
  std::array<std::uintptr_t, kLargestRecord / sizeof(std::uintptr_t)> words{};
  if (!read_memory(&operation, sizeof words, words.data())) return;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) look(i * sizeof(std::uintptr_t), words[i], words[i + 1]);
}

void look_for_inputs(const RecordFunction& operation) {
  const std::size_t count = api.inputs(&operation);
  search(operation, [&](std::size_t offset, std::uintptr_t place, std::uintptr_t number) {
    std::array<Value, 4> values{};
    if (number != count || count != 3 || !reads(reinterpret_cast<const void*>(place), count, values)) return;
    if (!is(values[0], trial->to) || !is(values[1], trial->from) || values[0].tag != values[1].tag) return;
    trial->inputs.insert(offset);
    trial->tags.insert(std::uint64_t{values[2].tag} << 32U | values[0].tag);
  });
}

void look_for_outputs(const RecordFunction& operation) {
  if (api.outputs(&operation) != 1) return;
  search(operation, [&](std::size_t offset, std::uintptr_t begin, std::uintptr_t end) {
    std::array<Value, 4> values{};
    if (end - begin != sizeof(Value) || !reads(reinterpret_cast<const void*>(begin), 1, values)) return;
    if (is(values[0], trial->to)) trial->outputs.insert(offset);
  });
}

template <class Key>
std::set<Key> both(const std::set<Key>& a, const std::set<Key>& b) {
  std::set<Key> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
  return common;
}

bool find_record_layout() {
  std::optional<Trial> found;
  constexpr std::int64_t kTrials = 3;
  for (std::int64_t i = 1; i <= kTrials; ++i) {
    const OwnTensor to(api, api.type_float32(), {2 + i, 3}, {3, 1});
    const OwnTensor from(api, api.type_float32(), {2 + i, 3}, {3, 1});
    if (!to.handle() || !from.handle()) return false;
    Trial one{to.implementation(), from.implementation(), {}, {}, {}};
    trial = &one;
    const std::int32_t failed = api.copy ? api.copy(to.handle(), from.handle(), 0)
                                         : api.old_copy(from.handle(), to.handle());
    trial = nullptr;
    if (failed != 0) return false;
    if (found) {
      one.inputs = both(one.inputs, found->inputs);
      one.outputs = both(one.outputs, found->outputs);
      one.tags = both(one.tags, found->tags);
    }
    found = std::move(one);
  }
  if (found->inputs.size() != 1 || found->outputs.size() != 1 || found->tags.size() != 1) return false;
  const std::uint64_t tags = *found->tags.begin();
  layout = {*found->inputs.begin(), *found->outputs.begin(), static_cast<std::uint32_t>(tags),
            static_cast<std::uint32_t>(tags >> 32U)};
  return layout.tensor != 0 && layout.flag != layout.tensor;
}

// --- observing --------------------------------------------------------------------------------------------------------

// Lists are copied for the callback alone, so what is in them has to be read now.
void read_lists(Frame& frame) {
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
  Frame& frame = stack.frames[stack.depth];
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
  if (frame.row->formula == Formula::lists || frame.row->formula == Formula::rows) read_lists(frame);
}

void read_inputs(const Frame& frame, Detail& detail) {
  for (std::uint32_t i = 0; i < frame.count; ++i) {
    const Value& value = frame.arguments[i];
    if (value.tag == layout.tensor)
      detail.places.push_back({reinterpret_cast<const void*>(value.payload), static_cast<int>(i)});
  }
  detail.readable = detail.readable && read_tensors(tensor_layout, detail.places, detail.inputs);
}

// A part of the launches that are known well; a fixed one would follow the rhythm of layers.
bool is_wanted(std::uint64_t seen) {
  if (seen < kAlwaysRead) return true;
  std::uint32_t& random = stack.random;
  if (random == 0) random = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&stack) >> 4U) | 1U;
  random ^= random << 13U;
  random ^= random >> 17U;
  random ^= random << 5U;
  return random % kOneOf == 0;
}

// Of a call that passed the mode: a flag, or the number of a mask.
std::optional<std::int64_t> mode_of(const Frame& frame) {
  const OperationRow& row = *frame.row;
  if (row.mode < 0 || static_cast<std::uint32_t>(row.mode) >= frame.count) return std::nullopt;
  const Value& value = frame.arguments[static_cast<std::size_t>(row.mode)];
  if (value.tag == layout.flag) return static_cast<std::int64_t>(value.payload & 0xffU);
  constexpr std::uint64_t kMasks = 3;
  const bool number = value.tag != layout.tensor && value.tag != 0 && value.payload < kMasks;
  return number ? std::optional(static_cast<std::int64_t>(value.payload)) : std::nullopt;
}

// Sequences of different lengths in one batch: the shapes do not tell the work.
bool is_ragged(const Frame& frame) {
  const int position = frame.row->absent;
  if (position < 0 || static_cast<std::uint32_t>(position) >= frame.count) return false;
  const Value& value = frame.arguments[static_cast<std::size_t>(position)];
  return value.tag == layout.tensor && reinterpret_cast<const void*>(value.payload) != tensor_layout.undefined;
}

bool read_outputs(const RecordFunction& operation, const Frame& frame, ObservedCall& call) {
  const std::size_t count = api.outputs(&operation);
  const auto begin = at<std::uintptr_t>(operation, layout.outputs);
  const auto end = at<std::uintptr_t>(operation, layout.outputs + sizeof(void*));
  if (end - begin != count * sizeof(Value) || count > kMostArguments) return false;
  std::array<Value, kMostArguments> values;
  if (!read_memory(reinterpret_cast<const void*>(begin), count * sizeof(Value), values.data())) return false;
  std::vector<Place> places;
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i].tag == layout.tensor) {
      places.push_back({reinterpret_cast<const void*>(values[i].payload), static_cast<int>(i)});
    } else if (frame.row->formula == Formula::lists && values[i].tag != 0) {
      if (!read_list(tensor_layout, layout, values[i], static_cast<int>(i), places)) return false;
    }
  }
  return read_tensors(tensor_layout, places, call.outputs);
}

void conclude(const RecordFunction& operation, const Frame& frame, Detail& detail, FormulaBook& book) {
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
  Frame& frame = stack.frames[--stack.depth];
  const std::unique_ptr<Detail> detail(std::exchange(frame.detail, nullptr));
  FormulaBook* book = reader;
  if (detail && book && frame.row && detail->wanted && frame.period == period) conclude(operation, frame, *detail, *book);
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

NoContext on_start(const RecordFunction& operation) {
  if (trial) {
    guarded([&] { look_for_inputs(operation); });
  } else if (stands == Standing::ready && reader) {
    guarded([&] { push(operation); });
  }
  return {};
}

void on_end(const RecordFunction& operation, void*) {
  if (trial) {
    guarded([&] { look_for_outputs(operation); });
  } else if (stack.depth > 0) {
    guarded([&] { pop(operation); });
  }
}

}  // namespace

Standing standing() { return stands; }

void calibrate(const TorchApi& found) {
  stands = Standing::calibrating;
  api = found;
  bool good = false;
  try {
    if (const auto tensors = find_tensor_layout(api)) {
      tensor_layout = *tensors;
      Callback callback;
      callback.start = on_start;
      callback.end = on_end;
      handle = api.add_callback(callback);
      good = find_record_layout();
      if (!good) api.remove_callback(handle);
    }
  } catch (...) {
    if (handle != 0 && !good) api.remove_callback(handle);
  }
  stands = good ? Standing::ready : Standing::refused;
}

void observe_for(FormulaBook* book) {
  if (stands != Standing::ready || (reader.exchange(book) == book && enabled == (book != nullptr))) return;
  ++period;
  if (enabled == (book != nullptr)) return;
  enabled = book != nullptr;
  (enabled ? api.enable_callback : api.disable_callback)(handle);
}

void launched(const collect::spool::KernelRecord& kernel) {
  FormulaBook* book = reader;
  if (!book) return;
  if (stack.depth == 0) return book->add(kernel.kernel, 1, {}, nullptr);
  Frame& frame = stack.frames[stack.depth - 1];
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
