// Host description of transpose/naive-row.
#include "kernels/transpose/naive_row.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel naive_row{
    .name = "transpose/naive-row",
    .family = "transpose",
    .summary = "reads rows, writes columns: every store of a warp goes to a sector of its own",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .partner = {.name = "copy/row", .cause = "uncoalesced stores", .dose = "32 sectors a request instead of 4"},
    .expected_counters =
        [](const Problem& problem) {
          return naive_counters(problem, counter::kGlobalLoadSectors, counter::kGlobalStoreSectors);
        },
};

}  // namespace rooflens::kernels::transpose
