#include "profiler/actions/sessions/store_sessions.hpp"

#include <cstdlib>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/config/job_rank.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {

fleet::Publisher::Added add_to_store(const std::filesystem::path& store, const std::string& job,
                                     const std::vector<std::string>& sessions) {
  const std::string name =
      job.empty() ? collect::job_name([](const char* variable) { return std::getenv(variable); }) : job;
  if (name.empty()) {
    throw usage_error("which job are these sessions of? This process was started by none that says",
                      "--job NAME names it; inside a Slurm job it is the job's id");
  }
  static_cast<void>(fleet::DuckDb());  // without it no store is begun
  fleet::Publisher publisher(fleet::Store::open_or_create(store), name);
  for (const std::string& session : sessions) {
    const std::string identity = session::identity(session);
    publisher.add(session::load(session), identity, on_all_processors);
  }
  return publisher.finish();
}

}  // namespace rooflens::actions
