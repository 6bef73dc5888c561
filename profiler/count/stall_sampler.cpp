#include "profiler/count/stall_sampler.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

// 4 million samples a second on 132 SMs, which takes CUPTI's worker a tenth of a core to read.
constexpr collect::cupti::SamplingPace kPace{.period_exponent = 16, .worker_sleep_ms = 30};

}  // namespace

StallSampler::StallSampler(std::shared_ptr<const collect::cupti::Api> api, CUcontext context, int device,
                           SourceLines& sources, Logbook& logbook)
    : logbook_(logbook), sampler_(std::move(api), context, kPace), log_(sources, logbook, device, sampler_.reasons()) {}

void StallSampler::drain_last() {
  sampler_.wait_for_worker();
  drain();
}

void StallSampler::drain() {
  const bool whole = sampler_.drain([this](const collect::cupti::PcSample& sample) {
    log_.add(sample.cubin_crc, sample.function, sample.offset, sample.reason, sample.samples);
    samples_ += sample.samples;
  });
  if (!whole) {
    logbook_.note(Level::information, "samples-dropped",
                  "some samples of warps were lost because they came faster than they could be read");
  }
  log_.write(0);
}

}  // namespace rooflens::inject
