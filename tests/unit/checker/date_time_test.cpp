#include "core/checker/date_time.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

TEST(MomentOf, EqualMoments) {
  const auto moment = moment_of("2026-11-27T10:00:00Z");
  ASSERT_TRUE(moment);
  for (const char* text :
       {"2026-11-27t10:00:00z", "2026-11-27 10:00:00Z", "2026-11-27T10:00:00.000Z",
        "2026-11-27T11:30:00+01:30", "2026-11-26T23:00:00-11:00", "2026-11-27T10:00:00-00:00"}) {
    EXPECT_EQ(moment_of(text), moment) << text;
  }
  for (const char* text : {"2026-11-27T10:00:01Z", "2026-11-27T10:00:00.5Z", "2025-11-27T10:00:00Z",
                           "2026-11-27T10:00:00+01:00"}) {
    ASSERT_TRUE(moment_of(text)) << text;
    EXPECT_NE(moment_of(text), moment) << text;
  }
  EXPECT_EQ(moment_of("2024-02-29T00:00:00+00:01"), moment_of("2024-02-28T23:59:00Z"));
  EXPECT_EQ(moment_of("2027-01-01T00:30:00+01:00"), moment_of("2026-12-31T23:30:00Z"));
  EXPECT_EQ(moment_of("2026-11-27T10:00:00.50Z"), moment_of("2026-11-27T10:00:00.5Z"));
}

// The last second of a day in UTC, where it was put in; it is neither the one before nor after.
TEST(MomentOf, LeapSeconds) {
  const auto leap = moment_of("2016-12-31T23:59:60Z");
  ASSERT_TRUE(leap);
  EXPECT_EQ(moment_of("2016-12-31T15:59:60.0-08:00"), leap);
  EXPECT_EQ(moment_of("2017-01-01T05:29:60+05:30"), leap);
  EXPECT_NE(moment_of("2016-12-31T23:59:59Z"), leap);
  EXPECT_NE(moment_of("2017-01-01T00:00:00Z"), leap);
  EXPECT_NE(moment_of("2016-12-31T23:59:60.5Z"), leap);
  for (const char* text : {"2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z",
                           "2016-12-31T23:59:60+01:00", "2016-12-31T23:59:61Z"}) {
    EXPECT_FALSE(moment_of(text)) << text;
  }
}

TEST(MomentOf, Others) {
  for (const char* text :
       {"", "2026-11-27", "2026-11-27T10:00:00", "2026-11-27T10:00Z", "2026-13-27T10:00:00Z",
        "2026-02-29T10:00:00Z", "2026-11-31T10:00:00Z", "2026-11-27T24:00:00Z",
        "2026-11-27T10:00:00.Z", "2026-11-27T10:00:00Zx", "2026-11-27T10:00:00+1:00",
        "20261127T100000Z", "-026-11-27T10:00:00Z"}) {
    EXPECT_FALSE(moment_of(text)) << text;
  }
  EXPECT_FALSE(moment_of("2026-11-27T10:00:00." + std::string(1000, '1') + "Z"));
}

TEST(UuidOf, CaseAlone) {
  EXPECT_EQ(uuid_of("123E4567-E89B-12D3-A456-426614174000"),
            uuid_of("123e4567-e89b-12d3-a456-426614174000"));
  EXPECT_FALSE(uuid_of("123e4567-e89b-12d3-a456-42661417400"));
  EXPECT_FALSE(uuid_of("123e4567+e89b-12d3-a456-426614174000"));
}

}  // namespace
}  // namespace bfclx
