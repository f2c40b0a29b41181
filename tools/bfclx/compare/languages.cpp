#include "tools/bfclx/compare/languages.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/suggest.h"
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
  const std::size_t equals = text.find('=');
  std::error_code error;
  if (given.path.empty() && equals != std::string::npos &&
      !std::filesystem::is_directory(text, error)) {
    const std::string run = text.substr(0, equals);
    throw UsageError("--translation " + text + ": there is no run `" + run + "`." +
                     did_you_mean(run, std::vector<std::string_view>(paths.begin(), paths.end())));
  }
  const DatasetDir dataset(given.folder);
  const OwnBenchmark* own = dataset.own_benchmark();
  if (own == nullptr || own->translation == nullptr) {
    throw UsageError("--translation " + given.folder +
                     ": not a translation. Create one with `bfclx dataset new FOLDER "
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

// The name of the benchmark that --dataset names; empty for the official dataset.
std::string source_of(const RunOptions& options) {
  const DatasetDir dataset(options.dataset);
  const OwnBenchmark* own = dataset.own_benchmark();
  return own != nullptr ? own->name : std::string();
}

}  // namespace

void choose_datasets(CompareOptions& options) {
  if (options.translations.empty()) return;
  std::vector<GivenTranslation> given;
  for (const std::string& text : options.translations) {
    GivenTranslation one = read_given(text, options.run.paths);
    if (std::any_of(given.begin(), given.end(), [&](const auto& other) {
          return other.path == one.path && (!one.path.empty() || other.folder == one.folder);
        })) {
      throw UsageError(
          "--translation " + text + ": " +
          (one.path.empty() ? "duplicate" : "the run " + one.path + " has a translation already"));
    }
    given.push_back(std::move(one));
  }
  const std::string source = source_of(options.run);
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
      if (chosen == nullptr && !name.empty() && name != source) {
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
    throw UsageError(
        "--translation " + one.folder +
        ": no manifest of a run names it. To assign a run, pass --translation RUN=" + one.folder);
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

void name_translated(ComparedRun& run, const HeadlineScore& headline) {
  if (headline.is_own()) return;
  run.own.basis.leaderboard = translated_version({headline.name(), headline.version()}).name;
}

void name_languages(ComparisonReport& report, const std::vector<ComparedDataset>& datasets,
                    const HeadlineScore& headline) {
  if (datasets.empty()) return;
  report.languages = compared_languages_text(datasets);
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    if (datasets[i].translation() != nullptr) name_translated(report.runs[i], headline);
  }
}

}  // namespace bfclx::tools
