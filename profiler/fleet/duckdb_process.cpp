#include "profiler/fleet/duckdb_process.hpp"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "fleet_sql.hpp"
#include "models/base/json_text.hpp"

extern char** environ;

namespace rooflens::fleet {
namespace {

using Json = nlohmann::json;

Value value_of(const Json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return {};
}

}  // namespace

void DuckDbProcess::fail(const std::string& why) const {
  throw FleetError(fmt::format("DuckDB of {}: {}", python_, why),
                   "`pip install duckdb` for it, or let ROOFLENS_DUCKDB name another, or libduckdb.so");
}

DuckDbProcess::DuckDbProcess(const std::filesystem::path& python) : python_(python.string()) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string command = "-c", program(kDuckDbPython);
  const std::array<char*, 4> arguments{python_.data(), command.data(), program.data(), nullptr};
  const int error = posix_spawn(&process_, python_.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (error == 0) return;
  close(socket_);
  fail(std::strerror(error));
}

DuckDbProcess::~DuckDbProcess() {
  close(socket_);  // the end of its input
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string DuckDbProcess::read_line() {
  std::array<char, 65536> buffer;
  std::size_t searched = 0, end = 0;
  while ((end = unread_.find('\n', searched)) == std::string::npos) {
    searched = unread_.size();
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("it ended without an answer");
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

Answer DuckDbProcess::query(const std::string& sql) {
  const std::string line = models::json_line(Json(sql)) + '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("it ended");
    sent += static_cast<std::size_t>(count);
  }
  const Json reply = Json::parse(read_line(), nullptr, false);
  if (!reply.is_object()) fail("its answer is none");
  if (reply.contains("error")) {
    const std::string why = reply["error"].get<std::string>();
    if (why.starts_with("No module named")) fail(why);
    throw FleetError("DuckDB: " + why);
  }
  Answer answer;
  for (const Json& column : reply["columns"]) answer.columns.push_back({column[0], column[1]});
  for (const Json& row : reply["rows"]) {
    std::vector<Value>& values = answer.rows.emplace_back();
    for (const Json& value : row) values.push_back(value_of(value));
  }
  return answer;
}

}  // namespace rooflens::fleet
