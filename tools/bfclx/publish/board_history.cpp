#include "tools/bfclx/publish/board_history.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "core/render/result_status.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostReleases = 50;
constexpr std::size_t kMostNamed = 100;   // models of a release, of each kind
constexpr std::size_t kMostEarlier = 20;  // results of a model

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// null where the file is missing; UsageError where it is not of this form.
Json read_history(const fs::path& path, const char* list) {
  std::error_code error;
  if (!fs::exists(path, error)) return nullptr;
  const FileBytes file = read_file(path.string());
  Json json = file.error.empty() ? Json::parse(file.bytes, nullptr, false) : Json();
  const bool is_history = json.is_object() && json.value("schema", Json()) == kBoardSchema &&
                          json.contains(list) && json[list].is_array();
  if (!is_history) {
    throw UsageError(path.string() + ": cannot be read; delete it to begin a new history");
  }
  return json;
}

Json at(const Json& json, std::string_view name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? Json() : *found;
}

// The models of an index by name; none where it is not one of this version.
std::map<std::string, Json> models_of(const Json& index) {
  std::map<std::string, Json> models;
  if (at(index, "schema") != kBoardSchema) return models;
  for (const Json& model : at(index, "models")) {
    const Json name = at(model, "name");
    if (name.is_string()) models.emplace(name.get<std::string>(), model);
  }
  return models;
}

// What a release says of a row: its own score, of repeats their mean, and its rank among the rows
// of the time.
Json standing_of(const Json& row) {
  const Json overall = at(row, "overall");
  const Json ranked = at(row, "ranked");
  Json standing = {{"score", at(overall, "score")},
                   {"interval_95", at(overall, "interval_95")},
                   {"basis", at(at(overall, "basis"), "text")},
                   {"rank", at(ranked, "rank")},
                   {"rank_low", at(ranked, "rank_low")},
                   {"rank_high", at(ranked, "rank_high")}};
  const Json models = at(row, "models");
  if (models.is_array()) standing["repeats"] = models.size();
  return standing;
}

// A row of an index: a model, or one with repeats.
struct Row {
  std::string name;
  Json figures;
  std::map<std::string, Json> labels;  // of its runs, by name

  bool shares_a_run(const Row& other) const {
    return std::any_of(labels.begin(), labels.end(), [&](const auto& run) {
      const auto found = other.labels.find(run.first);
      return found != other.labels.end() && found->second == run.second;
    });
  }
};

std::vector<Row> rows_of(const Json& index, const std::map<std::string, Json>& models) {
  std::vector<Row> rows;
  std::set<std::string> repeats;
  const auto add = [&](const std::string& name, const Json& figures, const Json& runs) {
    Row row{name, figures, {}};
    for (const Json& run : runs) {
      const auto model = run.is_string() ? models.find(run.get<std::string>()) : models.end();
      if (model != models.end()) row.labels[model->first] = at(model->second, "label");
    }
    rows.push_back(std::move(row));
  };
  for (const Json& row : at(index, "repeats")) {
    const Json name = at(row, "name");
    if (!name.is_string() || !at(row, "models").is_array()) continue;
    add(name.get<std::string>(), row, at(row, "models"));
    for (const auto& [run, label] : rows.back().labels) repeats.insert(run);
  }
  for (const auto& [name, model] : models) {
    if (repeats.count(name) == 0) add(name, model, Json::array({name}));
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
  return rows;
}

class History {
 public:
  History(fs::path folder, std::string_view index, const std::vector<ModelRecord>& records)
      : folder_(std::move(folder)),
        index_(Json::parse(index)),
        before_(
            Json::parse(read_file((folder_ / "data/index.json").string()).bytes, nullptr, false)),
        history_(read_history(folder_ / kHistoryFile, "releases")),
        old_(models_of(before_)),
        new_(models_of(index_)) {
    for (const ModelRecord& record : records) records_[record.name] = &record;
  }

  std::string write(const std::string& today, PublishedFiles& files) {
    Json models = Json::object();
    for (const auto& [name, model] : new_) models[name] = model_line(name, model, today, files);
    add_changes();
    Json releases = at(history_, "releases");
    if (!releases.is_array()) releases = Json::array();
    if (!added_.empty() || !replaced_.empty() || !removed_.empty()) {
      Json release = {{"date", today},
                      {"program", at(at(index_, "program"), "version")},
                      {"dataset", dataset_of(index_)},
                      {"added", list(added_)},
                      {"replaced", list(replaced_)},
                      {"removed", list(removed_)}};
      releases.insert(releases.begin(), std::move(release));
    }
    if (releases.size() > kMostReleases)
      releases.erase(releases.begin() + kMostReleases, releases.end());
    const Json date = releases.empty() ? Json() : at(releases.front(), "date");
    files.write(kHistoryFile, text_of({{"schema", kBoardSchema},
                                       {"releases", std::move(releases)},
                                       {"models", std::move(models)}}));
    return date.is_string() ? date.get<std::string>() : std::string();
  }

 private:
  static Json dataset_of(const Json& index) {
    const Json dataset = at(index, "dataset");
    return {{"version", at(dataset, "version")}, {"hash", at(dataset, "hash")}};
  }

  static Json list(std::vector<Json>& changes) {
    const std::size_t count = changes.size();
    if (count > kMostNamed) changes.resize(kMostNamed);
    return {{"count", count}, {"models", std::move(changes)}};
  }

  static Json change(const Row& row) {
    return {{"name", row.name}, {"label", at(row.figures, "label")}};
  }

  // {"date", "earlier"}, and its own history where it has one.
  Json model_line(const std::string& name, const Json& model, const std::string& today,
                  PublishedFiles& files) {
    const ModelRecord& record = *records_.at(name);
    const Json before = at(at(history_, "models"), name);
    const auto old = old_.find(name);
    const bool is_new = old == old_.end() || at(old->second, "label") != at(model, "label");
    const fs::path path = fs::path("data/models") / name / "history.json";
    if (is_new) {
      changed_.insert(name);
      return {{"date", record.date.empty() ? today : record.date}, {"earlier", 0}};
    }
    Json date = at(before, "date");
    if (is_same(record, old->second, model)) {
      if (at(before, "earlier").is_number_unsigned() && at(before, "earlier") > 0) {
        files.keep(path.generic_string());
      }
      return before.is_object() ? before : Json{{"date", nullptr}, {"earlier", 0}};
    }
    changed_.insert(name);
    const Json earlier = earlier_results(path, old->second, model, std::move(date));
    files.write(path.generic_string(),
                text_of({{"schema", kBoardSchema}, {"model", name}, {"earlier", earlier}}));
    return {{"date", record.date.empty() ? today : record.date}, {"earlier", earlier.size()}};
  }

  static Json basis_of(const Json& model) { return at(at(model, "overall"), "basis"); }

  // Why a score on another dataset or basis cannot be compared with that of the model.
  std::string_view note_of(const Json& dataset, const Json& basis, const Json& model) const {
    return history_note(at(dataset, "hash") == at(at(index_, "dataset"), "hash"),
                        at(basis, "key") == at(basis_of(model), "key"));
  }

  // The newest first, each against the new one.
  Json earlier_results(const fs::path& path, const Json& old, const Json& model, Json date) const {
    Json all = at(read_history(folder_ / path, "earlier"), "earlier");
    if (!all.is_array()) all = Json::array();
    const Json overall = at(old, "overall");
    Json categories = Json::object();
    const Json parts = at(old, "categories");
    for (const auto& [name, part] : parts.items()) {
      categories[name] = {{"right", at(part, "right")}, {"entries", at(part, "entries")}};
    }
    Json newest = {
        {"date", std::move(date)},
        {"dataset", dataset_of(before_)},
        {"program", at(at(before_, "program"), "version")},
        {"status", at(at(old, "status"), "name")},
        {"score", at(overall, "score")},
        {"interval_95", at(overall, "interval_95")},
        {"basis", {{"text", at(basis_of(old), "text")}, {"key", at(basis_of(old), "key")}}},
        {"categories", std::move(categories)}};
    all.insert(all.begin(), std::move(newest));
    if (all.size() > kMostEarlier) all.erase(all.begin() + kMostEarlier, all.end());
    for (Json& one : all) {
      if (!one.is_object()) continue;
      const std::string_view note = note_of(at(one, "dataset"), at(one, "basis"), model);
      one["comparable"] = note.empty();
      one["note"] = note;
    }
    return all;
  }

  // Whether its verdicts and numbers are those of before.
  bool is_same(const ModelRecord& record, const Json& old, const Json& model) const {
    if (dataset_of(before_) != dataset_of(index_)) return false;
    for (const char* member : {"overall", "categories"}) {
      if (at(old, member) != at(model, member)) return false;
    }
    const fs::path path = folder_ / "data/models" / record.name / "model.json";
    const Json verdicts =
        at(Json::parse(read_file(path.string()).bytes, nullptr, false), "verdicts");
    if (verdicts.size() != record.marks.size()) return false;
    return std::all_of(record.marks.begin(), record.marks.end(), [&](const auto& part) {
      return at(at(verdicts, part.first->name), "marks") == part.second;
    });
  }

  // A row is the one of before with which it has a run in common.
  void add_changes() {
    std::vector<Row> before = rows_of(before_, old_);
    for (const Row& row : rows_of(index_, new_)) {
      const auto old = std::find_if(before.begin(), before.end(),
                                    [&](const Row& one) { return one.shares_a_run(row); });
      if (old == before.end()) {
        Json added = change(row);
        added["new"] = standing_of(row.figures);
        added_.push_back(std::move(added));
        continue;
      }
      const bool changed = std::any_of(row.labels.begin(), row.labels.end(), [&](const auto& run) {
        return changed_.count(run.first) > 0;
      });
      if (changed || old->labels != row.labels) {
        Json replaced = change(row);
        replaced["old"] = standing_of(old->figures);
        replaced["new"] = standing_of(row.figures);
        replaced["note"] = note_of(dataset_of(before_), basis_of(old->figures), row.figures);
        replaced_.push_back(std::move(replaced));
      }
      before.erase(old);
    }
    for (const Row& row : before) {
      Json removed = change(row);
      removed["old"] = standing_of(row.figures);
      removed_.push_back(std::move(removed));
    }
  }

  fs::path folder_;
  Json index_;
  Json before_;
  Json history_;
  std::map<std::string, Json> old_;
  std::map<std::string, Json> new_;
  std::map<std::string, const ModelRecord*> records_;
  std::set<std::string> changed_;  // models that are new or have other results
  std::vector<Json> added_;
  std::vector<Json> replaced_;
  std::vector<Json> removed_;
};

}  // namespace

std::string write_history(const fs::path& folder, std::string_view index,
                          const std::vector<ModelRecord>& records, const std::string& today,
                          PublishedFiles& files) {
  return History(folder, index, records).write(today, files);
}

}  // namespace bfclx::tools
