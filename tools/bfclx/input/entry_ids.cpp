#include "tools/bfclx/input/entry_ids.h"

#include <algorithm>
#include <set>

#include "core/base/utf8.h"
#include "core/dataset/category.h"
#include "core/dataset/lines.h"
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

EntryIds EntryIds::read(const std::string& path, DatasetFiles& dataset) {
  if (path == kMlperf) return draw_mlperf(dataset);
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError("--ids " + path + ": " + file.error);
  EntryIds ids;
  ids.place_ = path;
  for (const auto& [id, line] : read_ids(file.bytes, "--ids " + path)) {
    ids.ids_.try_emplace(canonical_id(id), line);
  }
  return ids;
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
  for (const Category& category : bfclx::categories()) {
    if (found.count(&category) > 0) ordered.push_back(&category);
  }
  return ordered;
}

bool EntryIds::leaves_nothing_of(ResultFile& results, std::vector<std::string>& others) const {
  const std::vector<Reply>& replies = results.replies;
  std::vector<ResultProblem>& problems = results.problems;
  const bool any = !replies.empty();
  const std::vector<const Category*> named = categories();
  bool names_some = false;  // of the file's categories
  std::vector<std::size_t> unwanted;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const std::string& id = replies[i].id;
    names_some =
        names_some || std::find(named.begin(), named.end(), category_of_id(id)) != named.end();
    if (has(id)) continue;
    others.push_back(id);
    unwanted.push_back(i);
  }
  leave_out_replies(results, unwanted);
  const auto of_another = [&](const ResultProblem& flaw) {
    // A line without an id is of the categories that the others are of.
    return flaw.id.empty() ? any && !names_some : !has(flaw.id);
  };
  problems.erase(std::remove_if(problems.begin(), problems.end(), of_another), problems.end());
  return any && replies.empty() && problems.empty();
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
