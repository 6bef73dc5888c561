// The HTML report as bytes: deterministic, escaped, with a policy that admits only its own script and style.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "models/base/sha256.hpp"
#include "models/explain/analysis.hpp"
#include "reports/html/html_data.hpp"
#include "reports/html/html_encode.hpp"
#include "reports/words/report.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string page(const models::Recording& recording, std::string_view title = "Test") {
  const models::Analysis analysis = models::analyse(recording);
  return render_html({recording, analysis, title});
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

// The text between the first `from` and the next `to` after it.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from) + from.size();
  return text.substr(begin, text.find(to, begin) - begin);
}

TEST(Base64, PadsAsTheStandardSays) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe"), "//4=");
}

TEST(Gzip, CarriesNoTime) {
  const std::string packed = gzip("roofline");
  EXPECT_EQ(hex(packed.substr(0, 8)), "1f8b080000000000");
  EXPECT_EQ(packed, gzip("roofline"));
}

TEST(HtmlReport, IsTheSameForTheSameRecording) {
  EXPECT_EQ(page(fixtures::twelve_kernels()), page(fixtures::twelve_kernels()));
}

TEST(HtmlReport, AdmitsExactlyItsOwnScriptAndStyle) {
  const std::string html = page(fixtures::one_kernel());
  const std::string policy = between(html, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy,
              HasSubstr("style-src 'sha256-" + base64(models::sha256(between(html, "<style>", "</style>"))) + "'"));
  EXPECT_THAT(policy,
              HasSubstr("script-src 'sha256-" + base64(models::sha256(between(html, "<script>", "</script>"))) + "'"));
}

TEST(HtmlReport, NamesNoAddressButXmlNamespaces) {
  const std::string html = page(fixtures::troubled_kernels());
  const std::regex address("(https?:)?//[a-z0-9.]+\\.[a-z]{2,}[^\"'` )]*", std::regex::icase);
  for (auto it = std::sregex_iterator(html.begin(), html.end(), address); it != std::sregex_iterator(); ++it) {
    EXPECT_THAT(it->str(), ::testing::StartsWith("http://www.w3.org/"));
  }
  for (const char* loading : {"src=\"", "href=\"", "@import", "url(http"}) EXPECT_THAT(html, Not(HasSubstr(loading)));
}

TEST(HtmlReport, EscapesTitleAndNames) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "</script><script>alert(1)</script>";
  const std::string html = page(recording, "<b>\"title\"</b>");
  EXPECT_THAT(html, HasSubstr("<title>&lt;b&gt;&quot;title&quot;&lt;/b&gt;</title>"));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("\\u003c/script>\\u003cscript>alert(1)"));
}

TEST(HtmlReport, SaysSimulated) {
  EXPECT_THAT(page(fixtures::one_kernel()), HasSubstr("\"simulated\":true"));
  models::Recording recording = fixtures::one_kernel();
  recording.provenance.kind = models::RecordingKind::recorded;
  EXPECT_THAT(page(recording), HasSubstr("\"simulated\":false"));
}

TEST(HtmlReport, StaysSmallWithTenThousandKernels) {
  EXPECT_LT(page(fixtures::many_kernels(10'000)).size(), 3'000'000u);
}

TEST(HtmlReport, KeepsMissingApartFromZero) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].durations.clear();
  const models::Analysis analysis = models::analyse(recording);
  const std::string overview = page_overview({recording, analysis});
  EXPECT_THAT(overview, HasSubstr("\"time\":[null]"));
  EXPECT_THAT(overview, HasSubstr("\"flops\":[null]"));
}

TEST(HtmlReport, KeepsDetailsOfTheLongestKernels) {
  const models::Recording recording = fixtures::twelve_kernels();
  const models::Analysis analysis = models::analyse(recording);
  EXPECT_EQ(kernels_by_time(analysis.machines[0], 2), (std::vector<std::size_t>{9, 10}));
  const std::string details = page_details({recording, analysis}, 1);
  EXPECT_THAT(details, HasSubstr("\"9\":{"));
  EXPECT_THAT(details, Not(HasSubstr("\"10\":{")));
}

}  // namespace
}  // namespace rooflens::reports
