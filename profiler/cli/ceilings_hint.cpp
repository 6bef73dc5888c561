#include "profiler/cli/ceilings_hint.hpp"

#include <ostream>
#include <string>

namespace rooflens::cli {

void print_ceilings_hint(const Streams& streams, std::optional<int> sms_of_part) {
  const std::string part = sms_of_part ? " --sms " + std::to_string(*sms_of_part) : "";
  streams.err << "rooflens: hint: these roofs are theoretical; `rooflens ceilings" << part
              << "` measures those of this " << (sms_of_part ? "part" : "GPU") << ", once\n";
}

}  // namespace rooflens::cli
