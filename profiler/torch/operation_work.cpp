#include "profiler/torch/operation_work.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "models/base/find_in.hpp"

namespace rooflens::torch {
namespace {

struct ElementType {
  int type;  ///< c10::ScalarType
  int bytes;
  std::string_view name;
};
constexpr ElementType kTypes[] = {
    {0, 1, "uint8"},   {1, 1, "int8"},      {2, 2, "int16"},   {3, 4, "int32"},     {4, 8, "int64"},
    {5, 2, "float16"}, {6, 4, "float32"},   {7, 8, "float64"}, {9, 8, "complex64"}, {10, 16, "complex128"},
    {11, 1, "bool"},   {15, 2, "bfloat16"}, {23, 1, "float8"}, {24, 1, "float8"},   {25, 1, "float8"},
    {26, 1, "float8"}, {27, 2, "uint16"},   {28, 4, "uint32"}, {29, 8, "uint64"},
};

const ElementType* type_of(const TensorShape& tensor) {
  return models::find_in(kTypes, tensor.type, &ElementType::type);
}

bool is_complex(const TensorShape& tensor) { return tensor.type == 9 || tensor.type == 10; }

double elements(const TensorShape& tensor) {
  double product = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.dimensions); ++i)
    product *= static_cast<double>(tensor.sizes[i]);
  return product;
}

// Those in memory: what is expanded, or in windows that overlap, is there once.
std::optional<double> bytes(const TensorShape& tensor) {
  const ElementType* type = type_of(tensor);
  if (!type) return std::nullopt;
  double extent = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.dimensions); ++i)
    extent += static_cast<double>((tensor.sizes[i] - 1) * std::abs(tensor.strides[i]));
  return std::max(0.0, std::min(elements(tensor), extent)) * type->bytes;
}

const TensorShape* at(const std::vector<TensorShape>& tensors, int argument) {
  return models::find_in(tensors, argument, &TensorShape::argument);
}

double size(const TensorShape& tensor, int from_end) {
  return static_cast<double>(tensor.sizes[static_cast<std::size_t>(tensor.dimensions - from_end)]);
}

// Each input once and each output once. `out=` is among both, and not read.
bool count_bytes(const ObservedCall& call, OperationWork& work) {
  const OperationRow& row = *call.row;
  const bool lists = row.formula == Formula::lists;
  const bool in_place = row.name.ends_with('_');
  std::set<const void*> written;
  std::set<const void*> read;
  for (const TensorShape& tensor : call.outputs) {
    const auto size = bytes(tensor);
    if (!size) return false;
    if (written.insert(tensor.id).second) work.written_bytes += *size;
    if (tensor.argument == 0) work.first_written_bytes = *size;
  }
  for (const TensorShape& tensor : call.inputs) {
    const auto size = bytes(tensor);
    if (!size) return false;
    const bool changed = lists && (row.written >> static_cast<unsigned>(tensor.argument) & 1U) != 0;
    if (changed && written.insert(tensor.id).second) work.written_bytes += *size;
    const bool overwritten = row.formula == Formula::overwrites ? tensor.argument == 0 : changed && row.first < 0;
    if (overwritten || (!in_place && !changed && written.contains(tensor.id))) continue;
    if (!read.insert(tensor.id).second) continue;
    work.read_bytes += *size;
  }
  return work.read_bytes + work.written_bytes > 0;
}

// [B x] M x K by [B x] K x N: 2 B M N K. N is 1 for a vector; rows of M in groups, by [G x] K x N: 2 M N K.
std::optional<double> product(const TensorShape& a, const TensorShape& b) {
  const bool by_vector = b.dimensions == 1 && (a.dimensions == 1 || a.dimensions == 2);
  if (by_vector) return size(a, 1) == size(b, 1) ? std::optional(2 * elements(a)) : std::nullopt;
  if (a.dimensions == 2 && b.dimensions == 3)
    return size(a, 1) == size(b, 2) ? std::optional(2 * elements(a) * size(b, 1)) : std::nullopt;
  const bool fits =
      a.dimensions == b.dimensions && (a.dimensions == 2 || a.dimensions == 3) && size(a, 1) == size(b, 2);
  if (!fits || (a.dimensions == 3 && a.sizes[0] != b.sizes[0])) return std::nullopt;
  return 2 * elements(a) * size(b, 1);
}

// Each element of the result is a sum over one output channel's weights.
double convolution(const TensorShape& result, const TensorShape& weights) {
  return 2 * elements(result) * elements(weights) / static_cast<double>(std::max<std::int64_t>(1, weights.sizes[0]));
}

// Two products, of queries by keys and of scores by values: 2 B H Sq Sk (D + Dv). A causal mask leaves of Sk positions
// (Sk + 1) / 2 in the mean.
std::optional<double> attention(const ObservedCall& call, bool by_position) {
  const int first = call.row->first;
  const TensorShape* q = at(call.inputs, first);
  const TensorShape* k = at(call.inputs, first + 1);
  const TensorShape* v = at(call.inputs, first + 2);
  if (!q || !k || !v || q->dimensions != 4 || k->dimensions != 4 || v->dimensions != 4 || !call.mode) return {};
  const int position = by_position ? 3 : 2;
  const double queries = size(*q, position);
  const double keys = size(*k, position);
  const bool causal = *call.mode != 0;
  if (causal && queries != keys) return {};  // where its corner lies differs
  const double seen = causal ? (keys + 1) / 2 : keys;
  return 2 * elements(*q) / size(*q, 1) * seen * (size(*q, 1) + size(*v, 1));
}

constexpr double kBackwardProducts = 2.5;  // five products where the way forward has two

bool count_operations(const ObservedCall& call, OperationWork& work) {
  const OperationRow& row = *call.row;
  const TensorShape* a = at(call.inputs, row.first);
  const TensorShape* b = at(call.inputs, row.second);
  if (row.formula == Formula::bytes || row.formula == Formula::overwrites || row.formula == Formula::lists) {
    return true;
  }
  if (!a || !b || !type_of(*a) || is_complex(*a)) return false;
  work.format = type_of(*a)->name;
  std::optional<double> operations;
  switch (row.formula) {
    case Formula::product:
      operations = product(*a, *b);
      break;
    case Formula::convolution:
      if (!call.outputs.empty() && b->dimensions > 2) operations = convolution(call.outputs.front(), *b);
      break;
    case Formula::convolution_transpose:
      if (b->dimensions > 2) operations = convolution(*a, *b);
      break;
    case Formula::convolution_backward: {
      const TensorShape* gradient = at(call.inputs, 0);
      work.parts = (at(call.outputs, 0) ? 1 : 0) + (at(call.outputs, 1) ? 1 : 0);
      if (!gradient || !call.mode || work.parts == 0 || b->dimensions <= 2) break;
      operations = work.parts * convolution(*call.mode != 0 ? *a : *gradient, *b);
      break;
    }
    case Formula::attention:
    case Formula::attention_by_position:
      operations = attention(call, row.formula == Formula::attention_by_position);
      break;
    default:
      operations = attention(call, row.formula == Formula::attention_by_position_backward);
      if (operations) *operations *= kBackwardProducts;
  }
  work.operations = operations.value_or(0);
  return work.operations > 0;
}

std::string in_lower_case(const std::string& function) {
  std::string name = function;
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

bool is_named(const LaunchedKernel& kernel, std::string_view part) {
  return in_lower_case(*kernel.function).find(part) != std::string::npos;
}

// These do fewer operations than the task's, in several kernels.
bool is_transformed(const LaunchedKernel& kernel) { return is_named(kernel, "winograd") || is_named(kernel, "fft"); }

bool does_products(const std::string& function) {
  constexpr std::string_view kProducts[] = {"gemm", "gemv",  "nvjet", "xmma",  "cutlass", "conv",
                                            "fmha", "flash", "sdpa",  "wgrad", "dgrad"};
  constexpr std::string_view kHelpers[] = {"splitkreduce", "nchwto",  "nhwcto", "im2col",        "dot_do_o",
                                           "convert",      "combine", "offset", "reduce_kernel", "memset"};
  const std::string name = in_lower_case(function);
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  return std::any_of(std::begin(kProducts), std::end(kProducts), has) &&
         std::none_of(std::begin(kHelpers), std::end(kHelpers), has);
}

// The gradients of a norm's input and of its weights have a kernel each, and each reads all inputs.
std::vector<std::optional<OperationWork>> shares_of_norm(const OperationWork& work,
                                                         const std::vector<LaunchedKernel>& launched) {
  std::vector<std::optional<OperationWork>> shares(launched.size());
  for (std::size_t i = 0; i < launched.size(); ++i) {
    const bool of_input = is_named(launched[i], "grad_input");
    if (of_input == is_named(launched[i], "gammabeta") || launched[i].times != 1)
      return std::vector<std::optional<OperationWork>>(launched.size());
    shares[i] = work;
    shares[i]->written_bytes = of_input ? work.first_written_bytes : work.written_bytes - work.first_written_bytes;
  }
  return shares;
}

OperationWork times(const OperationWork& work, double share) {
  OperationWork part = work;
  part.operations *= share;
  part.read_bytes *= share;
  part.written_bytes *= share;
  return part;
}

}  // namespace

std::optional<OperationWork> work_of(const ObservedCall& call) {
  OperationWork work;
  if (call.inputs.empty() || !count_operations(call, work) || !count_bytes(call, work)) return std::nullopt;
  return work;
}

std::vector<std::optional<OperationWork>> shares_of(const OperationWork& work,
                                                    const std::vector<LaunchedKernel>& launched) {
  std::vector<std::optional<OperationWork>> shares(launched.size());
  if (!work.format.empty() && std::any_of(launched.begin(), launched.end(), is_transformed)) return shares;
  if (work.format.empty() && launched.size() == 2 &&
      is_named(launched[0], "gammabeta") != is_named(launched[1], "gammabeta"))
    return shares_of_norm(work, launched);
  std::vector<std::size_t> workers;
  std::uint64_t launches = 0;
  for (std::size_t i = 0; i < launched.size(); ++i) {
    const bool alone = launched.size() == 1 && work.parts == 1;
    if (!alone && !work.format.empty() && !does_products(*launched[i].function)) continue;
    workers.push_back(i);
    launches += launched[i].times;
  }
  // Gradients of a convolution's input and weights: which is which does not matter for the operations; of the bytes a
  // half is claimed at most, since one tensor of three is both kernels'.
  if (work.parts == 2) {
    if (launches != 2) return shares;
    for (const std::size_t i : workers) shares[i] = times(work, 0.5 * static_cast<double>(launched[i].times));
    return shares;
  }
  double blocks = 0;
  for (const std::size_t i : workers) {
    if (*launched[i].function != *launched[workers.front()].function) return shares;
    blocks += launched[i].blocks * static_cast<double>(launched[i].times);
  }
  if (blocks <= 0) return shares;  // launches that the driver refuses
  for (const std::size_t i : workers) {
    shares[i] = times(work, launched[i].blocks * static_cast<double>(launched[i].times) / blocks);
  }
  return shares;
}

}  // namespace rooflens::torch
