#include "profiler/fleet/store.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <fstream>

#include "tests/fleet/fleet_fixture.hpp"

namespace rooflens::fleet {
namespace {

namespace fs = std::filesystem;

TEST(FolderName, KeepsWhatEveryFileSystemTakesAndEncodesTheRest) {
  EXPECT_EQ(folder_name("train-7b_v1.2"), "train-7b_v1.2");
  EXPECT_EQ(folder_name("a/b'c\" d"), "a%2Fb%27c%22%20d");
  EXPECT_EQ(folder_name(".."), "%2E.");
  EXPECT_EQ(folder_name("%2F"), "%252F");
}

TEST(FolderName, OfALongNameIsShortAndItsOwn) {
  const std::string a(5000, 'a');
  EXPECT_EQ(folder_name(a).size(), 200U);
  EXPECT_NE(folder_name(a), folder_name(a + "b"));
}

/// Without an engine.
class StoreFolder : public Fleet {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void mark(const std::string& text) const {
    fs::create_directories(folder_ / "store");
    std::ofstream(folder_ / "store" / "rooflens-store.json") << text;
  }
  // Of a process that may write nothing here, or nothing long: what `action` is told.
  static std::string in_child(const auto& prepare, const auto& action) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      prepare();
      const std::string told = trouble(action);
      _exit(write(ends[1], told.data(), told.size()) == static_cast<ssize_t>(told.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string told(4096, '\0');
    const ssize_t size = read(ends[0], told.data(), told.size());
    close(ends[0]);
    waitpid(child, nullptr, 0);
    told.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return told;
  }
};

TEST_F(StoreFolder, OfANewerSchemaIsRefused) {
  mark(R"({"format":"rooflens store","schema_version":3})");
  const std::string told = trouble([&] { (void)Store::open(folder_ / "store"); });
  EXPECT_NE(told.find("has schema 3; this rooflens knows schemas up to 2 | use the rooflens that wrote it"), told.npos)
      << told;
}

TEST_F(StoreFolder, WithAnotherProgramsMarkerIsRefused) {
  for (const char* text : {"", "{}", "[1]", R"({"format":"delta","schema_version":1})",
                           R"({"format":"rooflens store","schema_version":"1"})"}) {
    mark(text);
    EXPECT_NE(trouble([&] { (void)Store::open(folder_ / "store"); }).find("is not what rooflens writes"),
              std::string::npos);
  }
}

TEST_F(StoreFolder, ThatHoldsOtherThingsIsNotMadeAStore) {
  std::ofstream(folder_ / "thesis.tex") << "x";
  EXPECT_NE(trouble([&] { (void)Store::open_or_create(folder_); }).find("is there already and is not a store"),
            std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(StoreFolder, WithAPatternInItsNameIsRefused) {
  EXPECT_NE(trouble([&] { (void)Store::open_or_create(folder_ / "run[1]"); }).find("take for a pattern"),
            std::string::npos);
}

TEST_F(StoreFolder, ThatMayOnlyBeReadIsAnError) {
  const Store store = this->store();
  const std::string told = in_child([] { EXPECT_EQ(geteuid() == 0 ? setuid(65534) : chmod(".", 0500), 0); },
                                    [&] { store.publish("j", "h", "p", [](const fs::path&) {}); });
  EXPECT_NE(told.find("Permission denied | choose a directory"), told.npos) << told;
}

TEST_F(StoreFolder, IsAsItWasWhereAWriterIsKilledInTheMiddle) {
  const Store store = this->store();
  const pid_t child = fork();
  if (child == 0) {
    store.publish("j", "h", "p", [](const fs::path& folder) {
      std::ofstream(folder / "kernels.parquet") << "half of";
      raise(SIGKILL);
    });
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(store.has("j"));
  EXPECT_TRUE(store.job_folders().empty());
  EXPECT_TRUE(store.publish("j", "h", "p", [](const fs::path& folder) { std::ofstream(folder / "x") << "whole"; }));
  EXPECT_TRUE(store.has("j", "h"));
}

TEST_F(StoreFolder, TakesAPartOnce) {
  const Store store = this->store();
  const auto write = [](const fs::path& folder) { std::ofstream(folder / "x") << "whole"; };
  EXPECT_TRUE(store.publish("j", "h", "p", write));
  EXPECT_FALSE(store.publish("j", "h", "p", write));
}

TEST_F(StoreFolder, LeavesNothingOfAPartThatFailed) {
  const Store store = this->store();
  EXPECT_NE(trouble([&] { store.publish("j", "h", "p", [](const fs::path&) { throw FleetError("no"); }); }), "nothing");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "store"), {}), 1);  // its marker
}

TEST_F(Fleet, OnAFullDiskSaysSoAndKeepsWhatItHad) {
  publish("first", {1});
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{2048, 2048};  // no file may become longer
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string told = trouble([&] { publish("second", {2}); });
    _exit(told.find("File too large") != told.npos ? 7 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(ask_for("jobs").rows.size(), 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "store"), {}), 2);  // its marker, and the first job
}

}  // namespace
}  // namespace rooflens::fleet
