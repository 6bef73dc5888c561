// A libtorch_cpu.so with what the library looks for in PyTorch, and objects laid out as no header says: FAKE_LAYOUT is
// 1 or 2 for places that can be found, 3 for shapes that are kept in another way. FAKE_BARE leaves out the C interface.
// As in PyTorch, arguments are copied for the callback alone, and what they were is scribbled over before the body
// runs.
#include "tests/torch/fake_torch.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace at {

struct ObserverContext {
  virtual ~ObserverContext() = default;
};
class RecordFunction;

struct RecordFunctionCallback {
  std::unique_ptr<ObserverContext> (*start)(const RecordFunction&);
  void (*end)(const RecordFunction&, ObserverContext*);
  double probability;
  bool scopes[10];
  bool needs_inputs, needs_outputs, needs_ids;
};

struct Value {
  union {
    void* pointer;
    std::int64_t number;
    bool flag;
  };
  std::uint32_t tag;
};
enum : std::uint32_t { kNone = 0, kTensor = 1, kNumber = 5, kFlag = 9, kList = 14 };

struct TensorImpl {
  virtual ~TensorImpl() = default;
  std::uint64_t counts = 0x100000001;
  void* storage = this;
#if FAKE_LAYOUT == 2
  std::uint64_t more[5] = {3, 7, 11, 13, 9};  // like sizes, and not at all
  std::uint16_t type = 0;
  std::uint16_t device = 0xff00;
#endif
#if FAKE_LAYOUT == 3
  std::int32_t dimensions = 0;
  std::int32_t sizes[16] = {};
#else
  std::uint64_t dimensions = 0;
  union {
    std::int64_t inside[10];
    std::int64_t* outside;
  };
#endif
#if FAKE_LAYOUT != 2
  std::int64_t elements = 6;
  std::uint16_t type = 0;
  std::uint16_t device = 0xff00;
#endif
};
struct OtherImpl final : TensorImpl {};  // as those of subclasses
TensorImpl& none() {
  static OtherImpl undefined;
  return undefined;
}

class __attribute__((visibility("default"))) RecordFunction {
 public:
  const char* name() const;
  std::size_t num_inputs() const;
  std::size_t num_outputs() const;

#if FAKE_LAYOUT == 2
  char more[200] = {};
#endif
  std::string name_;
  std::int64_t sequence = -1;
  const Value* inputs = nullptr;
  std::size_t inputs_count = 0;
#if FAKE_LAYOUT == 2
  char yet_more[56] = {};
#endif
  std::vector<Value> outputs;
};
const char* RecordFunction::name() const { return name_.c_str(); }
std::size_t RecordFunction::num_inputs() const { return inputs_count; }
std::size_t RecordFunction::num_outputs() const { return outputs.size(); }

namespace {
std::mutex mutex;
std::vector<std::pair<std::uint64_t, RecordFunctionCallback>> callbacks;
std::vector<std::uint64_t> disabled;
std::uint64_t last = 0;

// As in PyTorch, what holds callbacks is made when it is first used, and gone when the program ends.
bool gone = false;
struct Manager {
  ~Manager() { gone = true; }
};
void use_manager() {
  static const Manager manager;
  if (gone) _exit(97);
}

std::vector<RecordFunctionCallback> active() {
  const std::lock_guard lock(mutex);
  std::vector<RecordFunctionCallback> all;
  for (const auto& [handle, callback] : callbacks) {
    bool on = callback.scopes[0];
    for (const std::uint64_t off : disabled) on &= off != handle;
    if (on) all.push_back(callback);
  }
  return all;
}

struct List {  // c10::detail::ListImpl
  virtual ~List() = default;
  std::uint64_t counts = 1;
  std::vector<Value> values;
  void* type = nullptr;
};

Value value_of(void* tensor) {
  Value value{};
  value.pointer = *static_cast<void**>(tensor);
  value.tag = kTensor;
  return value;
}
}  // namespace

__attribute__((visibility("default"))) std::uint64_t addGlobalCallback(RecordFunctionCallback callback) {
  use_manager();
  const std::lock_guard lock(mutex);
  callbacks.emplace_back(++last, callback);
  return last;
}
__attribute__((visibility("default"))) void removeCallback(std::uint64_t handle) {
  use_manager();
  const std::lock_guard lock(mutex);
  std::erase_if(callbacks, [&](const auto& entry) { return entry.first == handle; });
}
__attribute__((visibility("default"))) void disableCallback(std::uint64_t handle) {
  use_manager();
  const std::lock_guard lock(mutex);
  disabled.push_back(handle);
}
__attribute__((visibility("default"))) void reenableCallback(std::uint64_t handle) {
  use_manager();
  const std::lock_guard lock(mutex);
  std::erase(disabled, handle);
}

}  // namespace at

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

FAKE_EXPORT int fake_torch_active() { return static_cast<int>(at::active().size()); }

FAKE_EXPORT void fake_torch_call(const char* name, const FakeArgument* arguments, int count, void* const* results,
                                 int result_count, void (*body)()) {
  const std::vector<at::RecordFunctionCallback> callbacks = at::active();
  if (callbacks.empty()) return body();
  at::RecordFunction operation;
  operation.name_ = name;
  std::vector<at::Value> values(static_cast<std::size_t>(count));
  std::vector<std::unique_ptr<at::List>> lists;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const FakeArgument& argument = arguments[i];
    std::memset(&values[i], 0xa5, sizeof values[i]);  // a flag leaves what was there
    switch (argument.kind) {
      case FakeArgument::Kind::none:
        values[i].tag = at::kNone;
        break;
      case FakeArgument::Kind::tensor:
        values[i] = at::value_of(argument.tensor);
        break;
      case FakeArgument::Kind::flag:
        values[i].flag = argument.number != 0;
        values[i].tag = at::kFlag;
        break;
      case FakeArgument::Kind::number:
        values[i].number = argument.number;
        values[i].tag = at::kNumber;
        break;
      case FakeArgument::Kind::list:
        lists.push_back(std::make_unique<at::List>());
        for (std::int64_t n = 0; n < argument.number; ++n)
          lists.back()->values.push_back(at::value_of(argument.tensors[n]));
        values[i].pointer = lists.back().get();
        values[i].tag = at::kList;
        break;
    }
  }
  operation.inputs = values.data();
  operation.inputs_count = values.size();
  for (const auto& callback : callbacks) (void)callback.start(operation);
  for (const auto& list : lists) std::memset(list->values.data(), 0x5a, list->values.size() * sizeof(at::Value));
  lists.clear();
  std::memset(values.data(), 0x5a, values.size() * sizeof(at::Value));
  if (body) body();
  for (int i = 0; i < result_count; ++i) operation.outputs.push_back(at::value_of(results[i]));
  for (const auto& callback : callbacks) callback.end(operation, nullptr);
}
FAKE_EXPORT int fake_torch_callbacks() {
  const std::lock_guard lock(at::mutex);
  return static_cast<int>(at::callbacks.size());
}
/// A tensor; `other`: of another kind, as those of subclasses.
FAKE_EXPORT void* fake_torch_tensor(int type, const std::int64_t* sizes, const std::int64_t* strides, int dimensions,
                                    bool other) {
  auto* made = other ? new at::OtherImpl : new at::TensorImpl;
  made->type = static_cast<std::uint16_t>(type);
  const auto count = static_cast<std::size_t>(dimensions);
#if FAKE_LAYOUT == 3
  made->dimensions = dimensions;
  for (std::size_t i = 0; i < count; ++i) made->sizes[i] = static_cast<std::int32_t>(sizes[i]);
  (void)strides;
#else
  made->dimensions = count;
  std::int64_t* to = made->inside;
  std::int64_t* strides_to = to + 5;
  if (count > 5) {
    to = made->outside = static_cast<std::int64_t*>(std::malloc(2 * count * sizeof(std::int64_t)));
    strides_to = to + count;
  }
  std::memcpy(to, sizes, count * sizeof(std::int64_t));
  std::memcpy(strides_to, strides, count * sizeof(std::int64_t));
#endif
  return new void*(made);
}
/// One whose memory is gone.
FAKE_EXPORT void* fake_torch_lost_tensor() {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(page, 4096);
  return new void*(page);
}

#ifndef FAKE_BARE
FAKE_EXPORT std::int32_t aoti_torch_empty_strided(std::int64_t dimensions, const std::int64_t* sizes,
                                                  const std::int64_t* strides, std::int32_t type, std::int32_t,
                                                  std::int32_t, void** made) {
  *made = fake_torch_tensor(type, sizes, strides, static_cast<int>(dimensions), false);
  return 0;
}
FAKE_EXPORT std::int32_t aoti_torch_new_uninitialized_tensor(void** made) {
  *made = new void*(&at::none());
  return 0;
}
FAKE_EXPORT std::int32_t aoti_torch_delete_tensor_object(void* tensor) {
  auto* impl = static_cast<at::TensorImpl*>(*static_cast<void**>(tensor));
  if (impl != &at::none()) delete impl;
  delete static_cast<void**>(tensor);
  return 0;
}
namespace {
std::int32_t copy(void* to, void* from) {
  const FakeArgument arguments[] = {{.kind = FakeArgument::Kind::tensor, .tensor = to},
                                    {.kind = FakeArgument::Kind::tensor, .tensor = from},
                                    {.kind = FakeArgument::Kind::flag}};
  fake_torch_call("aten::copy_", arguments, 3, &to, 1, nullptr);
  return 0;
}
}  // namespace
#if FAKE_LAYOUT == 2
FAKE_EXPORT std::int32_t aoti_torch_tensor_copy_(void* from, void* to) { return copy(to, from); }
#else
FAKE_EXPORT std::int32_t aoti_torch_copy_(void* to, void* from, std::int32_t) { return copy(to, from); }
#endif
FAKE_EXPORT std::int32_t aoti_torch_dtype_float32() { return 6; }
FAKE_EXPORT std::int32_t aoti_torch_dtype_float64() { return 7; }
FAKE_EXPORT std::int32_t aoti_torch_dtype_int64() { return 4; }
FAKE_EXPORT std::int32_t aoti_torch_device_type_cpu() { return 0; }
#endif
