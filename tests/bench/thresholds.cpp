// What changes if a threshold moves by a fifth: for each of models/base/thresholds.def, the kernels of recorded
// sessions whose conclusions differ (what bounds them, findings, advice and its order), and the machines whose headline
// does. A Markdown table, for docs/results.md.   usage: thresholds SESSION.rlens...
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "models/base/thresholds.hpp"
#include "models/explain/analysis.hpp"
#include "profiler/session/session.hpp"

namespace {

using namespace rooflens;

struct Threshold {
  double* place;
  double value;
  const char* name;
  const char* source;
};

std::vector<Threshold> thresholds() {
  return {
#define ROOFLENS_THRESHOLD(name, value, divides, source) {&models::name, value, #name, source},
#include "models/base/thresholds.def"
#undef ROOFLENS_THRESHOLD
  };
}

// Near 1, the distance from it is what counts: 1.02 becomes 1.016 or 1.024.
double moved(double value, double factor) {
  return value > 0.8 && value < 1.3 ? 1 + (value - 1) * factor : value * factor;
}

struct Conclusions {
  std::vector<std::string> kernels;
  std::vector<std::string> headlines;
};

Conclusions conclude(const std::vector<models::Recording>& recordings) {
  Conclusions all;
  for (const models::Recording& recording : recordings) {
    for (const models::MachineAnalysis& machine : models::analyse(recording).machines) {
      std::string headline = machine.verdict;
      for (const models::Finding& finding : machine.findings) headline += " " + finding.topic;
      all.headlines.push_back(headline);
      for (const models::AnalysedKernel& kernel : machine.kernels) {
        std::string text(models::info(kernel.binding).id);
        if (kernel.percent_of_roof) text += " share";
        if (kernel.is_at_its_roof()) text += " done";
        for (const models::Finding& finding : kernel.findings) text += " " + finding.topic;
        if (const auto& gap = kernel.explanation.gap) {
          for (const models::GapFactor& factor : gap->factors) text += " x" + std::string(factor.id);
          for (const models::Finding& finding : gap->findings) text += " " + finding.topic;
        }
        for (const models::Advice& advice : kernel.explanation.advice) text += " +" + std::string(advice.id);
        all.kernels.push_back(text);
      }
    }
  }
  return all;
}

std::size_t differing(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<models::Recording> recordings;
  for (int i = 1; i < argc; ++i) recordings.push_back(session::load(argv[i]));
  if (recordings.empty()) {
    std::fputs("usage: thresholds SESSION.rlens...\n", stderr);
    return 2;
  }
  const Conclusions before = conclude(recordings);
  std::printf("%zu kernels, %zu headlines\n\n", before.kernels.size(), before.headlines.size());
  std::puts("| threshold | value | source | a fifth less | a fifth more |\n|---|---:|---|---:|---:|");
  for (const Threshold& threshold : thresholds()) {
    std::printf("| `%s` | %g | %s |", threshold.name, threshold.value, threshold.source);
    for (const double factor : {0.8, 1.2}) {
      *threshold.place = moved(threshold.value, factor);
      const Conclusions after = conclude(recordings);
      const std::size_t headlines = differing(before.headlines, after.headlines);
      std::printf(" %zu%s |", differing(before.kernels, after.kernels), headlines > 0 ? ", headline" : "");
    }
    *threshold.place = threshold.value;
    std::puts("");
  }
  return 0;
}
