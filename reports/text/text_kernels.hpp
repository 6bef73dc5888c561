// The table of kernels in the report for a terminal, and what all parts of that report share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::reports {

/// What is written about one machine.
struct TextPage {
  const Document& document;
  const models::MachineAnalysis& machine;
  const TextOptions& options;
  const ProcessLabels& labels;
  std::size_t width;
  [[nodiscard]] std::string tone(std::string_view text, Tone tone) const { return toned(text, tone, options.colour); }
  [[nodiscard]] std::string wrapped(std::string_view text, std::string_view first = "",
                                    std::string_view rest = "") const {
    return paragraph(text, width, first, rest);
  }
};

/// A table of kernels before it is printed. `left_out` tells of rows that were too many; empty if none.
struct KernelRows {
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;
  std::string left_out;
};

/// One row a kernel; `kernels` is the machine's list of kernels or that of its NVTX ranges. Kernels stand by what they
/// could save; of an application's, and of all if `brief`, as many as a reader looks at.
[[nodiscard]] KernelRows kernel_rows(const TextPage& page, const std::vector<models::AnalysedKernel>& kernels,
                                     std::string_view title, bool brief);

/// The same as text.
[[nodiscard]] std::string kernel_table(const TextPage& page, const std::vector<models::AnalysedKernel>& kernels,
                                       std::string_view title);

/// A row for each group of kernels that takes a share worth it, at most five; what a library launches in many variants
/// is one thing to change.
[[nodiscard]] KernelRows group_rows(const models::MachineAnalysis& machine);

/// At the DRAM level; nothing where its traffic is not known.
[[nodiscard]] std::optional<models::ByteRate> dram_rate(const models::AnalysedKernel& kernel);
/// Whether these follow from the kernel's formula instead of counters.
[[nodiscard]] bool dram_is_analytic(const models::AnalysedKernel& kernel);
[[nodiscard]] bool flops_are_analytic(const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports
