// What the kernels of nested are: their parameters, their work, and the counters that follow from their code.
#include "kernels/nested/family.hpp"

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::nested {
namespace {

// A multiplication an element; an array read and one written.
models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(elements(problem));
  models::Work work = moved_once(float_bytes(n), float_bytes(n));
  work.operations[models::Precision::fp32] = models::Operations(n);
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(elements(problem)));
}

constexpr Kernel kNested{.parameters = kParameters, .work = work, .device_memory = device_memory};

}  // namespace

extern constexpr Kernel row_per_thread =
    variant_of(kNested, "nested/row-per-thread",
               "a thread per row: lanes read far apart, and wait for the longest row of their warp")
        .against({"nested/grid-per-row", "serial rows", "one thread a row"});

extern constexpr Kernel grid_per_row =
    variant_of(kNested, "nested/grid-per-row", "nested parallelism: a thread per row launches a grid for it")
        .against({"nested/one-grid", "launches on the device", "rows"})
        .with(&Kernel::spills, true);  // what a launch on the device is told: 16 bytes

extern constexpr Kernel one_grid =
    variant_of(kNested, "nested/one-grid", "a thread per element, whatever its row: one launch, by the host")
        .with(&Kernel::expected_counters,
              [](const Problem& problem) {
                return with(contiguous_floats(elements(problem), 1, 1), {expect(counter::kFmul, elements(problem))});
              })
        .with(&Kernel::in_flight_per_thread, always_in_flight<4>);

}  // namespace rooflens::kernels::nested
