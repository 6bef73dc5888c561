#include "profiler/cli/doctor_command.hpp"

#include "profiler/actions/exit_code.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/doctor_text.hpp"
#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kDoctorHelp{
    .usage = "doctor [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens doctor --probe all       asks CUPTI on every GPU, not on the first only\n"
        "  rooflens doctor --format json     for scripts; the exit code is 0 or 4 either way\n"};

Probe probe_named(const std::string& word) {
  return word == "first" ? Probe::first : word == "all" ? Probe::all : Probe::none;
}

}  // namespace

int doctor_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  std::string format = "text";
  std::string probe = "first";
  OptionTable table(kDoctorHelp);
  table.group("Output").text_or_json(&format).add("probe", &probe, "first|all|none", "the GPUs to ask for counters");
  if (!table.parse(arguments, streams)) return kOk;
  const bool as_json = format == "json";
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
