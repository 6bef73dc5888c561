#include "profiler/schedule/known_formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
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

TensorFormats KnownFormats::wanted(const KernelState& kernel) const {
  using Tensor = KernelState::Tensor;
  const Tensor tensor = kernel.tensor;
  const bool matrix = tensor == Tensor::yes || (tensor == Tensor::unknown && sounds_like_tensor(kernel.function));
  if (!matrix) return TensorFormats::none;
  // A second replay after one that left something open is the last for some modes, and gets everything.
  const bool last = kernel.replays > 0 && !kernel.replayed;
  const bool promising = !kernel.unexplained && rates_.contains(family_of(kernel.function));
  return promising && !last ? TensorFormats::known : TensorFormats::all;
}

bool KnownFormats::learn(KernelState& kernel, const std::vector<std::pair<std::string, double>>& operations,
                         double cycles, bool all) {
  const std::pair<std::string, double>* only = nullptr;
  int used = 0;
  for (const auto& format : operations) {
    if (!(format.second > 0)) continue;
    ++used;
    only = &format;
    const auto place = std::lower_bound(counters_.begin(), counters_.end(), format.first);
    if (place == counters_.end() || *place != format.first) counters_.insert(place, format.first);
  }
  const double rate = used == 1 ? only->second / cycles : std::nan("");
  const std::string family = family_of(kernel.function);
  if (all && std::isfinite(rate)) rates_.try_emplace(family, Rate{only->first, rate});
  const auto known = rates_.find(family);
  const bool explained =
      known != rates_.end() && used == 1 && known->second.counter == only->first &&
      std::abs(rate - known->second.operations_per_cycle) <= kSameRateWithin * known->second.operations_per_cycle;
  kernel.unexplained = !explained;
  return all || explained;
}

}  // namespace rooflens::inject
