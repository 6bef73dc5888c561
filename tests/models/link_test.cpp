#include "models/roofs/link.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

// 5 us and a byte a nanosecond: 1000 bytes in 6 us, 4000 in 9 us, a gigabyte in a second (and the 5 us that no one
// sees).
TEST(Link, LatencyAndKneeFollowFromTheTimesOfSmallCopies) {
  const LinkSweep sweep{LinkDirection::from_peer,
                        {{Bytes(1000), {Seconds(6e-6)}}, {Bytes(4000), {Seconds(9e-6)}}, {Bytes(1e9), {Seconds(1)}}}};
  const auto link = link_of(sweep);
  ASSERT_TRUE(link.has_value());
  EXPECT_EQ(link->direction, LinkDirection::from_peer);
  EXPECT_DOUBLE_EQ(link->rate.value(), 1e9);
  ASSERT_TRUE(link->latency.has_value());
  EXPECT_NEAR(link->latency->value(), 5e-6, 1e-12);
  EXPECT_NEAR(link->knee()->value(), 5000, 1e-3) << "5 us at 1 GB/s";
  ASSERT_EQ(link->times.size(), 3u);
  EXPECT_EQ(link->times[1].bytes, Bytes(4000));
  EXPECT_EQ(link->times[1].time, Seconds(9e-6));
}

// Twice the relative error counts four times: 2 us and 4 us of latency, of times 2 us and 4 us, are 1/4 to 1/16.
TEST(Link, TheLatencyIsThatOfTheLeastRelativeErrors) {
  const LinkSweep sweep{LinkDirection::both,
                        {{Bytes(1), {Seconds(2e-6)}}, {Bytes(2), {Seconds(4e-6)}}, {Bytes(1e12), {Seconds(1)}}}};
  EXPECT_NEAR(link_of(sweep)->latency->value(), (2e-6 / 4 + 4e-6 / 16) / (1.0 / 4 + 1.0 / 16), 1e-9);
}

TEST(Link, TheRoofIsTheBestMedianWithTheSpreadOfItsOwnTimes) {
  const LinkSweep sweep{LinkDirection::to_peer,
                        {{Bytes(100), {Seconds(1), Seconds(2), Seconds(3)}},
                         {Bytes(400), {Seconds(2.1), Seconds(2), Seconds(1.9), Seconds(50), Seconds(0.1)}},
                         {Bytes(800), {Seconds(5)}}}};
  const auto link = link_of(sweep);
  EXPECT_DOUBLE_EQ(link->rate.value(), 200);
  EXPECT_EQ(link->repetitions, 5);
  EXPECT_NEAR(link->spread, 0.05, 1e-12) << "quartiles 1.9 and 2.1 around 2";
}

TEST(Link, TheRoofOfTheHostIsThatOfItsDirection) {
  const std::vector<Link> links{{.peer = "GPU-1", .direction = LinkDirection::from_peer, .rate = ByteRate(400)},
                                {.peer = "host", .direction = LinkDirection::both, .rate = ByteRate(98)},
                                {.peer = "host", .direction = LinkDirection::to_peer, .rate = ByteRate(54)},
                                {.peer = "host", .direction = LinkDirection::from_peer, .rate = ByteRate(55)}};
  EXPECT_EQ(host_rate(links, LinkDirection::from_peer)->value(), 55);
  EXPECT_EQ(host_rate(links, LinkDirection::to_peer)->value(), 54);
  EXPECT_FALSE(host_rate(std::span(links).first(1), LinkDirection::from_peer)) << "of the GPU beside it";
}

TEST(Link, WhatTheTimesDoNotSayIsAbsent) {
  EXPECT_FALSE(link_of({LinkDirection::to_peer, {}}).has_value());
  EXPECT_FALSE(link_of({LinkDirection::to_peer, {{Bytes(4096), {}}, {Bytes(4096), {Seconds(0)}}}}).has_value());
  const auto one = link_of({LinkDirection::to_peer, {{Bytes(4096), {Seconds(1e-6)}}}});
  ASSERT_TRUE(one.has_value());
  EXPECT_FALSE(one->latency.has_value()) << "of one size no latency is known";
  EXPECT_FALSE(one->knee().has_value());
}

}  // namespace
}  // namespace rooflens::models
