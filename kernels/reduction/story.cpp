#include "kernels/reduction/story.hpp"

#include <array>

namespace rooflens::kernels::reduction {
namespace {

// Each iteration of the book's timer also copies the 64 MiB of input, about 0.17 ms on that board; what is left is an
// estimate.
constexpr Published in_book(double printed_ms, double kernel_ms,
                            std::string_view remark = "the printed time holds a copy of the input as well") {
  return {"Learn CUDA Programming, chapter 3", "Tesla V100 PCIe", "2^24 floats", printed_ms, kernel_ms, remark};
}

constexpr Published in_tutorial(double printed_ms, std::string_view remark) {
  return {"RussWong/CUDATutorial", "Tesla T4", "25.6 million floats", printed_ms, 0, remark};
}

constexpr std::string_view kCold = "one launch, cold";
constexpr std::string_view kSmaller = "one launch, cold, blocks of 128 threads";

constexpr std::array kNaive{in_book(4.609, 4.44)};
constexpr std::array kModulo{in_book(0.624, 0.45), in_tutorial(3.835, kCold)};
constexpr std::array kStrided{
    in_book(0.446, 0.27, "the printed time holds a copy of the input as well; elsewhere the text gives 0.399 ms")};
constexpr std::array kSequential{in_book(0.378, 0.20), in_tutorial(2.300, kCold)};
constexpr std::array kFirstAdd{in_tutorial(1.147, kSmaller)};
constexpr std::array kLastWarp{in_tutorial(0.694, kSmaller)};
constexpr std::array kUnrolled{in_tutorial(0.656, kSmaller)};
constexpr std::array kGridStride{in_book(0.278, 0.10)};
constexpr std::array kFourLoads{in_book(0.264, 0.09)};

constexpr std::array kTwoPass{in_tutorial(1.815, "one launch, cold, and a second one of one block for 100 000 sums")};

constexpr std::array kBeside{
    Step{"reduction/two-pass", "Grid stride, then a second launch of one block over the partial sums.", kTwoPass},
};

constexpr std::array kSteps{
    Step{"reduction/global-naive", "Adds in place in global memory, with a launch for each stride.", kNaive},
    Step{"reduction/interleaved-modulo",
         "A block's tree moves into shared memory: the input is read once instead of in every stride.", kModulo},
    Step{"reduction/bitmask", "A mask replaces the remainder; the warps diverge as before."},
    Step{
        "reduction/strided-index",
        "Neighbouring threads do the adding, so that whole warps retire; their strided accesses now conflict in banks.",
        kStrided},
    Step{"reduction/sequential", "The stride halves instead of doubling: neighbours touch neighbouring banks.",
         kSequential},
    Step{"reduction/first-add-on-load", "Each thread adds two loads first: twice the bytes in flight.", kFirstAdd},
    Step{"reduction/last-warp-unrolled", "The last warp works without barriers of the block.", kLastWarp},
    Step{"reduction/fully-unrolled", "The tree has no loop any more: a kernel for each block size.", kUnrolled},
    Step{"reduction/unroll-4-blocks", "Four loads per thread instead of two."},
    Step{"reduction/grid-stride", "One wave of blocks sums in registers, then by shuffles: no block starts late.",
         kGridStride},
    Step{"reduction/grid-stride-4-loads", "Four sums per thread that do not wait for each other.", kFourLoads},
    Step{"reduction/float4", "Loads of 16 bytes, and the last block adds up the partial sums: one launch."},
};

}  // namespace

Story story() {
  return {"reduction", kSteps,
          "The steps from interleaved-modulo to unroll-4-blocks leave one sum for each block, those after them and the "
          "peer one sum of everything: a difference of less than one element in a hundred.",
          kBeside};
}

}  // namespace rooflens::kernels::reduction
