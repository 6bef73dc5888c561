#include "profiler/fleet/duckdb.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "profiler/fleet/duckdb_api.hpp"
#include "profiler/fleet/duckdb_process.hpp"

namespace rooflens::fleet {

namespace fs = std::filesystem;
using namespace duckdb;

struct DuckDb::Api {
#define ROOFLENS_DECLARE(name, returns, arguments) returns(*name) arguments = nullptr;
  ROOFLENS_DUCKDB_FUNCTIONS(ROOFLENS_DECLARE)
#undef ROOFLENS_DECLARE
  static const Api& get();
};

namespace {

constexpr const char* kName = "libduckdb.so";
constexpr const char* kHowToGetIt =
    "`pip install duckdb` beside rooflens's wheel; or put DuckDB's libduckdb.so (of its C/C++ package, or of npm's "
    "@duckdb/node-bindings-linux-x64) beside rooflens, or let ROOFLENS_DUCKDB name it, its directory or a Python that "
    "has "
    "duckdb; everything but stores works without";

void* open_library() {
  if (const char* chosen = std::getenv("ROOFLENS_DUCKDB"); chosen && *chosen) {
    const fs::path path = fs::is_directory(chosen) ? fs::path(chosen) / kName : fs::path(chosen);
    if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    throw FleetError(fmt::format("ROOFLENS_DUCKDB names {}, which cannot be opened: {}", path.string(), dlerror()),
                     "unset ROOFLENS_DUCKDB, or let it name libduckdb.so or its directory");
  }
  if (void* handle = dlopen(kName, RTLD_NOW | RTLD_LOCAL)) return handle;
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& folder : {here, here.parent_path() / "lib"}) {
    if (void* handle = dlopen((folder / kName).c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  }
  throw FleetError("a store needs DuckDB, and libduckdb.so was not found", kHowToGetIt);
}

// A Python interpreter, where the user or its package names one.
fs::path chosen_python() {
  const char* chosen = std::getenv("ROOFLENS_DUCKDB");
  if (!chosen || fs::is_directory(chosen) || !fs::path(chosen).filename().string().starts_with("python")) return {};
  return chosen;
}

fs::path temporary_file(const char* ending) {
  static std::atomic<int> number{0};
  return fs::temp_directory_path() / fmt::format("rooflens-{}-{}.{}", getpid(), number++, ending);
}

// Frees a result whatever happens while it is read.
struct HeldResult {
  Result result{};
  void (*destroy)(Result*);
  ~HeldResult() { destroy(&result); }
};

struct HeldChunk {
  void* chunk;
  void (*destroy)(void**);
  ~HeldChunk() { destroy(&chunk); }
};

std::string text_of(const String& text) {
  constexpr std::size_t kInlined = sizeof text.inlined + sizeof text.more_inlined;
  return {text.length <= kInlined ? text.inlined : text.text, text.length};
}

Value value_at(int type, const void* data, std::uint64_t row) {
  switch (type) {
    case kBoolean:
      return std::int64_t{static_cast<const bool*>(data)[row]};
    case kInteger:
      return std::int64_t{static_cast<const std::int32_t*>(data)[row]};
    case kBigint:
    case kUbigint:
      return static_cast<const std::int64_t*>(data)[row];
    case kDouble:
      return static_cast<const double*>(data)[row];
    default:
      return text_of(static_cast<const String*>(data)[row]);
  }
}

}  // namespace

const DuckDb::Api& DuckDb::Api::get() {
  static const Api api = [] {
    void* handle = open_library();
    Api found;
    std::string missing;
#define ROOFLENS_RESOLVE(name, returns, arguments)                                     \
  found.name = reinterpret_cast<decltype(found.name)>(dlsym(handle, "duckdb_" #name)); \
  if (!found.name && missing.empty()) missing = "duckdb_" #name;
    ROOFLENS_DUCKDB_FUNCTIONS(ROOFLENS_RESOLVE)
#undef ROOFLENS_RESOLVE
    if (!missing.empty())
      throw FleetError(fmt::format("the libduckdb.so that was found has no {}", missing), kHowToGetIt);
    return found;
  }();
  return api;
}

std::string sql_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

DuckDb::DuckDb() {
  if (const fs::path python = chosen_python(); !python.empty()) {
    process_ = std::make_unique<DuckDbProcess>(python);
  } else {
    api_ = &Api::get();
    if (api_->open(nullptr, &database_) != kSuccess || api_->connect(database_, &connection_) != kSuccess)
      throw FleetError(fmt::format("DuckDB {} could not be started", api_->library_version()), kHowToGetIt);
  }
  // Nothing is fetched from anywhere, and what does not fit into memory goes to the temporary folder.
  run("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false; SET memory_limit = '1500MB';"
      "SET temp_directory = " +
      sql_text(temporary_file("duckdb").string()));
}

DuckDb::~DuckDb() {
  if (connection_) api_->disconnect(&connection_);
  if (database_) api_->close(&database_);
}

void DuckDb::run(const std::string& sql) {
  if (process_) return void(process_->query(sql));
  HeldResult held{{}, api_->destroy_result};
  if (api_->query(connection_, sql.c_str(), &held.result) != kSuccess)
    throw FleetError(fmt::format("DuckDB: {}", api_->result_error(&held.result)));
}

Answer DuckDb::query(const std::string& sql) {
  if (process_) return process_->query(sql);
  HeldResult held{{}, api_->destroy_result};
  if (api_->query(connection_, sql.c_str(), &held.result) != kSuccess)
    throw FleetError(fmt::format("DuckDB: {}", api_->result_error(&held.result)));
  Answer answer;
  std::vector<int> types;
  for (std::uint64_t c = 0; c < api_->column_count(&held.result); ++c) {
    types.push_back(api_->column_type(&held.result, c));
    const bool readable = types.back() == kBoolean || types.back() == kInteger || types.back() == kBigint ||
                          types.back() == kUbigint || types.back() == kDouble || types.back() == kVarchar;
    const char* name = api_->column_name(&held.result, c);
    if (!readable) throw FleetError(fmt::format("column {} has a type that is not read here", name));
    answer.columns.push_back({name, types.back() != kVarchar});
  }
  while (void* next = api_->fetch_chunk(held.result)) {
    const HeldChunk chunk{next, api_->destroy_data_chunk};
    const std::uint64_t size = api_->data_chunk_get_size(chunk.chunk);
    const std::size_t before = answer.rows.size();
    answer.rows.resize(before + size, std::vector<Value>(types.size()));
    for (std::uint64_t c = 0; c < types.size(); ++c) {
      void* vector = api_->data_chunk_get_vector(chunk.chunk, c);
      const void* data = api_->vector_get_data(vector);
      const std::uint64_t* valid = api_->vector_get_validity(vector);
      for (std::uint64_t r = 0; r < size; ++r) {
        if (valid && !(valid[r / 64] >> (r % 64) & 1)) continue;
        answer.rows[before + r][c] = value_at(types[c], data, r);
      }
    }
  }
  return answer;
}

DuckDb::Appender::Appender(DuckDb& database, const char* table) : database_(database), table_(table) {
  if (database.api_ && database.api_->appender_create(database.connection_, nullptr, table, &handle_) != kSuccess)
    fail();
}

DuckDb::Appender::~Appender() {
  if (handle_) database_.api_->appender_destroy(&handle_);
}

void DuckDb::Appender::fail() {
  const char* why = handle_ ? database_.api_->appender_error(handle_) : nullptr;
  throw FleetError(fmt::format("DuckDB: {}", why ? why : "no rows can be added"));
}

void DuckDb::Appender::add_text(const std::string& text) { lines_.append(text).append(1, ','); }

void DuckDb::Appender::add(std::int64_t value) {
  handle_ ? check(database_.api_->append_int64(handle_, value)) : add_text(std::to_string(value));
}
void DuckDb::Appender::add(double value) {
  handle_ ? check(database_.api_->append_double(handle_, value)) : add_text(fmt::format("{}", value));
}
void DuckDb::Appender::add(const std::string& value) {
  if (handle_) return check(database_.api_->append_varchar_length(handle_, value.data(), value.size()));
  std::string quoted = "\"";
  for (const char c : value) quoted.append(c == '"' ? 2 : 1, c);
  add_text(quoted + '"');
}
void DuckDb::Appender::add_null() { handle_ ? check(database_.api_->append_null(handle_)) : add_text(""); }
void DuckDb::Appender::end() {
  if (handle_) return check(database_.api_->appender_end_row(handle_));
  lines_.back() = '\n';
}

void DuckDb::Appender::close() {
  if (handle_) return check(database_.api_->appender_flush(handle_));
  if (lines_.empty()) return;
  struct File {
    fs::path path;
    ~File() {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  } const file{temporary_file("csv")};
  if (!(std::ofstream(file.path) << lines_).flush())
    throw FleetError(fmt::format("cannot write {}: {}", file.path.string(), std::strerror(errno)),
                     "let TMPDIR name a directory with free space");
  lines_.clear();
  database_.run(
      fmt::format("COPY {} FROM {} (FORMAT csv, AUTO_DETECT false, HEADER false, DELIMITER ',', QUOTE '\"', "
                  "ESCAPE '\"', NULLSTR '', ALLOW_QUOTED_NULLS false, MAX_LINE_SIZE 16777216)",
                  table_, sql_text(file.path.string())));
}

}  // namespace rooflens::fleet
