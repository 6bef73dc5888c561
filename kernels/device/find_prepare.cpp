// The device half of the catalogue, spelled out from catalogue.def like the host half.
#include <algorithm>
#include <array>

#include "kernels/device/prepared.hpp"
#include "kernels/device/requirements.hpp"

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

// Nothing is allocated for a problem that the device cannot hold.
template <const Kernel& kKernel, PrepareFunction kPrepare>
std::unique_ptr<Prepared> checked(const Problem& problem) {
  require_device(kKernel, problem);
  return kPrepare(problem);
}

#define ROOFLENS_KERNEL(family, variant) Entry{&family::variant, &checked<family::variant, family::prepare_##variant>},
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
