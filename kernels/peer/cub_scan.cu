// out[i] = sum over j in 0..i of in[j]        cub::DeviceScan, the peer of scan/decoupled-look-back
// flops n - 1, bytes read 4n, bytes written 4n
#include "kernels/peer/prepared.cuh"
#include "kernels/scan/prepared.cuh"

namespace rooflens::kernels::peer {

std::unique_ptr<Prepared> prepare_cub_scan(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const bool exclusive = problem["exclusive"] != 0;
  const CubMemory memory([=](Temporary& asked) { scan_with_cub(asked, nullptr, nullptr, n, exclusive); });
  scan::ScanPlan plan{.segment = n, .launch = {}, .describe = unknown_launches};
  plan.launch = [=](const scan::ScanBuffers& b) {
    Temporary temporary = memory.get();
    scan_with_cub(temporary, b.in, b.out, b.n, exclusive);
  };
  return scan::make_prepared(problem, std::move(plan));
}

}  // namespace rooflens::kernels::peer
