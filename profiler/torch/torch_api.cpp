#include "profiler/torch/torch_api.hpp"

#include <dlfcn.h>

#include <type_traits>

namespace rooflens::torch {

Found find_torch(TorchApi& api) {
  void* library = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return Found::nothing;
  bool all = true;
  const auto look = [&](auto*& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  const auto find = [&](auto*& function, const char* name) { all &= look(function, name); };
  find(api.add_callback, "_ZN2at17addGlobalCallbackENS_22RecordFunctionCallbackE");
  find(api.remove_callback, "_ZN2at14removeCallbackEm");
  find(api.disable_callback, "_ZN2at15disableCallbackEm");
  find(api.enable_callback, "_ZN2at16reenableCallbackEm");
  find(api.name, "_ZNK2at14RecordFunction4nameEv");
  find(api.inputs, "_ZNK2at14RecordFunction10num_inputsEv");
  find(api.outputs, "_ZNK2at14RecordFunction11num_outputsEv");
  find(api.make_tensor, "aoti_torch_empty_strided");
  find(api.make_undefined, "aoti_torch_new_uninitialized_tensor");
  find(api.delete_tensor, "aoti_torch_delete_tensor_object");
  if (!look(api.copy, "aoti_torch_copy_")) find(api.old_copy, "aoti_torch_tensor_copy_");
  find(api.type_float32, "aoti_torch_dtype_float32");
  find(api.type_float64, "aoti_torch_dtype_float64");
  find(api.type_int64, "aoti_torch_dtype_int64");
  find(api.device_cpu, "aoti_torch_device_type_cpu");
  return all ? Found::all
             : Found::incomplete;  // the library stays: what was found is used as long as the process lives
}

}  // namespace rooflens::torch
