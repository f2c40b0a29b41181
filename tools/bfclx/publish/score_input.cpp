#include "tools/bfclx/publish/score_input.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/counted.h"
#include "core/check/findings.h"
#include "core/explain/explanation.h"
#include "core/run/run_names.h"
#include "core/run/run_statistics.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/audit/audit_runs.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/run_one_by_one.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWhyBytes = 300;
constexpr std::size_t kTypeBytes = 120;

bool is_score_name(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with("_score.json");
}

// Files below the path whose names `is_wanted` takes, in order.
template <typename IsWanted>
std::vector<fs::path> files_below(const fs::path& path, const IsWanted& is_wanted) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    return is_wanted(path.filename().string()) ? std::vector<fs::path>{path}
                                               : std::vector<fs::path>{};
  }
  std::vector<fs::path> files;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator it(path, options, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    if (is_wanted(it->path().filename().string()) && it->is_regular_file(error)) {
      files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

std::optional<std::size_t> count_of(const Value& object, std::string_view name) {
  const Value* found = member(object, name);
  if (found == nullptr || !found->is_small_int() || found->as_int64() < 0) return std::nullopt;
  return static_cast<std::size_t>(found->as_int64());
}

std::string text_at(const Value& object, std::string_view name) {
  const Value* found = member(object, name);
  return found != nullptr && found->is_str() ? std::string(found->as_str()) : std::string();
}

// The checker's own words: a text, a list of texts, or a dict that has them.
std::string words_of(const Value& error) {
  if (error.is_str()) return std::string(error.as_str());
  if (error.is_list()) {
    std::string text;
    for (const Value& item : error.items()) text += (text.empty() ? "" : " ") + words_of(item);
    return text;
  }
  for (const std::string_view name : {"error_message", "error"}) {
    if (const Value* inner = member(error, name)) return words_of(*inner);
  }
  return error.is_none() ? std::string() : str(error);
}

// Of episodes and agentic entries the type stands inside of the error.
std::string type_of(const Value& line) {
  std::string type = text_at(line, "error_type");
  const Value* error = member(line, "error");
  if (type.empty() && error != nullptr) type = text_at(*error, "error_type");
  return type.empty() ? "unknown" : type;
}

std::string id_of(const Value& line, const Category& category) {
  const Value* id = member(line, "id");
  if (id == nullptr) return {};
  if (id->is_str()) return std::string(id->as_str());
  if (!id->is_small_int() || id->as_int64() < 1) return {};
  return std::string(category.name) + "_" + std::to_string(id->as_int64() - 1);
}

struct Listed {
  std::string error_type;
  std::string words;
  bool skipped = false;
};

// One model's folder: what its files list, and the responses in there, which tell what answers
// mean.
class ScoreReader {
 public:
  ScoreReader(std::string name, std::string folder_name, const RunOptions& options,
              Session& session)
      : options_(options),
        session_(session),
        chosen_(chosen_categories(options)),
        scored_{{}, std::move(name), {}, {}, ModelAnswers(session.dataset.dataset()), 0, true},
        sorter_(run_, chosen_) {
    run_.name = scored_.name;
    run_.folder_name = std::move(folder_name);
    run_.registered = session.registry.find(run_.folder_name);
  }

  void add(const fs::path& file) {
    const Category* category = category_of_file(file.filename().string());
    if (category == nullptr) return tell(file, 0, "the file name has no category");
    const auto wanted = [&](const Category* one) { return one == category; };
    if (!chosen_.empty() && std::none_of(chosen_.begin(), chosen_.end(), wanted)) return;
    if (const Status status = session_.dataset.load(*category); !status.ok()) {
      return tell(file, 0, status.error().message);
    }
    const FileBytes read = read_file(file.string());
    if (!read.error.empty()) return tell(file, 0, read.error);
    if (const auto [first, is_first] = files_.emplace(category, file); !is_first) {
      return tell(file, 0,
                  "is a second file of " + std::string(category->name) + "; " +
                      first->second.string() + " counts");
    }
    read_lines(file, *category, read.bytes);
  }

  ScoredModel finish(std::size_t jobs) {
    match_model(session_.dataset, match_request(session_, options_, run_), sorter_, run_);
    if (run_.settings.decoder != nullptr) scored_.settings = run_.settings.decoder->name;
    std::vector<PublishedAnswer> seen(run_.order.size());
    std::vector<Answer> taken(run_.order.size());
    score_answers(run_, jobs, [&](std::size_t place, const ScoredResponse& response) {
      if (response.entry == nullptr || response.superseded) return;
      taken[place] = audited(response);
      seen[place] = published(response, taken[place]);
    });
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!run_.order[i].scored) continue;
      const Entry* entry = run_.response(run_.order[i]).entry;
      if (entry != nullptr) scored_.answers.add(*entry, std::move(seen[i]), std::move(taken[i]));
    }
    return std::move(scored_);
  }

 private:
  struct Header {
    std::optional<std::size_t> right;
    std::optional<std::size_t> total;
    Value accuracy;  // None where there is none

    // Rounded or not, the accuracy is that of the counts.
    bool fits() const {
      if (*right > *total) return false;
      if (accuracy.is_none() || *total == 0) return true;
      if (!accuracy.is_float() && !accuracy.is_small_int()) return false;
      const double given =
          accuracy.is_float() ? accuracy.as_float() : static_cast<double>(accuracy.as_int64());
      constexpr double kRounding = 0.005;
      const double share = static_cast<double>(*right) / static_cast<double>(*total);
      return std::abs(given - share) <= kRounding;  // not where it is no number
    }
    // Why it cannot be of a category of so many entries, of which the file lists so many failures;
    // empty where it can.
    std::string fault(std::size_t entries, std::size_t failures) const {
      if (!total || !right) return "has no line with accuracy, correct_count and total_count";
      const std::string all = counted(*total, "entry", "entries");
      if (!fits()) {
        return "has inconsistent counts: " + std::to_string(*right) + " of " + all + ", accuracy " +
               brief_repr(accuracy);
      }
      if (*total > entries) {
        return "counts " + all + ", but the dataset has " + std::to_string(entries);
      }
      if (*total - *right == failures) return {};
      return "lists " + counted(failures, "failure", "failures") + ", but its first line counts " +
             grouped_digits(*total - *right);
    }
  };

  // What a listed response means. Where it passes here, nothing is known of why it failed there.
  Answer audited(const ScoredResponse& response) const {
    Answer answer;
    if (counts(response) && !response.verdict.valid) answer = answer_of(response);
    answer.entry = response.entry;
    answer.valid = false;
    answer.error_type = listed_.at(response.entry).error_type;
    return answer;
  }

  // Its verdict is the file's; the reason ours only where the error type is the same.
  PublishedAnswer published(const ScoredResponse& response, const Answer& answer) const {
    const Listed& listed = listed_.at(response.entry);
    PublishedAnswer out = published_answer(response, answer);
    const bool same = out.mark == PublishedAnswer::Mark::kWrong &&
                      response.verdict.error_type == listed.error_type;
    if (out.mark == PublishedAnswer::Mark::kSkipped) {
      out.answer = short_text(response_text(response.response), kWhyBytes);
    }
    out.mark = PublishedAnswer::Mark::kWrong;
    out.error_type = short_text(listed.error_type, kTypeBytes);
    if (!same) out.why = short_text(listed.words, kWhyBytes);
    return out;
  }

  void tell(const fs::path& file, std::size_t line, std::string message) {
    session_.problems.push_back({file.string(), line, "", std::move(message), true});
    ++scored_.problems;
  }

  void read_lines(const fs::path& file, const Category& category, std::string_view bytes) {
    const Dataset& dataset = session_.dataset.dataset();
    Header header;
    ResultFile responses;
    std::size_t number = 0;
    std::size_t failures = 0;
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      const std::string_view text = bytes.substr(0, end);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
      ++number;
      if (text.find_first_not_of(" \r\t") == std::string_view::npos) continue;
      const Result<Value> line = json_loads(text);
      if (!line.ok() || !line->is_dict()) {
        tell(file, number, "not a line of a score file");
        continue;
      }
      if (const auto total = count_of(*line, "total_count"); total && !header.total) {
        header = {count_of(*line, "correct_count"), total, Value()};
        if (const Value* given = member(*line, "accuracy")) header.accuracy = *given;
        continue;
      }
      const std::string id = id_of(*line, category);
      const Entry* entry = dataset.find(id);
      if (entry == nullptr || entry->category != &category) {
        tell(file, number, "unknown id `" + id + "` in " + std::string(category.name));
        continue;
      }
      const Value* valid = member(*line, "valid");
      const Value* error = member(*line, "error");
      Listed& listed = listed_[entry];
      listed.skipped = valid != nullptr && valid->is_none();
      listed.error_type = type_of(*line);
      if (error != nullptr) listed.words = words_of(*error);
      if (listed.skipped) continue;
      ++failures;
      Response response;
      response.line = number;
      response.id = entry->id;
      for (const std::string_view name : {"model_result_raw", "model_result"}) {
        if (const Value* raw = member(*line, name)) response.result = Value(*raw);
      }
      responses.responses.push_back(std::move(response));
    }
    const std::string fault = header.fault(dataset.entries(category).size(), failures);
    if (!fault.empty()) {
      forget(category);
      return tell(file, 1, fault + "; the file is skipped");
    }
    sorter_.add({file.string(), &category, "", std::move(responses)});
    close(category, header);
  }

  // As if the file were not there: another one of the category may count.
  void forget(const Category& category) {
    files_.erase(&category);
    for (const Entry& entry : session_.dataset.dataset().entries(category)) listed_.erase(&entry);
  }

  // What the entries are that no line lists.
  void close(const Category& category, const Header& header) {
    const std::vector<Entry>& entries = session_.dataset.dataset().entries(category);
    std::size_t listed = 0;
    for (const Entry& entry : entries) listed += listed_.count(&entry);
    // Skipped ones are listed, and in no count.
    const bool all = *header.right + listed == entries.size();
    scored_.categories.push_back({&category, *header.right, *header.total});
    scored_.answers.touch(category);
    for (const Entry& entry : entries) {
      PublishedAnswer answer;
      const auto found = listed_.find(&entry);
      if (found == listed_.end()) {
        answer.mark = all ? PublishedAnswer::Mark::kRight : PublishedAnswer::Mark::kUnknown;
      } else if (found->second.skipped) {
        answer.mark = PublishedAnswer::Mark::kSkipped;
      } else {
        continue;  // once its response is read
      }
      scored_.answers.add(entry, std::move(answer), {});
    }
  }

  const RunOptions& options_;
  Session& session_;
  const std::vector<const Category*> chosen_;
  ScoredModel scored_;
  std::map<const Category*, fs::path> files_;
  std::map<const Entry*, Listed> listed_;
  ModelRun run_;
  ResponseSorter sorter_;
};

}  // namespace

std::vector<std::string> take_score_paths(std::vector<std::string>& paths) {
  std::vector<std::string> scores;
  const auto has_scores = [](const std::string& path) {
    return path != "-" && !files_below(path, is_score_name).empty();
  };
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(scores), has_scores);
  const auto has_scores_alone = [&](const std::string& path) {
    return std::find(scores.begin(), scores.end(), path) != scores.end() &&
           files_below(path, is_result_name).empty();
  };
  paths.erase(std::remove_if(paths.begin(), paths.end(), has_scores_alone), paths.end());
  return scores;
}

void read_score_folders(const std::vector<std::string>& paths, const RunOptions& options,
                        Session& session, const std::function<void(ScoredModel)>& use) {
  std::map<std::string, std::vector<fs::path>> models;  // files by the model's folder
  for (const std::string& path : paths) {
    for (const fs::path& file : files_below(path, is_score_name)) {
      std::vector<fs::path>& files = models[model_folder_of(file)];
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
  }
  std::vector<RunId> ids;
  std::map<std::string, int> same_name;
  for (const auto& [folder, files] : models) {
    ids.push_back({folder, fs::path(folder).filename().string()});
    ++same_name[ids.back().model];
  }
  const std::vector<std::string> names = run_names(ids);
  std::size_t next = 0;
  for (const auto& [folder, files] : models) {
    const Activity activity("reading the score files of " + folder);
    const RunId& id = ids[next];
    ScoreReader reader(names[next++], id.model, options, session);
    for (const fs::path& file : files) reader.add(file);
    ScoredModel model = reader.finish(chosen_jobs(options));
    model.id = id;
    model.alone = same_name[id.model] == 1;
    use(std::move(model));
  }
}

}  // namespace bfclx::tools
