#include "tools/bfclx/publish/publication.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/sha256.h"
#include "core/dataset/own_ids.h"
#include "core/render/ranking_change_text.h"
#include "core/run/run_manifest.h"
#include "core/run/run_statistics.h"
#include "core/statistics/overall.h"
#include "core/statistics/ranking_change.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/audit/audit_runs.h"
#include "tools/bfclx/input/date.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/publish/board_history.h"
#include "tools/bfclx/publish/board_languages.h"
#include "tools/bfclx/publish/board_metadata.h"
#include "tools/bfclx/publish/failed_answers.h"
#include "tools/bfclx/publish/kept_model.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// Without these entries.
JudgedRun without(const JudgedRun& judged, const std::set<std::string_view>& left_out) {
  JudgedRun out;
  for (const JudgedEntry& entry : judged) {
    if (left_out.count(entry.id) == 0) out.push_back(entry);
  }
  return out;
}

PublishedModel::Part part_of(const Category& category, const std::string& marks,
                             const std::vector<Entry>& entries) {
  PublishedModel::Part part;
  part.category = &category;
  part.total = entries.size();
  std::map<std::string, ClusterCount> clusters;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (marks[i] == 's') ++part.skipped;
    if (marks[i] != '0' && marks[i] != '1') continue;
    ClusterCount& cluster = clusters[cluster_of(category, entries[i].id)];
    ++cluster.entries;
    cluster.right += marks[i] == '1' ? 1 : 0;
  }
  std::vector<ClusterCount> counts;
  counts.reserve(clusters.size());
  for (const auto& [key, count] : clusters) counts.push_back(count);
  part.accuracy = clustered_accuracy(counts);
  return part;
}

// "2026-11-22", as the manifest of the run has it.
std::string generation_date(std::string_view manifest) {
  const std::string started = read_run_manifest(manifest).started.substr(0, 10);
  return read_date(started) ? started : std::string();
}

// "seed 2, repeat 2", as the manifest of the run has it.
std::string repetition_of(std::string_view manifest) {
  const Result<Value> json = json_loads(manifest);
  const Value* settings = json.ok() ? given_member(*json, "settings") : nullptr;
  if (settings == nullptr) return {};
  std::string text;
  const auto add = [&](std::string_view what, const Value* object, std::string_view name) {
    const Value* number = object != nullptr ? given_member(*object, name) : nullptr;
    if (number == nullptr || !number->is_small_int()) return;
    text += (text.empty() ? "" : ", ") + std::string(what) + std::to_string(number->as_int64());
  };
  add("seed ", given_member(*settings, "extra_body"), "seed");
  add("repeat ", given_member(*settings, "repeat"), "number");
  return text;
}

std::set<std::string_view> suspicious_of(const AuditReport& report) {
  std::set<std::string_view> ids;
  for (const AuditedEntry& entry : report.entries) {
    if (entry.is_suspicious()) ids.insert(entry.entry->id);
  }
  return ids;
}

// Of all verdicts of a model.
std::string verdicts_hash(const ModelRecord& record) {
  std::map<std::string_view, std::string_view> by_name;
  for (const auto& [category, marks] : record.marks) by_name[category->name] = marks;
  std::string text;
  for (const auto& [name, marks] : by_name) {
    text.append(name).append("\n").append(marks).append("\n");
  }
  return "sha256:" + hex_of(sha256(text));
}

}  // namespace

Publication::Publication(const PublicationOptions& options, PublishedFiles& files)
    : options_(options), files_(files) {
  board_.title = options.title;
  board_.leaderboard = options.leaderboard;
  board_.statistics = options.statistics;
}

void Publication::replace(const BoardIndex& before) {
  repeats_before_ = before.repeats;
  for (const auto& [name, label] : before.models) {
    before_[label] = name;
    names_.take(name);
  }
}

void Publication::add(const Session& session, ModelRun& model, const ModelProof& proof) {
  ModelAnswers answers(session.dataset.dataset());
  for (const CategoryRun& run : model.runs) answers.touch(*run.category);
  std::vector<PublishedAnswer> seen(model.order.size());
  std::vector<Answer> taken(model.order.size());
  std::vector<ResponseFacts> facts(model.order.size());
  score_answers(model, options_.jobs, [&](std::size_t place, const ScoredResponse& response) {
    facts[place] = response_facts(model, place);
    if (counts(response)) taken[place] = answer_of(response);
    seen[place] = published_answer(response, taken[place]);
  });
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!model.order[i].scored) continue;
    const ScoredResponse& response = model.response(model.order[i]);
    if (response.entry == nullptr) continue;
    answers.add(*response.entry, std::move(seen[i]), std::move(taken[i]));
  }
  PublishedModel published;
  published.label = model.name;
  published.repeat_label = repeat_label_of(model);
  if (model.settings.decoder != nullptr) published.settings = model.settings.decoder->name;
  for (const CategoryRun& run : model.runs) {
    if (run.left_out > 0) published.left_out[run.category] = run.left_out;
  }
  published.sample = model.sample_note;
  published.sample_entries = model.sample;
  published.version = older_version(model.files);
  const FileBytes manifest = read_file((fs::path(model.path) / kManifestFile).string());
  published.date = generation_date(manifest.bytes);
  published.repeat = model.repeat;
  published.repetition = repetition_of(manifest.bytes);
  published.warnings = run_warnings(model, facts);
  published.problems = model.problems.size();
  published.latency = model.latency;
  publish(session, std::move(published), std::move(answers), proof);
}

void Publication::add(const Session& session, ScoredModel model) {
  PublishedModel published;
  published.label = model.name;
  published.settings = model.settings;
  published.source = "scores";
  published.problems = model.problems;
  for (const ScoredCategory& category : model.categories) {
    published.parts.push_back(
        counted_part(*category.category, category.right, category.entries,
                     session.dataset.dataset().entries(*category.category).size()));
  }
  publish(session, std::move(published), std::move(model.answers), {});
}

// Of the session's dataset, which is the same of all models.
void Publication::set_headline(const Session& session) {
  if (has_headline_) return;
  has_headline_ = true;
  board_.headline = headline_score(session.dataset, named_version(options_.leaderboard));
  // A board has official scores, or the accuracy over its dataset.
  if (const OwnBenchmark* own = session.dataset.own_benchmark(); own && own->translation) {
    board_.headline = HeadlineScore(session.dataset.own_entries(), session.dataset.tag_groups());
  }
  if (board_.headline.is_own()) board_.own_entries = session.dataset.own_entries();
  if (const OwnBenchmark* own = session.dataset.own_benchmark()) {
    board_.licence = own->licence;
    board_.citation = own->citation;
  }
}

void Publication::publish(const Session& session, PublishedModel model, ModelAnswers answers,
                          const ModelProof& proof) {
  const Dataset& dataset = session.dataset.dataset();
  set_headline(session);
  ModelRecord record;
  record.label = label_of(model);
  record.name = name_of(record.label);
  model.label = record.label;
  model.name = record.name;
  std::vector<std::string> types;
  const std::vector<ModelAnswers::Marks> all = answers.marks(types);
  for (const ModelAnswers::Marks& one : all) record.marks[one.category] = one.marks;
  record.left_out = model.left_out;
  record.sample = model.sample_entries;
  record.version = model.version;
  record.date = model.date;
  record.repeat = model.repeat;
  record.repetition = model.repetition;
  set_parts(record, dataset, model);
  set_scores(record, dataset, model);
  set_status(record, dataset, proof, model);
  answers.write_slices(record.name, files_);
  record.figures = model_figures(model);
  record.failed = answers.take_failed();
  const std::string folder = "data/models/" + record.name + "/";
  files_.write(folder + "model.json", board_model(board_, record, types, all));
  files_.write(folder + "audit.json", failed_json(record.name, record.failed));
  records_.push_back(std::move(record));
}

void Publication::set_parts(const ModelRecord& record, const Dataset& dataset,
                            PublishedModel& model) {
  for (const auto& [category, marks] : record.marks) {
    PublishedModel::Part part = part_of(*category, marks, dataset.entries(*category));
    const auto left_out = model.left_out.find(category);
    if (left_out != model.left_out.end()) part.left_out = left_out->second;
    const auto given =
        std::find_if(model.parts.begin(), model.parts.end(),
                     [own = category](const auto& other) { return other.category == own; });
    if (given == model.parts.end()) {
      model.parts.push_back(part);
    } else if (has_unknown(marks)) {
      given->unknown = true;
      given->skipped = part.skipped;
    } else {
      *given = part;
    }
  }
}

void Publication::set_scores(const ModelRecord& record, const Dataset& dataset,
                             PublishedModel& model) const {
  const HeadlineScore& headline = board_.headline;
  const JudgedRun judged = judged_record(record, dataset);
  model.overall = RunScores(judged).of(headline.score());
  model.own = own_score(scored_record(record, judged, dataset), headline.score(), headline.name());
}

void Publication::set_status(const ModelRecord& record, const Dataset& dataset,
                             const ModelProof& proof, PublishedModel& model) const {
  if (proof.validated) model.status = ResultStatus::kValidated;
  if (proof.second == nullptr) return;
  const SecondRun second =
      second_run_of(compare_runs(judged_record(record, dataset), *proof.second,
                                 score_weights(board_.headline.score()), options_.statistics));
  if (!second.agrees()) {
    throw RefusedModel(model.label + ": " + disagreement_text(second) + "; nothing was published");
  }
  model.status = ResultStatus::kReproduced;
  model.second = second;
}

void Publication::keep(Session& session, const std::string& name) {
  KeptModel kept = read_kept(options_.output, name, session.dataset);
  const Dataset& dataset = session.dataset.dataset();
  set_headline(session);
  set_parts(kept.record, dataset, kept.model);
  set_scores(kept.record, dataset, kept.model);
  const std::string rewritten = check_figures(kept, model_figures(kept.model));
  records_.push_back(std::move(kept.record));
  const fs::path folder = fs::path("data/models") / name;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(fs::path(options_.output) / folder, error)) {
    files_.keep((folder / file.path().filename()).generic_string());
  }
  if (!rewritten.empty()) files_.write((folder / "model.json").generic_string(), rewritten);
}

bool Publication::has(const std::string& name) const {
  return std::any_of(records_.begin(), records_.end(),
                     [&](const ModelRecord& record) { return record.name == name; });
}

Ranking Publication::ranking(std::span<const ScoredRun> runs) const {
  return rank_means(runs, models_of(board_.rows), board_.headline.score(), board_.headline.name(),
                    options_.statistics);
}

Ranking Publication::ranking_without(const JudgedRecords& runs,
                                     const std::set<std::string_view>& ids) const {
  std::vector<JudgedRun> judged;
  judged.reserve(runs.judged.size());
  for (const JudgedRun& run : runs.judged) judged.push_back(without(run, ids));
  std::vector<ScoredRun> rest;
  for (const JudgedRun& run : judged) rest.push_back({&run, {}, 0, {}});
  return ranking(rest);
}

// Those of all entries are the ranking's own, so that a score has one interval on all pages.
AuditTotals Publication::totals(const JudgedRecords& runs, const AuditReport& report) const {
  const Ranking sure = ranking_without(runs, suspicious_of(report));
  AuditTotals totals;
  if (board_.ranking.weight <= 0 || sure.weight <= 0) return totals;
  totals.tag_weights = board_.headline.score().tags != nullptr;
  totals.entries = board_.ranking.entries;
  totals.entries_without = sure.entries;
  totals.all = board_.ranking.runs;
  totals.without = sure.runs;
  return totals;
}

CertainErrors Publication::certain_errors(const JudgedRecords& runs, const AuditReport& report,
                                          const Dataset& dataset) const {
  CertainErrors certain;
  std::set<std::string_view> ids;
  for (const AuditedEntry& entry : report.entries) {
    if (entry.list == AuditList::kProof) ids.insert(entry.entry->id);
  }
  if (options_.errata) {
    certain.errata = options_.errata->name;
    for (const Correction& one : options_.errata->corrections) {
      const Entry* entry = find_named(dataset, one.id);
      if (entry == nullptr || !fault_of_correction(one, *entry).empty()) continue;
      if (std::count(board_.categories.begin(), board_.categories.end(), entry->category) > 0) {
        ids.insert(entry->id);
      }
    }
  }
  certain.entries = ids.size();
  if (ids.empty() || board_.ranking.weight <= 0) return certain;
  certain.without = ranking_without(runs, ids);
  if (certain.without.weight <= 0) {
    certain.text = "Without these entries, no entry that counts is left, so there is no score.";
    return certain;
  }
  std::vector<std::string> labels;
  for (const ModelRow& row : board_.rows) labels.push_back(row.label);
  certain.text = ranking_change_text(change_of(board_.ranking, certain.without), labels,
                                     RankingCause::kEntriesLeftOut);
  return certain;
}

void Publication::finish(const Session& session, const BoardLanguages& languages) {
  const Activity activity("publishing what all models share");
  const Dataset& dataset = session.dataset.dataset();
  board_.dataset = &dataset;
  set_headline(session);
  if (!session.dataset.is_as_manifest()) board_.dataset_files = hashes_of(session.dataset);
  std::sort(records_.begin(), records_.end(), [](const ModelRecord& a, const ModelRecord& b) {
    return a.label != b.label ? a.label < b.label : a.name < b.name;
  });
  std::set<const Category*> categories;  // in the official order
  Audit audit;
  const JudgedRecords runs(records_, dataset);
  for (ModelRecord& record : records_) {
    for (const auto& [category, marks] : record.marks) categories.insert(category);
    audit_record(record, dataset, audit);
  }
  board_.categories.assign(categories.begin(), categories.end());
  add_self_check(audit, options_.jobs);
  const AuditReport report = audit.finish({});
  board_.rows = model_rows(records_, runs, board_.headline, options_.statistics, options_.jobs);
  board_.ranking = ranking(runs.scored);
  board_.ranked = shared_basis(runs.scored, board_.headline.score(), board_.headline.name());
  write_entry_slices(dataset, board_.categories, files_);
  const std::string ids = board_ids(board_);
  const std::string suspicious = board_audit(board_, records_, report, totals(runs, report),
                                             certain_errors(runs, report, dataset));
  files_.write("data/ids.json", ids);
  files_.write("data/audit.json", suspicious);
  std::map<std::string, std::string> verdicts;
  for (const ModelRow& row : board_.rows) {
    for (const std::size_t place : row.records) {
      const ModelRecord& record = records_[place];
      verdicts[record.label] = row.repeated() ? std::string() : verdicts_hash(record);
    }
  }
  const std::string by_language = languages.file(verdicts);
  board_.has_languages = !by_language.empty();
  if (board_.has_languages) files_.write(kLanguagesFile, by_language);
  const std::string index = board_index(board_, records_, report);
  const std::string date = write_history(options_.output, index, records_, options_.today, files_);
  write_metadata({index, ids, suspicious}, date, files_);
  files_.write("data/index.json", index);
}

}  // namespace bfclx::tools
