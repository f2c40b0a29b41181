// One model's result files set against the dataset, and scored entry by entry.
//
// What `bfclx score` and the wasm module share. What could not be used is kept for the report,
// never dropped: files and lines as problems, categories that cannot be scored as unscored.
//
//   ModelRun model;
//   ResponseSorter sorter(model, {});
//   sorter.add({.path = "BFCL_v4_sql_result.json", .results = read_results(bytes)});
//   match_model(dataset_files, request, sorter, model);
//   score_run(model, Keep::kCounts);                        // core/run/score_run.h
#ifndef BFCLX_CORE_RUN_MODEL_RUN_H_
#define BFCLX_CORE_RUN_MODEL_RUN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/run/response_latency.h"
#include "core/run/run_manifest.h"
#include "core/run/scorer.h"

namespace bfclx {

struct Problem {
  std::string file;
  std::size_t line = 0;  // 0: the file as a whole
  std::string id;        // may be empty
  std::string message;
  bool fatal = true;        // something could not be used
  bool nameless = false;    // see ResultProblem
  bool recognised = false;  // see ResultProblem
};

// "file:line: id: message" without what is unknown.
std::string text_of(const Problem& problem);

// Entries that were read and not scored.
struct Unscored {
  const Category* category = nullptr;
  std::string reason;
  std::vector<std::string> ids;
  std::vector<std::size_t> lines;  // of the ids, 1-based; 0: unknown
};

// Where an entry of the input has gone: a response of `runs`, or an id of `unscored`.
struct Place {
  bool scored = false;
  std::uint32_t part = 0;   // index into runs or unscored
  std::uint32_t index = 0;  // in that part
  std::uint32_t file = 0;   // index into files
};

struct ModelRun {
  std::string name;
  std::string path;         // of its folder, which identifies it; see run_names.h
  std::string folder_name;  // as its folder is called; the name reaches verdicts of episodes
  const Model* registered = nullptr;
  // Categories that were selected; empty: all.
  std::vector<const Category*> selected = {};
  std::size_t sample = 0;              // entries that a deliberate sample drew; 0: the run is none
  std::string sample_note;             // sample_text of it; may be empty
  std::vector<GeneratedFor> decoders;  // that the run's manifest names
  std::string manifest_problem;        // why the run's manifest is ignored; empty where it is not
  std::string dataset_problem;   // that it names another dataset than the one in use; or empty
  std::string mixed_settings;    // RunManifest::mixed_settings
  std::string changed_truth;     // that ground truth changed after the generation; or empty
  std::string benchmark;         // the own benchmark that the run's manifest names; or empty
  RepeatFacts repeat;            // that the run's manifest tells
  std::size_t max_steps = 0;     // the same: RunManifest::max_steps
  bool first_call_only = false;  // the same
  RunLatency latency;            // of its requests, by the result lines
  RunSettings settings;          // decoder is nullptr when there is nothing to score
  std::vector<std::string> files;
  LineCounts lines;               // of all files
  std::size_t refused_lines = 0;  // among the skipped: of second files for a category
  std::vector<CategoryRun> runs;  // in the official order
  std::vector<Unscored> unscored;
  std::vector<Problem> problems;
  std::vector<Place> order;  // one for each entry, in input order

  const ScoredResponse& response(const Place& place) const {
    return runs[place.part].responses[place.index];
  }
};

// A result file, read.
struct NamedResults {
  std::string path;
  const Category* category = nullptr;  // that the file name tells
  std::string error;                   // of reading it; what was read before is used
  ResultFile results;
  // Places of its responses that are not wanted, ascending: none of the chosen ids.
  std::vector<std::size_t> unwanted = {};
};

// The category of a response: by its id, else by the file's name, else the one that was chosen.
// nullptr where none tells it, and for what fills a memory, which has no verdict.
const Category* category_of(const Response& response, const Category* of_file,
                            std::span<const Category* const> chosen);

// Gives each response its category, and collects the responses of a model by category.
class ResponseSorter {
 public:
  // Only categories of `chosen` are taken; all when it is empty. Both must outlive this.
  ResponseSorter(ModelRun& model, std::span<const Category* const> chosen)
      : model_(model), chosen_(chosen) {}

  // Adds the file to the model: its responses and its problems.
  void add(NamedResults file);

  struct Part {
    ResultFile results;
    std::vector<std::size_t> places;  // of each response, in the order of the input
  };
  std::map<const Category*, Part, std::less<>>& parts() { return parts_; }
  // Of each response of the model's order.
  const std::vector<std::size_t>& lines() const { return lines_; }
  // Without a response its entries are missing. Only categories of `chosen` are taken.
  void want(const Category& category);

 private:
  bool is_wanted(const Category& category) const;
  // `first` becomes the category of the first wanted response, where it was none.
  void add_responses(NamedResults& file, const Category*& first);
  void add_nameless(const NamedResults& file, const Category* first);
  void add_response(const Category* category, std::uint32_t file, Response response);
  void add_problem(std::size_t line, const std::string& id, const std::string& message, bool fatal);

  // Responses that belong to no entry.
  struct Unmatched {
    std::size_t count = 0;
    std::size_t line = 0;  // of the first
    std::string id;
    void add(const Response& response) {
      if (count++ > 0) return;
      line = response.line;
      id = response.id;
    }
  };
  void add_unmatched(const Unmatched& responses, std::string_view what, std::string_view of_all);

  ModelRun& model_;
  std::span<const Category* const> chosen_;
  std::map<const Category*, Part, std::less<>> parts_;
  std::vector<std::size_t> lines_;
  Unmatched unmatched_;  // of no category, in the file that is added
  // The last line that held one.
  std::size_t unmatched_line_ = 0;
  std::uint32_t unmatched_file_ = 0;
};

// What lies beside a run's files.
struct ManifestOfRun {
  const RunManifest* manifest = nullptr;  // none: the run is an ordinary one
  std::string file;                       // as problems name it
  bool whole_run = true;                  // all result files of the run are there
  bool limits = true;                     // the entries that are wanted to those of its sample
  // Ids of responses that the sorter was not given, because others were chosen.
  std::span<const std::string> others = {};
};

struct MatchRequest {
  SettingsRequest settings;
  ManifestOfRun manifest{};
  // Taken as they are instead of `settings`, when there are any.
  const RunSettings* given = nullptr;
  std::string model_name;  // see RunSettings
  std::int64_t today = 0;
};

// "the responses were generated with a different dataset (...) from the one in use (...)"; empty
// where they were not, or nothing tells. What was loaded tells whether the dataset is what its own
// manifest says.
std::string other_dataset_text(const DatasetFiles& dataset, const RunManifest& manifest);

// Loads the categories, chooses the settings and sets the responses against their entries. Ids that
// the dataset lacks become problems. Of a sampled run only the entries of its sample are wanted
// (run_sample.h). Nothing is scored yet.
void match_model(DatasetFiles& dataset, const MatchRequest& request, ResponseSorter& sorter,
                 ModelRun& model);

// Of the responses that the sorter has; match_model, which takes them away, gives it to the model.
RunLatency latency_of(ResponseSorter& sorter);

// Quirk model_names_are_python: a model's name is a part of Python names (`-./:` become `_`). False
// where it makes none: one that begins with a digit, has a blank, or changes by NFKC.
bool makes_python_name(std::string_view model_name);
// What one that makes none does to multi-turn verdicts; without a full stop.
std::string model_name_text(std::string_view model_name);

// A model's name as the folders of official results spell it: "openai/gpt-oss-20b" is
// "openai_gpt-oss-20b". Valid UTF-8, whatever the bytes.
std::string folder_spelling(std::string_view model_name);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_MODEL_RUN_H_
