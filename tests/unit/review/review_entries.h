// Audited entries as reviews begin with: of some the runs agree on another city.
#ifndef BFCLX_TESTS_UNIT_REVIEW_REVIEW_ENTRIES_H_
#define BFCLX_TESTS_UNIT_REVIEW_REVIEW_ENTRIES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/review/desk.h"
#include "core/review/merge.h"
#include "core/review/outcome.h"
#include "tests/unit/audit/audit_entries.h"

namespace bfclx {

class ReviewOfEntries : public AuditOfEntries {
 protected:
  static constexpr std::size_t kAll = 40;
  static constexpr std::size_t kSuspicious = 8;

  // Ground truth London, which the question does not name; all runs say Paris in the first
  // entries, and a tenth says Rome.
  void SetUp() override {
    std::vector<std::string> truths;
    for (std::size_t i = 0; i < kAll; ++i) {
      truths.push_back(i < kSuspicious ? R"({"city": ["London"], "days": ["", 3]})"
                                       : R"({"city": ["Paris"], "days": ["", 3]})");
    }
    load(truths);
    Audit audit;
    for (std::size_t run = 0; run < 12; ++run) {
      const std::size_t number = audit.add_run("model-" + std::to_string(run));
      for (std::size_t i = 0; i < kAll; ++i) {
        audit.add(number, answer(i, run == i % 12 || run == (i + 1) % 12 ? "[find(city='Rome')]"
                                                                         : "[find(city='Paris')]"));
      }
    }
    report_ = audit.finish({});
    ASSERT_EQ(report_.suspicious(), kSuspicious);
  }

  static ReviewSession planned(const AuditReport& report, const ReviewRequest& request) {
    return ReviewPlanner(report, request).finish().session;
  }

  ReviewSession session(std::uint64_t seed, const std::string& reviewer = "ann") const {
    ReviewRequest request;
    request.reviewer = reviewer;
    request.seed = seed;
    request.date = "2026-11-28";
    request.dataset_version = "v";
    request.dataset_hash = "h";
    return planned(report_, request);
  }

  static bool says(const ReviewAnswer& answer, const std::string& text) {
    std::string json;
    for (const Value& call : answer.calls.items()) {
      for (const auto& [name, arguments] : call.as_dict()) {
        for (const auto& [parameter, value] : arguments.as_dict()) {
          if (value.is_str() && value.as_str() == text) return true;
        }
      }
    }
    return false;
  }

  // Accepts exactly the responses with one of these cities.
  static void vote_for(ReviewSession& session, const std::vector<std::string>& cities,
                       const std::vector<std::string>& ids = {}) {
    for (std::size_t i = 0; i < session.entries.size(); ++i) {
      const ReviewEntry& entry = session.entries[i];
      if (!ids.empty() && std::find(ids.begin(), ids.end(), entry.id) == ids.end()) continue;
      ReviewVote vote;
      for (const ReviewAnswer& one : entry.answers) {
        const auto fits = [&](const std::string& city) { return says(one, city); };
        if (std::any_of(cities.begin(), cities.end(), fits)) vote.acceptable.push_back(one.key);
      }
      std::sort(vote.acceptable.begin(), vote.acceptable.end());
      session.set_vote(i, std::move(vote));
    }
  }

  AuditReport report_;
};

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_REVIEW_REVIEW_ENTRIES_H_
