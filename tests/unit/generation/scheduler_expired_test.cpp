// Credentials that expire while requests are in flight.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/generation/scheduler.h"

namespace bfclx {
namespace {

using Action = Scheduler::Action::Kind;
using Decision = Scheduler::Decision::Kind;

class ExpiredCredentials : public testing::Test {
 protected:
  ExpiredCredentials() {
    auto entry = std::make_shared<Entry>();
    entry->id = "simple_python_0";
    plan_.push_back({std::move(entry), {}});
  }
  // The request of the only entry goes out.
  void send(Scheduler& scheduler) {
    Scheduler::Action action = scheduler.next(0);
    if (action.kind == Action::kBegin) {
      scheduler.wants_request(0, 0, 0, 0);
      action = scheduler.next(0);
    }
    ASSERT_EQ(action.kind, Action::kSend);
    scheduler.sent(0, 0);
  }

  std::vector<PlannedEntry> plan_;
};

TEST_F(ExpiredCredentials, SayNothingOfTheServer) {
  SchedulerSettings settings;
  settings.server = "https://h";
  Scheduler scheduler(plan_, settings, 1);
  for (int i = 0; i < 100; ++i) {
    ASSERT_NO_FATAL_FAILURE(send(scheduler));
    scheduler.request_ended();
    EXPECT_EQ(scheduler.expired(0, 0).kind, Decision::kRetry);
    EXPECT_FALSE(scheduler.is_in_flight(0));
    EXPECT_EQ(scheduler.trouble(0).reason, "credentials expired");
  }
  EXPECT_EQ(scheduler.repeated(0), 100);
  EXPECT_TRUE(scheduler.take_messages().empty());
  EXPECT_FALSE(scheduler.figures(0).paused);
  EXPECT_EQ(scheduler.figures(0).in_flight, 0u);
  EXPECT_EQ(scheduler.stopped(), "");
}

}  // namespace
}  // namespace bfclx
