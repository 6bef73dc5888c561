// The device half of the catalogue, spelled out from catalogue.def like the host half.
#include <algorithm>
#include <array>

#include "kernels/device/prepared.hpp"

namespace rooflens::kernels {

#define ROOFLENS_KERNEL(family, variant)                                     \
  namespace family {                                                         \
  extern const Kernel variant;                                               \
  [[nodiscard]] std::unique_ptr<Prepared> prepare_##variant(const Problem&); \
  }
#include "kernels/catalogue.def"
#undef ROOFLENS_KERNEL

namespace {

struct Entry {
  const Kernel* kernel;
  PrepareFunction prepare;
};

#define ROOFLENS_KERNEL(family, variant) Entry{&family::variant, &family::prepare_##variant},
constexpr std::array kPrepareFunctions{
#include "kernels/catalogue.def"
};
#undef ROOFLENS_KERNEL

}  // namespace

PrepareFunction find_prepare(std::string_view name) {
  const auto it = std::find_if(kPrepareFunctions.begin(), kPrepareFunctions.end(),
                               [&](const Entry& entry) { return entry.kernel->name == name; });
  return it == kPrepareFunctions.end() ? nullptr : it->prepare;
}

}  // namespace rooflens::kernels
