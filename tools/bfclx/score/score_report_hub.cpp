// The report as a file of evaluation results of the Hugging Face Hub, `.eval_results/*.yaml` of a
// model repository (https://huggingface.co/docs/hub/eval-results).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/render/figure_text.h"
#include "core/statistics/basis.h"
#include "tools/bfclx/output/hub.h"
#include "tools/bfclx/output/yaml.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

// "86.75", as the official tables have it.
std::string value_text(double share) {
  const std::int64_t hundredths = std::llround(share * 10'000);
  const std::string rest = std::to_string(hundredths % 100);
  return concat({std::to_string(hundredths / 100), rest.size() < 2 ? ".0" : ".", rest});
}

std::string date_of(std::int64_t now) {
  const std::time_t seconds = now;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

class HubResults {
 public:
  HubResults(const Report& report, const ModelReport& model, const std::string& dataset,
             const std::string& remark, std::int64_t now)
      : report_(report),
        model_(model),
        is_official_(dataset == kOfficialHubDataset),
        dataset_(yaml_text(dataset)),
        remark_(remark.empty() ? remark : ". " + remark),
        date_(yaml_text(date_of(now))) {}

  HubReport write() && {
    const BasedScore& score = model_.score;
    // A part of the entries would stand in one ranking with runs over all of them.
    const bool is_part = model_.run->sample > 0;
    bool all_whole =
        !is_part && score.basis.malformed_entries == 0 && score.basis.kind == BasisKind::kComplete;
    for (const CategoryReport& category : model_.categories) {
      if (category.counts && !is_whole(category.summary)) all_whole = false;
    }
    if (score.value && all_whole) {
      add(hub_overall_task(score.basis.leaderboard), *score.value, score.interval,
          score.basis.entries, score.basis.tag_weights ? ", with tag weights" : "");
    } else if (score.value) {
      report_of_.left_out.push_back(
          concat({score_title(score.basis.leaderboard), " (", basis_text(score.basis), ")"}));
    }
    for (const CategoryReport& category : model_.categories) {
      const CategorySummary& summary = category.summary;
      const std::string name(summary.category->name);
      if (is_part || !is_whole(summary)) {
        report_of_.left_out.push_back(
            concat({name, " (", grouped_digits(summary.entries), " of ",
                    counted(entries_of(summary), "entry", "entries"), ")"}));
        continue;
      }
      add(name, category.accuracy.share, category.accuracy.interval, summary.entries);
    }
    return std::move(report_of_);
  }

 private:
  // Of the dataset that the file names: the official one may be here in part only.
  std::size_t entries_of(const CategorySummary& summary) const {
    std::size_t total = summary.total;
    for (const CategoryRun& run : model_.run->runs) {
      if (run.category == summary.category) total += run.malformed;
    }
    return is_official_ ? std::max(total, summary.category->size) : total;
  }
  bool is_whole(const CategorySummary& summary) const {
    return summary.entries > 0 && summary.entries >= entries_of(summary);
  }

  void add(const std::string& task, double share, const Range& interval, std::size_t entries,
           std::string_view basis = {}) {
    const RunSettings& settings = model_.run->settings;
    const std::string notes = concat({model_.run->name, ": 95 % CI ", percent_range(interval), ", ",
                                      counted(entries, "entry", "entries"), basis, ", decoder ",
                                      settings.decoder != nullptr ? settings.decoder->name : "none",
                                      ", ", report_.dataset_version, " ", report_.dataset_hash,
                                      ", bfclx " BFCLX_VERSION, remark_});
    report_of_.yaml += concat({"- dataset:\n    id: ", dataset_, "\n    task_id: ", yaml_text(task),
                               "\n  value: ", value_text(share), "\n  date: ", date_,
                               "\n  evaluation_framework: ", yaml_text(kHubFramework),
                               "\n  notes: ", yaml_text(notes), "\n"});
  }

  const Report& report_;
  const ModelReport& model_;
  const bool is_official_;
  const std::string dataset_, remark_, date_;
  HubReport report_of_;
};

}  // namespace

HubReport hub_report(const Report& report, const std::string& dataset, const std::string& remark,
                     std::int64_t now) {
  if (report.models.empty()) return {};
  return HubResults(report, report.models.front(), dataset, remark, now).write();
}

}  // namespace bfclx::tools
