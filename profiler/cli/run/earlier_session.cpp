#include "profiler/cli/run/earlier_session.hpp"

#include <ostream>

#include "models/explain/analysis.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::cli {
namespace {

bool is_of(const models::Observation& observation, const Case& entry) {
  return observation.name == entry.kernel->name && observation.parameters == entry.problem.values();
}

}  // namespace

void add_percent_of_roof(std::vector<Case>& cases, const std::filesystem::path& session, const Streams& streams) {
  const models::Recording recording = session::load(session);
  if (models::is_altered(recording.provenance)) {
    streams.err << "rooflens: note: " << session.string() << " was altered since it was recorded\n";
  }
  const models::Analysis analysis = models::analyse(recording);
  for (Case& entry : cases) {
    for (const models::MachineAnalysis& machine : analysis.machines) {
      for (const models::AnalysedKernel& kernel : machine.kernels) {
        if (!is_of(*kernel.observation, entry) || kernel.failed() || !kernel.percent_of_roof) continue;
        entry.percent_of_roof = 100 * kernel.percent_of_roof->fraction;
      }
    }
    if (entry.percent_of_roof) continue;
    streams.err << "rooflens: note: " << session.string() << " has no percent of roof for " << entry.kernel->name;
    for (const auto& [name, value] : entry.problem.values()) streams.err << ' ' << name << '=' << value;
    streams.err << '\n';
  }
}

}  // namespace rooflens::cli
