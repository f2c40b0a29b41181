// Flips of repeats that go with one of several servers.
#include "core/findings/server_flips.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

namespace bfclx {
namespace {

// Repeats over entries of one category, with the server of each response.
class ServerFlips : public testing::Test {
 protected:
  static constexpr std::size_t kEntries = 40;

  // `passes` and `server` say it of each repeat and entry.
  template <typename Passes, typename Server>
  std::vector<Finding> found(std::size_t repeats, const Passes& passes, const Server& server) {
    const Category* category = find_category(category_);
    for (std::size_t i = 0; i < kEntries; ++i) {
      entries_.emplace_back().id = category_ + "_" + std::to_string(i);
      entries_.back().category = category;
    }
    std::vector<const ModelRun*> runs;
    std::vector<const ServedEntries*> served;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      CategoryRun& run = models_.emplace_back().runs.emplace_back();
      run.category = category;
      ServedEntries& of = served_.emplace_back();
      for (std::size_t i = 0; i < kEntries; ++i) {
        ScoredResponse& response = run.responses.emplace_back();
        response.entry = &entries_[i];
        response.response = Value::str("[f()]");
        response.verdict.valid = passes(repeat, i);
        of[entries_[i].id] = server(repeat, i);
      }
    }
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      runs.push_back(&models_[repeat]);
      served.push_back(&served_[repeat]);
    }
    return diagnose_servers(runs, served, {{"bb", "http://b/v1"}});
  }

  std::string category_ = "simple_python";
  std::deque<Entry> entries_;
  std::deque<ModelRun> models_;
  std::deque<ServedEntries> served_;
};

// One of three, another in each repeat.
std::string turning(std::size_t repeat, std::size_t entry) {
  return std::vector<std::string>{"aa", "bb", "cc"}[(repeat + entry) % 3];
}

TEST_F(ServerFlips, NamesTheOneOfThreeThatDiffers) {
  const auto findings = found(
      3, [](auto repeat, auto entry) { return turning(repeat, entry) != "bb" || entry < 20; },
      turning);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "flips_by_server");
  EXPECT_EQ(findings[0].count, 20u);
  EXPECT_NE(findings[0].effect.find(
                "Several servers responded to 20 entries that flip. Passed: 0 of 20 responses of "
                "http://b/v1, 40 of 40 responses of the others (exact test within entries, p < "
                "0.001, level 1 %). So the score"),
            std::string::npos)
      << findings[0].effect;
}

TEST_F(ServerFlips, AServerWithoutAnAddressHasItsId) {
  const auto findings = found(
      2, [](auto repeat, auto) { return repeat == 0; },
      [](auto repeat, auto) { return std::string(repeat == 0 ? "bb" : "zz"); });
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].effect.find("Passed: 0 of 40 responses of server zz"), std::string::npos);
}

TEST_F(ServerFlips, NothingWhereFlipsDoNotGoWithTheServer) {
  const auto by_repeat = [](auto repeat, auto entry) { return (repeat + entry / 3) % 3 != 1; };
  EXPECT_TRUE(found(3, by_repeat, turning).empty());
}

TEST_F(ServerFlips, NothingOfOneServerOrOfUnknownOnes) {
  const auto flips = [](auto repeat, auto) { return repeat == 0; };
  EXPECT_TRUE(found(2, flips, [](auto, auto) { return std::string("aa"); }).empty());
  models_.clear();
  served_.clear();
  EXPECT_TRUE(found(2, flips, [](auto repeat, auto) {
                return std::string(repeat == 0 ? "aa" : "");
              }).empty());
}

TEST_F(ServerFlips, NothingOfEpisodesWhichADiagnosisDoesNotJudge) {
  category_ = "multi_turn_base";
  EXPECT_TRUE(found(
                  2, [](auto repeat, auto) { return repeat == 0; },
                  [](auto repeat, auto) { return std::string(repeat == 0 ? "aa" : "bb"); })
                  .empty());
}

TEST(ServerAddresses, OfAManifest) {
  ServerAddresses addresses;
  add_addresses(R"({"server": {"id": "1", "address": "http://a", "endpoints": [
      {"id": "1", "address": "http://a"}, {"id": "2", "address": "http://b"}, {"id": 3}, 4]}})",
                addresses);
  EXPECT_EQ(addresses, (ServerAddresses{{"1", "http://a"}, {"2", "http://b"}}));
  for (const char* other :
       {"", "[]", "{}", R"({"server": 1})", R"({"server": {"endpoints": 1}})"}) {
    add_addresses(other, addresses);
  }
  EXPECT_EQ(addresses.size(), 2u);
}

}  // namespace
}  // namespace bfclx
