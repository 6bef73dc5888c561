#include "profiler/launcher/launch_check.hpp"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace rooflens::launcher {
namespace {

namespace fs = std::filesystem;
using Cause = LaunchError::Cause;

struct Architecture {
  unsigned machine;
  const char* name;
};
constexpr std::array<Architecture, 4> kArchitectures{
    {{EM_X86_64, "x86-64"}, {EM_AARCH64, "64-bit ARM"}, {EM_PPC64, "64-bit PowerPC"}, {EM_RISCV, "RISC-V"}}};

#if defined(__aarch64__)
constexpr unsigned kOwnMachine = EM_AARCH64;
#elif defined(__x86_64__)
constexpr unsigned kOwnMachine = EM_X86_64;
#else
#error "say here which architecture this is"
#endif

std::string name_of(unsigned machine) {
  for (const Architecture& architecture : kArchitectures) {
    if (architecture.machine == machine) return architecture.name;
  }
  return "architecture " + std::to_string(machine);
}

// As much of the file as its head needs; shorter if the file is.
std::string head_of(const fs::path& program) {
  std::array<char, 512> bytes{};
  std::ifstream file(program, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

bool is_executable_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

fs::path in_search_path(const std::string& name, const std::string& search) {
  fs::path useless;
  for (std::size_t begin = 0; begin <= search.size();) {
    const std::size_t end = std::min(search.find(':', begin), search.size());
    const std::string folder = search.substr(begin, end - begin);
    const fs::path path = (folder.empty() ? fs::path(".") : fs::path(folder)) / name;
    std::error_code ignored;
    if (is_executable_file(path)) return path;
    if (useless.empty() && fs::is_regular_file(path, ignored)) useless = path;
    begin = end + 1;
  }
  if (!useless.empty()) return useless;  // which is refused for what it lacks
  std::error_code ignored;
  const bool here = fs::is_regular_file(name, ignored);
  throw LaunchError(Cause::not_found, "there is no program `" + name + "` on the PATH",
                    here ? "there is a file of that name in this directory: ./" + name
                         : "give its path, as in `rooflens profile -- ./" + name + "`");
}

void check_can_be_run(const fs::path& path) {
  const std::string text = path.string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    const std::string folder =
        path.is_relative() ? "it was looked for in " + fs::current_path(error).string() + "; " : "";
    throw LaunchError(Cause::not_found, "there is no program " + text,
                      folder + "options of rooflens stand before the application");
  }
  if (fs::is_directory(status))
    throw LaunchError(Cause::not_executable, text + " is a directory, not a program", "name the program in it");
  if (!fs::exists(status)) throw LaunchError(Cause::not_executable, "cannot look at " + text + ": " + error.message());
  if (access(path.c_str(), X_OK) == 0) return;
  const std::string why = std::strerror(errno);
  throw LaunchError(Cause::not_executable, "cannot run " + text + ": " + why,
                    "if it is a program: chmod +x it; a script without that: `rooflens profile -- python3 " + text +
                        "` or whatever reads it");
}

void check_can_load(const fs::path& path) {
  const std::string head = head_of(path);
  if (!head.starts_with(ELFMAG) || head.size() < sizeof(Elf32_Ehdr)) return;  // a script, or the system will say
  if (head[EI_CLASS] == ELFCLASS32) {
    throw LaunchError(Cause::not_executable,
                      path.string() + " is a 32-bit program; rooflens and the CUDA driver are 64-bit",
                      "build it for 64 bits (nvcc -m64)");
  }
  Elf64_Half machine = 0;
  std::memcpy(&machine, head.data() + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
  if (machine == kOwnMachine) return;
  throw LaunchError(Cause::not_executable,
                    path.string() + " was built for " + name_of(machine) + ", rooflens for " + name_of(kOwnMachine),
                    "use the rooflens of that architecture");
}

}  // namespace

std::string interpreter_of(const fs::path& program) {
  const std::string head = head_of(program);
  if (!head.starts_with("#!")) return {};
  const std::size_t begin = std::min(head.find_first_not_of(" \t", 2), head.size());
  return head.substr(begin, head.find_first_of(" \t\r\n", begin) - begin);
}

fs::path check_program(const std::string& name, const std::string& search) {
  if (name.empty()) throw LaunchError(Cause::not_found, "the application's name is empty");
  fs::path path = name.find('/') != std::string::npos ? fs::path(name) : in_search_path(name, search);
  check_can_be_run(path);
  check_can_load(path);
  return path;
}

}  // namespace rooflens::launcher
