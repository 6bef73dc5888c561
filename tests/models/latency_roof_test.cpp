#include "models/roofs/latency_roof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace rooflens::models {
namespace {

// One second of latency, at most 100 B/s, p = 2.
constexpr SoftKnee kRound{Seconds(1), 2, ByteRate(100)};
constexpr LatencyRoof kRoof{kRound, {}, {}};

TEST(LatencyRoof, FarBelowTheKneeBandwidthIsBytesInFlightOverLatency) {
  EXPECT_NEAR(kRound.bandwidth(1, Bytes(1)).value(), 1, 1e-4);
}

TEST(LatencyRoof, FarAboveTheKneeItIsTheMaximum) { EXPECT_NEAR(kRound.bandwidth(1000, Bytes(100)).value(), 100, 1e-2); }

TEST(LatencyRoof, AtTheKneeASoftCornerLiesBelowAHardOne) {
  EXPECT_DOUBLE_EQ(kRound.bandwidth(10, Bytes(10)).value(), 100 / std::sqrt(2.0));
  EXPECT_NEAR((SoftKnee{Seconds(1), 20, ByteRate(100)}.bandwidth(10, Bytes(10)).value()), 96.6, 0.05);
}

TEST(LatencyRoof, NothingInFlightDrawsNothing) { EXPECT_EQ(kRound.bandwidth(0, Bytes(16)).value(), 0); }

TEST(LatencyRoof, TheInverseGivesTheBytesInFlight) {
  for (const double bytes : {1.0, 10.0, 30.0}) {
    EXPECT_NEAR(kRound.in_flight_for(kRound.bandwidth(10, Bytes(bytes)), 10)->value(), bytes, 1e-9 * bytes);
  }
  EXPECT_FALSE(kRound.in_flight_for(ByteRate(100), 10));
  EXPECT_FALSE(kRound.in_flight_for(ByteRate(50), 0));
  EXPECT_EQ(kRound.in_flight_for(ByteRate(0), 10)->value(), 0);
}

// Published fits of occupancy sweeps: RRZE gpu-benches, one 8-byte load a thread (32 bytes in triad).
struct Published {
  const char* name;
  SoftKnee knee;
  int sms, threads_per_sm, bytes;
};
const std::vector<Published> kPublished{
    {"V100 read", {Seconds(595e-9), 2.4, ByteRate(898e9)}, 80, 2048, 8},
    {"A100-80 read", {Seconds(685e-9), 2.2, ByteRate(2039e9)}, 108, 2048, 8},
    {"A100-40 read", {Seconds(725e-9), 3.0, ByteRate(1555e9)}, 108, 2048, 8},
    {"H100 PCIe read", {Seconds(330e-9), 3.0, ByteRate(2039e9)}, 114, 2048, 8},
    {"GH200 read", {Seconds(560e-9), 1.8, ByteRate(4020e9)}, 132, 2048, 8},
    {"A40 read", {Seconds(555e-9), 5.6, ByteRate(682e9)}, 84, 1536, 8},
    {"L40 read", {Seconds(455e-9), 6.8, ByteRate(847e9)}, 142, 1536, 8},
    {"GH200 triad", {Seconds(670e-9), 1.8, ByteRate(4020e9)}, 132, 2048, 32},
};

std::vector<LatencyPoint> sweep(const Published& row) {
  std::vector<LatencyPoint> points;
  for (int step = 1; step <= 32; ++step) {
    LatencyPoint point{double(row.sms) * row.threads_per_sm * step / 32, Bytes(row.bytes), {}};
    point.bandwidth = row.knee.bandwidth(point.resident_threads, point.in_flight_per_thread);
    points.push_back(point);
  }
  return points;
}

void expect_near(const LatencyFit& fit, const SoftKnee& knee, double tolerance) {
  EXPECT_NEAR(fit.knee.latency / knee.latency, 1, tolerance);
  EXPECT_NEAR(fit.knee.p / knee.p, 1, tolerance);
  EXPECT_NEAR(fit.knee.maximum / knee.maximum, 1, tolerance);
}

TEST(LatencyRoof, TheFitRecoversPublishedRows) {
  for (const Published& row : kPublished) {
    SCOPED_TRACE(row.name);
    const auto fit = fit_latency_roof(sweep(row));
    ASSERT_TRUE(fit);
    expect_near(*fit, row.knee, 1e-4);
    EXPECT_EQ(fit->points, 32u);
    EXPECT_LT(fit->worst_error, 1e-6);
  }
}

TEST(LatencyRoof, AFixedMaximumIsKept) {
  const Published& row = kPublished[4];
  auto points = sweep(row);
  points.resize(16);  // the lower half, which does not show the maximum
  const auto fit = fit_latency_roof(points, row.knee.maximum);
  ASSERT_TRUE(fit);
  expect_near(*fit, row.knee, 1e-4);
  EXPECT_DOUBLE_EQ(fit->knee.maximum / row.knee.maximum, 1);
}

TEST(LatencyRoof, AWildPointDoesNotMoveTheFit) {
  const Published& row = kPublished[1];
  auto points = sweep(row);
  points[20].bandwidth = points[20].bandwidth * 0.3;
  const auto fit = fit_latency_roof(points);
  ASSERT_TRUE(fit);
  expect_near(*fit, row.knee, 0.1);
  EXPECT_GT(fit->worst_error, 1);  // ln 0.3 = -1.2
}

TEST(LatencyRoof, TheOrderOfPointsDoesNotMatter) {
  auto points = sweep(kPublished[0]);
  const auto fit = fit_latency_roof(points);
  std::reverse(points.begin(), points.end());
  const auto reversed = fit_latency_roof(points);
  EXPECT_EQ(fit->knee.latency, reversed->knee.latency);
  EXPECT_EQ(fit->knee.p, reversed->knee.p);
  EXPECT_EQ(fit->knee.maximum, reversed->knee.maximum);
}

TEST(LatencyRoof, PointsThatDetermineNothingGiveNoFit) {
  auto points = sweep(kPublished[0]);
  points.resize(3);
  EXPECT_FALSE(fit_latency_roof(points));
  EXPECT_FALSE(fit_latency_roof({}));
  auto narrow = sweep(kPublished[0]);
  narrow.erase(narrow.begin(), narrow.begin() + 20);  // from 21/32 on: less than a factor 2
  EXPECT_FALSE(fit_latency_roof(narrow));
  EXPECT_FALSE(fit_latency_roof(sweep(kPublished[0]), ByteRate(0)));
}

TEST(LatencyRoof, PointsThatAreNoMeasurementsAreLeftOut) {
  auto points = sweep(kPublished[0]);
  points.push_back({0, Bytes(8), ByteRate(1e9)});
  points.push_back({1e5, Bytes(8), ByteRate(std::numeric_limits<double>::quiet_NaN())});
  points.push_back({1e5, Bytes(-8), ByteRate(1e9)});
  const auto fit = fit_latency_roof(points);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->points, 32u);
}

// 90 of 100 B/s take 20.6 bytes in flight in each of 10 threads: three times 8 would do, but loops unroll by two and
// four.
TEST(LatencyRoof, PrescriptionsAreTheFewestBytesThatCompilersCanMake) {
  EXPECT_NEAR(kRound.in_flight_for(ByteRate(90), 10)->value(), 9 / std::sqrt(1 - 0.81), 1e-9);
  const auto loads = prescribe_loads(kRound, 10, 0.9);
  ASSERT_TRUE(loads);
  EXPECT_EQ(loads->loads, 2);
  EXPECT_EQ(loads->width_bytes, 16);
  EXPECT_GT(loads->bandwidth.value(), 90);
}

TEST(LatencyRoof, NarrowDataAreReadWithMoreLoads) {
  const auto loads = prescribe_loads(kRound, 10, 0.9, 4);
  ASSERT_TRUE(loads);
  EXPECT_EQ(loads->loads, 8);
  EXPECT_EQ(loads->width_bytes, 4);
}

TEST(LatencyRoof, OfEqualBytesTheWidestLoadsArePrescribed) {
  const auto loads = prescribe_loads(kRound, 10, 0.8);  // 13.3 bytes: one of 16, not two of 8
  ASSERT_TRUE(loads);
  EXPECT_EQ(loads->loads, 1);
  EXPECT_EQ(loads->width_bytes, 16);
}

TEST(LatencyRoof, WhatNoLoadsReachIsNotPrescribed) {
  EXPECT_FALSE(prescribe_loads(kRound, 0.1, 0.9));
  EXPECT_FALSE(prescribe_loads(kRound, 10, 1));
  EXPECT_FALSE(prescribe_loads(kRound, 10, 0));
  EXPECT_FALSE(prescribe_loads(kRound, 10, 0.9, 2));
}

// Of 12 bytes moved 8 are loads: what they draw is half as much again with the stores behind them.
TEST(LatencyRoof, StoresThatFollowTheLoadsAreNotWaitedFor) {
  const SoftKnee knee = kRoof.of(8.0 / 12, 0);
  EXPECT_DOUBLE_EQ(knee.bandwidth(1, Bytes(8)).value(), kRound.bandwidth(1, Bytes(12)).value());
}

// A byte takes 10 ms to read and 10 ms more to write: of four bytes, one of them written, 12.5 ms each.
TEST(LatencyRoof, WritesLowerTheMaximum) {
  LatencyRoof roof = kRoof;
  roof.write_penalty = Seconds(0.01);
  EXPECT_DOUBLE_EQ(roof.of(1, 0).maximum.value(), 100);
  EXPECT_DOUBLE_EQ(roof.of(0.75, 0).maximum.value(), 80);
  EXPECT_DOUBLE_EQ(roof.of(0.5, 0).maximum.value(), 100 / 1.5);
}

// One second for loads and half of one to start and exit, which a thread of four batches does once.
TEST(LatencyRoof, AThreadComesAndGoesOnceInItsLife) {
  LatencyRoof roof = kRoof;
  roof.thread_start_cost = Seconds(0.5);
  EXPECT_DOUBLE_EQ(roof.of(1, 0).latency.value(), 1);
  EXPECT_DOUBLE_EQ(roof.of(1, 1).latency.value(), 1.5);
  EXPECT_DOUBLE_EQ(roof.of(1, 0.25).latency.value(), 1.125);
  EXPECT_DOUBLE_EQ(roof.of(0.5, 1).latency.value(), 0.75) << "as much is stored in the same time";
}

TEST(LatencyErrors, AreLogarithmsOfTheRatio) {
  const ByteRate at_knee = kRound.bandwidth(10, Bytes(10));
  const std::vector<LatencyPoint> points{{10, Bytes(10), at_knee},
                                         {10, Bytes(10), at_knee * std::exp(0.25)},
                                         {10, Bytes(10), at_knee * std::exp(-1.0)},
                                         {10, Bytes(0), at_knee}};
  const LatencyErrors errors = latency_errors(kRoof, points);
  EXPECT_EQ(errors.points, 3u) << "nothing in flight is no point";
  EXPECT_NEAR(errors.median, 0.25, 1e-12);
  EXPECT_NEAR(errors.worst, 1, 1e-12);
  EXPECT_NEAR(latency_errors(kRoof, std::span(points).first(2)).median, 0.125, 1e-12);
  EXPECT_EQ(latency_errors(kRoof, {}).points, 0u);
}

TEST(LatencyErrors, AreThoseOfTheCurveForThePointsOwnStoresAndThreads) {
  LatencyRoof roof = kRoof;
  roof.thread_start_cost = Seconds(1);
  roof.write_penalty = Seconds(0.02);
  // Two seconds of latency for 10 bytes loaded and 10 stored, at most 50 B/s.
  const ByteRate copied = SoftKnee{Seconds(2), 2, ByteRate(50)}.bandwidth(10, Bytes(20));
  const std::vector<LatencyPoint> points{{10, Bytes(10), copied, 0.5, 1}};
  EXPECT_NEAR(latency_errors(roof, points).worst, 0, 1e-12);
  EXPECT_GT(latency_errors(kRoof, points).worst, 0.5);
}

}  // namespace
}  // namespace rooflens::models
