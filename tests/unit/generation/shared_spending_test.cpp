// What all commands in a folder spend together: records, claims, and tasks that are killed.
#include "core/generation/shared_spending.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "core/generation/spent_record.h"

namespace bfclx {
namespace {

constexpr TokenPrices kPrices{2, 10};

TEST(SpentRecord, IsReadAsItIsWritten) {
  SpentRecord record;
  record.tokens = {.input = 900, .cached = 500, .output = 100, .reasoning = 40, .written = 7};
  record.cost = 1.0 / 3;
  record.unpriced = {.input = 100, .output = 10};
  record.held = {0.25, 1200};
  record.held_unpriced = 200;
  record.greatest = {0.125, 640};
  const Result<SpentRecord> read = read_spent_record(spent_record_json(record));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(spent_record_json(*read), spent_record_json(record));
  EXPECT_EQ(read->cost, record.cost);
  EXPECT_EQ(read->tokens.reasoning, 40u);
  EXPECT_EQ(read->all(std::nullopt).tokens, 1000 + 1200);
  EXPECT_DOUBLE_EQ(read->all(std::nullopt).cost, 1.0 / 3 + 0.25);
  EXPECT_DOUBLE_EQ(read->all(kPrices).cost, 1.0 / 3 + 0.25 + (100 * 2 + 10 * 10 + 200 * 10) / 1e6);
}

// What a command without prices left is counted by those of now, what it held as output.
TEST(SpentRecord, WithoutPrices) {
  SpentRecord record;
  record.tokens = record.unpriced = {.input = 1000, .output = 100};
  record.held = {0, 50};
  record.held_unpriced = 50;
  EXPECT_DOUBLE_EQ(record.all(kPrices).cost, (1000 * 2 + 100 * 10 + 50 * 10) / 1e6);
  // Beside what had prices.
  record.held.add({0.5, 100});
  EXPECT_DOUBLE_EQ(record.all(kPrices).cost, 0.5 + (1000 * 2 + 100 * 10 + 50 * 10) / 1e6);
  EXPECT_EQ(record.all(std::nullopt).tokens, 1100 + 150);
}

// A command without prices that is killed before its first response, and one with prices behind it.
TEST(SharedSpending, PricesWhatWasHeldWithoutThem) {
  Spending spending({}, std::nullopt);
  spending.began(1, find_category("multiple"));
  SharedSpending unpriced({}, std::nullopt, SpentRecord());
  unpriced.claim(spending, spending.most(1600, 1), 0);
  const SpentRecord killed = unpriced.record(spending);
  EXPECT_GE(killed.held_unpriced, 800);
  EXPECT_EQ(killed.held_unpriced, killed.held.tokens);
  EXPECT_DOUBLE_EQ(killed.all(kPrices).cost, std::ceil(killed.held_unpriced) * 10 / 1e6);
  Spending priced({}, kPrices);
  SharedSpending next({}, kPrices, killed);
  next.claim(priced, priced.most(1600, 1), 0);
  const SpentRecord both = next.record(priced);
  EXPECT_EQ(both.held_unpriced, killed.held_unpriced);
  EXPECT_DOUBLE_EQ(both.all(kPrices).cost, killed.all(kPrices).cost + both.held.cost);
}

TEST(SpentRecord, RefusesWhatIsNone) {
  for (const char* text :
       {"", "[]", "{", "{\"cost\": -1}", "{\"cost\": \"5\"}", "{\"cost\": NaN}",
        "{\"cost\": Infinity}", "{\"cost\": 1e300}", "{\"tokens\": 5}",
        "{\"tokens\": {\"input\": -5}}", "{\"held\": {\"tokens\": true}}", "{\"greatest\": [1]}",
        "{\"tokens\": {\"input\": 99999999999999999999999}}"}) {
    EXPECT_FALSE(read_spent_record(text).ok()) << text;
  }
}

// One folder, and tasks that write their records there as the program's driver does.
struct Folder {
  std::map<std::string, SpentRecord> records;

  Amounts all() const {
    Amounts sum;
    for (const auto& [name, record] : records) sum.add(record.all(kPrices));
    return sum;
  }
};

class Task {
 public:
  Task(Folder& folder, std::string name, const SpendingLimits& limits)
      : folder_(folder),
        name_(std::move(name)),
        spending_(limits, kPrices),
        shared_(limits, kPrices, folder.records[name_]) {
    read();
  }

  bool cover(const Amounts& request, double now) {
    if (shared_.covers(spending_, request)) return true;
    read();
    if (request.tokens > 0 && !spending_.has_room(request)) return false;
    write(request, now);
    return true;
  }
  // Sends a request of an entry; false where it may not.
  bool send(std::size_t entry, double now, std::size_t bytes = 1600) {
    if (!spending_.may_send(bytes) || !cover(spending_.most(bytes, 1), now)) return false;
    spending_.began(entry, find_category("multiple"));
    spending_.sent(entry, bytes);
    in_flight_.push_back(entry);
    return true;
  }
  bool receive(const TokenCounts& tokens, double now) {
    if (in_flight_.empty()) return false;
    const std::size_t entry = in_flight_.front();
    in_flight_.pop_front();
    spending_.received(entry);
    spending_.charged(entry, tokens);
    cover({}, now);
    spending_.ended(entry, 1, Spending::Outcome::kResult);
    return true;
  }
  void look(double now) {
    if (!shared_.is_due(now)) return;
    read();
    write({}, now);
  }
  void close() {
    shared_.close(spending_);
    folder_.records[name_] = shared_.record(spending_);
  }
  bool may_begin() const { return spending_.may_begin(0); }
  const std::deque<std::size_t>& in_flight() const { return in_flight_; }
  int writes() const { return writes_; }
  std::string why() const { return spending_.why(0); }

 private:
  void read() {
    Amounts others = shared_.before().all(kPrices);
    Amounts greatest = shared_.before().greatest;
    for (const auto& [name, record] : folder_.records) {
      if (name == name_) continue;
      others.add(record.all(kPrices));
      greatest.cost = std::max(greatest.cost, record.greatest.cost);
      greatest.tokens = std::max(greatest.tokens, record.greatest.tokens);
    }
    spending_.set_others(others, greatest);
  }
  void write(const Amounts& request, double now) {
    shared_.claim(spending_, request, now);
    folder_.records[name_] = shared_.record(spending_);
    ++writes_;
  }

  Folder& folder_;
  std::string name_;
  Spending spending_;
  SharedSpending shared_;
  std::deque<std::size_t> in_flight_;
  int writes_ = 0;
};

// Four tasks side by side, killed and started again at random. The server charges what was in
// flight when one was killed, too. No schedule passes a limit, and no record says too little.
TEST(SharedSpending, TasksThatAreKilledStayWithinTheLimits) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const SpendingLimits limits{.cost = 3.0, .tokens = 1'200'000, .response = 120};
    Folder folder;
    std::map<std::string, std::unique_ptr<Task>> tasks;
    Amounts charged;
    std::size_t entry = 0;
    double now = 0;
    const auto response = [&] {
      TokenCounts tokens;
      tokens.input = 300 + random() % 400;
      tokens.output = 20 + random() % 100;
      charged.add({kPrices.cost(tokens), static_cast<double>(tokens.all())});
      return tokens;
    };
    for (int step = 0; step < 40'000; ++step) {
      now += 0.01;
      const std::string name = std::to_string(random() % 4);
      std::unique_ptr<Task>& task = tasks[name];
      if (task == nullptr) task = std::make_unique<Task>(folder, name, limits);
      if (random() % 2000 == 0) {  // kill -9
        for (std::size_t i = 0; i < task->in_flight().size(); ++i) response();
        task.reset();
      } else if (random() % 2 == 0 && task->in_flight().size() < 20 && task->may_begin()) {
        task->send(++entry, now);
      } else if (!task->in_flight().empty()) {
        task->receive(response(), now);
      }
      if (task != nullptr) task->look(now);
      const Amounts all = folder.all();
      ASSERT_LE(charged.tokens, all.tokens + 1e-6) << seed << " at " << step;
      ASSERT_LE(charged.cost, all.cost + 1e-9) << seed << " at " << step;
    }
    EXPECT_LE(charged.cost, 3.0) << seed;
    EXPECT_LE(charged.tokens, 1'200'000) << seed;
    // Kills cost a few claims, no more.
    EXPECT_GE(charged.cost, 2.0) << seed;
  }
}

TEST(SharedSpending, EndsWithWhatWasSpent) {
  Folder folder;
  const SpendingLimits limits{.tokens = 100'000};
  Task first(folder, "run", limits);
  int sent = 0;
  for (double now = 0; first.may_begin(); now += 0.1) {
    if (!first.send(++sent, now, 1000)) break;
    EXPECT_GE(folder.all().tokens, sent * 500 - 500);
    first.receive({.input = 400, .output = 100}, now);
    first.look(now);
  }
  first.close();
  EXPECT_EQ(folder.all().tokens, sent * 500);
  EXPECT_GT(sent, 190);
  EXPECT_LT(first.writes(), sent / 2);  // not for each request
  // The same command again: nothing begins.
  Task again(folder, "run", limits);
  EXPECT_FALSE(again.may_begin());
  EXPECT_EQ(again.why(), "at --max-tokens-total 100,000: " + std::string("100,000") +
                             " tokens spent (100,000 by earlier or parallel runs), "
                             "and another entry could exceed it");
  // With a higher limit it goes on.
  EXPECT_TRUE(Task(folder, "run", {.tokens = 200'000}).may_begin());
}

// One that is gone before its first response leaves the most that its request could take.
TEST(SharedSpending, KilledBeforeTheFirstResponse) {
  Folder folder;
  const SpendingLimits limits{.tokens = 10'000, .response = 200};
  for (int i = 1; i <= 3; ++i) {
    Task task(folder, "run", limits);
    ASSERT_TRUE(task.send(1, 0));
    EXPECT_GE(folder.all().tokens, i * (1600 / 2 + 200));
  }
  EXPECT_LE(folder.all().tokens, 10'000);
}

// Without limits too: records say what was spent, and are written a few times in a second.
TEST(SharedSpending, WithoutLimits) {
  Folder folder;
  Task task(folder, "run", {});
  double charged = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double now = i * 0.01;
    ASSERT_TRUE(task.send(i, now));
    if (task.in_flight().size() < 50) continue;
    task.receive({.input = 400, .output = 100}, now);
    charged += 500;
    task.look(now);
    ASSERT_GE(folder.all().tokens, charged + 49 * 500);
  }
  EXPECT_LT(task.writes(), 600);
}

}  // namespace
}  // namespace bfclx
