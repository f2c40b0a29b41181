// What `bfclx evaluate` does with the result files of one model: read, score, write score files.
#ifndef BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATION_H_
#define BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATION_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/dataset/models.h"
#include "core/findings/name_spelling.h"
#include "core/official/cost.h"
#include "tools/bfclx/input/services.h"

namespace bfclx::tools {

// One result file that is to be evaluated.
struct EvaluationFile {
  std::filesystem::path path;
  const Category* category = nullptr;
  const DatasetFiles* dataset = nullptr;  // holds the category
};

struct EvaluationRequest {
  std::string model_name;  // that of its folder
  const Model* model = nullptr;
  std::vector<EvaluationFile> files;  // in the official order; of a category the last one counts
  std::filesystem::path score_folder;
  bool partial = false;  // take what is there, without asking for every entry of the category
  std::int64_t today = 0;
  std::size_t jobs = 1;
  Services* services = nullptr;  // of the executable categories
};

// One category, evaluated and written.
struct EvaluatedCategory {
  const Category* category = nullptr;
  std::size_t right = 0;
  std::size_t total = 0;  // skipped ones are not in it
};

struct Evaluation {
  std::vector<EvaluatedCategory> categories;
  Usage usage;
  // With the model's `underscore_to_dot` turned around.
  SpellingChange other_spelling;
  // What could not be evaluated or written, for people, each with its file. The category then has
  // no new score file; what was there stays.
  std::vector<std::string> problems;
  std::vector<std::string> notes;  // that change nothing of the scores
};

// Inference logs are never held in memory.
Evaluation evaluate_model(const EvaluationRequest& request);

// The official evaluator has no rule for a malformed entry: it stops, or fails every response to
// it. So its category has no official score; why, or empty where it has one.
std::string why_no_official_score(const DatasetFiles& dataset, const Category& category);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_EVALUATE_EVALUATION_H_
