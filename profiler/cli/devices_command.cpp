// `rooflens devices`: what is installed.
#include <fmt/core.h>

#include <ostream>

#include "models/base/joined.hpp"
#include "models/base/missing.hpp"
#include "models/record/run_ceilings.hpp"
#include "models/roofs/board.hpp"
#include "models/roofs/device_part.hpp"
#include "models/roofs/theoretical.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "reports/json/json_parts.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kDevicesHelp{
    .usage = "devices [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens devices                  every GPU with its theoretical roofs\n"
        "  rooflens devices --format json    an array with one object per GPU\n"};

struct Installed {
  int index;
  models::DeviceProperties device;
  models::ClockSample now;
  models::Ceilings ceilings;
};

// As in the report of a session, and what only an SM's limits and this moment add; what is not known has no key.
reports::Json as_json(const Installed& entry, const std::optional<bool>& admins_only, const std::string& cupti) {
  using reports::put;
  const models::DeviceProperties& d = entry.device;
  reports::Json to{{"index", entry.index}};
  to.update(reports::device_json(d));
  put(to, "sm_clock_now_hz", entry.now.sm);
  put(to, "memory_clock_now_hz", entry.now.memory);
  put(to, "shared_bytes_per_block_optin", d.shared_per_block_optin);
  put(to, "shared_bytes_reserved_per_block", d.shared_reserved_per_block);
  to["registers_per_sm"] = d.registers_per_sm;
  to["threads_per_sm"] = d.threads_per_sm;
  to["threads_per_block"] = d.threads_per_block;
  to["blocks_per_sm"] = d.blocks_per_sm;
  to["warp_size"] = d.warp_size;
  if (d.fp32_to_fp64_ratio) to["fp32_to_fp64_ratio"] = *d.fp32_to_fp64_ratio;
  put(to, "power_now_watts", entry.now.power_watts);
  put(to, "temperature_celsius", entry.now.temperature_celsius);
  to["throttle_reasons"] = entry.now.throttle_reasons;
  if (const models::Board* board = models::find_board(d)) {
    to["gpu_model"] = board->name;
    to["board_source"] = board->source;
  }
  to["ceilings"] = reports::ceilings_json(entry.ceilings);
  to["unknown_ceilings"] = models::unknown_roofs(d, entry.ceilings);
  put(to, "cupti_version", cupti);
  if (admins_only) to["counters_for_admins_only"] = *admins_only;
  return to;
}

std::string yes_no(const std::optional<bool>& value) {
  return std::string(!value ? models::kUnknown : *value ? "on" : "off");
}

std::string permission(const std::optional<bool>& admins_only) {
  if (!admins_only) return std::string(models::kUnknown) + " (the driver does not say; a run will tell)";
  return *admins_only ? "administrators only" : "every user";
}

// The data sheet's figure where it is quoted at another clock than the board's maximum.
void print_data_sheet(const Installed& entry, std::ostream& out) {
  const models::Board* board = models::find_board(entry.device);
  if (!board) return;
  out << fmt::format("  data sheet of {} ({})\n", board->name, board->source);
  std::string quoted;
  for (const auto& c : models::data_sheet_ceilings(*board).compute) {
    const auto* own = entry.ceilings.best(c.precision);
    if (!own || own->origin.clock == c.origin.clock) continue;
    quoted += fmt::format("{}{} {}", quoted.empty() ? "" : ", ", info(c.precision).label,
                          reports::format(c.rate, info(c.precision).unit));
  }
  if (!quoted.empty()) out << "    quoted at another clock: " << quoted << '\n';
}

void print_text(const Installed& entry, const std::optional<bool>& admins_only, const std::string& cupti,
                std::ostream& out) {
  const models::DeviceProperties& d = entry.device;
  const auto line = [&](std::string_view label, const std::string& value) {
    out << fmt::format("  {:<18} {}\n", label, value);
  };
  const auto watts = [](const std::optional<double>& w) {
    return w ? fmt::format("{:.0f} W", *w) : std::string(reports::kMissing);
  };
  out << fmt::format("{}: {}\n", entry.index, d.name);
  line("identity", fmt::format("{}, PCI {}", d.uuid, d.pci_bus_id));
  line("versions", fmt::format("driver {} (CUDA {}), runtime {}, CUPTI {}",
                               d.driver_version.empty() ? models::kUnknown : d.driver_version, d.cuda_driver_version,
                               d.cuda_runtime_version, cupti.empty() ? "not found" : cupti));
  line("compute", fmt::format("capability {}, {}, SM clock {} now, {} maximum", d.compute_capability.text(),
                              sm_count_text(d), reports::format(entry.now.sm), reports::format(d.sm_clock_maximum)));
  line("memory", fmt::format("{}, {} bit at {} now, {} maximum; L2 {}", reports::format_capacity(d.memory),
                             d.memory_bus_bits, reports::format(entry.now.memory),
                             reports::format(d.memory_clock_maximum), reports::format_capacity(d.l2)));
  line("an SM holds", fmt::format("{} threads, {} blocks, {} registers, {} shared memory", d.threads_per_sm,
                                  d.blocks_per_sm, d.registers_per_sm, reports::format_capacity(d.shared_per_sm)));
  line("state", fmt::format("ECC {}, MIG {}, power {} of {}", yes_no(d.ecc), yes_no(d.mig),
                            watts(entry.now.power_watts), watts(d.power_limit_watts)));
  const auto& reasons = entry.now.throttle_reasons;
  line("throttled by", reasons.empty() ? "nothing" : models::joined(reasons));
  line("counters", permission(admins_only));
  out << "  theoretical roofs at the maximum clock\n";
  for (const auto& c : entry.ceilings.memory) {
    out << fmt::format("    {:<16} {:>14}   {}\n", info(c.level).label, reports::format(c.rate), c.origin.detail);
  }
  for (const auto& c : entry.ceilings.compute) {
    out << fmt::format("    {:<16} {:>14}   {}\n", info(c.precision).label,
                       reports::format(c.rate, info(c.precision).unit), c.origin.detail);
  }
  for (const auto& c : entry.ceilings.instruction) {
    out << fmt::format("    {:<16} {:>14}   {}\n", info(c.pipe).label, reports::format(c.rate, info(c.pipe).unit),
                       c.origin.detail);
  }
  print_data_sheet(entry, out);
  for (const std::string& unknown : models::unknown_roofs(d, entry.ceilings)) {
    out << "    " << models::kUnknown << ": " << unknown << '\n';
  }
}

}  // namespace

int devices_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  std::string format = "text";
  OptionTable table(kDevicesHelp);
  table.group("Output").text_or_json(&format);
  if (!table.parse(arguments, streams)) return kOk;
  const bool json_wanted = format == "json";
  const int count = backend.device_count();
  const auto admins_only = backend.counters_for_admins_only();
  const std::string cupti = backend.cupti_version();
  auto array = reports::Json::array();
  for (int i = 0; i < count; ++i) {
    Installed entry{i, backend.query(i), backend.sample_clocks(i), {}};
    entry.ceilings = models::run_ceilings(entry.device, {});
    if (json_wanted) {
      array.push_back(as_json(entry, admins_only, cupti));
    } else {
      if (i > 0) streams.out << '\n';
      print_text(entry, admins_only, cupti, streams.out);
    }
  }
  if (json_wanted) streams.out << reports::written(array);
  return kOk;
}

}  // namespace rooflens::cli
