// The real executable as a table: command line, exit code, stdout, stderr. One line, one behaviour. What is written in
// none of the lines is checked after each: the session and the old report are as they were, and nothing lies beside
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "profiler/actions/save_recording.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/cli/shell.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNothing = "^$";
constexpr const char* kAnything = "";
constexpr const char* kJson = "JSON";  ///< stands for: one JSON value and nothing else
constexpr const char* kOldReport = "the old report\n";

enum class Needs { nothing, no_gpu, cupti };

struct Line {
  const char* name;
  const char* command;  ///< of a shell, in a folder with the files of make_files()
  int code;
  const char* out;  ///< extended regular expression to be found
  const char* err;
  Needs needs = Needs::nothing;
};

void PrintTo(const Line& line, std::ostream* out) { *out << line.command; }

// clang-format off
constexpr Line kLines[] = {
    // The whole program.
    {"no_arguments", "$rooflens", 2, kNothing, "^rooflens: rooflines .*usage: rooflens COMMAND"},
    {"version", "$rooflens --version", 0, "^rooflens [0-9]+\\.[0-9]+\\.[0-9]+ \\((CUDA [0-9]+\\.[0-9]+|without CUDA)\\)\n$", kNothing},
    {"help", "$rooflens --help", 0, "usage: rooflens COMMAND .*  report  .*Exit codes: 0 ok", kNothing},
    {"help_of_devices", "$rooflens devices --help", 0, "^rooflens devices: .*usage: rooflens devices .*--format text\\|json", kNothing},
    {"help_of_ceilings", "$rooflens ceilings --help", 0, "^rooflens ceilings: .*usage: rooflens ceilings .*--gpu N", kNothing},
    {"help_of_doctor", "$rooflens doctor --help", 0, "^rooflens doctor: .*usage: rooflens doctor .*--probe first", kNothing},
    {"help_of_list", "$rooflens list --help", 0, "^rooflens list: .*usage: rooflens list .*--chip NAME", kNothing},
    {"help_of_run", "$rooflens run --help", 0, "^rooflens run: .*usage: rooflens run .*--cache cold\\|warm .*--repetitions N", kNothing},
    {"help_of_profile", "$rooflens profile --help", 0, "^rooflens profile: .*usage: rooflens profile .*--nvtx-include RANGE.*--replay-mode rotate", kNothing},
    {"help_of_occupancy", "$rooflens occupancy --help", 0, "^rooflens occupancy: .*usage: rooflens occupancy .*--carveout SIZE", kNothing},
    {"help_of_nsight", "$rooflens nsight --help", 0, "^rooflens nsight: .*usage: rooflens nsight .*--sections NAME", kNothing},
    {"nsight_prints_a_command", "$rooflens nsight nsys copy/float4 -o t", 0, "profile --trace=cuda,nvtx --nvtx-domain-include=rooflens --output=t.nsys-rep [^ ]*rooflens run copy/float4 ", kAnything},
    {"help_of_report", "$rooflens report --help", 0, "^rooflens report: .*usage: rooflens report SESSION .*--project GPU", kNothing},
    {"help_of_import", "$rooflens import --help", 0, "^rooflens import: .*usage: rooflens import FILE .*rooflens import app.ncu-rep.*--force", kNothing},
    {"help_of_export", "$rooflens export --help", 0, "^rooflens export: .*usage: rooflens export SESSION .*examples:", kNothing},
    {"export_json", "$rooflens export ok.rlens --format json", 0, kJson, kNothing},
    {"export_and_import_again", "$rooflens export ok.rlens --format ncu -o a.csv && $rooflens import a.csv; echo $?; test -s a.rlens && echo there", 0, "^0\nthere\n$", "imported [0-9]+ kernels"},
    {"import_something_else", "echo hello >a.csv; $rooflens import a.csv", 1, kNothing, "^rooflens: error: a.csv: there is no table of Nsight Compute in it.*\nrooflens: hint: ncu --csv --page raw"},
    {"help_of_compare", "$rooflens compare --help", 0, "^rooflens compare: .*usage: rooflens compare A.rlens .*--gpu A,B", kNothing},
    {"help_of_check", "$rooflens check --help", 0, "^rooflens check: .*usage: rooflens check NEW.rlens.*--max-regression METRIC=LIMIT.*Give three or more sessions", kNothing},
    {"compare_a_session_with_itself", "$rooflens compare ok.rlens ok.rlens", 0, "12 pairs: .*the same in 12; 0 fall short", kNothing},
    {"compare_json_into_html", "$rooflens compare ok.rlens ok.rlens --format json -o x.html; c=$?; test ! -e x.html && exit $c", 2, kNothing, "error: x.html would be an HTML report by its ending, and --format says json\nrooflens: hint: leave --format out, or write -o x.json\n"},
    {"check_into_an_unknown_ending", "$rooflens check ok.rlens -b ok.rlens -o result.log", 2, kNothing, "error: the ending of result.log names no format\nrooflens: hint: use one of .txt .md .json, or say --format\n"},
    {"check_into_an_unknown_ending_with_a_format", "$rooflens check ok.rlens -b ok.rlens -o result.log --format markdown && grep -c '^|' result.log", 0, "^[0-9]+\n$", kNothing},
    {"export_by_its_ending", "$rooflens export ok.rlens -o a.CSV && grep -c , a.CSV", 0, "^1[23]\n$", kNothing},
    {"compare_json", "$rooflens compare ok.rlens ok.rlens --format json", 0, kJson, kNothing},
    {"compare_with_a_damaged_session", "$rooflens compare ok.rlens cut.rlens", 1, kNothing, "error: .*cut.rlens' is damaged.*\nrooflens: hint: "},
    {"check_a_session_against_itself", "$rooflens check ok.rlens --baseline ok.rlens", 0, "^Check .*\nSIMULATED DATA.*\nPassed: 12 kernels compared", kNothing},
    {"check_json", "$rooflens check ok.rlens --baseline ok.rlens --format json", 0, kJson, kNothing},
    {"check_fails", "$rooflens check troubled.rlens --baseline ok.rlens", 3, "Failed because of [0-9]+ kernels.*is missing in the new session", kNothing},
    {"check_an_unknown_metric", "$rooflens check ok.rlens --baseline ok.rlens --max-regression tim=5%", 2, kNothing, "error: --max-regression: there is no metric `tim`\nrooflens: hint: the nearest are time"},
    {"check_without_a_baseline", "$rooflens check ok.rlens", 2, kNothing, "error: check needs --baseline"},
    {"help_on_a_command", "$rooflens help run", 0, "^rooflens run: ", kNothing},
    {"unknown_command", "$rooflens raport ok.rlens", 2, kNothing, "^rooflens: error: there is no command `raport`\nrooflens: hint: did you mean `report`\\?"},
    {"unknown_option", "$rooflens list --bogus", 2, kNothing, "^rooflens: error: list has no option --bogus\nrooflens: hint: `rooflens list --help`"},
    {"abbreviated_option", "$rooflens run --repet 30", 2, kNothing, "has no option --repet\nrooflens: hint: did you mean --repetitions\\?"},
    {"superfluous_word", "$rooflens devices all", 2, kNothing, "error: devices takes nothing but options\n"},

    // The executable that only reports.
    {"help_of_the_reader", "$rooflens-reader --help", 0, "^rooflens-reader: .*usage: rooflens-reader COMMAND.*rooflens-reader report app.rlens", kNothing},
    {"reader_knows_all_commands", "for c in man completion $($rooflens --help | sed -n 's/^  \\([a-z]*\\)  *[a-z].*/\\1/p' | grep -v rooflens); do $rooflens-reader $c --help 2>&1 | head -1; done | sed 's/`[a-z]*`/X/' | sort | uniq -c | sort -rn | head -1", 0, "^ *17 rooflens: error: X is not in this executable", kNothing},
    {"session_without_its_ending", "$rooflens report ok", 1, kNothing, "error: session 'ok' does not exist\nrooflens: hint: did you mean 'ok.rlens'\\?"},
    {"run_a_program", "$rooflens run ./old.html", 2, kNothing, "error: no kernel matches .*hint: it is a file: `rooflens profile ./old.html`"},
    {"ask_for_the_version", "$rooflens version", 2, kNothing, "hint: `rooflens --version` prints the version"},

    // Without a GPU.
    {"devices_without_a_gpu", "$rooflens devices", 4, kNothing, "^rooflens: error: .+\nrooflens: hint: .+\n$", Needs::no_gpu},
    {"devices_json_without_a_gpu", "$rooflens devices --format json", 4, kNothing, "^rooflens: error: ", Needs::no_gpu},
    {"ceilings_without_a_gpu", "$rooflens ceilings", 4, kNothing, "^rooflens: error: .+\nrooflens: hint: .+\n$", Needs::no_gpu},
    {"doctor_without_a_gpu", "$rooflens doctor", 4, "^problem  (driver +(There is no NVIDIA driver|The kernel runs)|gpus +|build +This rooflens was built without CUDA).*\n\nCounters cannot be collected here: (driver|gpus|build)", kNothing, Needs::no_gpu},
    {"doctor_json_without_a_gpu", "$rooflens doctor --format json --probe all", 4, kJson, kNothing, Needs::no_gpu},
    {"run_without_a_gpu", "$rooflens run -o new.rlens; code=$?; test ! -e new.rlens && exit $code", 4, kNothing, "^rooflens: error: .+\nrooflens: hint: .*rooflens report", Needs::no_gpu},
    {"run_over_a_session", "$rooflens run -o ok.rlens", 1, kNothing, "^rooflens: error: ok.rlens exists already\nrooflens: hint: --force overwrites it\n$"},
    {"run_over_a_session_by_force", "$rooflens run --force -o ok.rlens", 4, kNothing, "^rooflens: error: ", Needs::no_gpu},
    {"run_into_no_folder", "$rooflens run -o no/such.rlens", 1, kNothing, "error: there is no directory no\nrooflens: hint: create it first: mkdir -p no\n"},
    {"run_an_unknown_kernel", "$rooflens run gem/naive", 2, kNothing, "error: no kernel matches `gem/naive`\nrooflens: hint: did you mean gemm/naive"},
    {"run_a_size_of_zero", "$rooflens run 'copy/*' --set n=0", 2, kNothing, "error: n = 0 is out of range: copy/float4 takes n from 1 to "},

    // Lists.
    {"list_kernels", "$rooflens list", 0, "gemm/tiled +.*\n +n = 3072 \\(1 to 65536\\)", kNothing},
    {"list_kernels_json", "$rooflens list kernels --format json", 0, kJson, kNothing},
    {"list_counters_json", "$rooflens list counters --format json", 0, kJson, kNothing, Needs::cupti},
    {"list_counters_of_a_chip", "$rooflens list counters --chip GH100", 0, "passes by chip +quick +pipes +waits +tensor +not offered\n  GH100 +2 +1 +1 +[0-9]+  -\n\n", kNothing, Needs::cupti},
    {"list_counters_of_no_chip", "$rooflens list counters --chip NOPE", 2, kNothing, "error: CUPTI knows no chip named NOPE\nrooflens: hint: chips: .*GH100", Needs::cupti},
    {"list_counters_without_cupti", "ROOFLENS_CUPTI=/nowhere $rooflens list counters", 0, "passes: unknown without CUPTI\n.*dram", "^rooflens: note: "},
    {"list_something_else", "$rooflens list pictures", 2, kNothing, "error: list takes one of kernels, counters, not `pictures`\n"},

    // Reports.
    {"report_text", "$rooflens report ok.rlens", 0, "sgemm/tiled", kNothing},
    {"report_advice", "$rooflens report ok.rlens --advice", 0, "What would help, with the predicted speed-up\n\n[^\n]+\n  [0-9.]+× the time at the ", kNothing},
    {"report_at_the_width_of_columns", "COLUMNS=60 $rooflens report ok.rlens | sed -n '/^Kernel/p'", 0, "of roof  Bound by\n$", kNothing},
    {"report_without_columns", "COLUMNS=wide $rooflens report ok.rlens | sed -n '/^Kernel/p'", 0, "Confl.  Occ.\n$", kNothing},
    {"report_advice_in_a_file", "$rooflens report ok.rlens --advice -o a.txt && grep -c 'What would help' a.txt", 0, "^1\n$", kNothing},
    {"report_text_has_no_colours_in_a_file", "$rooflens report ok.rlens | tr '\\033' '!'", 0, "^[^!]+$", kNothing},
    {"report_json", "$rooflens report ok.rlens --format json", 0, kJson, kNothing},
    {"report_json_into_html", "$rooflens report ok.rlens --format json -o new.html; c=$?; test ! -e new.html && exit $c", 2, kNothing, "error: new.html would be an HTML report by its ending, and --format says json\nrooflens: hint: leave --format out, or write -o new.json\n"},
    {"report_csv", "$rooflens report ok.rlens --format csv | wc -l", 0, "^1[23]\n$", kNothing},
    {"plot_svg", "$rooflens plot ok.rlens --format svg", 0, "^(<\\?xml[^>]*>[[:space:]]*)?<svg .*</svg>[[:space:]]*$", kNothing},
    {"report_files", "$rooflens report ok.rlens -o a.html -o d.txt -o e.csv -o f.json && $rooflens plot ok.rlens -o b.png -o c.SVG; echo $?; ls", 0, "^0\na.html\nb.png\nc.SVG\n.*\nd.txt\ne.csv\n.*\nf.json\n", kNothing},
    {"report_of_trouble", "$rooflens report troubled.rlens", 0, "<script>alert", kNothing},
    {"report_of_trouble_json", "$rooflens report troubled.rlens --format json", 0, kJson, kNothing},
    {"report_of_trouble_html", "$rooflens report troubled.rlens --format html | grep -c '<script>alert'", 1, "^0\n$", kNothing},
    {"report_of_nothing", "$rooflens report", 2, kNothing, "error: which session\\?.*\nrooflens: hint: "},
    {"report_of_two_sessions", "$rooflens report ok.rlens troubled.rlens", 2, kNothing, "error: report takes one session, not 2\n"},
    {"report_of_a_missing_file", "$rooflens report missing.rlens", 1, kNothing, "error: .*missing.rlens' does not exist\nrooflens: hint: "},
    {"report_of_a_folder", "$rooflens report folder", 1, kNothing, "error: .*folder' is a directory.*\nrooflens: hint: "},
    {"report_of_an_empty_file", "$rooflens report empty.rlens", 1, kNothing, "error: .*empty.rlens' is empty\nrooflens: hint: "},
    {"report_of_a_text", "$rooflens report text.rlens", 1, kNothing, "error: .*text.rlens' is not a rooflens session.*\nrooflens: hint: "},
    {"report_of_half_a_session", "$rooflens report cut.rlens", 1, kNothing, "error: .*cut.rlens' is damaged.*\nrooflens: hint: "},
    {"report_of_a_newer_session", "$rooflens report newer.rlens", 1, kNothing, "error: .*newer.rlens' has format 99, .*\nrooflens: hint: update rooflens"},
    {"report_of_a_bad_session_writes_nothing", "$rooflens report cut.rlens -o new.html; code=$?; test ! -e new.html && exit $code", 1, kNothing, "error: "},

    // Where reports go.
    {"report_to_an_unknown_ending", "$rooflens report ok.rlens -o page.pdf", 2, kNothing, "error: the ending of page.pdf names no format\nrooflens: hint: use one of .txt .md .csv .json .html"},
    {"report_to_no_ending", "$rooflens report ok.rlens -o page", 2, kNothing, "error: the ending of page names no format\n"},
    {"report_to_a_dash", "$rooflens report ok.rlens -o -", 2, kNothing, "error: -o names a file, not stdout\nrooflens: hint: without -o"},
    {"report_over_an_old_one", "$rooflens report ok.rlens -o old.html", 1, kNothing, "^rooflens: error: old.html exists already\nrooflens: hint: --force overwrites it\n$"},
    {"report_over_an_old_one_by_force", "cp old.html mine.html; $rooflens report ok.rlens -o mine.html --force && grep -c '<html' mine.html", 0, "^1\n$", kNothing},
    {"report_into_no_folder", "$rooflens report ok.rlens -o no/page.html", 1, kNothing, "error: there is no directory no\nrooflens: hint: create it first: mkdir -p no\n"},
    {"report_into_a_closed_folder", "$rooflens report ok.rlens -o /proc/page.html", 1, kNothing, "error: cannot write /proc/page.html: .*\nrooflens: hint: "},
    {"report_over_a_folder", "mkdir d.html; $rooflens report ok.rlens -o d.html --force", 1, kNothing, "error: d.html is a directory\n"},
    {"report_over_a_pipe", "mkfifo p.html; $rooflens report ok.rlens -o p.html --force", 1, kNothing, "error: p.html is not a regular file\n"},
    {"report_over_its_session", "cp ok.rlens s.json; $rooflens report s.json -o s.json --force; code=$?; cmp ok.rlens s.json && exit $code", 2, kNothing, "error: s.json is the session itself"},
    {"report_over_its_session_by_another_path", "cp ok.rlens s.json; $rooflens report s.json -o folder/../s.json --force; code=$?; cmp ok.rlens s.json && exit $code", 2, kNothing, "error: folder/../s.json is the session itself"},
    {"report_over_its_session_by_a_symbolic_link", "ln -s ok.rlens s.json; $rooflens report ok.rlens -o s.json --force", 2, kNothing, "error: s.json is the session itself"},
    {"report_over_its_session_by_a_hard_link", "ln ok.rlens s.json; $rooflens report ok.rlens -o s.json --force", 2, kNothing, "error: s.json is the session itself"},
    {"report_twice_to_one_file", "$rooflens report ok.rlens -o a.html -o ./a.html", 2, kNothing, "error: -o names ./a.html twice\n"},
    {"report_refused_output_writes_no_other", "$rooflens report ok.rlens -o a.html -o old.html; code=$?; test ! -e a.html && exit $code", 1, kNothing, "error: old.html exists"},

    // Options of reports.
    {"plot_tiny", "$rooflens plot ok.rlens --size 1x1 -o a.png", 2, kNothing, "error: --size takes 400x300 to 8000x8000 pixels, not a side of 1\n"},
    {"plot_huge", "$rooflens plot ok.rlens --size 1200x9000 -o a.png", 2, kNothing, "not a side of 9000\nrooflens: hint: `rooflens plot --help` shows its options\n"},
    {"plot_sized_badly", "$rooflens plot ok.rlens --size big -o a.png", 2, kNothing, "error: --size takes WIDTHxHEIGHT in pixels, not `big`\n"},
    {"plot_sized_halfway", "$rooflens plot ok.rlens --size 800x -o a.png", 2, kNothing, "error: --size takes a whole number"},
    {"plot_in_pink", "$rooflens plot ok.rlens --theme pink -o a.png", 2, kNothing, "error: --theme takes one of light, dark, not `pink`\n"},
    {"plot_as_printed_png", "$rooflens plot ok.rlens --format png", 2, kNothing, "error: a PNG is not printed to stdout\nrooflens: hint: write a file: -o roofline.png\n"},
    {"report_in_an_unknown_format", "$rooflens report ok.rlens --format pdf", 2, kNothing, "error: --format takes one of text, markdown, csv, json, html, not `pdf`\n"},
    {"report_projected", "$rooflens report ok.rlens --project 'a100 sxm4 80' --format json", 0, "\"kind\": \"projected\"", kNothing},
    {"report_projected_onto_the_usual_board", "$rooflens report ok.rlens --project H100", 0, "H100 SXM5", "^rooflens: note: --project H100 is taken for H100 SXM5, not H100 PCIe\n$"},
    {"report_projected_onto_one_of_several_chips", "$rooflens report ok.rlens --project RTX", 2, kNothing, "error: --project RTX names 3 GPU models: RTX 3090, RTX 4090, RTX 5090\nrooflens: hint: say which: --project 'RTX 3090'\n"},
    {"report_endings_in_any_case", "$rooflens report ok.rlens -o a.HTML -o b.Markdown -o c.text && test -s a.HTML && test -s b.Markdown && test -s c.text", 0, kNothing, kNothing},
    {"compare_endings_in_any_case", "$rooflens compare ok.rlens ok.rlens -o a.HTM && test -s a.HTM", 0, kNothing, kNothing},
    {"run_into_an_image", "$rooflens run -o a.png", 2, kNothing, "hint: write FILE.rlens first, then `rooflens plot FILE.rlens -o a.png`\n"},
    {"report_into_a_session", "$rooflens report ok.rlens -o a.rlens", 2, kNothing, "error: the ending of a.rlens names no format of this command\n"},
    {"run_into_a_report", "$rooflens run -o notes.md; c=$?; test ! -e notes.md && exit $c", 2, kNothing, "error: run writes a session \\(.rlens\\), not .md \\(Markdown\\) as in notes.md\nrooflens: hint: write FILE.rlens first, then `rooflens report FILE.rlens -o notes.md`\n"},
    {"merge_into_a_report", "$rooflens merge ok.rlens -o a.JSON", 2, kNothing, "error: merge writes a session \\(.rlens\\), not .JSON \\(JSON\\) as in a.JSON\n"},
    {"import_into_a_report", "$rooflens import a.csv -o b.csv", 2, kNothing, "error: import writes a session \\(.rlens\\), not .csv \\(a table\\) as in b.csv\n"},
    {"report_projected_onto_an_unknown_board", "$rooflens report ok.rlens --project H300", 2, kNothing, "error: --project knows no GPU model `H300`\nrooflens: hint: it knows V100 SXM2, "},
    {"report_projected_as_html", "$rooflens report ok.rlens --project L4 -o a.html; test ! -e a.html && exit 2", 2, kNothing, "error: --project writes text, markdown or json\n"},
    {"plot_with_too_many_labels", "$rooflens plot ok.rlens --top 1001 -o a.png", 2, kNothing, "error: --top takes a number from 0 to 1000, not 1001\n"},
    {"plot_of_a_machine_that_is_not_there", "$rooflens plot ok.rlens --gpu 1 --format svg", 2, kNothing, "error: --gpu 1: the session has 1 GPU \\(numbered from 0\\)\n"},
    {"plot_of_many_names_machines", "$rooflens plot two.rlens --gpu 1 --format svg", 0, "<svg ", "^rooflens: note: the image shows GPU 1 of 2 in the session"},

    // Occupancy.
    {"occupancy", "$rooflens occupancy --cc 9.0 --threads 256 --registers 128", 0, "occupancy +25.0 %: 2 blocks, 16 of 64 warps\nlimited by +registers\n", kNothing},
    {"occupancy_has_no_colours_in_a_file", "$rooflens occupancy --cc 9.0 --threads 256 --registers 64 | tr '\\033' '!'", 0, "^[^!]+$", kNothing},
    {"occupancy_json", "$rooflens occupancy --cc 12.0 --threads 96 --registers 40 --shared 4Ki --format json", 0, kJson, kNothing},
    {"occupancy_of_an_unknown_capability", "$rooflens occupancy --cc 6.1 --threads 96 --registers 40", 2, kNothing, "error: --cc takes one of 7.0, 7.2, .*, 12.1, not `6.1`\nrooflens: hint: "},

    // Streams.
    {"closed_pipe", "{ $rooflens report ok.rlens --format json; echo $? >&2; } | head -1", 0, "^\\{\n$", "^(0|141)\n$"},
    {"full_disk", "$rooflens list > /dev/full", 1, kNothing, "^rooflens: error: the result could not be written to stdout\nrooflens: hint: "},
    {"full_disk_with_much_to_write", "$rooflens report ok.rlens --format html > /dev/full", 1, kNothing, "^rooflens: error: the result could not be written to stdout\n"},
    {"closed_stdout", "$rooflens list >&-", 1, kNothing, "^rooflens: error: the result could not be written to stdout\n"},
    {"closed_stdout_does_not_spoil_files", "$rooflens report ok.rlens -o a.json >&-; $rooflens report ok.rlens -o b.json; cmp a.json b.json", 0, kNothing, kNothing},
    {"closed_stderr", "$rooflens bogus 2>&-", 2, kNothing, kNothing},
    {"closed_streams_are_closed_to_the_application",
     "echo 'for d in 0 1 2; do test -e /proc/$$/fd/$d || echo $d >>seen; done' >s; export ROOFLENS_INJECT=/bin/true; "
     "for closed in '<&-' '>&-' '2>&-'; do eval \"$rooflens profile -- sh s $closed\"; done; cat seen", 0, "^0\n1\n2\n$", kAnything},
};
// clang-format on

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

models::Recording on_two_machines() {
  models::Recording recording = fixtures::twelve_kernels();
  recording.machines.push_back(fixtures::simulated_h200());
  recording.machines.back().id = 1;
  recording.observations.back().machine = 1;
  return recording;
}

// ok.rlens, troubled.rlens, two.rlens; empty, text, cut and newer ones that are not sessions; folder/; old.html.
void make_files(const ScratchFolder& folder) {
  actions::save_recording(folder / "ok.rlens", fixtures::twelve_kernels(), false);
  actions::save_recording(folder / "troubled.rlens", fixtures::troubled_kernels(), false);
  actions::save_recording(folder / "two.rlens", on_two_machines(), false);
  std::string bytes = read_file(folder / "ok.rlens");
  write(folder / "cut.rlens", bytes.substr(0, bytes.size() / 2));
  bytes.replace(60, 4, std::string("\0\0\0\x63", 4));  // SQLite keeps PRAGMA user_version here
  write(folder / "newer.rlens", bytes);
  write(folder / "empty.rlens", "");
  write(folder / "text.rlens", "kernel,duration_ns\nsgemm,1000\n");
  write(folder / "old.html", kOldReport);
  fs::create_directory(folder / "folder");
}

// Why a line cannot be run here; empty if it can.
std::string missing(Needs needs, const fs::path& folder) {
  if (needs == Needs::no_gpu && shell("$rooflens devices", folder).code == 0) return "there is a GPU";
  if (needs != Needs::cupti) return {};
#ifdef __SANITIZE_ADDRESS__
  return "AddressSanitizer ends a process in which CUPTI opens its host library (RTLD_DEEPBIND)";
#else
  const Said said = shell("$rooflens list counters", folder);  // only its own word is taken: a crash is no excuse
  const bool without = said.code == 0 && said.out.find("passes: unknown without CUPTI") != std::string::npos;
  return without ? "CUPTI is not installed here" : "";
#endif
}

class Executable : public ::testing::TestWithParam<Line> {};

TEST_P(Executable, Behaves) {
  const Line& line = GetParam();
  const ScratchFolder folder;
  make_files(folder);
  if (const std::string what = missing(line.needs, folder.path()); !what.empty()) GTEST_SKIP() << what;
  const std::string before = read_file(folder / "ok.rlens");

  const Said said = shell(line.command, folder.path());
  EXPECT_EQ(said.code, line.code) << said.err;
  if (line.out == kJson) {
    EXPECT_TRUE(nlohmann::json::accept(said.out)) << said.out;
  } else {
    EXPECT_THAT(said.out, ::testing::ContainsRegex(line.out));
  }
  EXPECT_THAT(said.err, ::testing::ContainsRegex(line.err));

  EXPECT_TRUE(read_file(folder / "ok.rlens") == before) << "the session was changed";
  EXPECT_EQ(read_file(folder / "old.html"), kOldReport);
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().filename().string().find(".tmp"), std::string::npos) << entry.path();
    EXPECT_FALSE(entry.path().string().ends_with("-wal")) << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(Table, Executable, ::testing::ValuesIn(kLines),
                         [](const auto& line) { return std::string(line.param.name); });

TEST(ExecutableTable, ListsKernelsAsAnArrayOfObjects) {
  const ScratchFolder folder;
  const auto list = nlohmann::json::parse(shell("$rooflens list kernels --format json", folder.path()).out);
  ASSERT_TRUE(list.is_array());
  ASSERT_GE(list.size(), 12U);
  for (const auto& kernel : list) {
    for (const char* key : {"name", "family", "summary"}) EXPECT_TRUE(kernel.at(key).is_string()) << kernel;
    EXPECT_TRUE(kernel.at("parameters").is_array()) << kernel;
  }
}

}  // namespace
}  // namespace rooflens::cli
