#include "tools/bfclx/compare/languages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"

namespace bfclx::tools {
namespace {

struct GivenTranslation {
  std::string path;  // of the run that it is for; empty: manifests tell
  std::string folder;
  std::string name;  // in dataset.json
  bool used = false;
};

GivenTranslation read_given(const std::string& text, const std::vector<std::string>& paths) {
  GivenTranslation given;
  given.folder = text;
  for (const std::string& path : paths) {
    if (!text.starts_with(path + "=")) continue;
    given.path = path;
    given.folder = text.substr(path.size() + 1);
  }
  const DatasetDir dataset(given.folder);
  const OwnBenchmark* own = dataset.own_benchmark();
  if (own == nullptr || own->translation == nullptr) {
    throw UsageError("--translation " + given.folder +
                     ": not a translation. Make one with `bfclx dataset new FOLDER "
                     "--translation-of v4 --language LANG`");
  }
  given.name = own->name;
  return given;
}

// The benchmark that the manifests of the path's runs name; empty where none does.
std::string benchmark_of(const CompareOptions& options, const std::string& path) {
  RunOptions one = options.run;
  one.paths = {path};
  const std::unique_ptr<Session> session = open_session(one);
  std::string name;
  for (const ModelRun& model : session->models) {
    if (&model != &session->models.front() && model.benchmark != name) {
      throw UsageError(path + " has runs of several datasets: name each run");
    }
    name = model.benchmark;
  }
  return name;
}

}  // namespace

void choose_datasets(CompareOptions& options) {
  if (options.translations.empty()) return;
  std::vector<GivenTranslation> given;
  for (const std::string& text : options.translations) {
    given.push_back(read_given(text, options.run.paths));
  }
  for (const std::string& path : options.run.paths) {
    const auto assigned =
        std::find_if(given.begin(), given.end(), [&](const auto& one) { return one.path == path; });
    GivenTranslation* chosen = assigned != given.end() ? &*assigned : nullptr;
    if (chosen == nullptr) {
      const std::string name = benchmark_of(options, path);
      const auto named = std::find_if(given.begin(), given.end(), [&](const auto& one) {
        return one.path.empty() && one.name == name;
      });
      if (named != given.end()) chosen = &*named;
      if (chosen == nullptr && !name.empty()) {
        throw UsageError(path + " was generated with " + name +
                         ": pass its folder with --translation");
      }
    }
    if (chosen == nullptr) continue;
    chosen->used = true;
    options.run.datasets[path] = chosen->folder;
  }
  for (const GivenTranslation& one : given) {
    if (one.used) continue;
    throw UsageError("--translation " + one.folder +
                     ": no run names it in its manifest. If one is of it, pass --translation "
                     "RUN=" +
                     one.folder);
  }
}

std::vector<ComparedDataset> compared_datasets(const RunSet& set) {
  std::vector<ComparedDataset> datasets;
  for (const RunOfSet& run : set.runs) {
    const DatasetDir* dataset = nullptr;
    for (const Session* session : set.sessions) {
      for (const ModelRun& model : session->models) {
        if (&model == run.model) dataset = &session->dataset;
      }
    }
    datasets.push_back({run.label, dataset, dataset->reader()});
  }
  if (const Status same = check_one_source(datasets); !same.ok()) {
    throw UsageError(same.error().message);
  }
  return datasets;
}

void name_languages(ComparisonReport& report, const std::vector<ComparedDataset>& datasets,
                    const NamedVersion& version) {
  if (datasets.empty()) return;
  report.languages = compared_languages_text(datasets);
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    if (datasets[i].translation() == nullptr) continue;
    report.runs[i].own.basis.leaderboard = translated_version(version).name;
  }
}

}  // namespace bfclx::tools
