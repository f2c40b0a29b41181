// Results of a batch that can never be read: an error page instead of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/generation/batch_queue.h"

namespace bfclx {
namespace {

constexpr double kStart = 1700000000;
constexpr double kHour = 3600;
constexpr const char* kPage = "<html>busy</html>";

// The first entries of a run, whose batch ends at once.
class OneRun {
 public:
  OneRun(std::vector<std::string>& journal, double at, bool cancel = false, std::size_t entries = 1)
      : journal_(journal), at_(at), queue_(*find_batch_service("openai"), settings(cancel), 7) {
    for (const std::string& line : journal) {
      EXPECT_TRUE(queue_.restore(line, [](std::string_view) { return false; }).ok());
    }
    queue_.restored();
    request_.path = "/chat/completions";
    request_.body = "{}";
    for (std::size_t i = 0; i < entries && !cancel; ++i) {
      queue_.add(i, "e" + std::to_string(i), 0, request_);
    }
  }

  // `results`: what the server sends for them. Until there is a delivery, or the run ends.
  void go(const std::string& results) {
    for (int i = 0; i < 500 && !delivered && stopped.empty(); ++i) {
      queue_.flush(now_, at_ + now_);
      BatchQueue::Action action = queue_.next(now_, at_ + now_);
      using Kind = BatchQueue::Action::Kind;
      if (action.kind == Kind::kKeep) journal_.push_back(action.line);
      if (action.kind == Kind::kWait) now_ = action.until;
      if (action.kind == Kind::kStop) stopped = queue_.stopped().why;
      if (action.kind == Kind::kDeliver) {
        delivered = true;
        delivery = std::move(action.delivery);
      }
      if (action.kind == Kind::kSend) answer(action.request, results);
      for (const std::string& message : queue_.take_messages()) messages += message + "\n";
    }
    // What it keeps after the delivery.
    for (int i = 0; i < 9 && delivered; ++i) {
      const BatchQueue::Action action = queue_.next(now_, at_ + now_);
      if (action.kind == BatchQueue::Action::Kind::kKeep) journal_.push_back(action.line);
    }
    for (const std::string& message : queue_.take_messages()) messages += message + "\n";
  }

  bool delivered = false;
  BatchQueue::Delivery delivery;
  std::string stopped;
  std::string messages;
  int fetches = 0;
  int creations = 0;

 private:
  static BatchSettings settings(bool cancel) {
    BatchSettings settings;
    settings.server = "https://h";
    settings.patience = 600;
    settings.cancel = cancel;
    return settings;
  }

  void answer(const HttpRequest& request, const std::string& results) {
    std::string body;
    if (request.path == "/files") {
      body = R"({"id": "f"})";
    } else if (request.path.ends_with("/content")) {
      ++fetches;
      body = results;
    } else {
      creations += request.path == "/batches" && request.method == "POST" ? 1 : 0;
      body = R"({"id": "b", "status": "completed", "output_file_id": "o"})";
    }
    RequestOutcome outcome;
    outcome.status = 200;
    outcome.body = body;
    now_ += 0.5;
    queue_.received(outcome, std::move(body), now_, at_ + now_);
  }

  std::vector<std::string>& journal_;
  double at_;  // Unix time at which it begins
  double now_ = 0;
  HttpRequest request_;
  BatchQueue queue_;
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(UnreadableResults, EndTheEntryAfterADayAndAreNotPaidForTwiceInThatRun) {
  std::vector<std::string> journal;
  for (const double hours : {0.0, 5.0, 23.5}) {
    OneRun run(journal, kStart + hours * kHour);
    run.go(kPage);
    EXPECT_FALSE(run.delivered) << hours;
    EXPECT_TRUE(has(run.stopped, "the server did not send its results")) << run.stopped;
    EXPECT_GT(run.fetches, 5);
    EXPECT_EQ(run.creations, hours == 0 ? 1 : 0);
  }
  OneRun last(journal, kStart + 25 * kHour);
  last.go(kPage);
  ASSERT_TRUE(last.delivered) << last.stopped;
  EXPECT_EQ(last.fetches, 5);
  EXPECT_EQ(last.creations, 0);
  EXPECT_TRUE(last.delivery.lost);
  EXPECT_EQ(last.delivery.error, "batch b: its results could not be read");
  EXPECT_TRUE(
      has(last.messages,
          "batch b: its results could not be read (5 fetches in this run, for a day); giving "
          "up. The next run submits the requests again, and you pay for them again"))
      << last.messages;
  EXPECT_TRUE(has(journal.back(), "\"done\"")) << journal.back();
  OneRun next(journal, kStart + 26 * kHour);
  next.go(kPage);
  EXPECT_EQ(next.creations, 1);
}

// A run may select a part of what its batch was submitted for.
TEST(UnreadableResults, GivenUpAreSubmittedAgainByARunOfAPart) {
  std::vector<std::string> journal;
  OneRun(journal, kStart, false, 2).go(kPage);
  OneRun part(journal, kStart + 25 * kHour);
  part.go(kPage);
  ASSERT_TRUE(part.delivered && part.delivery.lost) << part.stopped;
  OneRun next(journal, kStart + 26 * kHour);
  next.go(kPage);
  EXPECT_EQ(next.creations, 1);
}

TEST(UnreadableResults, ThatCanBeReadAgainAreUsed) {
  std::vector<std::string> journal;
  OneRun first(journal, kStart);
  first.go(kPage);
  ASSERT_FALSE(first.delivered);
  OneRun later(journal, kStart + 30 * kHour);
  const std::string tag = journal.front().substr(11, 16);
  later.go(R"({"custom_id": ")" + tag +
           R"(-0", "response": {"status_code": 200, "body": {}}})"
           "\n");
  ASSERT_TRUE(later.delivered) << later.stopped;
  EXPECT_EQ(later.delivery.status, 200);
  EXPECT_FALSE(later.delivery.lost);
}

TEST(UnreadableResults, AClockThatWentBackDoesNotCount) {
  std::vector<std::string> journal;
  OneRun first(journal, kStart + 1000 * kHour);
  first.go(kPage);
  OneRun second(journal, kStart);
  second.go(kPage);
  EXPECT_FALSE(second.delivered);
  OneRun third(journal, kStart + 25 * kHour);
  third.go(kPage);
  EXPECT_TRUE(third.delivered && third.delivery.lost);
}

TEST(UnreadableResults, ARecordOfTheJournalKeepsSinceWhen) {
  std::vector<std::string> journal;
  BatchSettings settings;
  settings.server = "https://h";
  OneRun(journal, kStart).go(kPage);
  BatchQueue queue(*find_batch_service("openai"), settings, 7);
  const auto none = [](std::string_view) { return false; };
  for (const std::string& line : journal) ASSERT_TRUE(queue.restore(line, none).ok());
  const std::vector<std::string> records = queue.records(none);
  ASSERT_FALSE(records.empty());
  EXPECT_TRUE(has(records.back(), "\"unreadable\": 17000000")) << records.back();
}

TEST(UnreadableResults, CancelingGivesThemUpSoon) {
  std::vector<std::string> journal;
  OneRun(journal, kStart).go(kPage);
  OneRun cancels(journal, kStart + kHour, true);
  cancels.go(kPage);
  EXPECT_TRUE(has(cancels.stopped, "the open batches were canceled")) << cancels.stopped;
  EXPECT_EQ(cancels.fetches, 5);
  EXPECT_EQ(cancels.creations, 0);
}

}  // namespace
}  // namespace bfclx
