// Host description of transpose/naive-column.
#include "kernels/transpose/naive_column.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel naive_column{
    .name = "transpose/naive-column",
    .family = "transpose",
    .summary = "reads columns, writes rows: every load of a warp comes from a sector of its own",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .partner = {.name = "copy/row", .cause = "uncoalesced loads", .dose = "32 sectors a request instead of 4"},
    .expected_counters =
        [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalStoreSectors, counter::kGlobalLoadSectors);
        },
};

}  // namespace rooflens::kernels::transpose
