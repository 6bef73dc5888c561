// Where at::RecordFunction keeps arguments and results: found while PyTorch copies between tensors that are known.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>

#include "profiler/torch/layout.hpp"
#include "profiler/torch/own_memory.hpp"

namespace rooflens::torch {
namespace {

constexpr std::size_t kLargestRecord = 1024;  // bytes of a RecordFunction that are looked at

// Of one copy between known tensors: where its arguments and its result could be.
struct KnownCopy {
  const TorchApi& api;
  const void* to = nullptr;
  const void* from = nullptr;
  std::set<std::size_t> inputs;
  std::set<std::size_t> outputs;
  std::set<std::uint64_t> tags;  // of a tensor and, above it, of a flag
};
thread_local KnownCopy* known_copy = nullptr;

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

}  // namespace

bool is_calibrating() { return known_copy != nullptr; }

void look_for_inputs(const RecordFunction& operation) {
  const std::size_t count = known_copy->api.inputs(&operation);
  search(operation, [&](std::size_t offset, std::uintptr_t place, std::uintptr_t number) {
    std::array<Value, 4> values{};
    if (number != count || count != 3 || !reads(reinterpret_cast<const void*>(place), count, values)) return;
    if (!is(values[0], known_copy->to) || !is(values[1], known_copy->from) || values[0].tag != values[1].tag) return;
    known_copy->inputs.insert(offset);
    known_copy->tags.insert(std::uint64_t{values[2].tag} << 32U | values[0].tag);
  });
}

void look_for_outputs(const RecordFunction& operation) {
  if (known_copy->api.outputs(&operation) != 1) return;
  search(operation, [&](std::size_t offset, std::uintptr_t begin, std::uintptr_t end) {
    std::array<Value, 4> values{};
    if (end - begin != sizeof(Value) || !reads(reinterpret_cast<const void*>(begin), 1, values)) return;
    if (is(values[0], known_copy->to)) known_copy->outputs.insert(offset);
  });
}

namespace {

template <class Key>
std::set<Key> both(const std::set<Key>& a, const std::set<Key>& b) {
  std::set<Key> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
  return common;
}

}  // namespace

std::optional<RecordLayout> find_record_layout(const TorchApi& api) {
  constexpr std::int64_t kCopies = 3;
  std::set<std::size_t> inputs;
  std::set<std::size_t> outputs;
  std::set<std::uint64_t> tags;
  for (std::int64_t i = 0; i < kCopies; ++i) {
    const OwnTensor to(api, api.type_float32(), {2 + i, 3}, {3, 1});
    const OwnTensor from(api, api.type_float32(), {2 + i, 3}, {3, 1});
    if (!to.handle() || !from.handle()) return std::nullopt;
    KnownCopy copy{api, to.implementation(), from.implementation(), {}, {}, {}};
    known_copy = &copy;
    const bool failed =
        (api.copy ? api.copy(to.handle(), from.handle(), 0) : api.old_copy(from.handle(), to.handle())) != 0;
    known_copy = nullptr;
    if (failed) return std::nullopt;
    inputs = i == 0 ? copy.inputs : both(inputs, copy.inputs);
    outputs = i == 0 ? copy.outputs : both(outputs, copy.outputs);
    tags = i == 0 ? copy.tags : both(tags, copy.tags);
  }
  if (inputs.size() != 1 || outputs.size() != 1 || tags.size() != 1) return std::nullopt;
  const RecordLayout layout{*inputs.begin(), *outputs.begin(), static_cast<std::uint32_t>(*tags.begin()),
                            static_cast<std::uint32_t>(*tags.begin() >> 32U)};
  return layout.tensor != 0 && layout.flag != layout.tensor ? std::optional(layout) : std::nullopt;
}

}  // namespace rooflens::torch
