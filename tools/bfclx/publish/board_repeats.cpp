// Repeats as rows of data/index.json: what a model has there, as means over its repeats.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "core/render/repeats_text.h"
#include "tools/bfclx/output/value_json.h"
#include "tools/bfclx/publish/board_json.h"

namespace bfclx::tools {
namespace {

using Json = nlohmann::ordered_json;

class RepeatsRow {
 public:
  RepeatsRow(const Board& board, const ModelRow& row, const std::vector<ModelRecord>& records)
      : board_(board), row_(row) {
    for (const std::size_t i : row.records) {
      records_.push_back(&records[i]);
      figures_.push_back(Json::parse(records[i].figures));
      judged_.push_back(judged_record(records[i], *board.dataset));
    }
    for (const JudgedRun& one : judged_) scored_.push_back({&one, {}, 0, {}});
  }

  // Without its rank.
  std::string text() const {
    Json models = Json::array();
    for (const ModelRecord* record : records_) models.push_back(record->name);
    const Json& first = figures_.front();
    const Json row = {{"label", row_.label},
                      {"name", records_.front()->name},
                      {"decoder", first.at("decoder")},
                      {"source", first.at("source")},
                      {"status", status()},
                      {"sample", first.at("sample")},
                      {"overall", overall()},
                      {"warnings", warnings()},
                      {"problems", problems()},
                      {"categories", categories()},
                      {"groups", groups()},
                      {"models", std::move(models)},
                      {"reason", row_.reason},
                      {"repeats", analysis()}};
    return row.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  // The least that was checked of any.
  Json status() const {
    const auto rank = [](const Json& figures) {
      return find_status(figures.at("status").at("name").get<std::string>());
    };
    const auto least =
        std::min_element(figures_.begin(), figures_.end(),
                         [&](const Json& a, const Json& b) { return rank(a) < rank(b); });
    return {{"name", least->at("status").at("name")}, {"text", least->at("status").at("text")}};
  }

  Json overall() const {
    const RepeatsAnalysis& analysis = *row_.analysis;
    Json missing = Json::array();
    for (const Category* category : row_.basis.missing) missing.push_back(category->name);
    double official = 0;
    for (const Json& one : figures_) official += one.at("overall").at("official").get<double>();
    Json overall = {{"weight", row_.basis.weight},
                    {"missing", std::move(missing)},
                    {"official", official / static_cast<double>(figures_.size())}};
    if (!analysis.scores.empty()) {
      overall["score"] = analysis.mean.value;
      overall["interval_95"] = range_json(analysis.mean.interval);
    }
    overall["basis"] = json_of(basis_value(row_.basis));
    return overall;
  }

  Json warnings() const {
    Json all = Json::array();
    std::set<std::string> told;
    for (const Json& figures : figures_) {
      for (const Json& warning : figures.at("warnings")) {
        if (told.insert(warning.at("text").get<std::string>()).second) all.push_back(warning);
      }
    }
    return all;
  }

  std::size_t problems() const {
    std::size_t sum = 0;
    for (const Json& figures : figures_) sum += figures.at("problems").get<std::size_t>();
    return sum;
  }

  // `right` is the mean of the repeats.
  Json categories() const {
    Json all = Json::object();
    for (const RepeatsCategory& row : row_.analysis->categories) {
      const std::string name(row.category->name);
      const ScoreWeights weight({{row.category, 1}});
      Json part = figures_.front().at("categories").at(name);
      const std::size_t total = board_.dataset->entries(*row.category).size();
      const std::size_t skipped = part.at("skipped").get<std::size_t>();
      const std::size_t left_out = part.at("left_out").get<std::size_t>();
      part["right"] = row.mean * static_cast<double>(row.entries);
      part["entries"] = row.entries;
      part["interval_95"] =
          range_json(mean_of_repeats(scored_, weight, board_.statistics).interval);
      part["missing"] = total - std::min(total, row.entries + skipped + left_out);
      all[name] = std::move(part);
    }
    return all;
  }

  // Of the groups that are complete in all repeats.
  Json groups() const {
    Json all = Json::object();
    add_groups(all, board_.headline.score().parts);
    if (!board_.headline.is_own()) add_groups(all, shown_scores(board_.headline.version()));
    return all;
  }

  void add_groups(Json& all, std::span<const ScorePart> parts) const {
    for (const ScorePart& part : parts) {
      if (part.combining == Combining::kCategory) continue;
      const bool complete = std::all_of(
          judged_.begin(), judged_.end(),
          [&](const JudgedRun& judged) { return RunScores(judged).of(part).complete(); });
      if (complete) {
        const RepeatsFigure mean = mean_of_repeats(scored_, score_weights(part), board_.statistics);
        all[std::string(part.name)] = {{"score", mean.value},
                                       {"interval_95", range_json(mean.interval)}};
      }
      add_groups(all, part.parts);
    }
  }

  // Ids of entries that flip stand in the models' own files as marks.
  Json analysis() const {
    Json json = json_of(repeats_value(*row_.analysis));
    json.erase("flipped");
    json.erase("basis");
    json["heading"] = repeats_heading(row_.label, *row_.analysis);
    json["texts"] = repeats_sentences(*row_.analysis);
    json["short_text"] = repeats_short_text(*row_.analysis);
    return json;
  }

  const Board& board_;
  const ModelRow& row_;
  std::vector<const ModelRecord*> records_;
  std::vector<Json> figures_;
  std::vector<JudgedRun> judged_;
  std::vector<ScoredRun> scored_;
};

}  // namespace

std::string repeats_figures(const Board& board, const ModelRow& row,
                            const std::vector<ModelRecord>& records) {
  return RepeatsRow(board, row, records).text();
}

}  // namespace bfclx::tools
