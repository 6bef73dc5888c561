#include "profiler/launcher/launch_check.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::launcher {
namespace {

namespace fs = std::filesystem;
using cli::ScratchFolder;
using ::testing::HasSubstr;

std::string put(const std::string& path, const std::string& bytes, bool executable = true) {
  std::ofstream(path, std::ios::binary) << bytes;
  if (executable) fs::permissions(path, fs::perms::owner_all);
  return path;
}

std::string elf(unsigned char bits, unsigned machine) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = bits;
  header.e_machine = static_cast<Elf64_Half>(machine);
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

// What is said of a program that cannot be run; "" for one that can.
std::string refusal(const std::string& name, const std::string& search = "") {
  try {
    (void)check_program(name, search);
    return "";
  } catch (const LaunchError& error) {
    return std::string(error.what()) + " | " + error.remedy();
  }
}

TEST(LaunchCheck, TakesProgramsAndScripts) {
  const ScratchFolder folder;
  EXPECT_EQ(refusal("/proc/self/exe"), "");
  EXPECT_EQ(refusal(put(folder / "script", "#!/bin/sh\nexit 0\n")), "");
}

TEST(LaunchCheck, SearchesThePathAsAShellDoes) {
  const ScratchFolder first;
  const ScratchFolder second;
  put(first / "tool", "#!/bin/sh\n", false);
  fs::create_directory(first / "other");
  put(second / "tool", "#!/bin/sh\n");
  put(second / "other", "#!/bin/sh\n");
  const std::string search = first.path().string() + ":/no/such:" + second.path().string();
  EXPECT_EQ(check_program("tool", search), second.path() / "tool") << "a file that is not executable is passed over";
  EXPECT_EQ(check_program("other", search), second.path() / "other") << "a folder too";
}

TEST(LaunchCheck, SaysWhatIsMissing) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal("nosuchtool", folder.path().string()), HasSubstr("no program `nosuchtool` on the PATH"));
  EXPECT_THAT(refusal(folder / "none"), HasSubstr("there is no program "));
  EXPECT_THAT(refusal(folder.path().string()), HasSubstr("is a directory, not a program"));
  EXPECT_THAT(refusal(put(folder / "text", "hello", false)), HasSubstr("Permission denied"));
  EXPECT_THAT(refusal(put(folder / "file", "hello") + "/below"), HasSubstr("file/below"));
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
}

TEST(LaunchCheck, NamesAFileOfThePathThatCannotBeRun) {
  const ScratchFolder folder;
  put(folder / "tool", "hello", false);
  EXPECT_THAT(refusal("tool", "/no/such:" + folder.path().string()),
              HasSubstr("cannot run " + folder.path().string() + "/tool: Permission denied"));
}

TEST(LaunchCheck, RefusesProgramsThatCouldNotLoadTheLibrary) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal(put(folder / "a32", elf(ELFCLASS32, EM_386))), HasSubstr("is a 32-bit program"));
#ifdef __x86_64__
  EXPECT_THAT(refusal(put(folder / "arm", elf(ELFCLASS64, EM_AARCH64))), HasSubstr("was built for 64-bit ARM, "));
  EXPECT_EQ(refusal(put(folder / "x86", elf(ELFCLASS64, EM_X86_64))), "");
#endif
}

TEST(LaunchCheck, KnowsWhatReadsAScript) {
  const ScratchFolder folder;
  EXPECT_EQ(interpreter_of(put(folder / "a", "#!/usr/bin/env python3\nprint()\n")), "/usr/bin/env");
  EXPECT_EQ(interpreter_of(put(folder / "b", "#! /bin/sh")), "/bin/sh");
  EXPECT_EQ(interpreter_of(put(folder / "c", "#!")), "");
  EXPECT_EQ(interpreter_of(put(folder / "d", "print()\n")), "");
}

}  // namespace
}  // namespace rooflens::launcher
