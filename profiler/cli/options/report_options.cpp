#include "profiler/cli/options/report_options.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/options.hpp"
#include "profiler/cli/options/picture_options.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

const Help kReportHelp{
    "report SESSION [-o FILE...] [OPTIONS]",
    "  rooflens report run.rlens                              a table in the terminal\n"
    "  rooflens report run.rlens --advice                     also what would help, and by how much\n"
    "  rooflens report run.rlens -o page.html -o chart.png    a page that needs no network, and a picture\n"
    "  rooflens report run.rlens --chart gap --kernel gemm -o gap.svg   why that kernel is below its roof\n"
    "  rooflens report run.rlens --format markdown            for a comment on a pull request\n"
    "  rooflens report run.rlens --project 'A100 SXM4 80 GB'   how long it might take there\n"
    "  rooflens report run.rlens --format json | jq .         nothing but JSON on stdout\n"};

std::string format_of(const fs::path& path) {
  if (path == "-") throw usage_error("-o names a file, not stdout", "`--format html` prints to stdout instead");
  return format_of_output(path, {"html", "png", "svg", "text", "markdown", "csv", "json"});
}

struct NamedChart {
  std::string_view name;
  reports::Chart chart;
};
constexpr std::array kCharts{NamedChart{"roofline", reports::Chart::roofline},
                             NamedChart{"instructions", reports::Chart::instructions},
                             NamedChart{"gap", reports::Chart::gap}, NamedChart{"latency", reports::Chart::latency},
                             NamedChart{"blocks", reports::Chart::blocks}};

struct NamedAccesses {
  std::string_view name;
  reports::Accesses accesses;
};
constexpr std::array kAccesses{
    NamedAccesses{"all", reports::Accesses::all}, NamedAccesses{"levels", reports::Accesses::levels},
    NamedAccesses{"global", reports::Accesses::global}, NamedAccesses{"shared", reports::Accesses::shared}};

// What pictures show, and of which kernel.
struct ChartChoices {
  std::string chart, accesses, kernel;

  void add_to(po::options_description& description) {
    // clang-format off
    description.add_options()
      ("chart", po::value(&chart)->value_name("CHART")->default_value("roofline"), "of pictures: roofline; instructions: the instruction roofline; gap: why one kernel is below its roof; latency: what its loads in flight draw from DRAM; blocks: when and where its blocks ran (schedule/block-trace)")
      ("kernel", po::value(&kernel)->value_name("REGEX"), "a kernel whose name contains this regular expression, of several the one that matters most: for --chart gap, latency and blocks as without it; of roofline and instructions the picture shows it alone, with the roofs of its own mix of instructions")
      ("accesses", po::value(&accesses)->value_name("WHICH")->default_value("all"), "of --chart instructions: levels (all instructions), global or shared (loads and stores with their walls), or all three, from 900x560 on");
    // clang-format on
  }

  void apply_to(reports::PictureOptions& picture) const {
    one_of("--chart", chart, {"roofline", "instructions", "gap", "latency", "blocks"});
    one_of("--accesses", accesses, {"all", "levels", "global", "shared"});
    for (const NamedChart& entry : kCharts) {
      if (entry.name == chart) picture.chart = entry.chart;
    }
    for (const NamedAccesses& entry : kAccesses) {
      if (entry.name == accesses) picture.accesses = entry.accesses;
    }
    if (accesses != "all" && chart != "instructions") {
      throw usage_error("--accesses says what --chart instructions shows, not --chart " + chart,
                        "add --chart instructions");
    }
    check_kernel_pattern(kernel);
    picture.kernel = kernel;
  }
};

// The board that a person means. Two boards of one chip differ by a third and more: none is picked for anybody.
const models::Board* parse_board(const std::string& text) {
  const std::vector<const models::Board*> found = models::boards_named(text);
  if (found.size() == 1) return found.front();
  std::string names;
  const auto add = [&](const models::Board& board) { names.append(names.empty() ? "" : ", ").append(board.name); };
  if (found.empty()) {
    for (const models::Board& board : models::boards()) add(board);
    throw usage_error("--project knows no board `" + text + "`", "it knows " + names);
  }
  for (const models::Board* board : found) add(*board);
  throw usage_error("--project " + text + " names " + std::to_string(found.size()) + " boards: " + names,
                    "say which: --project '" + std::string(found.front()->name) + "'");
}

// A projection is words and numbers: no picture could say on its face how little it is a measurement.
void check_projection(const ReportOptions& options) {
  const auto written = [](const std::string& format) {
    return format.empty() || format == "text" || format == "markdown" || format == "json";
  };
  const bool all = std::all_of(options.outputs.begin(), options.outputs.end(),
                               [&](const ReportOptions::Output& output) { return written(output.format); });
  if (!all || !written(options.printed)) {
    throw usage_error("--project writes text, markdown or json", "for the picture leave --project out");
  }
}

// What is asked for and would change nothing that is written.
void refuse_options_without_effect(const ReportOptions& options, const po::variables_map& values) {
  const auto made = [&](std::initializer_list<std::string_view> formats) {
    return std::any_of(formats.begin(), formats.end(), [&](std::string_view format) {
      return options.printed == format || std::any_of(options.outputs.begin(), options.outputs.end(),
                                                      [&](const auto& output) { return output.format == format; });
    });
  };
  if (!made({"png", "svg"}) && !options.picture.kernel.empty()) {
    throw usage_error("--kernel " + options.picture.kernel + " is of pictures, and none is written",
                      "add -o FILE.png or -o FILE.svg, or leave it out");
  }
  if (!made({"png", "svg"})) refuse_without_picture(values, {"chart", "theme", "size", "top", "machine"});
  if (options.advice && (options.projected || !made({"text"}))) {
    throw usage_error("--advice adds to the text of a session, and none is written",
                      options.projected ? "leave --project or --advice out"
                                        : "add --format text or -o FILE.txt; HTML and JSON hold advice without it");
  }
}

// Whether two paths are one file, which need not exist.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;  // also a hard link
  return fs::weakly_canonical(fs::absolute(a), error) == fs::weakly_canonical(fs::absolute(b), error);
}

void check_outputs(const ReportOptions& options, bool force) {
  for (auto output = options.outputs.begin(); output != options.outputs.end(); ++output) {
    const auto same = [&](const ReportOptions::Output& other) { return same_file(other.path, output->path); };
    if (same_file(output->path, options.session)) {
      throw usage_error(output->path.string() + " is the session itself, which a report never overwrites",
                        "give the report another name");
    }
    if (std::any_of(options.outputs.begin(), output, same)) {
      throw usage_error("-o names " + output->path.string() + " twice", "give each format a name of its own");
    }
    check_writable(output->path, force);
  }
}

}  // namespace

std::optional<ReportOptions> parse_report_options(const Arguments& arguments, const Streams& streams) {
  std::vector<std::string> paths;
  ChartChoices charts;
  PictureChoices pictures;
  std::string machine;
  std::string board;
  bool force = false;
  ReportOptions options;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("output,o", po::value(&paths)->value_name("FILE")->composing(), "file to write, format by its ending: .html .png .svg .txt .md .csv .json; may be repeated")
    ("force", po::bool_switch(&force), "overwrite files that exist")
    ("format", po::value(&options.printed)->value_name("FORMAT"), "print to stdout: text, markdown, csv, json, html or svg; without -o, text is printed")
    ("advice", po::bool_switch(&options.advice), "text also says what would help, and by how much")
    ("project", po::value(&board)->value_name("BOARD"), "how long the kernels might take on another board ('A100 SXM4 80 GB', L4, ...): text, markdown or json")
    ("machine", po::value(&machine)->value_name("N")->default_value("0"), "GPU of the session that pictures show");
  // clang-format on
  charts.add_to(description);
  pictures.add_to(description, "kernels");
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values = parse_options(arguments, description, positional, kReportHelp, streams);
  if (!values) return std::nullopt;
  const auto sessions = values->count("session") ? (*values)["session"].as<std::vector<std::string>>() : Arguments{};
  if (sessions.size() != 1) {
    throw usage_error(sessions.empty() ? "which session? report takes a FILE.rlens"
                                       : "report takes one session, not " + std::to_string(sessions.size()),
                      "`rooflens report --help` shows examples");
  }
  options.session = sessions.front();
  charts.apply_to(options.picture);
  pictures.apply_to(options.picture);
  options.picture.machine = static_cast<std::size_t>(parse_between("--machine", machine, 0, 1'000'000));
  if (options.printed == "png") throw usage_error("a PNG is not printed to stdout", "write a file: -o roofline.png");
  if (!options.printed.empty()) one_of("--format", options.printed, {"text", "markdown", "csv", "json", "html", "svg"});
  for (const std::string& path : paths) options.outputs.push_back({path, format_of(path)});
  if (values->count("project")) {
    options.projected = parse_board(board);
    check_projection(options);
  }
  check_outputs(options, force);
  if (options.outputs.empty() && options.printed.empty()) options.printed = "text";
  refuse_options_without_effect(options, *values);
  return options;
}

}  // namespace rooflens::cli
