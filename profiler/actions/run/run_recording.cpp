#include "profiler/actions/run/run_recording.hpp"

#include <iterator>
#include <span>
#include <utility>

#include "models/record/run_ceilings.hpp"
#include "profiler/actions/save_recording.hpp"

namespace rooflens::actions {

namespace fs = std::filesystem;

RunRecording::RunRecording(fs::path path, models::Recording start, std::optional<models::MeasuredRoofs> measured)
    : path_(std::move(path)), recording_(std::move(start)), measured_(std::move(measured)) {
  std::error_code error;
  if (!fs::exists(path_, error)) open(session::Writer::IfExists::refuse);
}

RunRecording::~RunRecording() {
  if (!writer_ || !recording_.observations.empty()) return;
  writer_.reset();
  std::error_code error;
  fs::remove(path_, error);
}

void RunRecording::open(session::Writer::IfExists if_exists) {
  writer_ = session::Writer::create(path_, recording_.provenance, if_exists);
  writer_->add_process(recording_.processes.front());
  writer_->put_machine(recording_.machines.front());
  for (const models::Family& family : recording_.families) writer_->add_family(family);
}

void RunRecording::append(std::vector<models::Observation> batch) {
  if (!writer_) open(session::Writer::IfExists::replace);
  writer_->append(batch);
  recording_.observations.insert(recording_.observations.end(), std::make_move_iterator(batch.begin()),
                                 std::make_move_iterator(batch.end()));
  models::Machine& machine = recording_.machines.front();
  machine.ceilings = models::run_ceilings(machine.device, recording_.observations, measured_ ? &*measured_ : nullptr);
  writer_->put_machine(machine);
}

void RunRecording::add(std::vector<models::FunctionProfile> functions) {
  writer_->add_functions(functions);
  recording_.functions = std::move(functions);
}

void RunRecording::note(models::Note note) {
  writer_->add_notes(std::span(&note, 1));
  recording_.notes.push_back(std::move(note));
}

models::Recording RunRecording::finish(const models::Analysis& analysis) {
  writer_->store_points(placed_kernels(recording_, analysis));
  writer_->close();
  writer_.reset();
  return std::move(recording_);
}

}  // namespace rooflens::actions
