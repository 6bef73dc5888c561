// Which kernel a chart of one kernel shows: of those that are asked for and have what it shows, the one that matters
// most.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/chart/frame.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports::chart {

struct KernelChoice {
  const models::AnalysedKernel* kernel = nullptr;      ///< nullptr: none, or several are shown
  std::vector<const models::AnalysedKernel*> shown{};  ///< all of them where a chart shows several
  std::size_t named = 0;                               ///< kernels that are asked for
  std::size_t possible = 0;                            ///< those of them that have what the chart shows
  std::size_t failed = 0;                              ///< and those that failed verification
};

/// How much a kernel matters to a chart; nothing for one that it cannot show.
using Importance = std::function<std::optional<double>(const models::AnalysedKernel&)>;

/// The kernel with the largest importance, of equal ones the first. `pattern` is a regular expression that names
/// contain, empty for all kernels. Kernels that failed verification are never chosen. Throws std::regex_error.
[[nodiscard]] KernelChoice choose_kernel(const models::MachineAnalysis& machine, const std::string& pattern,
                                         const Importance& importance);

/// Of a chart that shows all kernels unless some are asked for: those that are asked for and that `reason` does not
/// keep from being drawn, with `kernel` where it is one alone; an empty choice where options.kernel is.
[[nodiscard]] KernelChoice choose_if_asked(
    const models::MachineAnalysis& machine, const PictureOptions& options,
    const std::function<std::optional<std::string>(const models::AnalysedKernel&)>& reason);

/// For draw_header(): of the machine, of the kernel that was chosen, or how many were.
struct HeaderWords {
  std::string verdict;
  std::string device;
};
[[nodiscard]] HeaderWords header_words(const models::MachineAnalysis& machine, const KernelChoice& choice,
                                       const PictureOptions& options);

/// Why none was chosen: that no name contains the pattern, or that no kernel `what` ("recorded its blocks").
[[nodiscard]] models::Trouble no_kernel(const KernelChoice& choice, const std::string& pattern, const std::string& what,
                                        const std::string& remedy);

/// "Of 3 kernels that match `gemm` the one that loses most time to its roof", where there was a choice, and then the
/// machine in small print.
[[nodiscard]] std::string device_and_choice(const models::MachineAnalysis& machine, const KernelChoice& choice,
                                            const std::string& pattern, const std::string& most_important);

/// What a chart of one kernel draws itself with: no marks of others take room.
[[nodiscard]] Frame frame_of_one_kernel(Scene& scene, const Document& document, const PictureOptions& options,
                                        const models::MachineAnalysis& machine);

/// The machine that the options name; nullptr where there is none.
[[nodiscard]] const models::MachineAnalysis* machine_of(const Document& document, const PictureOptions& options);

/// The trouble of each chart; of the roofline only where a kernel is asked for.
[[nodiscard]] std::optional<models::Trouble> roofline_trouble(const models::MachineAnalysis& machine,
                                                              const PictureOptions& options);
[[nodiscard]] std::optional<models::Trouble> instruction_trouble(const models::MachineAnalysis& machine,
                                                                 const PictureOptions& options);
[[nodiscard]] std::optional<models::Trouble> gap_trouble(const models::MachineAnalysis& machine,
                                                         const PictureOptions& options);
[[nodiscard]] std::optional<models::Trouble> latency_trouble(const models::MachineAnalysis& machine,
                                                             const PictureOptions& options);
[[nodiscard]] std::optional<models::Trouble> block_trouble(const models::MachineAnalysis& machine,
                                                           const PictureOptions& options);

}  // namespace rooflens::reports::chart
