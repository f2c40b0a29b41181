#include "core/generation/endpoint_pace.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

std::vector<bool> late(const std::vector<EndpointPace>& paces, std::size_t waiting,
                       std::size_t most = 1000) {
  std::vector<bool> found;
  for (const PaceVerdict& one : compare_paces(paces, waiting, most)) found.push_back(one.late);
  return found;
}

TEST(ResponseTime, IsTheMeanOfTheFirstOnesThenFollowsTheLast) {
  ResponseTime time;
  EXPECT_FALSE(time.mean());
  EXPECT_FALSE(time.expected(5, false));
  time.responded(0, 2);
  time.responded(0, 4);
  EXPECT_DOUBLE_EQ(*time.mean(), 3);
  for (int i = 0; i < 1000; ++i) time.responded(0, 1);
  EXPECT_NEAR(*time.mean(), 1, 1e-6);
  for (int i = 0; i < 100; ++i) time.responded(0, 9);
  EXPECT_GT(*time.mean(), 8);
}

TEST(ResponseTime, SilenceCountsWhileRequestsAreInFlight) {
  ResponseTime time;
  time.sent(100, true);
  EXPECT_DOUBLE_EQ(*time.expected(107, true), 7);
  time.responded(100, 102);
  time.sent(103, false);
  EXPECT_DOUBLE_EQ(*time.expected(103, true), 2);
  EXPECT_DOUBLE_EQ(*time.expected(112, true), 10);
  EXPECT_DOUBLE_EQ(*time.expected(112, false), 2);
  time.sent(200, true);
  EXPECT_DOUBLE_EQ(*time.expected(201, true), 2);
}

TEST(EndpointPace, ASlowOneIsLateWhenLittleIsLeft) {
  const std::vector<EndpointPace> paces = {{4.0, 10}, {20.0, 10}, {4.0, 10}};
  // 5 responses a second of the fast ones: 60 take 12 s, and the last one 4 s more.
  EXPECT_EQ(late(paces, 61), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(late(paces, 59), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(late(paces, 0), (std::vector<bool>{false, true, false}));
}

TEST(EndpointPace, AsManyAsTheRunMayHaveInFlight) {
  const std::vector<EndpointPace> paces = {{4.0, 10}, {20.0, 10}, {4.0, 10}};
  EXPECT_EQ(late(paces, 59, 10), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(late(paces, 29, 10), (std::vector<bool>{false, true, false}));
}

TEST(EndpointPace, WhatTakesNothingOrIsNotKnownIsNotWaitedFor) {
  EXPECT_EQ(late({{1.0, 0}, {20.0, 10}}, 1), (std::vector<bool>{false, false}));
  EXPECT_EQ(late({{std::nullopt, 10}, {20.0, 10}}, 1), (std::vector<bool>{false, false}));
  EXPECT_EQ(late({{1.0, 10}, {std::nullopt, 10}}, 1), (std::vector<bool>{false, false}));
  EXPECT_TRUE(late({}, 1).empty());
}

TEST(EndpointPace, TheFastestIsNeverLate) {
  for (const double seconds : {0.0, 1e-12, 1.0, 1e9}) {
    for (const std::size_t waiting : {0, 1, 1000000}) {
      EXPECT_EQ(late({{seconds, 1}, {seconds, 1}}, waiting, 0), (std::vector<bool>{false, false}));
    }
  }
}

TEST(EndpointPace, OnlyWhatIsClearlySlowerWeighsMore) {
  const std::vector<PaceVerdict> verdicts = compare_paces(
      std::vector<EndpointPace>{{6.0, 5}, {4.0, 5}, {12.0, 5}, {std::nullopt, 5}}, 0, 9);
  EXPECT_DOUBLE_EQ(verdicts[0].slowness, 1);
  EXPECT_DOUBLE_EQ(verdicts[1].slowness, 1);
  EXPECT_DOUBLE_EQ(verdicts[2].slowness, 2);
  EXPECT_DOUBLE_EQ(verdicts[3].slowness, 1);
}

}  // namespace
}  // namespace bfclx
