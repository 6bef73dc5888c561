// The images in samples/, which README shows, are what the commands in samples/README.md draw today.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/reports/picture.hpp"

namespace rooflens::cli {
namespace {

reports::Picture picture_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return reports::decode({std::istreambuf_iterator<char>(file), {}});
}

void expect_drawn(const std::string& name, std::vector<std::string> command) {
  const ScratchFolder folder;
  FakeBackend backend;
  command.insert(command.end(), {"-o", folder / name});
  const Outcome outcome = dispatched(backend, command);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const reports::Picture drawn = picture_in(folder / name), kept = picture_in(name);
  ASSERT_GT(drawn.width, 0);
  ASSERT_EQ(drawn.width, kept.width);
  ASSERT_EQ(drawn.height, kept.height);
  EXPECT_LT(reports::difference(drawn, kept), 0.002) << "draw samples/" << name << " again";
}

TEST(SamplePictures, AreWhatIsDrawnToday) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(ROOFLENS_SOURCE_DIR "/samples");
  expect_drawn("roofline.png", {"plot", "demo.rlens"});
  expect_drawn("comparison.png", {"compare", "catalogue-h100.rlens", "catalogue.rlens"});
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace rooflens::cli
