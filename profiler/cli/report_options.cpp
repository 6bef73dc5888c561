#include "profiler/cli/report_options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "profiler/cli/error.hpp"
#include "profiler/cli/options.hpp"
#include "profiler/cli/output_file.hpp"
#include "profiler/cli/picture_options.hpp"
#include "profiler/cli/run_options.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

const Help kHelp{
    "report SESSION [-o FILE...] [OPTIONS]",
    "  rooflens report run.rlens                              a table in the terminal\n"
    "  rooflens report run.rlens --advice                     also what would help, and by how much\n"
    "  rooflens report run.rlens -o page.html -o chart.png    a page that needs no network, and a picture\n"
    "  rooflens report run.rlens --format markdown            for a comment on a pull request\n"
    "  rooflens report run.rlens --project A100-80            how long it might take there\n"
    "  rooflens report run.rlens --format json | jq .         nothing but JSON on stdout\n"};

struct Ending {
  std::string_view ending;
  std::string_view format;
};
constexpr std::array kEndings{Ending{".html", "html"}, Ending{".htm", "html"},  Ending{".png", "png"},
                              Ending{".svg", "svg"},   Ending{".txt", "text"},  Ending{".text", "text"},
                              Ending{".csv", "csv"},   Ending{".json", "json"}, Ending{".md", "markdown"}};

std::string format_of(const fs::path& path) {
  if (path == "-") throw usage_error("-o names a file, not stdout", "`--format html` prints to stdout instead");
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto it = std::find_if(kEndings.begin(), kEndings.end(), [&](const Ending& e) { return e.ending == ending; });
  if (it != kEndings.end()) return std::string(it->format);
  throw usage_error("the ending of " + path.string() + " names no format",
                    "use .html, .png, .svg, .txt, .md, .csv or .json");
}

// The board that a person means; the first of several, which is said.
const models::Board* parse_board(const std::string& text, const Streams& streams) {
  const std::vector<const models::Board*> found = models::boards_named(text);
  std::string names;
  for (const models::Board& board : models::boards()) names.append(names.empty() ? "" : ", ").append(board.name);
  if (found.empty()) throw usage_error("--project knows no board `" + text + "`", "it knows " + names);
  if (found.size() > 1) {
    std::string others;
    for (const models::Board* board : found) {
      if (board != found.front()) others.append(others.empty() ? "" : ", ").append(board->name);
    }
    streams.err << "rooflens: note: `" << text << "` also names " << others << "; this is " << found.front()->name
                << '\n';
  }
  return found.front();
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
  std::string chart;
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
    ("chart", po::value(&chart)->value_name("CHART")->default_value("roofline"), "of pictures: roofline, or blocks: when and where the blocks of a kernel ran (schedule/block-trace)")
    ("project", po::value(&board)->value_name("BOARD"), "how long the kernels might take on another board (A100-80, L4, ...): text, markdown or json")
    ("machine", po::value(&machine)->value_name("N")->default_value("0"), "GPU of the session that pictures show");
  // clang-format on
  pictures.add_to(description, "kernels");
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values = parse_options(arguments, description, positional, kHelp, streams);
  if (!values) return std::nullopt;
  const auto sessions = values->count("session") ? (*values)["session"].as<std::vector<std::string>>() : Arguments{};
  if (sessions.size() != 1) {
    throw usage_error(sessions.empty() ? "which session? report takes a FILE.rlens"
                                       : "report takes one session, not " + std::to_string(sessions.size()),
                      "`rooflens report --help` shows examples");
  }
  options.session = sessions.front();
  const bool blocks = one_of("--chart", chart, {"roofline", "blocks"}) == "blocks";
  options.picture.chart = blocks ? reports::Chart::blocks : reports::Chart::roofline;
  pictures.apply_to(options.picture);
  options.picture.machine = static_cast<std::size_t>(parse_between("--machine", machine, 0, 1'000'000));
  if (options.printed == "png") throw usage_error("a PNG is not printed to stdout", "write a file: -o roofline.png");
  if (!options.printed.empty()) one_of("--format", options.printed, {"text", "markdown", "csv", "json", "html", "svg"});
  for (const std::string& path : paths) options.outputs.push_back({path, format_of(path)});
  if (values->count("project")) {
    options.projected = parse_board(board, streams);
    check_projection(options);
  }
  check_outputs(options, force);
  if (options.outputs.empty() && options.printed.empty()) options.printed = "text";
  return options;
}

}  // namespace rooflens::cli
