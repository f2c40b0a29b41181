// What streams are read with: server-sent events, and percentiles of the times between them.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/conversation/streams/event_reader.h"
#include "core/conversation/streams/time_histogram.h"

namespace bfclx {
namespace {

TEST(EventReader, FollowsTheStandard) {
  EventReader reader(1000);
  reader.add("\xEF\xBB\xBF: comment\ndata: one\ndata:two\ndata:  three\n\nevent: e\ndata\n\n");
  reader.add("event: lost\n\ndata: four\nid: 1\n\nfield: x\n\ndata: at the end");
  reader.finish();
  std::vector<ServerEvent> events;
  while (auto one = reader.next()) events.push_back(*std::move(one));
  const std::vector<ServerEvent> wanted = {
      {"", "one\ntwo\n three"}, {"e", ""}, {"", "four"}, {"", "at the end"}};
  EXPECT_EQ(events, wanted);
}

TEST(TimeHistogram, Percentiles) {
  TimeHistogram times;
  EXPECT_FALSE(times.percentile(0.5).has_value());
  for (int i = 1; i <= 1000; ++i) times.add(i / 100.0);
  EXPECT_NEAR(*times.percentile(0.5), 5, 0.2);
  EXPECT_NEAR(*times.percentile(0.95), 9.5, 0.4);
  TimeHistogram other;
  for (int i = 0; i < 3000; ++i) other.add(0);
  other.add(1e9);
  times.add(other);
  EXPECT_EQ(*times.percentile(0.5), 0);
  EXPECT_EQ(times.count(), 4001U);
}

}  // namespace
}  // namespace bfclx
