#include "profiler/count/instruction_log.hpp"

#include <algorithm>

namespace rooflens::inject {

InstructionLog::InstructionLog(SourceLines& sources, Logbook& logbook, int device, std::vector<std::string> names)
    : sources_(sources), logbook_(logbook), device_(device), names_(std::move(names)) {}

void InstructionLog::add(std::uint64_t crc, const std::string& function, std::uint64_t offset, std::size_t name,
                         double value) {
  std::vector<double>& values = functions_[{static_cast<std::uint32_t>(crc), function}][offset];
  values.resize(names_.size());
  values[name] += value;
}

const SourceLine& InstructionLog::line_of(const Function& function, std::uint64_t offset) {
  const auto [entry, fresh] = lines_.try_emplace({function, offset});
  if (fresh) entry->second = sources_.find(function.first, function.second, offset);
  return entry->second;
}

void InstructionLog::write(std::uint64_t launches) {
  for (const auto& [function, instructions] : functions_) {
    collect::spool::InstructionsRecord record;
    record.device = device_;
    record.function = function.second;
    record.cubin = function.first;
    record.launches = launches;
    record.names = names_;
    for (const auto& [offset, values] : instructions) {
      const SourceLine& line = line_of(function, offset);
      int place = -1;
      if (!line.file.empty()) {
        auto it = std::find(record.files.begin(), record.files.end(), line.file);
        if (it == record.files.end()) it = record.files.insert(it, line.file);
        place = static_cast<int>(it - record.files.begin());
      }
      record.offsets.push_back(offset);
      record.places.push_back(place);
      record.lines.push_back(line.line);
      record.values.insert(record.values.end(), values.begin(), values.end());
    }
    logbook_.write(std::move(record));
  }
  functions_.clear();
}

}  // namespace rooflens::inject
