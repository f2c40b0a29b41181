// `bfclx dataset get` and `bfclx dataset info`: the official dataset, where it is and what it
// holds.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/benchmark/translated_entries.h"
#include "core/dataset/category.h"
#include "core/dataset/own_turns.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// The Python package has this command (python/bfclx/__main__.py).
constexpr const char* kNoGet =
    "this build cannot fetch the dataset. Run tools/get-dataset in the repository, or install the "
    "Python package and run its `bfclx dataset get`; both write data/bfcl. To try without it, pass "
    "--dataset sample";

constexpr const char* kInfoExamples = R"(Examples:
  bfclx dataset info
  bfclx dataset info sample --format json

Exit codes: 0 done; 1 some entries are malformed, or some files cannot be read; 2 wrong usage.)";

struct InfoOptions {
  RunOptions run;
  std::string format = "table";
};

struct Held {
  const Category* category = nullptr;
  std::size_t entries = 0;
  std::size_t malformed = 0;
};

std::string weights_text(const OwnBenchmark* own, const Screen& screen) {
  if (own == nullptr || own->weights.empty()) return {};
  std::string text = "weights  ";
  for (std::size_t i = 0; i < own->weights.size(); ++i) {
    text += (i > 0 ? ", " : "") + printable_line(own->weights[i].tag) + " " +
            percent(own->weights[i].share) + " %";
  }
  return wrapped(text, 0, screen.width);
}

// Licence, language and citation, as far as dataset.json has them.
std::string paper_text(const OwnBenchmark* own) {
  std::string text;
  if (own == nullptr) return text;
  if (!own->licence.empty()) text += "licence  " + printable_line(own->licence) + "\n";
  if (!own->language.empty()) text += "language " + printable_line(own->language) + "\n";
  if (!own->citation.empty()) text += "cite as\n" + printable(own->citation) + "\n";
  return text;
}

std::string table_text(const DatasetFiles& files, const std::vector<Held>& all,
                       const Screen& screen) {
  const Dataset& dataset = files.dataset();
  Table table;
  table.columns = {
      {"category", Align::kLeft}, {"entries", Align::kRight}, {"malformed", Align::kRight}};
  std::size_t entries = 0;
  for (const Held& held : all) {
    table.rows.push_back({{std::string(held.category->name), grouped_digits(held.entries),
                           held.malformed > 0 ? grouped_digits(held.malformed) : ""}});
    entries += held.entries;
  }
  table.rows.push_back({{"total", grouped_digits(entries), ""}, Style::kBold});
  const std::string translated = translated_text(files);
  return wrapped("version  " + printable_line(dataset.version) + "\n", 0, screen.width) +
         "hash     " + printable_line(dataset.hash) + "\n" +
         weights_text(files.own_benchmark(), screen) + paper_text(files.own_benchmark()) + "\n" +
         terminal_table(table, screen) +
         (translated.empty() ? "" : "\n" + wrapped(translated, 0, screen.width));
}

std::string json_text(const DatasetFiles& files, const std::vector<Held>& all) {
  const Dataset& dataset = files.dataset();
  using Json = nlohmann::ordered_json;
  Json categories = Json::object();
  for (const Held& held : all) {
    categories[std::string(held.category->name)] = {{"entries", held.entries},
                                                    {"malformed", held.malformed}};
  }
  Json json = {{"version", dataset.version}, {"hash", dataset.hash}, {"categories", categories}};
  if (const OwnBenchmark* own = files.own_benchmark()) {
    for (const auto& [name, text] :
         {std::pair("licence", &own->licence), std::pair("citation", &own->citation),
          std::pair("language", &own->language)}) {
      if (!text->empty()) json[name] = *text;
    }
  }
  if (const OwnBenchmark* own = files.own_benchmark(); own != nullptr && own->translation) {
    json["translation"] = {
        {"language", own->language},
        {"of", {{"version", own->translation->version}, {"hash", own->translation->hash}}},
        {"translated", count_of(files.own_entries())},
        {"entries", count_of(own->translation->entries)}};
  }
  if (const OwnBenchmark* own = files.own_benchmark(); own != nullptr && !own->weights.empty()) {
    for (const TagWeight& one : own->weights) json["weights"][one.tag] = one.share;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int run_info(const InfoOptions& options) {
  DatasetDir files(chosen_dataset(options.run));
  for (const std::string& message : files.ignored_files()) say(message);
  const Dataset& dataset = files.dataset();
  std::vector<Held> all;
  bool whole = true;
  std::string fault;  // a fault of dataset.json is one of every category
  for (const Category& category : all_categories()) {
    if (!files.holds(category)) continue;
    if (const Status loaded = files.load(category); !loaded.ok()) {
      if (loaded.error().message != fault) say(loaded.error().message);
      fault = loaded.error().message;
      whole = false;
      continue;
    }
    all.push_back({&category, dataset.entries(category).size(), 0});
    for (const MalformedEntry& malformed : dataset.malformed(category)) {
      say(malformed.message());
      all.back().malformed += malformed.is_entry ? 1 : 0;
      whole = false;
    }
  }
  files.identify();
  const bool told =
      options.format == "json"
          ? write_for_programs(STDOUT_FILENO, json_text(files, all)) != Written::kFailed
          : print(STDOUT_FILENO,
                  table_text(files, all, Terminal::of_descriptor(STDOUT_FILENO).screen()));
  return told && whole ? kDone : kSomeUnusable;
}

}  // namespace

Command add_dataset_get(CLI::App& app) {
  app.add_subcommand("get", "Fetch the official dataset (needs the Python package)")
      ->allow_extras();
  return [](Kept&) -> int { throw UsageError(kNoGet); };
}

Command add_dataset_info(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Show version, hash and number of entries");
  command->footer(kInfoExamples);
  add_dataset_argument(*command, options->run);
  command->add_option("--format", options->format, "List format")
      ->type_name("table|json")
      ->check(one_of({"table", "json"}))
      ->capture_default_str();
  return [options](Kept&) { return run_info(*options); };
}

}  // namespace bfclx::tools
