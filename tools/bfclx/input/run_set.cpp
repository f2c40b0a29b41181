#include "tools/bfclx/input/run_set.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace bfclx::tools {
namespace {

constexpr std::size_t kProblemsShown = 20;

std::string settings_text(const ModelRun& model) {
  const RunSettings& settings = model.settings;
  if (settings.decoder == nullptr) return "nothing to score";
  return "decoder " + std::string(settings.decoder->name) +
         (settings.underscore_to_dot ? ", dots come back as underscores" : "");
}

}  // namespace

RunSet open_run_set(const RunOptions& options) {
  // Leak checkers reach the sessions from here.
  static std::vector<Session*>* volatile kept = new std::vector<Session*>;
  RunSet set;
  std::map<std::string, int> names;
  for (const std::string& path : options.paths) {
    RunOptions one = options;
    one.paths = {path};
    Session& session = open_session(one);
    kept->push_back(&session);
    set.sessions.push_back(&session);
    for (ModelRun& model : session.models) {
      set.runs.push_back({&model, path, model.name, settings_text(model), model.problems.size()});
      ++names[model.name];
    }
    tell_problems(session, kProblemsShown, "`bfclx check` has all");
  }
  for (RunOfSet& run : set.runs) {
    if (names[run.label] > 1) run.label += " (" + run.path + ")";
  }
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
