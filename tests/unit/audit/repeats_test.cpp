// Repeats of one model count as one run, with their mean.
#include <cstddef>
#include <string>
#include <vector>

#include "core/audit/audit_totals.h"
#include "core/audit/report_text.h"
#include "tests/unit/audit/audit_entries.h"

namespace bfclx {
namespace {

constexpr std::size_t kEntries = 8;

class AuditOfRepeats : public AuditOfEntries {
 protected:
  void SetUp() override { load(std::vector<std::string>(kEntries, R"({"city": ["London"]})")); }

  // A run that is right but for the last entry. `manifest`: of a repeat of `model`; may be empty.
  void add(const std::string& label, const std::string& city, const std::string& model = {},
           const std::string& manifest = {}) {
    const std::size_t run = audit_.add_run(label);
    for (std::size_t i = 0; i < kEntries; ++i) {
      const bool is_last = i + 1 == kEntries;
      audit_.add(run, answer(i, "[find(city='" + (is_last ? city : "London") + "')]"));
    }
    if (manifest.empty()) return;
    RepeatFacts facts;
    facts.key = model;
    facts.model = model;
    facts.manifest = manifest;
    audit_.set_repeat(run, facts);
  }

  void add_repeats(const std::string& model, const std::vector<std::string>& cities) {
    for (const std::string& city : cities) {
      const std::string name = model + std::to_string(++repeats_);
      add(name, city, model, name);
    }
  }

  static const AuditedEntry& last_of(const AuditReport& report) {
    for (const AuditedEntry& one : report.entries) {
      if (one.entry->id == "simple_python_7") return one;
    }
    return report.entries.front();
  }

  Audit audit_;
  std::size_t repeats_ = 0;
};

TEST_F(AuditOfRepeats, OfASingleModel) {
  add_repeats("m", {"Rome", "London", "Rome"});
  const AuditReport report = audit_.finish({});
  EXPECT_EQ(counted_runs_text(report), "3 repeats of one model");
  EXPECT_EQ(passes_text(last_of(report)), "some repeats pass");
}

TEST_F(AuditOfRepeats, CountAsOneRun) {
  add_repeats("m", {"Rome", "Rome", "Rome"});
  add("other", "London");
  const AuditReport report = audit_.finish({});
  EXPECT_EQ(report.runs.size(), 4U);
  EXPECT_EQ(report.models, 2U);
  EXPECT_EQ(counted_runs_text(report), "2 runs (4 with repeats)");
  const AuditedEntry& last = last_of(report);
  EXPECT_EQ(last.runs, 2U);
  EXPECT_EQ(last.passes, 1U);
  ASSERT_EQ(last.groups.size(), 1U);
  EXPECT_EQ(last.groups.front().runs.size(), 3U);
  EXPECT_EQ(last.groups.front().count(), 1U);
  EXPECT_EQ(last.agreed_answer(), nullptr) << "one model agrees with itself";
  EXPECT_DOUBLE_EQ(last.p_agreed, 0.75) << "one refused answer against one that passes";
}

// As often as they are, repeats that give one response weigh as much as one run that does.
TEST_F(AuditOfRepeats, WeighAsTheirMean) {
  const auto measured = [&](const std::vector<std::string>& cities) {
    audit_ = Audit();
    if (cities.size() == 1) {
      add("m", cities.front());
    } else {
      add_repeats("m", cities);
    }
    for (const char* other : {"a", "b", "c", "d"}) add(other, "Rome");
    return audit_.finish({});
  };
  const AuditReport one = measured({"Paris"});
  const AuditReport three = measured({"Paris", "Paris", "Paris"});
  const AuditedEntry& a = last_of(one);
  const AuditedEntry& b = last_of(three);
  EXPECT_NEAR(a.failing, b.failing, 1e-12);
  EXPECT_NEAR(a.agreed, b.agreed, 1e-12);
  EXPECT_NEAR(a.plausible, b.plausible, 1e-12);
  EXPECT_NEAR(a.suspicion, b.suspicion, 1e-9);
  EXPECT_DOUBLE_EQ(a.p_agreed, b.p_agreed);
  EXPECT_EQ(a.runs, b.runs);
  EXPECT_EQ(b.groups.front().count(), 4U);
  const AuditReport mixed = measured({"Paris", "London", "London"});
  const AuditedEntry& half = last_of(mixed);
  EXPECT_EQ(half.passes, 1U) << "two of three pass";
  EXPECT_LT(half.failing, a.failing);
  EXPECT_GT(half.failing, a.agreed);
}

// That somebody passes is never rounded away, nor that somebody fails.
TEST_F(AuditOfRepeats, RoundingKeepsNobodyAndAll) {
  add_repeats("m", {"London", "Rome", "Rome", "Rome"});
  add("a", "Rome");
  EXPECT_EQ(last_of(audit_.finish({})).passes, 1U);
  audit_ = Audit();
  add_repeats("m", {"London", "London", "London", "Rome"});
  add("a", "London");
  EXPECT_EQ(last_of(audit_.finish({})).passes, 1U);
}

TEST_F(AuditOfRepeats, HaveOneRankWithTheirMean) {
  add("a", "London");
  add_repeats("m", {"London", "Rome"});
  const AuditReport report = audit_.finish({});
  const HeadlineScore headline(NamedVersion{"v4", LeaderboardVersion::kV4});
  const AuditTotals totals = totals_of(audit_, report, headline);
  ASSERT_EQ(totals.all.size(), 2U);
  ASSERT_EQ(totals.models.size(), 2U);
  EXPECT_EQ(totals.label(0), "a");
  EXPECT_EQ(totals.label(1), "m (mean of 2 repeats)");
  EXPECT_NEAR(totals.all[0].score - totals.all[1].score, 0.5 / kEntries, 1e-9);
}

// Copies of one run, and runs without a manifest, are no repeats.
TEST_F(AuditOfRepeats, AreToldByTheirManifests) {
  add("copy1", "London", "m", "same");
  add("copy2", "London", "m", "same");
  add("a", "London");
  EXPECT_EQ(audit_.finish({}).models, 3U);
}

TEST(AuditText, OrderAndAdviceWhereThereIsSomethingSuspicious) {
  AuditReport report;
  report.runs.resize(3);
  report.models = 3;
  report.entries.resize(3);
  EXPECT_EQ(audit_text(report), "0 of 3 entries are suspicious, based on 3 runs.");
  report.entries[0].list = AuditList::kProof;
  const std::string advice =
      ". A suspicion is a reason to check an entry, not a verdict. Official scores do not change.";
  EXPECT_EQ(audit_text(report), "1 of 3 entries is suspicious, based on 3 runs" + advice);
  report.entries[1].list = AuditList::kLikelyWrong;
  report.entries[2].list = AuditList::kHard;
  EXPECT_EQ(audit_text(report),
            "2 of 3 entries are suspicious, based on 3 runs, proven errors first, then by the "
            "probability that the ground truth is wrong" +
                advice);
}

}  // namespace
}  // namespace bfclx
