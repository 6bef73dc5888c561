// The report for a comment on a pull request: what it was recorded on, the verdict, the kernels by time, what to
// change.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "reports/text/text_kernels.hpp"
#include "reports/words/blocks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/note_words.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"
#include "reports/words/run_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kMostAdvice = 5;
constexpr std::size_t kMostFindings = 6;
constexpr std::size_t kWidth = 200;  // with every column

// What numbers do not cover, whatever room it takes; then what else there is of the run, then one of each kernel, as
// long as there is room.
void add_findings(Blocks& blocks, const Document& document, const models::MachineAnalysis& machine,
                  const ProcessLabels& labels) {
  std::vector<std::string> notes;
  const auto words = [](const models::Finding& finding) {
    return fmt::format("{}: {}", severity_word(finding.severity), finding_words(finding));
  };
  for (const models::Finding& note : note_findings(document, machine)) {
    if (note.severity == models::Severity::warning) {
      blocks.note(words(note));
    } else {
      notes.push_back(words(note));
    }
  }
  for (const models::Finding& finding : machine.findings) notes.push_back(words(finding));
  std::vector<const models::AnalysedKernel*> kernels;
  for (const models::AnalysedKernel& kernel : machine.kernels) {
    if (!kernel.findings.empty()) kernels.push_back(&kernel);
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto* a, const auto* b) {
    return a->failed() != b->failed() ? a->failed() : a->share_of_time > b->share_of_time;
  });
  for (const models::AnalysedKernel* kernel : kernels) {
    notes.push_back(fmt::format("{}: {}", labels.name(*kernel->observation), finding_words(kernel->findings.front())));
  }
  for (std::size_t i = 0; i < std::min(notes.size(), kMostFindings); ++i) blocks.note(notes[i]);
  if (notes.size() > kMostFindings) {
    blocks.note(fmt::format("and {} more in HTML and JSON", notes.size() - kMostFindings));
  }
}

// For the kernels that could save most: the change that promises most.
void add_advice(Blocks& blocks, const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  std::size_t said = 0;
  for (const std::size_t i : machine.by_recoverable) {
    const models::AnalysedKernel& kernel = machine.kernels[i];
    if (kernel.explanation.advice.empty()) continue;
    if (said++ == 0) blocks.sentence("What would help, with the predicted speed-up:");
    const models::Advice& first = kernel.explanation.advice.front();
    blocks.note(fmt::format("{}: {}: {} {} Evidence: {}.", clean_utf8(labels.name(*kernel.observation)),
                            models::gain_text(first), first.cause, first.change, first.evidence));
    if (said == kMostAdvice) break;
  }
  if (said > 0 && !machine.for_callers.empty()) blocks.note(machine.for_callers);
}

}  // namespace

std::string render_markdown(const Document& document) {
  const ProcessLabels labels(document.recording, document.analysis.problems);
  const TextOptions options{.colour = false, .width = static_cast<int>(kWidth)};
  std::string text;
  for (const models::MachineAnalysis& machine : document.analysis.machines) {
    const TextPage page{document, machine, options, labels, kWidth};
    Blocks blocks;
    const std::string& device = machine.machine->device.name;
    blocks.heading(clean_utf8(document.title) + (device.empty() ? "" : " · " + clean_utf8(device)));
    for (std::string& warning : warnings_above(document.recording.provenance)) {
      blocks.sentence(std::move(warning), Tone::bad);
    }
    blocks.sentence(clean_utf8(machine.verdict));
    if (std::string time = run_time_text(machine); !time.empty()) blocks.sentence(std::move(time));
    KernelRows rows = kernel_rows(page, machine.kernels, "Kernel", true);
    blocks.table(std::move(rows.columns), std::move(rows.rows));
    if (!rows.left_out.empty()) blocks.note(rows.left_out);
    KernelRows groups = group_rows(machine);
    blocks.table(std::move(groups.columns), std::move(groups.rows));
    add_advice(blocks, machine, labels);
    add_findings(blocks, document, machine, labels);
    text.append(text.empty() ? "" : "\n").append(blocks.markdown());
  }
  return text;
}

}  // namespace rooflens::reports
