#include "profiler/actions/save_recording.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "profiler/actions/output_file.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

// Gone at the end unless it took its place.
class DraftFile {
 public:
  explicit DraftFile(const fs::path& path) : path_(path.string() + ".tmp" + std::to_string(getpid())) {}
  DraftFile(const DraftFile&) = delete;
  DraftFile& operator=(const DraftFile&) = delete;
  ~DraftFile() {
    std::error_code ignored;
    for (const char* companion : {"", "-wal", "-shm", "-journal"}) fs::remove(path_.string() + companion, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

[[noreturn]] void fail(const fs::path& path, int error) {
  throw session::SessionError("cannot write '" + path.string() + "': " + std::strerror(error),
                              error == EEXIST ? "choose another name, or let --force replace it"
                                              : "choose a directory with free space that you may write to");
}

}  // namespace

void check_session_writable(const fs::path& path, bool force) {
  check_writable(path, force);
  session::require_unused(path);
}

std::vector<const models::Placement*> placed_kernels(const models::Recording& recording,
                                                     const models::Analysis& analysis) {
  std::vector<const models::Placement*> placed(recording.observations.size());
  for (const models::MachineAnalysis& machine : analysis.machines) {
    for (const models::AnalysedKernel& kernel : machine.kernels) {
      placed.at(static_cast<std::size_t>(kernel.observation - recording.observations.data())) = &kernel;
    }
  }
  return placed;
}

void save_recording(const fs::path& path, const models::Recording& recording, bool replace) {
  save_recording(path, recording, models::analyse(recording, on_all_processors), replace);
}

void save_recording(const fs::path& path, const models::Recording& recording, const models::Analysis& analysis,
                    bool replace) {
  const DraftFile draft(path);
  session::Writer writer =
      session::Writer::create(draft.path(), recording.provenance, session::Writer::IfExists::replace, path);
  for (const models::Process& process : recording.processes) writer.add_process(process);
  for (const models::Machine& machine : recording.machines) writer.put_machine(machine);
  writer.append(recording.observations);
  writer.add_functions(recording.functions);
  for (const models::Family& family : recording.families) writer.add_family(family);
  writer.add_notes(recording.notes);
  writer.store_points(placed_kernels(recording, analysis));
  writer.close();
  std::error_code ignored, error;
  if (replace || !fs::exists(fs::symlink_status(path, ignored))) session::make_way(path);
  if (!replace) {
    if (link(draft.path().c_str(), path.c_str()) == 0) return;
    if (errno == EEXIST) fail(path, errno);
  }
  fs::rename(draft.path(), path, error);
  if (error) fail(path, error.value());
}

}  // namespace rooflens::actions
