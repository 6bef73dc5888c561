// The backend of a build without CUDA: recorded sessions can be read, compared and exported, nothing can be run,
// timed or profiled.
#include "profiler/actions/backend.hpp"

namespace rooflens::actions {
namespace {

[[noreturn]] void refuse() {
  throw collect::Unavailable(
      "this rooflens was built without nvcc: it runs and times no kernels, profiles nothing and measures no roofs",
      "install CUDA Toolkit 13.0 or newer, then `./run build`; sessions that were recorded elsewhere can be reported, "
      "compared, imported and exported: `rooflens report FILE.rlens`");
}

class NoBackend final : public Backend {
 public:
  [[nodiscard]] int device_count() const override { refuse(); }
  [[nodiscard]] models::DeviceProperties query(int) const override { refuse(); }
  [[nodiscard]] models::ClockSample sample_clocks(int) const override { return {}; }
  [[nodiscard]] std::optional<bool> counters_for_admins_only() const override { return std::nullopt; }
  [[nodiscard]] doctor::Facts gather_facts(doctor::Probe) const override {
    doctor::Facts facts;
    facts.system = doctor::gather_system_facts();
    return facts;
  }
  void select(int) const override { refuse(); }
  [[nodiscard]] models::Bytes free_memory() const override { refuse(); }
  [[nodiscard]] kernels::PrepareFunction find_prepare(std::string_view) const override { return nullptr; }
  [[nodiscard]] std::unique_ptr<collect::Collector> make_collector(const CollectorChoice&, int) const override {
    refuse();
  }
  [[nodiscard]] std::unique_ptr<collect::StallSampling> make_stall_sampling() const override { refuse(); }
  [[nodiscard]] std::unique_ptr<kernels::ceiling::Prober> make_prober() const override { refuse(); }
  [[nodiscard]] MeasuredLinks measure_links(int) const override { refuse(); }
  [[nodiscard]] std::string measure_in_child(const std::vector<std::string>&) const override { refuse(); }
  [[nodiscard]] std::string cupti_version() const override { return {}; }
  [[nodiscard]] std::vector<collect::cupti::ChipPasses> group_passes(const std::string&) const override { refuse(); }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<NoBackend>(); }

}  // namespace rooflens::actions
