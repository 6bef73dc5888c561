// The host half of the catalogue, spelled out from catalogue.def: no self-registration, which a static library would
// lose.
#include "kernels/catalogue.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "models/base/edit_distance.hpp"

namespace rooflens::kernels {

#define ROOFLENS_KERNEL(family, variant) \
  namespace family {                     \
  extern const Kernel variant;           \
  }
#include "kernels/catalogue.def"
#undef ROOFLENS_KERNEL

namespace {

#define ROOFLENS_KERNEL(family, variant) &family::variant,
constexpr std::array kCatalogue{
#include "kernels/catalogue.def"
};
#undef ROOFLENS_KERNEL

bool matches(std::string_view glob, std::string_view text) {
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last '*', and where it began to eat
  std::size_t eaten = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      eaten = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++eaten;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

// People often type the family or the variant alone. Nothing where none of them is near.
std::optional<std::size_t> distance(std::string_view typed, const Kernel& kernel) {
  const std::string_view variant = kernel.name.substr(kernel.family().size() + 1);
  std::optional<std::size_t> least;
  for (const std::string_view name : {kernel.name, kernel.family(), variant}) {
    if (models::is_near(typed, name))
      least = std::min(least.value_or(typed.size()), models::edit_distance(typed, name));
  }
  return least;
}

}  // namespace

std::span<const Kernel* const> catalogue() { return kCatalogue; }

const Kernel* find(std::string_view name) {
  const auto it = std::find_if(kCatalogue.begin(), kCatalogue.end(), [&](const Kernel* k) { return k->name == name; });
  return it == kCatalogue.end() ? nullptr : *it;
}

std::vector<const Kernel*> match(std::string_view glob) {
  std::vector<const Kernel*> found;
  std::copy_if(kCatalogue.begin(), kCatalogue.end(), std::back_inserter(found),
               [&](const Kernel* kernel) { return matches(glob, kernel->name); });
  return found;
}

std::vector<std::string_view> nearest(std::string_view typed, std::size_t limit) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  typed = typed.substr(0, typed.find_last_not_of("/*?") + 1);
  for (const Kernel* kernel : kCatalogue) {
    if (const auto steps = distance(typed, *kernel)) ranked.emplace_back(*steps, kernel->name);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::min(limit, ranked.size()); ++i) names.push_back(ranked[i].second);
  return names;
}

}  // namespace rooflens::kernels
