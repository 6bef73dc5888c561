// `rooflens control`: counting on and off in a running job.
#include <ostream>
#include <vector>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/profile/job_control.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kControlHelp{
    .usage = "control start|stop JOB...",
    .words = "JOB",
    .examples =
        "  rooflens profile --idle -o server.rlens ./server &    records nothing yet\n"
        "  rooflens control start server.rlens                   from now on\n",
    .more = "A JOB is its session (server.rlens) or the number of one of its processes.\n"};

}  // namespace

int control_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto typed = OptionTable(kControlHelp).parse(arguments, streams);
  if (!typed) return kOk;
  const std::vector<std::string>& words = typed->words;
  const bool starts = !words.empty() && words.front() == "start";
  if (!starts && (words.empty() || words.front() != "stop")) {
    throw usage_error("control takes start or stop first", "rooflens control start server.rlens");
  }
  if (words.size() < 2) throw usage_error("which job?", "rooflens control " + words.front() + " server.rlens");
  std::vector<std::filesystem::path> jobs;
  for (auto name = words.begin() + 1; name != words.end(); ++name) jobs.push_back(actions::on_demand_job(*name));
  for (const auto& job : jobs) {
    starts ? actions::start_counting(job) : actions::stop_counting(job);
    streams.err << "rooflens: counting is " << (starts ? "on" : "off") << " in " << job.string() << '\n';
    if (!starts) {
      streams.err << "rooflens: hint: in a second, `rooflens merge " << models::shell_quote(job.string())
                  << " -o NEW.rlens` makes a session; the job makes its own when it ends\n";
    }
  }
  return kOk;
}

}  // namespace rooflens::cli
