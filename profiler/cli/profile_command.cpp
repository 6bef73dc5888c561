// `rooflens profile`: any CUDA application, unmodified. What belongs to the application (stdin, stdout, its exit code)
// stays its own; what is said here goes to stderr, before and after it.
#include <csignal>
#include <iostream>
#include <ostream>

#include "models/base/json_text.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/profile/profile_application.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/next_steps.hpp"
#include "profiler/cli/options/profile_options.hpp"
#include "profiler/cli/options/progress.hpp"
#include "profiler/cli/profile_summary.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::cli {
namespace {

// The application is told in a line what it needs, and says in a line, or by ending, that it is done.
void await(const std::vector<std::string>& environment, const std::filesystem::path& session, std::ostream& out,
           const std::function<void()>& meanwhile) {
  std::signal(SIGPIPE, SIG_IGN);  // of an application that was killed there is a session all the same
  reports::Json variables;
  for (const std::string& entry : environment) {
    const std::size_t at = entry.find('=');
    variables[entry.substr(0, at)] = entry.substr(at + 1);
  }
  const reports::Json told{{"variables", variables}, {"session", session.string()}};
  out << models::json_line(told) << std::endl;
  meanwhile();
  std::string line;
  std::getline(std::cin, line);
}

}  // namespace

int profile_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  auto request = parse_profile_options(arguments, streams);
  if (!request) return kOk;
  Progress progress(streams);
  const actions::ProfileResult result = profile_application(
      backend, *request, actions::provenance_here("profile", arguments),
      [&](const auto& variables, const auto& session, const auto& meanwhile) {
        await(variables, session, streams.out, meanwhile);
      },
      progress);
  if (result.trouble) {
    int own = kFailure;
    try {
      std::rethrow_exception(result.trouble);
    } catch (...) {
      own = print_error_in_flight(streams, "profile");
    }
    if (!result.spool.empty()) {
      streams.err << "rooflens: hint: what the application's processes wrote is in " << result.spool.string()
                  << "; `rooflens merge " << models::shell_quote(result.spool.string())
                  << " -o NEW.rlens` makes a session of it\n";
    }
    return result.code != 0 ? result.code : own;
  }
  if (!result.analysis || result.job.rank != 0) return result.code;
  print_profile(result.recording, *result.analysis, request->config, streams);
  if (result.lacks_measured_roofs) print_ceilings_hint(streams);
  print_next_step(result, streams);
  if (request->keep_spool) progress.note("kept " + result.spool.string());
  return result.code;
}

}  // namespace rooflens::cli
