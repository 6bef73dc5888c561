#include "profiler/inject/known_formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace rooflens::inject {
namespace {

constexpr std::array<std::string_view, 11> kMatrixWords{
    "gemm", "mma", "cutlass", "conv", "fmha", "flash", "attention", "nvjet", "tensorop", "matmul", "tensor_core"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool sounds_like_tensor(const std::string& symbol) {
  std::string lower = symbol;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(kMatrixWords.begin(), kMatrixWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string family_of(const std::string& symbol) {
  for (std::size_t i = 1; i + 1 < symbol.size(); ++i) {
    if (symbol[i] != 'x' || !is_digit(symbol[i - 1]) || !is_digit(symbol[i + 1])) continue;
    std::size_t begin = i;
    while (begin > 0 && is_digit(symbol[begin - 1])) --begin;
    return symbol.substr(0, begin);
  }
  return symbol;
}

TensorFormats KnownFormats::wanted(const Kernel& kernel) const {
  using Tensor = KernelTurns::Tensor;
  const Tensor tensor = kernel.turns.tensor;
  const bool matrix =
      tensor == Tensor::yes || (tensor == Tensor::unknown && sounds_like_tensor(kernel.record.function));
  if (!matrix) return TensorFormats::none;
  // A second replay after one that left something open is the last for some modes, and gets everything.
  const bool last = kernel.replays > 0 && !kernel.replayed;
  const bool promising = !kernel.unexplained && explained_.contains(family_of(kernel.record.function));
  return promising && !last ? TensorFormats::known : TensorFormats::all;
}

void KnownFormats::learn(Kernel& kernel, const std::vector<std::string>& used, bool explained) {
  for (const std::string& counter : used) {
    const auto place = std::lower_bound(counters_.begin(), counters_.end(), counter);
    if (place == counters_.end() || *place != counter) counters_.insert(place, counter);
  }
  if (explained) {
    explained_.insert(family_of(kernel.record.function));
  } else {
    kernel.unexplained = true;
  }
}

}  // namespace rooflens::inject
