#include "profiler/cli/doctor_command.hpp"

#include "profiler/actions/exit_code.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/doctor_text.hpp"
#include "profiler/cli/options/options.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

const Help kDoctorHelp{"doctor [OPTIONS]",
                       "  rooflens doctor                   can counters be collected here, and if not, what to do\n"
                       "  rooflens doctor --probe all       ask CUPTI on every GPU, not on the first only\n"
                       "  rooflens doctor --format json     for scripts; the exit code is 0 or 4 either way\n"};

Probe probe_named(const std::string& word) {
  one_of("--probe", word, {"first", "all", "none"});
  return word == "first" ? Probe::first : word == "all" ? Probe::all : Probe::none;
}

}  // namespace

int doctor_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  std::string format;
  std::string probe;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("format", po::value(&format)->value_name("FORMAT")->default_value("text"), "text or json")
    ("probe", po::value(&probe)->value_name("GPUS")->default_value("first"),
     "ask CUPTI for counters on: first, all or none");
  // clang-format on
  const auto values = parse_options(arguments, description, {}, kDoctorHelp, streams);
  if (!values) return kOk;
  const bool as_json = one_of("--format", format, {"text", "json"}) == "json";
  const std::vector<Check> checks = diagnose(backend.gather_facts(probe_named(probe)));
  as_json ? print_checks_json(checks, streams.out) : print_checks(checks, streams);
  return counters_can_be_collected(checks) ? kOk : kNoDevice;
}

bool preflight(const Backend& backend, std::ostream& err, std::string_view maps) {
  Facts facts = backend.gather_facts(Probe::none);
  facts.process_cupti = cupti_in_maps(maps);
  const std::vector<Check> checks = diagnose(facts);
  print_what_is_wrong(checks, err);
  return counters_can_be_collected(checks);
}

}  // namespace rooflens::cli
