#include "tools/bfclx/input/entry_ids.h"

#include <algorithm>
#include <set>
#include <span>

#include "core/base/utf8.h"
#include "core/dataset/category.h"
#include "core/dataset/lines.h"
#include "core/dataset/own_turns.h"
#include "core/run/own_id_hints.h"
#include "core/run/run_sample.h"
#include "core/run/second_responses.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kMlperf = "mlperf";

}  // namespace

std::string named_entry(DatasetFiles& dataset, std::string_view id) {
  const std::string_view own = entry_of_own_id(dataset, id);
  return own.empty() ? canonical_id(id) : std::string(own);
}

std::set<std::string, std::less<>> named_entries(DatasetFiles& dataset,
                                                 const std::set<std::string, std::less<>>& ids) {
  std::set<std::string, std::less<>> entries;
  for (const std::string& id : ids) entries.insert(named_entry(dataset, id));
  return entries;
}

EntryIds EntryIds::read(const std::string& path, DatasetFiles& dataset) {
  if (path == kMlperf) return draw_mlperf(dataset);
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError("--ids " + path + ": " + file.error);
  EntryIds ids;
  ids.place_ = path;
  for (const auto& [id, line] : read_ids(file.bytes, "--ids " + path)) {
    ids.ids_.try_emplace(named_entry(dataset, id), line);
  }
  ids.count_known(dataset);
  return ids;
}

EntryIds EntryIds::of_run(const std::vector<std::string>& ids, DatasetFiles& dataset) {
  EntryIds chosen;
  chosen.place_ = "--run-ids";
  for (const std::string& id : ids) chosen.ids_.try_emplace(named_entry(dataset, id), 0);
  chosen.count_known(dataset);
  return chosen;
}

void EntryIds::count_known(DatasetFiles& dataset) {
  for (const Category* category : categories()) {
    (void)dataset.load(*category);  // a category that cannot be loaded is told where it is matched
  }
  std::set<std::string, std::less<>> unknown_ids;
  for (const Problem& problem : unknown(dataset.dataset())) unknown_ids.insert(problem.id);
  known_ = ids_.size() - unknown_ids.size();
  for (const auto& [id, line] : ids_) {
    if (!unknown_ids.contains(id)) wanted_.insert(category_of_id(id));
  }
}

EntryIds EntryIds::draw_mlperf(DatasetFiles& dataset) {
  struct Share {
    std::string_view category;
    std::size_t percent;
  };
  static constexpr Share kShares[] = {{"simple_python", 62},     {"simple_java", 62},
                                      {"simple_javascript", 62}, {"multiple", 62},
                                      {"parallel", 62},          {"parallel_multiple", 62},
                                      {"live_simple", 10},       {"live_multiple", 10},
                                      {"live_parallel", 10},     {"live_parallel_multiple", 10},
                                      {"irrelevance", 10},       {"live_irrelevance", 10}};
  constexpr std::size_t kWhole = 25;  // a category of no more entries is taken whole
  EntryIds ids;
  ids.place_ = kMlperf;
  for (const Share& share : kShares) {
    const Category& category = *find_category(share.category);
    if (const Status loaded = dataset.load(category); !loaded.ok()) {
      throw UsageError("--ids " + ids.place_ + ": " + loaded.error().message);
    }
    const std::vector<Entry>& entries = dataset.dataset().entries(category);
    const std::size_t count = entries.size() <= kWhole
                                  ? entries.size()
                                  : std::max<std::size_t>(1, entries.size() * share.percent / 100);
    for (std::size_t i = 0; i < count; ++i) ids.ids_.try_emplace(entries[i].id, 0);
  }
  ids.known_ = ids.ids_.size();
  return ids;
}

bool EntryIds::has(std::string_view id) const {
  return ids_.find(id) != ids_.end() || ids_.find(canonical_id(id)) != ids_.end();
}

std::vector<const Category*> EntryIds::categories() const {
  std::set<const Category*> found;
  for (const auto& [id, line] : ids_) {
    if (const Category* category = category_of_id(id)) found.insert(category);
  }
  std::vector<const Category*> ordered;
  for (const Category& category : all_categories()) {
    const bool wanted = wanted_.empty() || wanted_.count(&category) > 0;
    if (wanted && found.count(&category) > 0) ordered.push_back(&category);
  }
  return ordered;
}

std::vector<const Category*> EntryIds::categories_in(
    const std::vector<const Category*>& chosen) const {
  std::vector<const Category*> found = categories();
  if (chosen.empty()) return found;
  std::erase_if(found, [&](const Category* category) {
    return std::find(chosen.begin(), chosen.end(), category) == chosen.end();
  });
  return found.empty() ? chosen : found;
}

namespace {

// Lines of problems that are of no entry here: skipped, like those of its responses.
void skip_lines(std::span<const ResultProblem> flaws, ResultFile& file) {
  std::set<std::size_t> lines;
  for (const ResultProblem& flaw : flaws) {
    if (flaw.fatal && flaw.line != 0) lines.insert(flaw.line);
  }
  for (const Response& response : file.responses) lines.erase(response.line);
  const std::size_t moved = std::min(lines.size(), file.lines.unusable);
  file.lines.unusable -= moved;
  file.lines.skipped += moved;
}

}  // namespace

bool EntryIds::leaves_nothing_of(NamedResults& file, std::vector<std::string>& others) const {
  const std::vector<Response>& responses = file.results.responses;
  std::vector<ResultProblem>& problems = file.results.problems;
  const bool any = !responses.empty();
  const std::vector<const Category*> named = categories();
  bool names_some = false;  // of the file's categories
  for (std::size_t i = 0; i < responses.size(); ++i) {
    const std::string& id = responses[i].id;
    names_some =
        names_some || std::find(named.begin(), named.end(), category_of_id(id)) != named.end();
    if (has(id)) continue;
    others.push_back(id);
    file.unwanted.push_back(i);
  }
  const auto of_another = [&](const ResultProblem& flaw) {
    // A line without an id is of the categories that the others are of.
    return flaw.id.empty() ? any && !names_some : !has(flaw.id);
  };
  const auto kept =
      std::stable_partition(problems.begin(), problems.end(),
                            [&](const ResultProblem& flaw) { return !of_another(flaw); });
  skip_lines({kept, problems.end()}, file.results);
  problems.erase(kept, problems.end());
  return any && file.unwanted.size() == responses.size() && problems.empty();
}

void EntryIds::choose(ModelRun& model) const {
  leave_out_unwanted(model, [this](std::string_view id) { return has(id); });
}

std::vector<Problem> EntryIds::unknown(const Dataset& dataset) const {
  std::vector<Problem> problems;
  for (const auto& [id, line] : ids_) {
    const Category* category = category_of_id(id);
    if (category == nullptr) {
      problems.push_back({place_, line, id, "unknown id: no category has it", true});
    } else if (dataset.has(*category) && dataset.find(id) == nullptr &&
               dataset.find_malformed(id) == nullptr) {
      problems.push_back({place_, line, id, "unknown id in " + std::string(category->name), true});
    }
  }
  return problems;
}

}  // namespace bfclx::tools
