#include "profiler/config/kernel_name.hpp"

#include <cxxabi.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <string_view>

#include "models/base/function_name.hpp"
#include "models/base/utf8.hpp"

namespace rooflens::collect {
namespace {

using models::base_name;
using models::template_arguments;

constexpr std::size_t kMost = 60;

// Parts of the names of templates that only carry what another type does.
constexpr std::array<std::string_view, 9> kContainers{"elementwise",  "reduce_kernel", "device_kernel",
                                                      "kernel_agent", "multi_tensor",  "gpu_kernel_impl",
                                                      "ReduceOp",     "func_wrapper",  "ParallelForAgent"};
// Templates that add nothing to the name of what they carry.
constexpr std::array<std::string_view, 2> kWrappers{"Kernel", "Kernel2"};
// Types that say nothing of what a kernel does.
constexpr std::array<std::string_view, 3> kSilent{"Policy", "ListMetadata", "TensorInfo"};

bool tells_something(const std::string& argument) {
  static constexpr std::array<std::string_view, 12> kPlain{"int",  "unsigned", "long",  "bool", "float", "double",
                                                           "char", "short",    "std::", "true", "false", "("};
  if (argument.empty() || std::isdigit(static_cast<unsigned char>(argument.front())) || argument.front() == '-') {
    return false;
  }
  return std::none_of(kPlain.begin(), kPlain.end(),
                      [&](std::string_view plain) { return argument.starts_with(plain); });
}

bool is_container(const std::string& base) {
  return std::any_of(kContainers.begin(), kContainers.end(),
                     [&](std::string_view word) { return base.find(word) != std::string::npos; });
}

std::string first_telling_argument(const std::string& name, int depth = 0) {
  for (const std::string& argument : template_arguments(name)) {
    if (!tells_something(argument)) continue;
    const std::string base = base_name(argument);
    if (std::any_of(kSilent.begin(), kSilent.end(),
                    [&](std::string_view word) { return base.find(word) != std::string::npos; })) {
      continue;
    }
    const std::string inner = is_container(base) && depth < 4 ? first_telling_argument(argument, depth + 1) : "";
    return inner.empty() ? base : inner;
  }
  return {};
}

std::string shortened(const std::string& name) {
  if (name.size() <= kMost) return name;
  std::size_t head = kMost - kMost / 3 - 3;
  std::size_t tail = name.size() - kMost / 3;
  while (head > 0 && models::continues_utf8(name, head)) --head;
  while (models::continues_utf8(name, tail)) ++tail;
  return name.substr(0, head) + "..." + name.substr(tail);
}

// From the shortest form to the longest.
std::string form(const NamedKernel& kernel, int level) {
  const std::string base = kernel.function.empty() ? "(unnamed)" : base_name(kernel.function);
  const bool carries = is_container(base) || std::find(kWrappers.begin(), kWrappers.end(), base) != kWrappers.end();
  const std::string argument = level >= 1 || carries ? first_telling_argument(kernel.function) : "";
  const bool wrapper = carries && !is_container(base);
  std::string name = shortened(argument.empty() ? base : wrapper ? argument : base + "<" + argument + ">");
  const auto& l = kernel.launch;
  if (level == 2) name += fmt::format(" (grid {}, block {})", l.grid.count(), l.block.count());
  if (level >= 3) {
    name += fmt::format(" (grid {}x{}x{}, block {}x{}x{}, {} B)", l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y,
                        l.block.z, l.dynamic_shared_bytes);
  }
  return name;
}

bool same_launch(const models::Launch& a, const models::Launch& b) {
  return a.grid == b.grid && a.block == b.block && a.dynamic_shared_bytes == b.dynamic_shared_bytes;
}

}  // namespace

std::string demangle(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return models::as_utf8(symbol);  // "f" would be float
  // "_Z5caf\xE9s" says five bytes: an escape counts as the byte that it stands for.
  const std::string bytes = models::unescaped_bytes(symbol);
  int status = 0;
  char* text = abi::__cxa_demangle(bytes.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text ? models::escape_invalid_utf8(text) : models::as_utf8(symbol);
  std::free(text);
  return name;
}

std::vector<std::string> short_names(const std::vector<NamedKernel>& kernels) {
  std::vector<std::string> names(kernels.size());
  std::vector<int> level(kernels.size(), 0);
  for (int round = 0; round < 4; ++round) {
    std::map<std::string, std::vector<std::size_t>> sharing;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      names[i] = form(kernels[i], level[i]);
      sharing[names[i]].push_back(i);
    }
    for (const auto& [name, members] : sharing) {
      const bool alike = std::all_of(members.begin(), members.end(),
                                     [&](std::size_t i) { return kernels[i] == kernels[members.front()]; });
      // Geometry tells nothing apart that differs in template arguments alone.
      const bool same_geometry = std::all_of(members.begin(), members.end(), [&](std::size_t i) {
        return same_launch(kernels[i].launch, kernels[members.front()].launch);
      });
      if (alike || (same_geometry && level[members.front()] >= 1)) continue;
      for (const std::size_t i : members) level[i] = std::min(level[i] + 1, 3);
    }
  }
  // What is still the same differs in template arguments that no short form shows.
  std::map<std::string, std::vector<std::size_t>> sharing;
  for (std::size_t i = 0; i < kernels.size(); ++i) sharing[names[i]].push_back(i);
  for (const auto& [name, members] : sharing) {
    std::vector<NamedKernel> distinct;
    for (const std::size_t i : members) {
      auto place = std::find(distinct.begin(), distinct.end(), kernels[i]);
      if (place == distinct.end()) place = distinct.insert(distinct.end(), kernels[i]);
      const auto number = place - distinct.begin() + 1;
      if (number > 1) names[i] += fmt::format(" #{}", number);
    }
  }
  return names;
}

}  // namespace rooflens::collect
