#include "core/audit/audit_models.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/audit/audit.h"
#include "core/base/counted.h"
#include "core/run/repeat_groups.h"

namespace bfclx {
namespace {

// Models whose names are not unique are named by their first runs.
void tell_apart(AuditModels& models, std::span<const AuditedRun> runs) {
  std::map<std::string, std::size_t> labels;
  for (const AuditModels::Model& model : models.models) ++labels[model.label];
  for (AuditModels::Model& model : models.models) {
    if (labels[model.label] > 1) model.label = runs[model.runs.front()].label;
  }
}

}  // namespace

AuditModels audit_models(std::span<const AuditedRun> runs) {
  std::vector<ModelRun> stated(runs.size());
  std::vector<const ModelRun*> views;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    stated[i].repeat = runs[i].repeat;
    stated[i].folder_name = runs[i].label;
    views.push_back(&stated[i]);
  }
  AuditModels out;
  out.of_run.resize(runs.size());
  std::map<std::size_t, RepeatGroup> by_first;
  std::vector<bool> later(runs.size());
  for (RepeatGroup& group : repeat_groups(views, {})) {
    for (const std::size_t run : group.runs) later[run] = run != group.runs.front();
    by_first.emplace(group.runs.front(), std::move(group));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (later[i]) continue;
    AuditModels::Model& model = out.models.emplace_back();
    model.label = runs[i].label;
    model.runs = {i};
    if (const auto group = by_first.find(i); group != by_first.end()) {
      model.label = group->second.model;
      model.runs = group->second.runs;
    }
    for (const std::size_t run : model.runs) {
      out.of_run[run] = static_cast<std::uint32_t>(out.models.size() - 1);
    }
  }
  tell_apart(out, runs);
  return out;
}

std::vector<double> shares_of_models(const AuditModels& models,
                                     std::span<const std::uint32_t> runs) {
  std::vector<std::uint32_t> count(models.models.size());
  for (const std::uint32_t run : runs) ++count[models.of_run[run]];
  std::vector<double> shares(models.of_run.size());
  for (const std::uint32_t run : runs) shares[run] = 1.0 / count[models.of_run[run]];
  return shares;
}

std::size_t whole_models(double models, std::size_t least, std::size_t most) {
  const auto whole = static_cast<std::size_t>(std::lround(models));
  return std::max(least, std::min(whole, most));
}

std::string counted_runs_text(const AuditReport& report) {
  if (report.models == 1 && report.runs.size() > 1) {
    return counted(report.runs.size(), "repeat", "repeats") + " of one model";
  }
  std::string text = counted(report.models, "run", "runs");
  if (report.models < report.runs.size()) {
    text += " (" + grouped_digits(report.runs.size()) + " with repeats)";
  }
  return text;
}

}  // namespace bfclx
