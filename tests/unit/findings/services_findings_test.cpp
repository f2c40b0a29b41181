// Findings about executable entries: what services refused, in the scoring at hand and in official
// score files.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

class ServicesDiagnosis : public Diagnosis {
 protected:
  static EffectRequest request_to(std::string url) {
    EffectRequest request;
    request.method = "GET";
    request.url = std::move(url);
    return request;
  }
  DiagnosedResponse& judged(int number, bool right, Skip skip, int status) {
    const std::string id = "rest_" + std::to_string(number);
    Entry& entry = entries_.emplace_back();
    entry.id = id;
    entry.category = find_category("rest");
    DiagnosedResponse& one = response(id, Value::str("[requests.get(url='https://a.example/x')]"));
    ExecutableVerdict& verdict = executed_.emplace_back();
    verdict.skip = skip;
    if (skip != Skip::kNone) verdict.request = request_to("https://a.example/x?y=1");
    verdict.calls.push_back({"requests.get()",
                             std::nullopt,
                             std::nullopt,
                             {{request_to("https://a.example/x"), status}}});
    one.entry = &entry;
    one.category = entry.category;
    one.executable = &verdict;
    one.right = right;
    return one;
  }
  std::map<std::string, Finding> by_code() {
    std::map<std::string, Finding> found;
    for (Finding& finding : findings()) found.emplace(finding.code, std::move(finding));
    return found;
  }
  std::deque<Entry> entries_;
  std::deque<ExecutableVerdict> executed_;
};

TEST_F(ServicesDiagnosis, RefusedRequestsAreNamed) {
  for (int i = 0; i < 30; ++i) judged(i, true, Skip::kNone, 200);
  judged(30, false, Skip::kNone, 404);  // a wrong address is the model's own
  EXPECT_TRUE(by_code().empty());
  judged(31, false, Skip::kNone, 429);
  judged(32, false, Skip::kApiError, 502);
  std::map<std::string, Finding> found = by_code();
  ASSERT_EQ(found.size(), 1u);
  const Finding& few = found.at("refused_requests");
  EXPECT_EQ(few.severity, Severity::kWarning);
  EXPECT_EQ(few.ids, (std::vector<std::string>{"rest_31", "rest_32"}));
  EXPECT_EQ(few.examples[0].text, "429 from a.example");
  EXPECT_NE(few.effect.find("429 once, 502 once"), std::string::npos) << few.effect;
  EXPECT_NE(few.effect.find("1 of these entries counts as failed"), std::string::npos);
  // Recorded: models lost 21 to 51 of 70 so.
  for (int i = 33; i < 60; ++i) judged(i, false, Skip::kNone, 401);
  EXPECT_EQ(by_code().at("refused_requests").severity, Severity::kError);
}

TEST_F(ServicesDiagnosis, AServiceThatIsGone) {
  judged(0, false, Skip::kNone, 0);
  EXPECT_TRUE(by_code().empty());
  executed_.back().calls.back().error = Error{"ConnectionError", "no route"};
  EXPECT_EQ(by_code().at("refused_requests").examples[0].text, "ConnectionError from a.example");
}

TEST_F(ServicesDiagnosis, PublishedFailuresThatAreRefusals) {
  judged(0, true, Skip::kNone, 200).log.official_error =
      "Execution result status code is not 200, got 429";
  judged(1, false, Skip::kNone, 200).log.official_error =
      "Execution result status code is not 200, got 503";
  judged(2, true, Skip::kNone, 200).log.official_error =
      "Execution result status code is not 200, got 404";
  judged(3, true, Skip::kNone, 200).log.official_error = "Key inconsistency";
  const std::map<std::string, Finding> found = by_code();
  ASSERT_EQ(found.size(), 1u);
  const Finding& finding = found.at("refused_officially");
  EXPECT_EQ(finding.ids, (std::vector<std::string>{"rest_0", "rest_1"}));
  EXPECT_EQ(finding.right_change, 1);
}

TEST_F(ServicesDiagnosis, SkippedAndImpossibleEntries) {
  judged(0, false, Skip::kNotInCassette, 0);
  judged(1, false, Skip::kNoCredentials, 0);
  judged(2, false, Skip::kNone, 200);
  executed_.back().impossible = "the truth fails";
  const std::map<std::string, Finding> found = by_code();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.at("skipped_entries").count, 2u);
  EXPECT_NE(found.at("skipped_entries")
                .effect.find("1 skipped_no_credentials, 1 skipped_not_in_cassette"),
            std::string::npos);
  EXPECT_EQ(found.at("impossible_answers").ids, std::vector<std::string>{"rest_2"});
}

}  // namespace
}  // namespace bfclx
