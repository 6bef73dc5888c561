// The man page and the completion of shells: rendered by man, and asked by a real bash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/cli/scratch_folder.hpp"
#include "tests/cli/shell.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string output_of(const std::string& command) {
  const ScratchFolder folder;
  const Said said = shell(command, folder.path());
  EXPECT_EQ(said.code, 0) << command << '\n' << said.err;
  EXPECT_EQ(said.err, "") << command;
  return said.out;
}

// What bash offers when TAB is pressed at the end of these words.
std::string offered(const std::string& words) {
  return output_of("bash -c \"PATH=$(dirname $rooflens):\\$PATH; source <($rooflens completion bash); COMP_WORDS=(" +
                   words + "); COMP_CWORD=\\$((\\${#COMP_WORDS[@]} - 1)); _rooflens; echo \\${COMPREPLY[*]}\"");
}

TEST(Completion, OffersCommandsOptionsAndTheirValues) {
  EXPECT_EQ(offered("rooflens re"), "report\n");
  EXPECT_THAT(offered("rooflens ''"), AllOf(HasSubstr("doctor profile report"), Not(HasSubstr("completion"))));
  EXPECT_EQ(offered("rooflens profile --launch"), "--launch-skip --launch-count --launches-per-kernel\n");
  EXPECT_EQ(offered("rooflens report a.rlens --format ''"), "text markdown csv json html\n");
  EXPECT_EQ(offered("rooflens report --format = j"), "json\n") << "readline makes three words of --format=j";
  EXPECT_EQ(offered("rooflens report --format ="), "text markdown csv json html\n");
  EXPECT_EQ(offered("rooflens list c"), "counters\n");
  EXPECT_EQ(offered("rooflens run gemm/n"), "gemm/naive\n");
}

TEST(Completion, LeavesFilesAndApplicationsToTheShell) {
  for (const char* words : {"rooflens report ''", "rooflens report -o ''", "rooflens profile -k gemm ./app --f",
                            "rooflens profile -- ./app --f"})
    EXPECT_EQ(offered(words), "\n") << words;
}

TEST(Completion, IsRefusedForAnUnknownShell) {
  const ScratchFolder folder;
  EXPECT_EQ(shell("$rooflens completion tcsh", folder.path()).code, 2);
}

// One table: what --help-all shows is in the man page and in every completion.
TEST(Completion, HasEveryOptionOfEveryCommand) {
  const std::string man = output_of("$rooflens man");
  const std::string bash = output_of("$rooflens completion bash");
  const std::string zsh = output_of("$rooflens completion zsh");
  const std::string fish = output_of("$rooflens completion fish");
  const std::string overview = output_of("$rooflens --help");
  const std::regex of_command("\n  ([a-z]+) "), of_option("\n  (?:-.,|   ) --([a-z-]+)");
  int options = 0;
  for (std::sregex_iterator c(overview.begin(), overview.end(), of_command), end; c != end; ++c) {
    const std::string command = (*c)[1];
    if (command == "rooflens") continue;  // of the examples
    EXPECT_THAT(man, HasSubstr(".SS \"rooflens " + command));
    const std::string help = output_of("$rooflens " + command + " --help-all");
    for (std::sregex_iterator o(help.begin(), help.end(), of_option); o != end; ++o, ++options) {
      const std::string name = (*o)[1];
      if (!name.starts_with("help")) {
        EXPECT_THAT(man, HasSubstr("\\fB\\-\\-" + std::regex_replace(name, std::regex("-"), "\\-") + "\\fR"));
      }
      EXPECT_THAT(bash, HasSubstr("--" + name));
      EXPECT_THAT(zsh, HasSubstr("--" + name));
      EXPECT_THAT(fish, HasSubstr(" -l " + name + " "));
    }
  }
  EXPECT_GT(options, 80);
}

TEST(Completion, ShellsAndManReadWhatIsWritten) {
  output_of("$rooflens completion bash | bash -n");
  const ScratchFolder folder;
  for (const char* name : {"zsh", "fish"}) {
    const std::string test = std::string("command -v ") + name + " >/dev/null || exit 0; $rooflens completion " + name;
    EXPECT_EQ(shell(test + " | " + name + " -n", folder.path()).code, 0);
  }
  const Said page =
      shell("command -v man >/dev/null || exit 99; $rooflens man >a.1; man --warnings -l a.1 | cat", folder.path());
  if (page.code == 99) GTEST_SKIP() << "there is no man";
  EXPECT_EQ(page.err, "");
  EXPECT_THAT(page.out, AllOf(HasSubstr("rooflens - rooflines for CUDA kernels"), HasSubstr("--launch-count N"),
                              HasSubstr("rooflens profile ./app --size 4096"), HasSubstr("EXIT STATUS")));
}

}  // namespace
}  // namespace rooflens::cli
