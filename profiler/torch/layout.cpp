#include "profiler/torch/layout.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "profiler/torch/own_memory.hpp"

namespace rooflens::torch {
namespace {

constexpr std::size_t kLargest = 512;  // bytes of a TensorImpl that are looked at
constexpr std::size_t kWord = 8;
constexpr std::size_t kInline = 5;  // sizes that are kept in the object itself, else behind a pointer
constexpr std::size_t kMostListed = 4096;

template <class Thing>
Thing at(const char* bytes, std::size_t offset) {
  Thing thing;
  std::memcpy(&thing, bytes + offset, sizeof thing);
  return thing;
}

// At `bytes` are the number of dimensions, sizes and strides.
bool read_shape(const char* bytes, TensorShape& to) {
  const auto dimensions = at<std::uint64_t>(bytes, 0);
  if (dimensions > kMostDimensions) return false;
  to.dimensions = static_cast<int>(dimensions);
  const std::size_t size = dimensions * kWord;
  if (dimensions <= kInline) {
    std::memcpy(to.sizes.data(), bytes + kWord, size);
    std::memcpy(to.strides.data(), bytes + (1 + kInline) * kWord, size);
  } else {
    std::array<std::int64_t, 2 * kMostDimensions> outside{};
    if (!read_memory(at<const void*>(bytes, kWord), 2 * size, outside.data())) return false;
    std::memcpy(to.sizes.data(), outside.data(), size);
    std::memcpy(to.strides.data(), outside.data() + dimensions, size);
  }
  return std::all_of(to.sizes.begin(), to.sizes.end(), [](std::int64_t n) { return n >= 0; });
}

constexpr std::size_t kShapeBytes = (1 + 2 * kInline) * kWord;

bool has_shape(const char* bytes, const OwnTensor& tensor) {
  TensorShape found;
  if (!read_shape(bytes, found) || found.dimensions != static_cast<int>(tensor.sizes.size())) return false;
  return std::equal(tensor.sizes.begin(), tensor.sizes.end(), found.sizes.begin()) &&
         std::equal(tensor.strides.begin(), tensor.strides.end(), found.strides.begin());
}

// As many bytes of the object as are there, zeros behind them.
std::array<char, kLargest> object(const void* place) {
  std::array<char, kLargest> bytes{};
  for (std::size_t size = kLargest; size >= kShapeBytes; size -= kWord) {
    if (read_memory(place, size, bytes.data())) return bytes;
  }
  return bytes;
}

// The only multiple of `step` for which `holds`.
template <class Holds>
std::optional<std::size_t> only_offset(std::size_t step, std::size_t end, Holds holds) {
  std::optional<std::size_t> only;
  for (std::size_t offset = 0; offset <= end; offset += step) {
    if (!holds(offset)) continue;
    if (only) return std::nullopt;
    only = offset;
  }
  return only;
}

}  // namespace

OwnTensor::OwnTensor(const TorchApi& api, std::int32_t its_type, std::vector<std::int64_t> its_sizes,
                     std::vector<std::int64_t> its_strides)
    : type(its_type), sizes(std::move(its_sizes)), strides(std::move(its_strides)), api_(api) {
  const auto dimensions = static_cast<std::int64_t>(sizes.size());
  if (api_.make_tensor(dimensions, sizes.data(), strides.data(), type, api_.device_cpu(), 0, &handle_) != 0)
    handle_ = nullptr;
}

OwnTensor::~OwnTensor() {
  if (handle_) api_.delete_tensor(handle_);
}

std::optional<TensorLayout> find_tensor_layout(const TorchApi& api) {
  const OwnTensor a(api, api.type_float32(), {7, 3, 11}, {132, 44, 2});
  const OwnTensor b(api, api.type_int64(), {13, 9}, {18, 2});
  const OwnTensor c(api, api.type_float64(), {2, 3, 2, 5, 1, 3}, {360, 120, 60, 6, 6, 2});
  const std::array tensors{&a, &b, &c};
  Tensor none = nullptr;
  if (!a.handle() || !b.handle() || !c.handle() || api.make_undefined(&none) != 0 || !none) return std::nullopt;
  TensorLayout layout;
  layout.undefined = *static_cast<void**>(none);
  api.delete_tensor(none);
  std::array<std::array<char, kLargest>, 3> bytes{};
  for (std::size_t i = 0; i < tensors.size(); ++i) bytes[i] = object(tensors[i]->implementation());
  layout.kind = at<const void*>(bytes[0].data(), 0);
  const auto all = [&](auto holds) {
    return holds(bytes[0].data(), a) && holds(bytes[1].data(), b) && holds(bytes[2].data(), c);
  };
  const auto sizes = only_offset(kWord, kLargest - kShapeBytes, [&](std::size_t offset) {
    return all([&](const char* object, const OwnTensor& tensor) { return has_shape(object + offset, tensor); });
  });
  if (!sizes) return std::nullopt;
  const auto type = only_offset(sizeof(std::uint16_t), kLargest - sizeof(std::uint16_t), [&](std::size_t offset) {
    if (offset + 1 >= *sizes && offset < *sizes + kShapeBytes) return false;
    return all([&](const char* object, const OwnTensor& tensor) {
      return at<std::uint16_t>(object, offset) == static_cast<std::uint16_t>(tensor.type);
    });
  });
  const bool alike =
      all([&](const char* object, const OwnTensor&) { return at<const void*>(object, 0) == layout.kind; });
  if (!type || !alike || !layout.kind) return std::nullopt;
  layout.sizes = *sizes;
  layout.type = *type;
  return layout;
}

bool read_tensors(const TensorLayout& layout, std::span<const TensorPlace> places, std::vector<TensorShape>& to) {
  const std::size_t size = std::max(layout.sizes + kShapeBytes, layout.type + sizeof(std::uint16_t));
  std::vector<const void*> there;
  std::vector<int> arguments;
  for (const TensorPlace& place : places) {
    if (place.implementation == layout.undefined) continue;
    there.push_back(place.implementation);
    arguments.push_back(place.argument);
  }
  std::vector<char> bytes(size * there.size());
  if (!read_memory(there, size, bytes.data())) return false;
  for (std::size_t i = 0; i < there.size(); ++i) {
    const char* object = bytes.data() + i * size;
    TensorShape tensor{.id = there[i], .argument = arguments[i], .type = at<std::uint16_t>(object, layout.type)};
    if (at<const void*>(object, 0) != layout.kind || !read_shape(object + layout.sizes, tensor)) return false;
    to.push_back(tensor);
  }
  return true;
}

// A reference count or two stand before the vector of values, and its first value that is not none tells what is in it.
bool read_list(const TensorLayout& layout, const RecordLayout& record, const Value& value, int argument,
               std::vector<TensorPlace>& to) {
  constexpr std::size_t kHead = 6 * kWord;
  std::array<char, kHead> head{};
  if (!read_memory(reinterpret_cast<const void*>(value.payload), head.size(), head.data())) return true;
  for (std::size_t offset = 0; offset + 3 * kWord <= head.size(); offset += kWord) {
    const auto begin = at<std::uintptr_t>(head.data(), offset);
    const auto end = at<std::uintptr_t>(head.data(), offset + kWord);
    const auto room = at<std::uintptr_t>(head.data(), offset + 2 * kWord);
    const std::size_t count = (end - begin) / sizeof(Value);
    const bool vector = begin != 0 && begin % kWord == 0 && begin < end && end <= room;
    if (!vector || (end - begin) % sizeof(Value) != 0 || count > kMostListed) continue;
    std::vector<Value> values(count);
    if (!read_memory(reinterpret_cast<const void*>(begin), count * sizeof(Value), values.data())) continue;
    const auto first = std::find_if(values.begin(), values.end(), [](const Value& v) { return v.tag != 0; });
    if (first == values.end() || first->tag != record.tensor) continue;
    const void* kind = nullptr;
    const bool known = read_memory(reinterpret_cast<const void*>(first->payload), sizeof kind, &kind);
    if (!known || (kind != layout.kind && reinterpret_cast<const void*>(first->payload) != layout.undefined))
      return false;
    for (const Value& one : values) {
      if (one.tag != 0 && one.tag != record.tensor) return false;
      if (one.tag != 0) to.push_back({reinterpret_cast<const void*>(one.payload), argument});
    }
    return true;
  }
  return true;
}

}  // namespace rooflens::torch
