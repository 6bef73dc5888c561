#include "profiler/cli/batch.hpp"

#include <memory>

#include "profiler/collect/nvtx_range.hpp"

namespace rooflens::cli {
namespace {

constexpr std::size_t kMostCases = 64;

struct Member {
  const Case* source;
  std::unique_ptr<kernels::Prepared> prepared;
  models::Verification verification;
};

models::Verification verify(kernels::Prepared& prepared) {
  const collect::NvtxRange phase("verify");
  prepared.reset(true);
  prepared.launch();
  return prepared.verify();
}

models::Observation observe(const Member& member, collect::Capture capture, const RunOptions& options) {
  models::Observation o;
  o.name = member.source->kernel->name;
  o.scope = models::Scope::launch;
  o.parameters = member.source->problem.values();
  o.launches = member.prepared->launches();
  o.launches_made = capture.durations.size();
  o.launches_observed = capture.observed;
  o.cache = options.cache;
  o.durations = std::move(capture.durations);
  o.clocks_before = std::move(capture.clocks_before);
  o.clocks_after = std::move(capture.clocks_after);
  o.counters = std::move(capture.counters);
  o.refused = std::move(capture.refused);
  o.work = member.source->kernel->work(member.source->problem);
  o.verification = member.verification;
  return o;
}

}  // namespace

std::vector<std::span<const Case>> split_into_batches(std::span<const Case> cases, models::Bytes free_memory) {
  std::vector<std::span<const Case>> batches;
  const models::Bytes limit = free_memory * 0.5;
  std::size_t begin = 0;
  while (begin < cases.size()) {
    models::Bytes used;
    std::size_t end = begin;
    while (end < cases.size() && end - begin < kMostCases) {
      used += cases[end].kernel->device_memory(cases[end].problem);
      if (used > limit && end > begin) break;
      ++end;
    }
    batches.push_back(cases.subspan(begin, end - begin));
    begin = end;
  }
  return batches;
}

BatchResult run_batch(const Backend& backend, collect::Collector& collector, std::span<const Case> batch,
                      const RunOptions& options, models::ComputeCapability device,
                      const std::function<void(const std::string&)>& announce) {
  BatchResult result;
  std::vector<Member> members;
  for (const Case& entry : batch) {
    const kernels::Kernel& kernel = *entry.kernel;
    const std::string name(kernel.name);
    const kernels::PrepareFunction prepare = backend.find_prepare(kernel.name);
    if (!prepare) {
      result.skipped.push_back({name, "this build has no device code for it"});
      continue;
    }
    if (device < kernel.minimum_compute_capability) {
      result.skipped.push_back({name, "it needs compute capability " +
                                          std::to_string(kernel.minimum_compute_capability.major) + "." +
                                          std::to_string(kernel.minimum_compute_capability.minor)});
      continue;
    }
    announce(name);
    const collect::NvtxKernelRange named(name);
    Member member{&entry, prepare(entry.problem), {}};
    member.verification = verify(*member.prepared);
    members.push_back(std::move(member));
  }
  std::vector<collect::Request> requests;
  for (const Member& member : members) {
    kernels::Prepared* prepared = member.prepared.get();
    requests.push_back({.name = std::string(member.source->kernel->name),
                        .launch = [prepared] { prepared->launch(); },
                        .reset = [prepared] { prepared->reset(false); },
                        .cache = options.cache,
                        .repetitions = options.repetitions});
  }
  if (!requests.empty()) announce(requests.size() == 1 ? requests.front().name : "times and counters of the batch");
  std::vector<collect::Capture> captures = collector.capture(requests);
  for (std::size_t i = 0; i < members.size(); ++i) {
    result.observations.push_back(observe(members[i], std::move(captures[i]), options));
  }
  return result;
}

}  // namespace rooflens::cli
