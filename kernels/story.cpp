#include "kernels/story.hpp"

#include <algorithm>
#include <array>

#include "kernels/reduction/story.hpp"

namespace rooflens::kernels {
namespace {

constexpr std::array kCopy{
    Step{"copy/float1", "One thread per element, 4 bytes per access."},
    Step{"copy/float4", "16 bytes per access: a quarter of the instructions."},
};
constexpr std::array kVectorAdd{
    Step{"vector_add/two-d-grid", "One thread per element, numbered over a two-dimensional grid."},
    Step{"vector_add/one-d", "A one-dimensional grid: less index arithmetic."},
    Step{"vector_add/float4", "16 bytes per access: a quarter of the instructions."},
};
constexpr std::array kSaxpy{
    Step{"saxpy/one-d", "One thread per element, 4 bytes per access."},
    Step{"saxpy/float4", "16 bytes per access: a quarter of the instructions."},
};
constexpr std::array kTriad{
    Step{"triad/one-d", "One thread per element, 4 bytes per access."},
    Step{"triad/float4", "16 bytes per access: a quarter of the instructions."},
};
constexpr std::array kTranspose{
    Step{"transpose/naive-row", "Reads rows and writes columns: every store goes to a sector of its own."},
    Step{"transpose/tiled",
         "A tile in shared memory makes both directions coalesced, but its columns conflict in banks."},
    Step{"transpose/padded", "A column of padding puts the elements of a column into different banks."},
    Step{"transpose/unrolled-padded", "A larger tile with 16 elements in flight per thread."},
};
constexpr std::array kSharedLayout{
    Step{"shared_layout/column-column", "The tile is written and read by columns: conflicts both ways."},
    Step{"shared_layout/row-column", "Written by rows: the stores do not conflict any more."},
    Step{"shared_layout/padded", "A column of padding: neither do the loads."},
};
constexpr std::array kHistogram{
    Step{"histogram/atomic", "One thread per element; every atomic goes to one copy in global memory."},
    Step{"histogram/private-global", "Several copies in global memory: fewer blocks meet on one address."},
    Step{"histogram/private-shared", "A copy for each block in shared memory."},
    Step{"histogram/coarsened-contiguous", "Several elements per thread, in a row as on a CPU: uncoalesced."},
    Step{"histogram/coarsened-interleaved", "The same elements dealt out in turns: coalesced."},
    Step{"histogram/aggregated", "A thread adds up runs of equal elements before it adds them to shared memory."},
    Step{"histogram/replicated", "A copy for each lane, each in a bank of its own."},
};
constexpr std::array kScan{
    Step{"scan/segmented", "Tiles, then the sums of tiles, then everything once more: the output is touched twice."},
    Step{"scan/decoupled-look-back", "One pass: each tile adds what those before it have published."},
};
constexpr std::array kStencil1d{
    Step{"stencil1d/read-only-cache", "Elements and coefficients through the L1."},
    Step{"stencil1d/constant-coefficients", "The coefficients move to constant memory: a third of the loads goes."},
    Step{"stencil1d/shared-tile",
         "A tile with its halo in shared memory: an element is loaded once for its neighbours."},
};
constexpr std::array kStencil3d{
    Step{"stencil3d/basic", "A thread a point, every neighbour from global memory."},
    Step{"stencil3d/tiled", "A small cube with its halo in shared memory; much of it is halo."},
    Step{"stencil3d/coarsened", "Marches along z with whole planes in shared memory: less halo."},
    Step{"stencil3d/register-tiled", "Neighbours along z stay in registers; one plane is left in shared memory."},
    Step{"stencil3d/vectorised", "Wide loads, and no thread that only loads."},
};
constexpr std::array kConvolution2d{
    Step{"convolution2d/basic", "A thread an output; filter and image from global memory."},
    Step{"convolution2d/constant-memory", "The filter moves to constant memory: half of the loads goes."},
    Step{"convolution2d/tiled-halo", "A tile with its halo in shared memory; the threads of the halo only load."},
    Step{"convolution2d/tiled-cached-halo", "The tile alone in shared memory; its neighbours come from the caches."},
    Step{"convolution2d/register-tiled", "Many outputs per thread: an element is loaded once for all of them."},
};
constexpr std::array kGemm{
    Step{"gemm/naive", "One thread per element, every operand from global memory."},
    Step{"gemm/tiled", "Tiles in shared memory: a thirty-second of the global reads."},
    Step{"gemm/register-tiled", "64 sums per thread in registers: far fewer shared loads per multiply-add."},
    Step{"gemm/launch-bounds", "Compiled so that two blocks fit on an SM."},
    Step{"gemm/vectorised", "Loads of 16 bytes from global and shared memory."},
};

constexpr std::array kStories{
    Story{"copy", kCopy},
    Story{"vector_add", kVectorAdd},
    Story{"saxpy", kSaxpy},
    Story{"triad", kTriad},
    Story{"transpose", kTranspose},
    Story{"shared_layout", kSharedLayout},
    Story{"histogram", kHistogram},
    Story{"scan", kScan, "The other two variants scan each block's segment by itself, which is a smaller task."},
    Story{"stencil1d", kStencil1d},
    Story{"stencil3d", kStencil3d},
    Story{"convolution2d", kConvolution2d},
    Story{"gemm", kGemm, "The variants of other number formats do another task."},
};

// A family's peer stands before it; kernels that do something else than their family are named themselves.
struct PeerRule {
  std::string_view kernels;  ///< a kernel, or a family with its slash
  std::string_view peer;     ///< empty: none
};
constexpr std::array kPeers{
    PeerRule{"copy/row", ""},
    PeerRule{"copy/column", ""},
    PeerRule{"copy/", "peer/memcpy-device-to-device"},
    PeerRule{"reduction/", "peer/cub-reduce"},
    PeerRule{"scan/segmented", "peer/cub-scan"},
    PeerRule{"scan/decoupled-look-back", "peer/cub-scan"},
    PeerRule{"histogram/", "peer/cub-histogram"},
    PeerRule{"gemm/tensor-core-bf16", "peer/cublas-bf16-gemm"},
    PeerRule{"gemm/tensor-core-fp16", ""},
    PeerRule{"gemm/half2", ""},
    PeerRule{"gemm/", "peer/cublas-sgemm"},
};

}  // namespace

Story story_of(std::string_view family) {
  if (family == "reduction") return reduction::story();
  const auto* const it =
      std::find_if(kStories.begin(), kStories.end(), [&](const Story& s) { return s.family == family; });
  return it == kStories.end() ? Story{family, {}} : *it;
}

std::string_view peer_of(std::string_view kernel) {
  for (const PeerRule& rule : kPeers) {
    if (rule.kernels.ends_with('/') ? kernel.starts_with(rule.kernels) : kernel == rule.kernels) return rule.peer;
  }
  return {};
}

}  // namespace rooflens::kernels
