// The path on which runs agree in an episode, replayed as a second ground truth.
#include "core/audit/agreed_path.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using Turns = std::vector<std::string>;  // each a list of calls, as a response has it

class AgreedPaths : public ::testing::Test {
 protected:
  void load(const std::string& truth, const std::string& name = "multi_turn_base",
            const std::string& classes = R"(["GorillaFileSystem"])") {
    const Category* category = find_category(name);
    const std::string id = R"({"id": ")" + name + "_0\", ";
    const std::string question =
        id + R"("question": [[{"role": "user", "content": "hi"}], [{"role": "user", "content": )" +
        R"("go on"}]], "initial_config": {"GorillaFileSystem": {"root": {"workspace": {"type": )" +
        R"("directory", "contents": {}}}}}, "involved_classes": )" + classes +
        R"(, "path": [], "excluded_function": []})";
    ASSERT_TRUE(
        dataset_.add(*category, question + "\n", id + "\"ground_truth\": " + truth + "}\n").ok());
    entry_ = &dataset_.entries(*category)[0];
  }

  ScoredResponse scored(const Turns& turns) const {
    ScoredResponse response;
    response.id = entry_->id;
    response.entry = entry_;
    List all;
    for (const std::string& turn : turns) all.push_back(Value::list({Value::str(turn)}));
    response.response = Value::list(std::move(all));
    RunSettings settings;
    settings.decoder = find_decoder("prompting");
    settings.model_name = "m";
    score_response(response, settings);
    return response;
  }

  void add(const std::string& label, const Turns& turns) {
    const std::size_t run = audit_.add_run(label);
    audit_.add(run, answer_of(scored(turns)));
  }

  AuditedEntry audited() const { return audit_.finish({}).entries.front(); }

  Dataset dataset_;
  const Entry* entry_ = nullptr;
  Audit audit_;
};

const Turns kOfficial = {"[mkdir(dir_name='a')]", "[mkdir(dir_name='b')]"};
const Turns kOther = {"[mkdir(dir_name='c')]", "[mkdir(dir_name='b')]"};
constexpr const char* kTruth = R"x([["mkdir(dir_name='a')"], ["mkdir(dir_name='b')"]])x";

TEST_F(AgreedPaths, RunsThatAgreeMakeAnEntryAmbiguousAndNeverSuspicious) {
  load(kTruth);
  add("alpha", {"[ls(), mkdir(dir_name='c')]", "[mkdir(dir_name='b')]"});
  add("beta", kOther);
  add("gamma", {"[mkdir(dir_name = \"c\")]", "[mkdir(dir_name='b'), ls()]"});
  add("delta", {"[mkdir(dir_name='d')]", "[mkdir(dir_name='b')]"});
  add("epsilon", kOfficial);
  const AuditedEntry entry = audited();
  EXPECT_EQ(entry.list, AuditList::kHard);
  EXPECT_FALSE(entry.is_suspicious());
  ASSERT_EQ(entry.reasons.size(), 1U);
  EXPECT_EQ(entry.reasons[0].suspicion, Suspicion::kAmbiguous);
  EXPECT_EQ(
      entry.reasons[0].text.substr(0, 101),
      "3 of 4 replayed models agree on another path (1 of 5 runs passes the official path): After "
      "turn 1 Gor");
  EXPECT_EQ(entry.evidence.front().name, "ambiguous");
  EXPECT_GT(entry.evidence.front().weight, 0);
  EXPECT_EQ(entry.alternative.runs, 0U);
}

TEST_F(AgreedPaths, RaisesAnEntryInTheOrder) {
  load(kTruth);
  for (const char* label : {"alpha", "beta", "gamma", "delta"}) add(label, kOther);
  const AuditedEntry agreed = audited();
  Audit apart;
  for (const char* label : {"alpha", "beta", "gamma", "delta"}) {
    const Turns turns = {"[mkdir(dir_name='" + std::string(label) + "')]", "[mkdir(dir_name='b')]"};
    apart.add(apart.add_run(label), answer_of(scored(turns)));
  }
  const AuditedEntry other = apart.finish({}).entries.front();
  EXPECT_EQ(agreed.agreed_path.models, 4U);
  EXPECT_EQ(other.agreed_path.models, 0U);
  EXPECT_GT(agreed.suspicion, other.suspicion);
  EXPECT_LT(agreed.probability, 0.05);
  EXPECT_EQ(agreed.list, AuditList::kHard);
}

TEST_F(AgreedPaths, RepeatsOfAModelCountOnce) {
  load(kTruth);
  for (const char* label : {"alpha-1", "alpha-2", "beta"}) add(label, kOther);
  for (const std::size_t run : {0U, 1U}) {
    RepeatFacts facts;
    facts.key = "alpha";
    facts.model = "alpha";
    facts.manifest = "manifest " + std::to_string(run);
    audit_.set_repeat(run, facts);
  }
  const AuditedEntry entry = audited();
  EXPECT_EQ(entry.agreed_path.models, 2U);
  EXPECT_EQ(entry.agreed_path.replayed, 2U);
}

TEST_F(AgreedPaths, FewRunsAreEvidenceAlone) {
  load(kTruth);
  for (const char* label : {"alpha", "beta"}) add(label, kOther);
  const AuditedEntry entry = audited();
  EXPECT_TRUE(entry.reasons.empty());
  ASSERT_EQ(entry.evidence.size(), 1U);
  EXPECT_EQ(entry.evidence[0].name, "agreed_path");
  EXPECT_EQ(entry.evidence[0].text.substr(0, 44), "2 of 2 replayed models agree on another path");
}

TEST_F(AgreedPaths, RunsOfOneFamilyAreNoReason) {
  load(kTruth);
  for (const char* label : {"gpt-4o-1", "gpt-4o-2", "gpt-4o-3"}) add(label, kOther);
  const AuditedEntry entry = audited();
  EXPECT_EQ(entry.agreed_path.models, 3U);
  EXPECT_EQ(entry.agreed_path.families, 1U);
  EXPECT_TRUE(entry.reasons.empty());
}

TEST_F(AgreedPaths, AGroundTruthThatDemandsMoreIsNotAmbiguous) {
  load(R"x([["mkdir(dir_name='a')", "ls()"], ["mkdir(dir_name='b')"]])x");
  for (const char* label : {"alpha", "beta", "gamma"}) add(label, kOfficial);
  const AuditedEntry entry = audited();
  EXPECT_TRUE(entry.reasons.empty());
}

TEST_F(AgreedPaths, RunsThatGiveUpAgreeOnNoPath) {
  load(kTruth);
  for (const char* label : {"alpha", "beta", "gamma"}) {
    add(label, {"[mkdir(dir_name='c')]", "I cannot do that."});
  }
  EXPECT_EQ(audited().agreed_path.models, 0U);
}

TEST_F(AgreedPaths, APathOnWhichACallFailsIsAnErrorThatRunsShare) {
  load(kTruth);
  for (const char* label : {"alpha", "beta", "gamma"}) {
    add(label, {"[mkdir(dir_name='c'), cd(folder='nowhere')]", "[mkdir(dir_name='b')]"});
  }
  EXPECT_EQ(audited().agreed_path.models, 0U);
}

// Replays are many, so that each may take less than a response.
TEST_F(AgreedPaths, APathThatTakesLongIsNotReplayed) {
  for (const auto& [digits, models] : {std::pair{"20", 3U}, std::pair{"3000", 0U}}) {
    dataset_ = Dataset();
    audit_ = Audit();
    load(kTruth, "multi_turn_base", R"(["GorillaFileSystem", "MathAPI"])");
    std::string turn = "[mkdir(dir_name='c')";
    for (int i = 0; i < 4; ++i) {
      turn += std::string(", logarithm(value=3, base=2, precision=") + digits + ")";
    }
    for (const char* label : {"alpha", "beta", "gamma"}) {
      add(label, {turn + "]", "[mkdir(dir_name='b')]"});
    }
    EXPECT_EQ(audited().agreed_path.models, models) << digits;
  }
}

TEST_F(AgreedPaths, PathsThatAreNotKept) {
  load(kTruth);
  EXPECT_NE(kept_path_of(scored(kOther)), nullptr);
  EXPECT_EQ(kept_path_of(scored(kOfficial)), nullptr);  // it passes
  EXPECT_EQ(kept_path_of(scored({"[mkdir(dir_name='c')]"})), nullptr);
  EXPECT_EQ(kept_path_of(scored({"[mkdir(dir_name=pwd())]", "[ls()]"})), nullptr);
  EXPECT_EQ(kept_path_of(scored({"[mkdir(dir_name='" + std::string(9000, 'x') + "')]", "[ls()]"})),
            nullptr);
}

}  // namespace
}  // namespace bfclx
