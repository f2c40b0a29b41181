#include "tools/bfclx/input/run_set.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "core/report/report_page.h"
#include "core/run/run_names.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kProblemsShown = 20;

// Runs that are files of one folder are told apart by these.
void name_runs(const RunOptions& options, std::vector<RunOfSet>& runs) {
  std::map<std::string, int> folders;
  for (const RunOfSet& run : runs) ++folders[run.model->path];
  std::vector<RunId> ids;
  for (const RunOfSet& run : runs) {
    const ModelRun& model = *run.model;
    const bool named = !options.model.empty() || model.path == "-";
    const bool alone = folders[model.path] == 1 || model.files.size() != 1;
    ids.push_back(
        {alone ? model.path : model.files.front(), named ? model.name : model.folder_name});
  }
  const std::vector<std::string> names = run_names(ids);
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].label = names[i];
}

}  // namespace

RunSet open_run_set(const RunOptions& options, Kept& kept, Sides sides) {
  RunSet set;
  GivenFiles given;
  std::set<std::string> told;
  check_paths(options.paths);
  for (const std::string& path : options.paths) {
    RunOptions one = options;
    one.paths = {path};
    const auto own = options.datasets.find(path);
    if (own != options.datasets.end()) one.dataset = own->second;
    if (sides == Sides::kApart) given.clear();
    Session& session = kept.keep(open_session(one, given));
    set.sessions.push_back(&session);
    for (ModelRun& model : session.models) {
      set.runs.push_back(
          {&model, path, model.name, settings_text(model.settings), model.problems.size()});
    }
    tell_problems(session, kProblemsShown, "`bfclx score` has all", told);
  }
  name_runs(options, set.runs);
  return set;
}

bool RunSet::flawed() const {
  return std::any_of(sessions.begin(), sessions.end(),
                     [](const Session* session) { return session->flawed(); });
}

void tell_new_problems(const RunSet& set) {
  for (const RunOfSet& run : set.runs) {
    const std::vector<Problem>& all = run.model->problems;
    tell_problems({all.begin() + static_cast<std::ptrdiff_t>(run.told), all.end()});
  }
}

}  // namespace bfclx::tools
