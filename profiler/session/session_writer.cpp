#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "profiler/session/database.hpp"
#include "profiler/session/digest.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/observation_rows.hpp"
#include "profiler/session/schema.hpp"
#include "profiler/session/session.hpp"
#include "profiler/session/session_file.hpp"
#include "profiler/session/tables.hpp"
#include "profiler/session/validate.hpp"

namespace rooflens::session {
namespace {

// WAL: a killed process loses nothing that was committed, and readers need not wait. Where the file system cannot do
// WAL (some network mounts), SQLite stays with a rollback journal, which is as safe. NORMAL: a power cut may lose the
// last batches, never the file.
Database open_for_writing(const std::filesystem::path& path) {
  Database database(path, Database::Mode::read_write);
  database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  return database;
}

}  // namespace

struct Writer::Implementation {
  std::filesystem::path path;  ///< as errors name it
  Access access;
  Database database;
  ObservationInserter observations;
  KnownIds known;
  std::set<std::string> families;
  std::int64_t next_kernel_id = 1;

  Implementation(const std::filesystem::path& file, const std::filesystem::path& named, Access kind)
      : path(std::filesystem::absolute(named)),
        access(kind),
        database(open_for_writing(file)),
        observations(database) {}

  /// One transaction around `work`: all of it or nothing.
  template <class Work>
  void commit(Work&& work) {
    explaining(path, access, [&] {
      Transaction transaction(database);
      work();
      transaction.commit();
    });
  }
};

Writer::Writer(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Writer::Writer(Writer&&) noexcept = default;

Writer& Writer::operator=(Writer&& other) noexcept {
  Writer old(std::move(*this));  // closed at the end, as if destroyed
  implementation_ = std::move(other.implementation_);
  return *this;
}

Writer::~Writer() {
  if (!implementation_) return;
  try {
    close();
  } catch (const std::exception&) {
    // Everything appended is committed; without the checkpoint it stays in the -wal, which load() reads.
  }
}

Writer Writer::create(const std::filesystem::path& path, const models::Provenance& provenance, IfExists if_exists,
                      const std::filesystem::path& draft_of) {
  const std::filesystem::path& named = draft_of.empty() ? path : draft_of;
  const Access access = draft_of.empty() ? Access::writing : Access::drafting;
  return explaining(named, access, [&] {
    validate(provenance);
    make_session_file(path, if_exists, [&](Database& database) {
      create_schema(database);
      insert_provenance(database, provenance);
      open_digest(database);
    });
    return Writer(std::make_unique<Implementation>(path, named, access));
  });
}

void Writer::add_process(const models::Process& process) {
  Implementation& self = open();
  self.commit([&] {
    validate(process);
    if (self.known.processes.contains(process.id)) {
      throw InvalidContents("process " + std::to_string(process.id) + " is there twice");
    }
    insert_process(self.database, process);
  });
  self.known.processes.insert(process.id);
}

void Writer::put_machine(const models::Machine& machine) {
  Implementation& self = open();
  self.commit([&] {
    validate(machine);
    session::put_machine(self.database, machine);
  });
  self.known.machines.insert(machine.id);
}

void Writer::append(std::span<const models::Observation> batch) {
  Implementation& self = open();
  std::int64_t id = self.next_kernel_id;
  self.commit([&] {
    for (const models::Observation& observation : batch) {
      validate(observation, self.known);
      self.observations.insert(id++, observation);
    }
  });
  self.next_kernel_id = id;
}

void Writer::add_functions(std::span<const models::FunctionProfile> batch) {
  Implementation& self = open();
  self.commit([&] {
    for (const models::FunctionProfile& function : batch) {
      validate(function, self.known);
      insert_function(self.database, function);
    }
  });
}

void Writer::add_family(const models::Family& family) {
  Implementation& self = open();
  self.commit([&] {
    validate(family);
    if (self.families.contains(family.name)) throw InvalidContents("family '" + family.name + "' is there twice");
    insert_family(self.database, family);
  });
  self.families.insert(family.name);
}

void Writer::add_notes(std::span<const models::Note> notes) {
  Implementation& self = open();
  self.commit([&] {
    for (const models::Note& note : notes) validate(note, self.known);
    insert_notes(self.database, notes);
  });
}

void Writer::store_points(std::span<const models::Placement* const> placed) {
  Implementation& self = open();
  self.commit([&] { session::store_points(self.database, placed); });
}

void Writer::close() {
  open();
  const std::unique_ptr<Implementation> closing = std::move(implementation_);
  closing->commit([&] { store_digest(closing->database); });
  explaining(closing->path, closing->access,
             [&] { closing->database.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE"); });
}

Writer::Implementation& Writer::open() {
  if (!implementation_) throw std::logic_error("session::Writer used after close()");
  return *implementation_;
}

}  // namespace rooflens::session
