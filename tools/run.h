// One run of the program: inputs and dataset read, replies set against their entries, scored.
//
// Everything that `check` and `explain` share. What could not be used is kept for the report, never
// dropped: unreadable files and lines as problems, categories that cannot be scored as unscored.
#ifndef BFCLX_TOOLS_RUN_H_
#define BFCLX_TOOLS_RUN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/scorer.h"
#include "tools/dataset_dir.h"
#include "tools/inputs.h"
#include "tools/options.h"

namespace bfclx::tools {

struct Problem {
  std::string file;
  std::size_t line = 0;  // 0: the file as a whole
  std::string id;        // may be empty
  std::string message;
  bool fatal = true;  // something could not be used
};

// Entries that were read and not scored.
struct Unscored {
  const Category* category = nullptr;
  std::string reason;
  std::vector<std::string> ids;
};

// Where an entry of the input has gone: a reply of `runs`, or an id of `unscored`.
struct Place {
  bool scored = false;
  std::uint32_t part = 0;   // index into runs or unscored
  std::uint32_t index = 0;  // in that part
  std::uint32_t file = 0;   // index into files
};

struct ModelRun {
  std::string name;
  std::string folder_name;  // see Input
  const Model* registered = nullptr;
  RunSettings settings;  // decoder is nullptr when there is nothing to score
  std::vector<std::string> files;
  std::vector<CategoryRun> runs;  // in the official order
  std::vector<Unscored> unscored;
  std::vector<Problem> problems;
  std::vector<Place> order;  // one for each entry, in input order

  const ScoredReply& reply(const Place& place) const {
    return runs[place.part].replies[place.index];
  }
};

struct Session {
  explicit Session(const RunOptions& options) : dataset(options.dataset) {}

  DatasetDir dataset;
  ModelRegistry registry;
  std::vector<ModelRun> models;
  std::vector<Problem> problems;  // of no model: folders that cannot be entered

  // Something was unusable (exit code 1).
  bool flawed() const;
};

// Reads everything that the options name; throws a UsageError. Nothing is scored yet.
// The session lives until the process ends: taking it apart would take as long as scoring it.
Session& open_session(const RunOptions& options);

// Called from one thread at a time with the number of entries done; at most a few times a second.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

// Scores all replies of a model on `jobs` threads. With `lines`, verdict_json of each entry is
// added in input order, for entries that were not scored {"id", "valid": null, "not_scored"}. Of
// episodes only verdict, error type and progress are kept: what ran takes too much memory.
void score_model(ModelRun& model, std::size_t jobs, const Progress& progress,
                 std::vector<std::string>* lines);

// "file:line: id: message" without what is unknown.
std::string text_of(const Problem& problem);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_RUN_H_
