#include "tools/bfclx/publish/model_rows.h"

#include <map>
#include <set>
#include <utility>

#include "core/run/repeat_groups.h"
#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

std::vector<RepeatGroup> groups_of(const std::vector<ModelRecord>& records,
                                   const JudgedRecords& runs) {
  std::vector<ModelRun> models(records.size());
  std::vector<const ModelRun*> views;
  for (std::size_t i = 0; i < records.size(); ++i) {
    models[i].repeat = records[i].repeat;
    models[i].folder_name = records[i].label;
    views.push_back(&models[i]);
  }
  std::vector<RepeatGroup> groups = repeat_groups(views, {});
  std::erase_if(groups, [&](const RepeatGroup& group) {
    std::vector<ScoredRun> own;
    for (const std::size_t run : group.runs) own.push_back(runs.scored[run]);
    return !share_an_entry(own);
  });
  return groups;
}

// Other settings of one model are told apart by their first runs.
void tell_apart(std::vector<ModelRow>& rows, const std::vector<ModelRecord>& records) {
  std::map<std::string, std::size_t> labels;
  for (const ModelRow& row : rows) ++labels[row.label];
  for (ModelRow& row : rows) {
    if (labels[row.label] > 1) row.label = records[row.records.front()].label;
  }
}

}  // namespace

JudgedRecords::JudgedRecords(const std::vector<ModelRecord>& records, const Dataset& dataset) {
  judged.reserve(records.size());
  for (const ModelRecord& record : records) judged.push_back(judged_record(record, dataset));
  for (std::size_t i = 0; i < records.size(); ++i) {
    scored.push_back(scored_record(records[i], judged[i], dataset));
  }
}

std::vector<ModelRow> model_rows(const std::vector<ModelRecord>& records, const JudgedRecords& runs,
                                 const HeadlineScore& headline, const ComparisonOptions& options,
                                 std::size_t jobs) {
  std::vector<ModelRow> rows;
  std::map<std::size_t, RepeatGroup> by_first;
  std::set<std::size_t> others;  // records of groups but the first
  for (RepeatGroup& group : groups_of(records, runs)) {
    others.insert(group.runs.begin() + 1, group.runs.end());
    by_first.emplace(group.runs.front(), std::move(group));
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (others.count(i) > 0) continue;
    ModelRow& row = rows.emplace_back();
    const auto group = by_first.find(i);
    if (group == by_first.end()) {
      row.label = records[i].label;
      row.records = {i};
    } else {
      row.label = printable_line(group->second.model);
      row.records = group->second.runs;
      row.reason = group->second.reason;
    }
  }
  tell_apart(rows, records);
  parallel_for(rows.size(), jobs, [&](std::size_t i) {
    ModelRow& row = rows[i];
    if (!row.repeated()) return;
    std::vector<ScoredRun> own;
    for (const std::size_t run : row.records) own.push_back(runs.scored[run]);
    row.analysis = analyze_repeats(own, headline.score(), headline.name(), options);
    row.basis = shared_scores(own, headline.score(), headline.name()).front().basis;
  });
  return rows;
}

std::vector<ModelOfRuns> models_of(const std::vector<ModelRow>& rows) {
  std::vector<ModelOfRuns> models;
  for (const ModelRow& row : rows) {
    models.push_back({row.records, row.analysis ? &*row.analysis : nullptr});
  }
  return models;
}

}  // namespace bfclx::tools
