#include "core/audit/audit_totals.h"

#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/findings/self_check.h"
#include "core/run/run_statistics.h"
#include "core/statistics/mean_ranking.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

Value ranked_value(const RankedRun& run) {
  return dict_of({{"score", run.score},
                  {"interval_95", range_value(run.interval)},
                  {"rank", run.rank.rank},
                  {"rank_low", run.rank.low},
                  {"rank_high", run.rank.high}});
}

Value totals_value(const AuditTotals& totals) {
  if (totals.all.empty()) return Value::none();
  List runs;
  for (std::size_t i = 0; i < totals.all.size(); ++i) {
    Value& row =
        runs.emplace_back(dict_of({{"label", totals.label(i)},
                                   {"all", ranked_value(totals.all[i])},
                                   {"without_suspicious", ranked_value(totals.without[i])}}));
    const std::size_t repeats = totals.models[i].runs.size();
    if (repeats > 1)
      row.mutable_dict().set("repeats", Value::integer(static_cast<std::int64_t>(repeats)));
  }
  Value value = dict_of({{"leaderboard", totals.leaderboard},
                         {"weight", totals.weight},
                         {"entries", totals.entries},
                         {"entries_without_suspicious", totals.entries_without},
                         {"runs", Value::list(std::move(runs))}});
  if (totals.tag_weights) value.mutable_dict().set("tag_weights", Value::boolean(true));
  return value;
}

// Entries that no run can be scored on, of the categories that were loaded.
Value malformed_value(const Dataset& dataset) {
  List list;
  for (const Category& category : categories()) {
    for (const MalformedEntry& malformed : dataset.malformed(category)) {
      list.push_back(dict_of({{"id", malformed.id},
                              {"category", category.name},
                              {"file", malformed.file},
                              {"line", malformed.line},
                              {"text", malformed.text}}));
    }
  }
  return Value::list(std::move(list));
}

Ranking ranking_of(const std::vector<JudgedRun>& judged, const AuditModels& models,
                   const HeadlineScore& headline) {
  std::vector<ScoredRun> runs;
  for (const JudgedRun& run : judged) runs.push_back({&run, {}, {}, {}});
  // The options are those of everywhere else, so that a score has one interval.
  const ComparisonOptions options;
  std::vector<RepeatsAnalysis> analyses;
  analyses.reserve(models.models.size());  // they stay where they are
  std::vector<ModelOfRuns> rows;
  for (const AuditModels::Model& model : models.models) {
    ModelOfRuns& row = rows.emplace_back(ModelOfRuns{model.runs, nullptr});
    if (model.runs.size() < 2) continue;
    std::vector<ScoredRun> repeats;
    for (const std::size_t run : model.runs) repeats.push_back(runs[run]);
    row.analysis = &analyses.emplace_back(
        analyze_repeats(repeats, headline.score(), headline.name(), options));
  }
  return rank_means(runs, rows, headline.score(), headline.name(), options);
}

}  // namespace

Ranking rank_all(const Audit& audit, const HeadlineScore& headline) {
  return ranking_of(audit.judged({}), audit.models(), headline);
}

Ranking rank_without_suspicious(const Audit& audit, const AuditReport& report,
                                const HeadlineScore& headline) {
  std::vector<const Entry*> left_out;
  for (const AuditedEntry& entry : report.entries) {
    if (entry.is_suspicious()) left_out.push_back(entry.entry);
  }
  return ranking_of(audit.judged(left_out), audit.models(), headline);
}

AuditTotals totals_of(const AuditRankings& rankings, const HeadlineScore& headline) {
  const auto& [all, without, models] = rankings;
  AuditTotals totals;
  totals.leaderboard = headline.name();
  totals.tag_weights = headline.score().tags != nullptr;
  if (all.weight <= 0 || without.weight <= 0) return totals;
  totals.entries = all.entries;
  totals.entries_without = without.entries;
  totals.weight = all.weight;
  totals.weight_without = without.weight;
  totals.all = all.runs;
  totals.without = without.runs;
  totals.models = models;
  return totals;
}

AuditTotals totals_of(const Audit& audit, const AuditReport& report,
                      const HeadlineScore& headline) {
  return totals_of({rank_all(audit, headline), rank_without_suspicious(audit, report, headline),
                    audit.models().models},
                   headline);
}

std::string AuditTotals::label(std::size_t row) const {
  const AuditModels::Model& model = models[row];
  if (model.runs.size() < 2) return model.label;
  return model.label + " (mean of " + std::to_string(model.runs.size()) + " repeats)";
}

std::string entries_text(const AuditReport& report, const AuditTotals& totals) {
  std::string text = "the " + counted(totals.entries, "shared entry", "shared entries");
  if (report.suspicious() == 0) return text;
  return text + ", and over the " + grouped_digits(totals.entries_without) +
         " that are not suspicious";
}

std::string weight_text(const AuditTotals& totals) {
  char share[16];
  std::snprintf(share, sizeof share, "%.1f %%", 100 * totals.weight);
  if (totals.tag_weights) {
    return "The accuracy is with tag weights, and these entries cover " + std::string(share) +
           " of the weight";
  }
  if (totals.leaderboard == kOwnScore) {
    return "Their categories have " + std::string(share) + " of the benchmark's entries";
  }
  return "These entries cover " + std::string(share) + " of the weight of " + totals.leaderboard;
}

std::string unreachable_reason(const Entry& entry) {
  if (!can_self_check(*entry.category)) return {};
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  if (prompting == nullptr) return {};
  const SelfCheckFinding finding = self_check(entry, *prompting);
  if (finding.outcome != SelfCheckOutcome::kImpossible) return {};
  return "no response made from the ground truth passes: " + finding.reason;
}

void add_unreachable(Audit& audit) {
  for (const Entry* entry : audit.entries()) {
    if (std::string reason = unreachable_reason(*entry); !reason.empty()) {
      audit.set_unreachable(*entry, std::move(reason));
    }
  }
}

std::string whole_audit_json(const AuditReport& report, const AuditTotals& totals,
                             const Dataset& dataset, std::string_view version,
                             std::size_t at_most) {
  const Value head =
      dict_of({{"bfclx_version", version},
               {"dataset", dict_of({{"version", dataset.version}, {"hash", dataset.hash}})},
               {"malformed", malformed_value(dataset)},
               {"totals", totals_value(totals)}});
  return audit_json(report, at_most, head);
}

}  // namespace bfclx
