#include "profiler/actions/run/batch.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "models/base/find_in.hpp"
#include "profiler/config/nvtx_range.hpp"

namespace rooflens::actions {
namespace {

struct Member {
  const Case* source;
  std::unique_ptr<kernels::Prepared> prepared;
  models::Verification verification;
  std::optional<models::BlockTrace> blocks;
};

// The launch has a range of its own, so that a profiler can pick it and neither what fills its inputs nor what checks
// its results.
models::Verification verify(kernels::Prepared& prepared) {
  {
    const collect::NvtxRange phase("reset");
    prepared.reset(true);
  }
  {
    const collect::NvtxRange phase(collect::kVerifyRange);
    prepared.launch();
  }
  const collect::NvtxRange phase("compare");
  return prepared.verify();
}

collect::NvtxPayload payload_of(const Case& entry) {
  const models::Work work = entry.kernel->work(entry.problem);
  collect::NvtxPayload payload{{}, work.compulsory.total()};
  for (const auto& [precision, operations] : work.operations) {
    if (models::is_floating_point(precision)) payload.flops += operations;
  }
  return payload;
}

collect::Request request_of(const Case& entry, kernels::Prepared* prepared, const RunRequest& request) {
  return {.name = std::string(entry.kernel->name),
          .launch = [prepared] { prepared->launch(); },
          .reset = [prepared] { prepared->reset(false); },
          .cache = request.cache,
          .repetitions = request.repetitions,
          .more_if_short = true,
          .payload = payload_of(entry)};
}

// "void a::(anonymous namespace)::b_kernel<a::C>(int)" and "a::b_kernel<C>" -> "a::b_kernel"
std::string plain_name(std::string function) {
  constexpr std::string_view kReturnsNothing = "void ", kAnonymous = "(anonymous namespace)::";
  if (function.starts_with(kReturnsNothing)) function.erase(0, kReturnsNothing.size());
  for (std::size_t at; (at = function.find(kAnonymous)) != std::string::npos;) function.erase(at, kAnonymous.size());
  return function.substr(0, function.find_first_of("<("));
}

// Of the functions that were met while a kernel was sampled those that it launches; what resets its inputs is none of
// them. A library's kernels do not say what they launch.
void keep_own(std::vector<models::FunctionProfile>& functions, const Case& entry,
              const std::vector<models::Launch>& launches) {
  const bool told = std::any_of(launches.begin(), launches.end(), [](const auto& l) { return !l.function.empty(); });
  std::erase_if(functions, [&](models::FunctionProfile& function) {
    const std::string plain = plain_name(function.function);
    if (!told) return plain.starts_with("rooflens::");
    const auto* launch = models::find_in(launches, [&](const auto& l) { return plain_name(l.function) == plain; });
    if (launch) function.function = launch->function;
    return !launch;
  });
  for (models::FunctionProfile& function : functions) function.kernel = entry.kernel->name;
}

models::Observation observe(const Member& member, collect::Capture capture, const RunRequest& request) {
  models::Observation o;
  o.name = member.source->kernel->name;
  o.scope = models::Scope::launch;
  o.parameters = member.source->problem.values();
  o.launches = member.prepared->launches();
  o.launches_made = capture.durations.size();
  o.launches_counted = capture.observed;
  if (capture.observed > 0) {
    o.replay = request.collector.replay == "kernel" ? models::Replay::kernel : models::Replay::user;
  }
  o.cache = request.cache;
  o.durations = std::move(capture.durations);
  o.clocks_before = std::move(capture.clocks_before);
  o.clocks_during = std::move(capture.clocks_during);
  o.timed_clock = capture.timed_clock;
  o.counters = std::move(capture.counters);
  o.refused = std::move(capture.refused);
  o.work = kernels::declared_work(*member.source->kernel, member.source->problem);
  o.verification = member.verification;
  o.blocks = member.blocks;
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

std::vector<models::Observation> run_batch(const Backend& backend, collect::Collector& collector,
                                           std::span<const Case> batch, const RunRequest& request,
                                           const std::function<void(const std::string&)>& announce) {
  std::vector<Member> members;
  for (const Case& entry : batch) {
    const std::string name(entry.kernel->name);
    announce("verifying " + name);
    const collect::NvtxKernelRange named(name, payload_of(entry));
    Member member{&entry, backend.find_prepare(name)(entry.problem), {}, {}};
    member.verification = verify(*member.prepared);
    // Of the launch that was verified: what comes later is replayed with patched code, which takes its time.
    if (member.verification.status == models::VerificationStatus::verified) {
      member.blocks = block_trace(member.prepared->block_events());
    }
    members.push_back(std::move(member));
  }
  std::vector<collect::Request> requests;
  for (const Member& member : members) {
    kernels::Prepared* prepared = member.prepared.get();
    requests.push_back(request_of(*member.source, prepared, request));
  }
  announce("timing and counting " +
           (requests.size() == 1 ? requests.front().name : std::to_string(requests.size()) + " kernels"));
  std::vector<collect::Capture> captures = collector.capture(requests);
  if (captures.size() != requests.size()) {
    throw std::logic_error("the collector answered " + std::to_string(captures.size()) + " of " +
                           std::to_string(requests.size()) + " requests");
  }
  std::vector<models::Observation> observations;
  for (std::size_t i = 0; i < members.size(); ++i) {
    observations.push_back(observe(members[i], std::move(captures[i]), request));
  }
  return observations;
}

std::vector<models::FunctionProfile> sample_batch(const Backend& backend, collect::StallSampling& sampling,
                                                  std::span<const Case> batch, const RunRequest& request,
                                                  const std::function<void(const std::string&)>& announce) {
  std::vector<models::FunctionProfile> functions;
  for (const Case& entry : batch) {
    announce("sampling " + std::string(entry.kernel->name));
    const auto prepared = backend.find_prepare(entry.kernel->name)(entry.problem);
    prepared->reset(true);
    std::vector<models::FunctionProfile> met = sampling.sample(request_of(entry, prepared.get(), request));
    keep_own(met, entry, prepared->launches());
    functions.insert(functions.end(), std::make_move_iterator(met.begin()), std::make_move_iterator(met.end()));
  }
  return functions;
}

std::optional<models::BlockTrace> block_trace(std::span<const kernels::WarpEvent> events) {
  if (events.empty()) return std::nullopt;
  models::BlockTrace trace;
  const auto first = std::min_element(events.begin(), events.end(),
                                      [](const auto& a, const auto& b) { return a.start_ns < b.start_ns; });
  const std::uint64_t zero = first->start_ns;
  std::set<std::uint32_t> sms;
  for (const kernels::WarpEvent& warp : events) {
    const std::uint64_t start = warp.start_ns - zero;
    const std::uint64_t end = warp.end_ns - zero;
    if (trace.blocks.empty() || trace.blocks.back().block != warp.block) {
      trace.blocks.push_back({warp.block, warp.sm, 0, start, end});
      sms.insert(warp.sm);
    }
    models::BlockEvent& block = trace.blocks.back();
    ++block.warps;
    block.start_ns = std::min(block.start_ns, start);
    block.end_ns = std::max(block.end_ns, end);
    trace.span_ns = std::max(trace.span_ns, end);
  }
  trace.blocks_run = trace.blocks.size();
  trace.sms_run = static_cast<std::uint32_t>(sms.size());
  return models::keep_whole_sms(std::move(trace), models::kMostBlocks);
}

}  // namespace rooflens::actions
