#include "tools/bfclx/publish/board_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/audit/report_text.h"
#include "core/base/utf8.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_weights.h"
#include "core/statistics/composition_json.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/output/value_json.h"

namespace bfclx::tools {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json rank_json(const RankedRun& run) {
  return {{"score", run.score},
          {"interval_95", range_json(run.interval)},
          {"rank", run.rank.rank},
          {"rank_low", run.rank.low},
          {"rank_high", run.rank.high}};
}

Json program_json() { return {{"name", "bfclx"}, {"version", BFCLX_VERSION}}; }

Json dataset_json(const Dataset& dataset) {
  return {{"version", dataset.version}, {"hash", dataset.hash}};
}

// With what the index alone says of it.
Json described_dataset(const Board& board) {
  Json dataset = dataset_json(*board.dataset);
  if (!board.dataset_files.empty()) dataset["files"] = board.dataset_files;
  if (!board.licence.empty()) dataset["licence"] = board.licence;
  if (!board.citation.empty()) dataset["citation"] = board.citation;
  return dataset;
}

Json parts_json(const PublishedModel& model) {
  Json parts = Json::object();
  for (const PublishedModel::Part& part : model.parts) {
    parts[std::string(part.category->name)] = {
        {"right", part.accuracy.right},
        {"entries", part.accuracy.entries},
        {"interval_95", range_json(part.accuracy.interval)},
        {"missing",
         part.total - std::min(part.total, part.accuracy.entries + part.skipped + part.left_out)},
        {"left_out", part.left_out},
        {"skipped", part.skipped},
        {"unknown", part.unknown}};
  }
  return parts;
}

Json overall_json(const PublishedModel& model) {
  const BasedScore& own = model.own;
  Json overall = {{"weight", own.basis.weight}, {"missing", Json::array()}};
  for (const std::string_view name : model.overall.missing) {
    overall["missing"].push_back(std::string(name));
  }
  overall["official"] = model.overall.official;
  if (own.value) {
    overall["score"] = *own.value;
    overall["interval_95"] = range_json(own.interval);
  }
  overall["basis"] = json_of(basis_value(own.basis));
  return overall;
}

Json warnings_json(const PublishedModel& model) {
  Json warnings = Json::array();
  for (const RunWarning& warning : model.warnings) {
    warnings.push_back(json_of(warning_value(model.label, warning)));
  }
  return warnings;
}

Json status_json(const PublishedModel& model) {
  Json json = {{"name", status_name(model.status)}, {"text", status_text(model.status)}};
  if (model.second) {
    json["second_run"] = {{"entries", model.second->entries},
                          {"of", model.second->of},
                          {"weight", std::min(model.second->weight, 1.0)},
                          {"difference", model.second->difference},
                          {"interval_95", range_json(model.second->interval)},
                          {"text", second_run_text(*model.second)}};
  }
  return json;
}

Json model_json(const PublishedModel& model) {
  Json json = {{"label", model.label},           {"name", model.name},
               {"decoder", model.settings},      {"source", model.source},
               {"status", status_json(model)},   {"sample", model.sample},
               {"overall", overall_json(model)}, {"warnings", warnings_json(model)},
               {"problems", model.problems},     {"categories", parts_json(model)}};
  if (model.latency.all) json["latency"] = json_of(latency_value(model.latency));
  if (const RepeatFacts& repeat = model.repeat; !repeat.key.empty()) {
    json["repeat"] = {{"model", repeat.model},
                      {"settings", repeat.key},
                      {"manifest", repeat.manifest},
                      {"repetition", model.repetition}};
  }
  return json;
}

// Of the groups in a score; its categories have figures of their own.
void add_groups(Json& groups, std::span<const ScorePart> parts, const RunScores& scores) {
  for (const ScorePart& part : parts) {
    if (part.combining == Combining::kCategory) continue;
    const PartScore own = scores.of(part);
    if (own.complete()) {
      groups[std::string(part.name)] = {{"score", own.official},
                                        {"interval_95", range_json(own.interval)}};
    }
    add_groups(groups, part.parts, scores);
  }
}

Json groups_json(const Board& board, const ModelRecord& record) {
  const JudgedRun judged = judged_record(record, *board.dataset);
  const RunScores scores(judged);
  Json groups = Json::object();
  add_groups(groups, board.headline.score().parts, scores);
  if (!board.headline.is_own()) {
    add_groups(groups, shown_scores(board.headline.version()), scores);
  }
  return groups;
}

}  // namespace

PublishedModel::Part counted_part(const Category& category, std::size_t right, std::size_t entries,
                                  std::size_t total) {
  PublishedModel::Part part;
  part.category = &category;
  part.total = total;
  part.accuracy.right = right;
  part.accuracy.entries = entries;
  const double share = entries == 0 ? 0 : static_cast<double>(right) / static_cast<double>(entries);
  part.accuracy.interval = wilson_range(share, static_cast<double>(entries));
  return part;
}

std::string model_figures(const PublishedModel& model) {
  return model_json(model).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string board_index(const Board& board, const std::vector<ModelRecord>& records,
                        const AuditReport& audit) {
  Json categories = Json::array();
  for (const Category* category : board.categories) {
    categories.push_back({{"name", category->name},
                          {"entries", board.dataset->entries(*category).size()},
                          {"scored", board.headline.counts(*category)}});
  }
  Json models = Json::array();
  for (const ModelRecord& record : records) {
    Json model = Json::parse(record.figures);
    model["groups"] = groups_json(board, record);
    model["ranked"] = Json();
    models.push_back(std::move(model));
  }
  Json repeats = Json::array();
  for (std::size_t i = 0; i < board.rows.size(); ++i) {
    const ModelRow& row = board.rows[i];
    const Json ranked = board.ranking.weight > 0 ? rank_json(board.ranking.runs[i]) : Json();
    if (!row.repeated()) {
      models[row.records.front()]["ranked"] = ranked;
      continue;
    }
    Json own = Json::parse(repeats_figures(board, row, records));
    for (const std::size_t place : row.records) models[place]["repeat_of"] = own.at("name");
    own["ranked"] = ranked;
    repeats.push_back(std::move(own));
  }
  Json score = {{"name", board.headline.name()},
                {"title", score_title(board.headline.name())},
                {"heading", score_heading(board.headline.name())}};
  for (const auto& [category, entries] : board.own_entries) {
    score["entries"][std::string(category->name)] = entries;
  }
  Json index = {{"schema", kBoardSchema},
                {"title", board.title},
                {"program", program_json()},
                {"dataset", described_dataset(board)},
                {"leaderboard", board.leaderboard},
                {"score", std::move(score)},
                {"composition", json_of(composition_value(board.headline))},
                {"slice", kSlice},
                {"replicates", board.statistics.replicates},
                {"seed", board.statistics.seed},
                {"categories", std::move(categories)},
                {"ranking",
                 {{"weight", std::min(board.ranking.weight, 1.0)},  // a sum may be a hair over it
                  {"entries", board.ranking.entries},
                  {"basis", json_of(basis_value(board.ranked))},
                  {"rank_text", kRankRangeText}}},
                {"audit", {{"entries", audit.entries.size()}, {"suspicious", audit.suspicious()}}},
                {"history", true},
                {"models", std::move(models)}};
  if (board.has_languages) index["languages"] = true;
  // Without repeats the index is as it ever was.
  if (!repeats.empty()) index["repeats"] = std::move(repeats);
  return text_of(index);
}

std::string board_ids(const Board& board) {
  Json ids = Json::object();
  Json own_ids = Json::object();  // that the author of a benchmark gave entries
  for (const Category* category : board.categories) {
    Json& its = ids[std::string(category->name)] = Json::array();
    for (const Entry& entry : board.dataset->entries(*category)) {
      its.push_back(entry.id);
      const std::string_view own = find_text(entry.data, kOwnId);
      if (!own.empty()) own_ids[entry.id] = sanitize_utf8(own);
    }
  }
  Json json = {{"schema", kBoardSchema}, {"ids", std::move(ids)}};
  if (!own_ids.empty()) json["own_ids"] = std::move(own_ids);
  if (const TagGroups* tags = board.headline.score().tags; tags != nullptr) {
    json["tags"] = json_of(tag_groups_value(*tags));
  }
  return text_of(json);
}

std::string board_model(const Board& board, const ModelRecord& record,
                        const std::vector<std::string>& types,
                        const std::vector<ModelAnswers::Marks>& all) {
  Json marks = Json::object();
  for (const ModelAnswers::Marks& one : all) {
    marks[std::string(one.category->name)] = {{"marks", one.marks}, {"errors", one.errors}};
  }
  Json json = {
      {"schema", kBoardSchema}, {"program", program_json()}, {"leaderboard", board.leaderboard}};
  json.update(Json::parse(record.figures));
  json["types"] = types;
  json["verdicts"] = std::move(marks);
  return text_of(json);
}

std::string with_figures(std::string_view model, const std::string& figures) {
  const Json before = Json::parse(model);
  Json json;
  for (const char* name : {"schema", "program", "leaderboard"})
    json[name] = before.value(name, Json());
  json.update(Json::parse(figures));
  for (const char* name : {"types", "verdicts"}) json[name] = before.at(name);
  return text_of(json);
}

namespace {

Json certain_json(const Board& board, const std::vector<ModelRecord>& records,
                  const CertainErrors& certain) {
  Json scores = Json::array();
  for (std::size_t i = 0; i < certain.without.runs.size(); ++i) {
    scores.push_back(
        {{"name", records[board.rows[i].records.front()].name},
         {"without", certain.without.weight > 0 ? rank_json(certain.without.runs[i]) : Json()}});
  }
  return {{"errata", certain.errata.empty() ? Json() : Json(certain.errata)},
          {"entries", certain.entries},
          {"scored_without", certain.without.entries},
          {"text", certain.text},
          {"scores", std::move(scores)}};
}

}  // namespace

std::string board_audit(const Board& board, const std::vector<ModelRecord>& records,
                        const AuditReport& audit, const AuditTotals& totals,
                        const CertainErrors& certain) {
  Json entries = Json::array();
  for (const AuditedEntry& entry : audit.entries) {
    if (!entry.is_suspicious()) continue;
    Json reasons = Json::array();
    for (const Evidence& one : entry.evidence) {
      reasons.push_back({{"class", one.name}, {"text", one.text}});
    }
    const AnswerGroup* agreed = entry.agreed_answer();
    entries.push_back({{"id", entry.entry->id},
                       {"category", entry.entry->category->name},
                       {"suspicion", entry.suspicion},
                       {"list", audit_list_name(entry.list)},
                       {"probability", entry.probability},
                       {"probability_text", probability_text(entry)},
                       {"alternative_text", entry.alternative.text()},
                       {"correction_text", edits_text(entry.correction)},
                       {"runs", entry.runs},
                       {"passes", entry.passes},
                       {"reasons", std::move(reasons)},
                       {"agreed", agreed != nullptr ? Json{{"answer", agreed->shown},
                                                           {"runs", agreed->runs.size()}}
                                                    : Json()}});
  }
  Json scores = Json::array();
  for (std::size_t i = 0; i < totals.all.size(); ++i) {
    scores.push_back({{"name", records[board.rows[i].records.front()].name},
                      {"all", rank_json(totals.all[i])},
                      {"without", rank_json(totals.without[i])}});
  }
  Json json = {{"schema", kBoardSchema},
               {"program", program_json()},
               {"dataset", dataset_json(*board.dataset)},
               {"false_discovery_rate", audit.options.false_discovery_rate},
               {"audited", audit.entries.size()},
               {"text", audit_text(audit)},
               {"scored", totals.entries},
               {"scored_without", totals.entries_without},
               {"scores", std::move(scores)},
               {"certain", certain_json(board, records, certain)},
               {"entries", std::move(entries)}};
  if (totals.tag_weights) json["tag_weights"] = true;
  if (const std::string few = few_runs_text(audit.models); !few.empty()) json["few_runs"] = few;
  return text_of(json);
}

}  // namespace bfclx::tools
