#include "tools/bfclx/input/found_run.h"

#include <set>
#include <string>

#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/input/sample_note.h"

namespace bfclx::tools {
namespace {

FoundRun find_run(const Session& session, const Input& first, const Model* given,
                  const RunOptions& options) {
  FoundRun run;
  ModelRun& model = run.model;
  model.name = first.model;
  model.path = first.model_folder;
  model.folder_name = first.folder_name;
  model.registered = given != nullptr ? given : session.registry.find(model.folder_name);
  const std::vector<const Category*> chosen = chosen_categories(options);
  model.selected = session.ids ? session.ids->categories_in(chosen) : chosen;
  if (!first.embedded) run.manifest = manifest_in(model.path);
  if (!first.embedded) run.notes = entry_notes_in(model.path);
  if (given != nullptr) {  // --model says whose responses they are
    run.manifest.decoder = nullptr;
    run.manifest.decoder_problem.clear();
  }
  run.request = match_request(session, options, model);
  run.request.settings.made_with = run.manifest.decoder;
  return run;
}

}  // namespace

std::vector<FoundRun> find_runs(const Session& session, std::vector<Input>& files,
                                const Model* given, const RunOptions& options) {
  std::vector<FoundRun> runs;
  std::set<std::string> detected;
  for (const Input& file : files) {
    if (!runs.empty() && runs.back().model.path == file.model_folder) continue;
    runs.push_back(find_run(session, file, given, options));
    if (must_detect(runs.back().request.settings)) detected.insert(file.model_folder);
  }
  std::erase_if(files, [&](const Input& file) {
    return file.unwanted && detected.count(file.model_folder) == 0;
  });
  return runs;
}

}  // namespace bfclx::tools
