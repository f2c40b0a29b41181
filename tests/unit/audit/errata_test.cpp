#include "core/audit/errata.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bfclx {
namespace {

std::string file_of(const std::string& corrections) {
  return R"({"schema": "bfclx-errata-1", "name": "ours", "corrections": [)" + corrections + "]}";
}

std::string correction(const std::string& kind, const std::string& truth) {
  return R"({"id": "simple_python_0", "kind": ")" + kind +
         R"(", "reason": "r", "source": "https://x.org", )" +
         (truth.empty() ? "" : "\"ground_truth\": " + truth + ", ") + R"("author": "a reader"})";
}

TEST(ErrataFile, ComesBackAsItWasWritten) {
  const Result<Errata> errata =
      parse_errata(file_of(correction("alternative_answer", R"([{"f": {"a": [1, "\ud800"]}}])")));
  ASSERT_TRUE(errata.ok()) << errata.error().message;
  ASSERT_EQ(errata->corrections.size(), 1U);
  const std::string text = errata_json(*errata);
  const Result<Errata> again = parse_errata(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(errata_json(*again), text);
}

TEST(ErrataFile, ErrorsNameTheCorrection) {
  const std::string good = correction("void", "");
  const Result<Errata> errata = parse_errata(file_of(good + "," + correction("guess", "[]")));
  ASSERT_FALSE(errata.ok());
  EXPECT_EQ(errata.error().message, "correction 2 (simple_python_0): unknown \"kind\": guess");
  EXPECT_FALSE(parse_errata(file_of(good + "," + good)).ok());
  EXPECT_FALSE(parse_errata(std::string(2000, '[')).ok());
}

class ErrataOfAnEntry : public testing::Test {
 protected:
  void SetUp() override {
    const Category* category = find_category("simple_python");
    const Status status = dataset_.add(
        *category,
        R"({"id": "simple_python_0", "question": [[{"role": "user", "content": "q"}]], )"
        R"("function": [{"name": "f", "description": "", "parameters": {"type": "dict", )"
        R"("properties": {"a": {"type": "integer"}}, "required": ["a"]}}]})",
        R"({"id": "simple_python_0", "ground_truth": [{"f": {"a": [1]}}]})");
    ASSERT_TRUE(status.ok());
  }

  bool passes(const std::string& corrections, const std::string& text) const {
    const Result<Errata> errata = parse_errata(file_of(corrections));
    EXPECT_TRUE(errata.ok());
    const CorrectedEntries corrected(*errata, dataset_);
    EXPECT_EQ(corrected.applied(), 1U);
    RunSettings settings;
    settings.decoder = find_decoder("prompting");
    ScoredResponse response;
    response.entry = dataset_.find("simple_python_0");
    response.response = Value::str(text);
    score_response(response, settings);
    corrected.judge(response, settings);
    EXPECT_EQ(score(*response.entry, response.response, *settings.decoder, false).valid,
              text == "[f(a=1)]");
    return response.verdict.valid;
  }

  Dataset dataset_;
};

TEST_F(ErrataOfAnEntry, EachKindJudgesAsItSays) {
  const std::string other = correction("alternative_answer", R"([{"f": {"a": [2]}}])");
  EXPECT_TRUE(passes(other, "[f(a=1)]"));
  EXPECT_TRUE(passes(other, "[f(a=2)]"));
  EXPECT_FALSE(passes(other, "[f(a=3)]"));
  const std::string instead = correction("replaced_answer", R"([{"f": {"a": [2]}}])");
  EXPECT_FALSE(passes(instead, "[f(a=1)]"));
  EXPECT_TRUE(passes(instead, "[f(a=2)]"));
}

TEST_F(ErrataOfAnEntry, TruthOfAnotherFormIsLeftOut) {
  for (const std::string truth :
       {"[]", "[1]", "{}", R"x(["f(a=2)"])x", R"([{"f": {"a": 2}}])", R"([{"f": {"a": []}}])",
        R"([{"f": [2]}])", R"([{"f": {"a": [2]}, "g": {}}])"}) {
    const Result<Errata> errata = parse_errata(file_of(correction("replaced_answer", truth)));
    ASSERT_TRUE(errata.ok());
    const CorrectedEntries corrected(*errata, dataset_);
    EXPECT_EQ(corrected.applied(), 0U) << truth;
    EXPECT_EQ(corrected.problems().size(), 1U) << truth;
  }
}

}  // namespace
}  // namespace bfclx
