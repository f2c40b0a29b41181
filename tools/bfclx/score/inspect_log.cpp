#include "tools/bfclx/score/inspect_log.h"

#include <unistd.h>

#include <ctime>
#include <utility>

#include "core/base/sha256.h"
#include "core/statistics/basis.h"
#include "core/statistics/headline_score.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/score/inspect_sample.h"
#include "tools/bfclx/score/score_report.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIdDigits = 22;
constexpr int kLogVersion = 2;  // LOG_SCHEMA_VERSION of inspect_ai

std::string id_of(std::string_view text) { return hex_of(sha256(text)).substr(0, kIdDigits); }

// Midnight UTC of a day since 1970-01-01.
std::string date_of(std::int64_t day) {
  constexpr std::int64_t kSeconds = 86'400;
  const std::time_t seconds = day * kSeconds;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT00:00:00+00:00", &parts)};
}

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

Value metric(std::string_view name, double value) {
  return dict_of({{"name", name}, {"value", Value::real(value)}});
}

Value interval_of(const Range& range) {
  return dict_of({{"low", Value::real(range.low)}, {"high", Value::real(range.high)}});
}

// The accuracy over all samples first, as inspect has it; then the headline score and categories.
Value metrics_of(const ModelReport& model) {
  Value metrics = Value::dict();
  Dict& all = metrics.mutable_dict();
  const std::size_t scored = model.totals.passed + model.totals.failed;
  if (scored > 0) {
    all.set("accuracy", metric("accuracy", static_cast<double>(model.totals.passed) /
                                               static_cast<double>(scored)));
  }
  if (const BasedScore& score = model.score; score.value) {
    const std::string leaderboard(score.basis.leaderboard);
    const std::string name = leaderboard != kOwnScore  ? "overall_" + leaderboard
                             : score.basis.tag_weights ? "accuracy_with_tag_weights"
                                                       : "accuracy_over_categories";
    Value overall = metric(name, *score.value);
    const Value more = dict_of({{"basis", valid_text(basis_text(score.basis))},
                                {"standard_error", Value::real(score.standard_error)},
                                {"interval_95", interval_of(score.interval)}});
    overall.mutable_dict().set("metadata", more);
    all.set(name, std::move(overall));
  }
  for (const CategoryReport& category : model.categories) {
    if (category.summary.entries == 0) continue;
    Value one = metric(category.summary.category->name, category.accuracy.share);
    const auto entries = static_cast<std::int64_t>(category.summary.entries);
    one.mutable_dict().set("metadata",
                           dict_of({{"entries", Value::integer(entries)},
                                    {"interval_95", interval_of(category.accuracy.interval)}}));
    all.set(category.summary.category->name, std::move(one));
  }
  return metrics;
}

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

}  // namespace

InspectLog::InspectLog(const DatasetFiles& dataset, const ModelRun& run, ZipWriter::Write write)
    : run_(run),
      dataset_(valid_text(dataset.dataset().version)),
      hash_(valid_text(dataset.dataset().hash)),
      benchmark_(dataset.own_benchmark() != nullptr ? dataset.own_benchmark()->name : ""),
      task_(evaluation_name(dataset.own_benchmark())),
      title_(dataset.own_benchmark() != nullptr ? task_ : "Berkeley Function Calling Leaderboard"),
      id_(id_of(run.name + "\n" + dataset_ + "\n" + hash_)),
      created_(date_of(run.settings.today)),
      zip_(std::move(write)),
      in_order_([this](const Sample& sample) { this->write(sample); }) {}

void InspectLog::add(std::size_t index, const ScoredResponse& response) {
  if (response.entry == nullptr || response.superseded) return skip(index);
  const std::string uuid = id_of(id_ + "\n" + response.entry->id);
  const InspectSample made = inspect_sample(response, run_.settings, valid_text(run_.name), uuid);
  in_order_.take(index, {response.entry->id, json_of(made.sample), json_of(made.summary)});
}

void InspectLog::skip(std::size_t index) { in_order_.take(index, {}); }

void InspectLog::write(const Sample& sample) {
  if (sample.name.empty() || full_) return;
  full_ = !zip_.add("samples/" + sample.name + "_epoch_1.json", sample.json);
  if (full_) return;
  ++samples_;
  summaries_ += (summaries_.empty() ? "[" : ",") + sample.summary;
  append_json_str(ids_ += ids_.empty() ? "[" : ",", sample.name);
}

std::string InspectLog::spec_json() const {
  const Value spec = dict_of({{"eval_id", id_},
                              {"run_id", id_},
                              {"created", created_},
                              {"task", task_},
                              {"task_id", id_},
                              {"task_version", dataset_},
                              {"task_display_name", title_},
                              {"model", valid_text(run_.name)},
                              {"config", Value::dict()},
                              {"packages", dict_of({{"bfclx", BFCLX_VERSION}})},
                              {"metadata", dict_of({{std::string(kLogDatasetHash), hash_},
                                                    {std::string(kLogBenchmark), benchmark_}})},
                              {"scorers", Value::list({dict_of({{"name", kInspectScore}})})}});
  std::string text = json_of(spec);
  text.pop_back();
  std::string dataset = json_of(dict_of({{"name", dataset_}, {"samples", count_value(samples_)}}));
  dataset.pop_back();
  return text + ",\"dataset\":" + dataset + ",\"sample_ids\":" + (ids_.empty() ? "[" : ids_) +
         "]}}";
}

std::string InspectLog::finish(const ModelReport& model) {
  const Totals& totals = model.totals;
  const std::size_t scored = totals.passed + totals.failed;
  const Value score = dict_of({{"name", kInspectScore},
                               {"scorer", kInspectScore},
                               {"scored_samples", count_value(scored)},
                               {"unscored_samples", count_value(totals.skipped_in_all())},
                               {"metrics", metrics_of(model)}});
  const Value results = dict_of({{"total_samples", count_value(totals.total)},
                                 {"completed_samples", count_value(samples_)},
                                 {"scores", Value::list({score})}});
  const Value stats = dict_of({{"started_at", created_}, {"completed_at", created_}});
  const std::string start = "{\"version\":" + std::to_string(kLogVersion) +
                            ",\"eval\":" + spec_json() +
                            ",\"plan\":{\"name\":\"plan\",\"steps\":[],\"config\":{}}";
  full_ =
      full_ || !zip_.add("_journal/start.json", start + "}") ||
      !zip_.add("summaries.json", (summaries_.empty() ? "[" : summaries_) + "]") ||
      !zip_.add("header.json", start + ",\"status\":\"success\",\"results\":" + json_of(results) +
                                   ",\"stats\":" + json_of(stats) + "}");
  if (full_) return "a log of inspect takes at most 65,531 samples and 4 GiB";
  zip_.finish();
  return {};
}

void check_log_to_output(const std::string& verdicts) {
  if (Terminal::of_descriptor(STDOUT_FILENO).interactive()) {
    throw UsageError("--format inspect is a ZIP archive; write it with -o FILE.eval");
  }
  if (verdicts == "-") {
    throw UsageError("--format inspect and --verdicts - would both go to standard output");
  }
}

}  // namespace bfclx::tools
