// Fills a store with simulated ranks made from a recorded one, to measure stores and their queries with.
// usage: fleet_ranks STORE SESSION[,SESSION] JOB RANKS KERNELS SEED [CAUSE=RANK ...] [missing=RANK ...] [from=RANK]
// [sessions] With `sessions`, STORE is a folder that gets a session for each rank instead. Causes: clock (5 % less),
// throttling (the same, and the driver says so), dram (10 % less), work (2 % more), host (late by 5 % of the rank's
// time), waiting (in the collective for so much longer than the others); link (NVLink at half its rate, which delays
// nothing). Every rank differs from the others by noise of its own: 0.2 to 3 % a kernel, 1 % of what is not exact among
// counters and of each kept duration, 0.05 % of the clock, 0.1 % of the host's time. Ranks wait for the slowest in a
// collective. Eight ranks are a host; each host is exported at once, as a job would.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <numbers>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/base/sha256.hpp"
#include "profiler/fleet/publisher.hpp"
#include "profiler/session/digest.hpp"
#include "profiler/session/session.hpp"

namespace {

using namespace rooflens;

/// SplitMix64 by key: a rank's numbers do not depend on which other ranks are made.
class Random {
 public:
  explicit Random(std::uint64_t key) : state_(key * 0x9e3779b97f4a7c15) {}
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

struct Plan {
  std::string store, sessions, job;
  int ranks = 0;
  bool sessions_only = false;
  int from = 0;  ///< a multiple of kRanksPerHost: several programs share the work
  std::size_t kernels = 0;
  std::uint64_t seed = 0;
  std::map<int, std::string> causes;
  std::set<int> missing;
};

constexpr int kRanksPerHost = 8;
constexpr const char* kCollective = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

// Of one machine, and those of the catalogue as often as takes 10 ms.
std::vector<models::Observation> timed_kernels(const models::Recording& recorded) {
  std::vector<models::Observation> timed;
  for (models::Observation o : recorded.observations) {
    const auto time = models::summarise(o.durations);
    if (o.scope != models::Scope::launch || !time) continue;
    if (!o.total_time) {
      o.timed_launches = static_cast<std::uint64_t>(std::ceil(0.01 / time->median.value()));
      o.total_time = time->median * static_cast<double>(o.timed_launches);
    }
    o.machine = recorded.machines.front().id;
    o.clocks_during.throttle_reasons.clear();
    timed.push_back(std::move(o));
  }
  return timed;
}

// The recorded kernels, evenly chosen; or as often as it takes, under names of their own.
std::vector<models::Observation> kernels_like(const models::Recording& recorded, std::size_t count) {
  const std::vector<models::Observation> timed = timed_kernels(recorded);
  std::vector<models::Observation> kernels;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = count < timed.size() ? i * timed.size() / count : i % timed.size();
    models::Observation& o = kernels.emplace_back(timed[at]);
    if (i < timed.size()) continue;
    const std::string copy = " [copy " + std::to_string(i / timed.size()) + "]";
    o.name += copy;
    for (models::Launch& launch : o.launches) launch.function += copy;
  }
  return kernels;
}

void stretch(models::Observation& o, double factor, Random& noise) {
  o.total_time = *o.total_time * factor;
  for (models::Seconds& duration : o.durations) duration = duration * (factor * (1 + 0.01 * noise.normal()));
}

void scale_counters(models::Observation& o, const auto& factor_of) {
  models::CounterSet scaled = models::CounterSet::like(o.counters);
  for (const auto& [name, counter] : o.counters) {
    models::CounterValue value = counter;
    const double factor = factor_of(name);
    value.value *= factor, value.min *= factor, value.max *= factor;
    scaled.set(name, value);
  }
  o.counters = std::move(scaled);
}

bool is_sum(std::string_view name) { return name.ends_with(".sum"); }
bool is_noisy(std::string_view name) {
  return name.find("sass") == name.npos && name.find("inst_executed") == name.npos && is_sum(name);
}
bool is_sm_clock(std::string_view name) { return name == "sm__cycles_elapsed.avg.per_second"; }

class Fleet {
 public:
  Fleet(const Plan& plan, const models::Recording& recorded)
      : plan_(plan), recorded_(recorded), kernels_(kernels_like(recorded, plan.kernels)) {
    models::Recording base = recorded;
    base.observations = kernels_;
    base.functions.clear();
    const models::Analysis analysis = models::analyse(base);
    std::map<models::Binding, double> bound;
    for (const models::AnalysedKernel& kernel : analysis.machines.front().kernels) {
      dram_bound_.push_back(kernel.binding == models::Binding::dram);
      compute_s_ += kernel.observation->total_time->value();
      bound[kernel.binding] += kernel.observation->total_time->value();
    }
    for (const auto& [binding, time] : bound)
      std::fprintf(stderr, "%.0f %% of the time is %s\n", 100 * time / compute_s_,
                   std::string(info(binding).bound).c_str());
    for (int rank = 0; rank < plan.ranks; ++rank) slowest_s_ = std::max(slowest_s_, own_time(rank));
  }

  void write_sessions() const {
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      const models::Recording made = recording_of(rank);
      session::Writer writer = session::Writer::create(plan_.store + "/" + std::to_string(rank) + ".rlens",
                                                       made.provenance, session::Writer::IfExists::replace);
      writer.add_process(made.processes.front());
      writer.put_machine(made.machines.front());
      writer.append(made.observations);
      writer.close();
    }
  }

  void publish() const {
    for (int first = plan_.from; first < plan_.ranks; first += kRanksPerHost) {
      fleet::Publisher publisher(fleet::Store::open_or_create(plan_.store), plan_.job);
      for (int rank = first; rank < std::min(first + kRanksPerHost, plan_.ranks); ++rank) {
        if (plan_.missing.contains(rank)) continue;
        const std::string name = plan_.job + ' ' + std::to_string(plan_.seed) + ' ' + std::to_string(rank);
        publisher.add(recording_of(rank), session::in_hexadecimal(models::sha256(name)));
      }
      publisher.finish();
      if (first % 800 == 0) std::fprintf(stderr, "%d ranks\n", first);
    }
  }

 private:
  [[nodiscard]] std::string cause_of(int rank) const {
    const auto it = plan_.causes.find(rank);
    return it == plan_.causes.end() ? "" : it->second;
  }
  [[nodiscard]] Random random_of(int rank) const {
    return Random(plan_.seed * 1'000'003 + static_cast<std::uint64_t>(rank));
  }
  // Of each kernel: how much longer than recorded. Draws in a fixed order.
  [[nodiscard]] std::vector<double> factors(Random& random, double clock, const std::string& cause) const {
    std::vector<double> list;
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      Random of_kernel(0x5eed + k);
      const double sigma = 0.002 * std::pow(15.0, of_kernel.uniform());  // 0.2 % to 3 %
      double factor = std::exp(sigma * random.normal());
      if (!dram_bound_[k]) factor /= clock;
      if (cause == "dram" && dram_bound_[k]) factor /= 0.90;
      if (cause == "work") factor *= 1.02;
      list.push_back(factor);
    }
    return list;
  }
  struct Draw {
    double clock;
    double host_s;
    std::vector<double> factors;
  };
  [[nodiscard]] Draw draw(int rank) const {
    Random random = random_of(rank);
    const std::string cause = cause_of(rank);
    const double clock = (1 + 0.0005 * random.normal()) * (cause == "clock" || cause == "throttling" ? 0.95 : 1);
    const double host = compute_s_ * (0.05 + 0.001 * random.normal() + (cause == "host" ? 0.05 : 0));
    return {clock, host, factors(random, clock, cause)};
  }
  [[nodiscard]] double own_time(int rank) const {
    const Draw drawn = draw(rank);
    double sum = drawn.host_s;
    for (std::size_t k = 0; k < kernels_.size(); ++k) sum += kernels_[k].total_time->value() * drawn.factors[k];
    return sum;
  }

  [[nodiscard]] models::Recording recording_of(int rank) const {
    const Draw drawn = draw(rank);
    models::Recording made;
    made.provenance = recorded_.provenance;
    made.provenance.kind = models::RecordingKind::simulated;
    made.provenance.altered = false;
    models::Machine& machine = made.machines.emplace_back(recorded_.machines.front());
    machine.device.uuid = "GPU-simulated-" + std::to_string(plan_.seed) + "-" + std::to_string(rank);
    Random links(plan_.seed * 9'000'003 + static_cast<std::uint64_t>(rank));
    const auto link = [&](const char* peer, models::LinkKind kind, double rate) {
      const models::ByteRate noisy(rate * (1 + 0.002 * links.normal()));
      machine.ceilings.links.push_back({peer, kind, models::LinkDirection::to_peer, noisy, 0.002, 11, {}, {}});
    };
    link("host", models::LinkKind::pcie, 55e9);
    link("GPU-next", models::LinkKind::nvlink, cause_of(rank) == "link" ? 200e9 : 400e9);
    models::Process& process = made.processes.emplace_back(recorded_.processes.front());
    process.hostname = "node" + std::to_string(rank / kRanksPerHost);
    process.rank = rank;
    process.world = plan_.ranks;
    process.launcher = "simulated";
    made.observations = kernels_;
    double own = drawn.host_s;
    Random noise(plan_.seed * 7'000'003 + static_cast<std::uint64_t>(rank));
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      models::Observation& o = made.observations[k];
      o.process = process.id;
      o.launches_made = o.timed_launches;
      stretch(o, drawn.factors[k], noise);
      const double work = cause_of(rank) == "work" ? 1.02 : 1;
      scale_counters(o, [&](std::string_view counter) {
        const double exact = is_sum(counter) ? work : is_sm_clock(counter) ? drawn.clock : 1;
        return is_noisy(counter) ? exact * (1 + 0.01 * noise.normal()) : exact;
      });
      if (cause_of(rank) == "throttling") o.clocks_during.throttle_reasons = {"power cap"};
      own += o.total_time->value();
    }
    models::Observation& collective = made.observations.emplace_back();
    collective.name = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";
    collective.machine = machine.id;
    collective.process = process.id;
    models::Launch& launch = collective.launches.emplace_back();
    launch.function = kCollective;
    launch.grid = {24, 1, 1};
    launch.block = {544, 1, 1};
    collective.launches_made = collective.timed_launches = 1000;
    const double waits = cause_of(rank) == "waiting" ? 0.05 : 0;
    collective.total_time = models::Seconds((0.05 + waits) * compute_s_ + slowest_s_ - own);
    collective.durations.assign(50, *collective.total_time * 1e-3);
    process.wall = models::Seconds(own + collective.total_time->value());
    return made;
  }

  const Plan& plan_;
  const models::Recording& recorded_;
  std::vector<models::Observation> kernels_;
  std::vector<bool> dram_bound_;
  double compute_s_ = 0;
  double slowest_s_ = 0;
};

Plan plan_of(int argc, char** argv) {
  Plan plan{argv[1],
            argv[2],
            argv[3],
            std::atoi(argv[4]),
            false,
            0,
            std::strtoul(argv[5], nullptr, 10),
            std::strtoul(argv[6], nullptr, 10),
            {},
            {}};
  for (int i = 7; i < argc; ++i) {
    const char* equals = std::strchr(argv[i], '=');
    if (!equals) {
      plan.sessions_only = true;
      continue;
    }
    const std::string what(static_cast<const char*>(argv[i]), equals);
    const int rank = std::atoi(equals + 1);
    if (what == "from") {
      plan.from = rank;
    } else if (what == "missing") {
      plan.missing.insert(rank);
    } else {
      plan.causes[rank] = what;
    }
  }
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) {
    std::fputs(
        "usage: fleet_ranks STORE SESSION[,SESSION] JOB RANKS KERNELS SEED [CAUSE=RANK ...] [missing=RANK ...]\n",
        stderr);
    return 2;
  }
  try {
    const Plan plan = plan_of(argc, argv);
    models::Recording recorded;
    std::istringstream paths(plan.sessions);
    for (std::string path; std::getline(paths, path, ',');) {
      models::Recording more = session::load(path);
      const std::vector<models::Observation> timed = timed_kernels(more);
      if (recorded.machines.empty()) {
        recorded = more;
        recorded.observations.clear();
      }
      const int machine = recorded.machines.front().id;
      for (models::Observation o : timed) o.machine = machine, recorded.observations.push_back(o);
    }
    const Fleet fleet(plan, recorded);
    plan.sessions_only ? fleet.write_sessions() : fleet.publish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
