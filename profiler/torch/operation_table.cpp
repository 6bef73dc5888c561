#include "profiler/torch/operation_table.hpp"

#include <string>
#include <unordered_map>

namespace rooflens::torch {
namespace {

// Positions as in PyTorch's native_functions.yaml, 2.4 and later; where a flag is not at its place, nothing is said.
constexpr OperationRow kRows[] = {
    {"aten::mm", Formula::product, 0, 1},
    {"aten::_int_mm", Formula::product, 0, 1},
    {"aten::_scaled_mm", Formula::product, 0, 1},
    {"aten::addmm", Formula::product, 1, 2},
    {"aten::_addmm_activation", Formula::product, 1, 2},
    {"aten::bmm", Formula::product, 0, 1},
    {"aten::baddbmm", Formula::product, 1, 2},
    {"aten::_grouped_mm", Formula::product, 0, 1},
    {"aten::_scaled_grouped_mm", Formula::product, 0, 1},
    {"aten::addmv", Formula::product, 1, 2},
    {"aten::addmv_", Formula::product, 1, 2},
    {"aten::dot", Formula::product, 0, 1},
    {"aten::cudnn_convolution", Formula::convolution, 0, 1},
    {"aten::cudnn_convolution_relu", Formula::convolution, 0, 1},
    {"aten::cudnn_convolution_add_relu", Formula::convolution, 0, 1},
    {"aten::_conv_depthwise2d", Formula::convolution, 0, 1},
    {"aten::conv_depthwise3d", Formula::convolution, 0, 1},
    {"aten::_slow_conv2d_forward", Formula::convolution, 0, 1},
    {"aten::cudnn_convolution_transpose", Formula::convolution_transpose, 0, 1},
    {"aten::slow_conv_transpose2d", Formula::convolution_transpose, 0, 1},
    {"aten::convolution_backward", Formula::convolution_backward, 1, 2, 7},
    {"aten::_flash_attention_forward", Formula::attention_by_position, 0, 1, 8, 3},
    {"aten::_flash_attention_backward", Formula::attention_by_position_backward, 1, 2, 11, 6},
    {"aten::_efficient_attention_forward", Formula::attention_by_position, 0, 1, 9, 4},
    {"aten::_efficient_attention_backward", Formula::attention_by_position_backward, 1, 2, 14, 6},
    {"aten::_scaled_dot_product_cudnn_attention", Formula::attention, 0, 1, 6},
    {"aten::_cudnn_attention_forward", Formula::attention, 0, 1, 10, 4},
    {"aten::_scaled_dot_product_cudnn_attention_backward", Formula::attention_backward, 1, 2, 14, 9},
    {"aten::_cudnn_attention_backward", Formula::attention_backward, 1, 2, 14, 9},
    {.name = "aten::_fused_adam_", .formula = Formula::lists, .written = 0b111101},
    {.name = "aten::_fused_adamw_", .formula = Formula::lists, .written = 0b111101},
    {.name = "aten::_fused_sgd_", .formula = Formula::lists, .written = 0b101},
};

// aten::NAME of each.
constexpr std::string_view kOverwrites[] = {"copy_",    "fill_",      "zero_",   "normal_",
                                            "uniform_", "bernoulli_", "random_", "exponential_"};
constexpr std::string_view kListsOut[] = {"cat",          "_foreach_norm", "_foreach_add",
                                          "_foreach_mul", "_foreach_div",  "_foreach_sqrt"};
constexpr std::string_view kListsInPlace[] = {
    "_foreach_add_",     "_foreach_mul_",     "_foreach_div_",       "_foreach_sqrt_",
    "_foreach_addcmul_", "_foreach_addcdiv_", "_foreach_lerp_",      "_foreach_sub_",
    "_foreach_neg_",     "_foreach_maximum_", "_foreach_clamp_max_", "_amp_foreach_non_finite_check_and_unscale_"};
constexpr std::string_view kListsOverwritten[] = {"_foreach_copy_", "_foreach_zero_"};
constexpr std::string_view kBytes[] = {
    // element by element; each with its form in place
    "add", "sub", "mul", "div", "rsub", "neg", "abs", "pow", "sqrt", "rsqrt", "reciprocal", "exp", "exp2", "log",
    "log1p", "sin", "cos", "tanh", "erf", "sigmoid", "silu", "gelu", "relu", "elu", "leaky_relu", "hardtanh", "expm1",
    "log2", "log10", "tan", "asin", "acos", "atan", "sinh", "cosh", "erfc", "erfinv", "logit", "sgn", "frac", "hypot",
    "logaddexp", "xlogy", "copysign", "fmax", "fmin", "logical_xor", "floor_divide", "nan_to_num", "_prelu_kernel",
    "bitwise_left_shift", "bitwise_right_shift", "log_sigmoid_forward", "hardshrink", "softshrink", "tril", "triu",
    "hardswish", "hardsigmoid", "softplus", "mish", "threshold", "clamp", "clamp_min", "clamp_max", "maximum",
    "minimum", "floor", "ceil", "round", "trunc", "sign", "where", "masked_fill", "addcmul", "addcdiv", "lerp",
    "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "logical_and", "logical_or", "logical_not", "eq", "ne",
    "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "remainder", "fmod", "atan2", "complex", "polar", "glu",
    "_prelu_kernel_backward", "log_sigmoid_backward", "tanh_backward", "sigmoid_backward", "silu_backward",
    "gelu_backward", "threshold_backward", "elu_backward", "leaky_relu_backward", "hardtanh_backward",
    "hardswish_backward", "softplus_backward", "mish_backward", "glu_backward", "native_dropout",
    "native_dropout_backward", "_masked_scale", "flip", "roll",
    // from many elements to fewer
    "sum", "mean", "prod", "amax", "amin", "max", "min", "argmax", "argmin", "any", "all", "norm", "linalg_vector_norm",
    "var", "std", "var_mean", "std_mean", "aminmax", "cumsum", "cumprod",
    // row by row, channel by channel, window by window
    "_softmax", "_log_softmax", "_softmax_backward_data", "_log_softmax_backward_data", "native_layer_norm",
    "native_layer_norm_backward", "_fused_rms_norm", "_fused_rms_norm_backward", "native_group_norm",
    "native_group_norm_backward", "native_batch_norm", "native_batch_norm_backward", "cudnn_batch_norm",
    "cudnn_batch_norm_backward", "_native_batch_norm_legit", "_native_batch_norm_legit_no_training",
    "_batch_norm_with_update", "batch_norm_stats", "batch_norm_elemt", "batch_norm_gather_stats_with_counts",
    "batch_norm_backward_reduce", "batch_norm_backward_elemt", "_weight_norm_interface",
    "_weight_norm_interface_backward", "max_pool2d_with_indices", "max_pool2d_with_indices_backward", "avg_pool2d",
    "avg_pool2d_backward", "_adaptive_avg_pool2d", "_adaptive_avg_pool2d_backward", "upsample_nearest2d",
    "upsample_nearest2d_backward", "upsample_bilinear2d", "upsample_bilinear2d_backward", "mse_loss",
    "mse_loss_backward", "smooth_l1_loss", "smooth_l1_loss_backward", "huber_loss", "huber_loss_backward",
    "binary_cross_entropy", "binary_cross_entropy_backward"};

using Table = std::unordered_map<std::string_view, OperationRow>;

Table make_table() {
  static auto* names = new std::unordered_map<std::string, char>;  // nodes do not move
  Table table;
  const auto add = [&](std::string_view name, Formula formula, int first = 0, unsigned written = 0) {
    const std::string_view full = names->emplace("aten::" + std::string(name), 0).first->first;
    table.emplace(full, OperationRow{.name = full, .formula = formula, .first = first, .written = written});
  };
  for (const OperationRow& row : kRows) table.emplace(row.name, row);
  for (const auto name : kOverwrites) add(name, Formula::overwrites);
  for (const auto name : kListsOut) add(name, Formula::lists);
  for (const auto name : kListsInPlace) add(name, Formula::lists, 0, 1);
  for (const auto name : kListsOverwritten) add(name, Formula::lists, -1, 1);  // no first argument is read
  for (const auto name : kBytes) {
    add(name, Formula::bytes);
    add(std::string(name) + '_', Formula::bytes);
  }
  return table;
}

}  // namespace

const OperationRow* find_operation(std::string_view name) {
  static const auto* table = new Table(make_table());
  const auto row = table->find(name);
  return row == table->end() ? nullptr : &row->second;
}

}  // namespace rooflens::torch
