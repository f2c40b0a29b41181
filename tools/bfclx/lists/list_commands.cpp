// `bfclx list ...`: what there is to choose from.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/dataset/names.h"
#include "core/dataset/response_forms.h"
#include "core/render/table.h"
#include "core/statistics/composition.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/lists/lists.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

int finish(const std::string& text) { return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable; }

struct CategoriesOptions {
  std::string dataset;
  std::string cassette;
  std::string embeddings;
  std::string search;
  bool enable_network = false;
  std::string format = "table";
};

// What a category needs from outside, and whether it is here.
struct Needs {
  struct Part {
    std::string name;  // as the table names it
    bool here = false;
  };

  std::string what;         // "nothing", "keys", "network", "embeddings"
  std::string when;         // "generation", "scoring"; empty for nothing
  bool has_data = false;    // the dataset's files
  std::vector<Part> parts;  // of what comes from outside, each for itself: one of several ways
  std::vector<std::string> missing;  // of the nearest way: "SERPAPI_API_KEY", "--cassette FILE"
  bool here() const { return missing.empty() && has_data; }
};

std::vector<std::string> missing_keys(const Category& category) {
  std::vector<std::string> missing;
  for (const std::string_view key : category.keys) {
    const char* value = std::getenv(std::string(key).c_str());
    if (value == nullptr || *value == '\0') missing.emplace_back(key);
  }
  return missing;
}

// What lacks of the network: the flag, and the keys that go with it.
std::vector<std::string> missing_for_network(const Category& category,
                                             const CategoriesOptions& options) {
  std::vector<std::string> missing = missing_keys(category);
  if (!options.enable_network) missing.emplace_back("--enable-network");
  return missing;
}

Needs needs_of(const Category& category, const CategoriesOptions& options) {
  Needs needs;
  needs.what = name_of(category.gate);
  if (category.gate == Gate::kNone) return needs;
  const bool scoring = category.judging == Judging::kExecutable;
  needs.when = scoring ? "scoring" : "generation";
  const bool recorded = !options.cassette.empty() || (scoring && options.dataset == "sample");
  needs.parts.push_back({"recording", recorded});
  if (category.gate == Gate::kEmbeddings) {
    needs.parts.push_back({"--embeddings", !options.embeddings.empty()});
    if (!recorded && options.embeddings.empty()) needs.missing = {"--embeddings URL"};
    return needs;
  }
  const bool by_search = category.gate == Gate::kKey && !options.search.empty();
  if (category.gate == Gate::kKey) needs.parts.push_back({"--search", by_search});
  needs.parts.push_back({"--enable-network", options.enable_network});
  const std::vector<std::string> keyless = missing_keys(category);
  for (const std::string_view key : category.keys) {
    const bool lacks = std::find(keyless.begin(), keyless.end(), key) != keyless.end();
    needs.parts.push_back({std::string(key), !lacks});
  }
  if (recorded || by_search) return needs;
  needs.missing = missing_for_network(category, options);
  if (scoring && !options.enable_network) needs.missing = {"--cassette FILE"};
  return needs;
}

// "key SERPAPI_API_KEY", "network, keys A, B, C of some entries".
std::string needs_text(const Category& category) {
  if (category.gate == Gate::kNone) return "nothing";
  std::string text;
  if (category.gate != Gate::kKey) text = name_of(category.gate);
  const std::vector<std::string> keys(category.keys.begin(), category.keys.end());
  if (keys.empty()) return text;
  return text + (text.empty() ? "" : ", ") + (keys.size() == 1 ? "key " : "keys of some entries ") +
         joined(keys, ", ");
}

// "yes", "no: --cassette FILE (dataset yes, recording no, ...)"
std::string here_text(const Needs& needs) {
  std::string text = needs.here() ? "yes" : !needs.has_data ? "no data" : "no";
  if (!needs.missing.empty()) {
    text += (needs.has_data ? ": " : ", nor ") + joined(needs.missing, ", ");
  }
  if (needs.parts.empty()) return text;
  const auto part = [](std::string_view name, bool here) {
    return std::string(name) + (here ? " yes" : " no");
  };
  std::string parts = part("dataset", needs.has_data);
  for (const Needs::Part& one : needs.parts) parts += ", " + part(one.name, one.here);
  return text + " (" + parts + ")";
}

nlohmann::ordered_json categories_json(const std::vector<std::pair<const Category*, Needs>>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const auto& [category, needs] : rows) {
    Json keys = Json::object();
    const std::vector<std::string> missing = missing_keys(*category);
    for (const std::string_view key : category->keys) {
      keys[std::string(key)] = std::find(missing.begin(), missing.end(), key) == missing.end();
    }
    Json parts = {{"dataset", needs.has_data}};
    for (const Needs::Part& part : needs.parts) parts[part.name] = part.here;
    Json tables = Json::array();
    for (const NamedVersion& version : leaderboard_versions()) {
      if (category->stands_in(version.version)) tables.push_back(version.name);
    }
    list.push_back({{"category", category->name},
                    {"group", category->group},
                    {"entries", category->size},
                    {"judged_by", judging_text(*category)},
                    {"in_overall_score", counts_in(*category, LeaderboardVersion::kV4)},
                    {"leaderboards", tables},
                    {"needs", needs.what},
                    {"needed_for", needs.when.empty() ? Json() : Json(needs.when)},
                    {"keys", keys},
                    {"missing", needs.missing},
                    {"parts", parts},
                    {"data", needs.has_data},
                    {"here", needs.here()}});
  }
  Json groups = Json::object();
  for (const std::string_view group : category_group_names()) {
    Json names = Json::array();
    for (const Category* category : category_group(group)) names.push_back(category->name);
    groups[std::string(group)] = names;
  }
  return {{"categories", list}, {"groups", groups}};
}

// Every category with its needs. Data is looked for where the dataset is; nothing is loaded.
std::vector<std::pair<const Category*, Needs>> rows_of(const CategoriesOptions& options) {
  const bool any = !options.dataset.empty() || DatasetDir::is_here();
  std::unique_ptr<DatasetDir> dataset;
  if (any) dataset = std::make_unique<DatasetDir>(options.dataset);
  std::vector<std::pair<const Category*, Needs>> rows;
  for (const Category& category : categories()) {
    Needs needs = needs_of(category, options);
    needs.has_data = dataset != nullptr && dataset->holds(category);
    rows.emplace_back(&category, std::move(needs));
  }
  return rows;
}

Table categories_table(const std::vector<std::pair<const Category*, Needs>>& rows) {
  Table table;
  table.columns = {{"category"},
                   {"group", Align::kLeft, Fit::kDrop},
                   {"entries", Align::kRight},
                   {"judged by", Align::kLeft, Fit::kWrap}};
  std::vector<Table::Row> apart;
  for (const auto& [category, needs] : rows) {
    Table::Row row{{std::string(category->name), std::string(category->group),
                    grouped_digits(category->size), std::string(judging_text(*category))}};
    const bool counts = counts_in(*category, LeaderboardVersion::kV4);
    (counts ? table.rows : apart).push_back(std::move(row));
  }
  if (!apart.empty()) {
    apart.front().heading = "reported separately, not counted in the overall score of v4";
  }
  table.rows.insert(table.rows.end(), apart.begin(), apart.end());
  return table;
}

Table needs_table(const std::vector<std::pair<const Category*, Needs>>& rows) {
  Table table;
  table.columns = {{"category"},
                   {"needed for"},
                   {"external needs", Align::kLeft, Fit::kWrap},
                   {"available", Align::kLeft, Fit::kWrap}};
  for (const auto& [category, needs] : rows) {
    table.rows.push_back(
        {{std::string(category->name), needs.when, needs_text(*category), here_text(needs)}});
  }
  return table;
}

Table groups_table() {
  Table table;
  table.columns = {{"group for --category"}, {"its categories", Align::kLeft, Fit::kWrap}};
  for (const std::string_view group : category_group_names()) {
    std::vector<std::string> names;
    for (const Category* category : category_group(group)) names.emplace_back(category->name);
    table.rows.push_back({{std::string(group), joined(names, ", ")}});
  }
  return table;
}

int show_list(const std::string& format, const std::vector<Table>& tables,
              const nlohmann::ordered_json& json) {
  if (format == "json") return finish(json.dump(2) + "\n");
  const Screen screen = Terminal::of_descriptor(STDOUT_FILENO).screen();
  std::string out;
  for (const Table& table : tables) {
    out += (out.empty() ? "" : "\n") + terminal_table(table, screen, 0);
  }
  return finish(out);
}

int run_categories(const CategoriesOptions& options) {
  const auto rows = rows_of(options);
  return show_list(options.format, {categories_table(rows), needs_table(rows), groups_table()},
                   categories_json(rows));
}

std::string_view mode_of(const Decoder& decoder) {
  return decoder.mode == Decoder::Mode::kFunctionCalling ? "FC"
         : decoder.mode == Decoder::Mode::kPrompting     ? "prompt"
                                                         : "";
}

int run_decoders(const std::string& format) {
  Table table;
  table.columns = {
      {"decoder"}, {"official handler"}, {"what a response looks like", Align::kLeft, Fit::kWrap}};
  auto json = nlohmann::ordered_json::array();
  for (const Decoder& decoder : decoders()) {
    const std::string mode(mode_of(decoder));
    const std::string handler(decoder.handler);
    table.rows.push_back(
        {{std::string(decoder.name), handler + (mode.empty() ? "" : " (" + mode + ")"),
          std::string(decoder.response_form)}});
    json.push_back(
        {{"decoder", decoder.name},
         {"handler", handler},
         {"mode", mode.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(mode)},
         {"response", decoder.response_form}});
  }
  return show_list(format, {table}, json);
}

// What `score` reads beside result lines. A form that is told in several ways is listed once.
int run_formats(const std::string& format) {
  Table table;
  table.columns = {{"format"},
                   {"what it is", Align::kLeft, Fit::kWrap},
                   {"recognised by", Align::kLeft, Fit::kWrap}};
  auto json = nlohmann::ordered_json::array();
  const auto add = [&](const ResponseForm& form) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (json[i]["format"] != form.name) continue;
      table.rows[i].cells.back().text += "; or " + std::string(form.told_by);
      json[i]["told_by"].push_back(form.told_by);
      return;
    }
    table.rows.push_back(
        {{std::string(form.name), std::string(form.many), std::string(form.told_by)}});
    json.push_back({{"format", form.name},
                    {"what", form.many},
                    {"told_by", nlohmann::ordered_json::array({form.told_by})}});
  };
  add(result_line_form());
  for (const ResponseForm& form : response_forms()) {
    if (!form.refused) add(form);
  }
  return show_list(format, {table}, json);
}

int run_findings(const std::string& format) {
  return show_list(format, findings_tables(), findings_json());
}

int run_providers(const std::string& format) {
  return show_list(format, {providers_table()}, providers_json());
}

int run_thinking(const std::string& format) {
  return show_list(format, {thinking_table()}, thinking_json());
}

struct ModelsOptions {
  RunOptions run;
  std::string search;
};

bool matches(const Model& model, const std::string& wanted) {
  for (const std::string* text :
       {&model.name, &model.display_name, &model.organisation, &model.handler, &model.license}) {
    if (lower_ascii(*text).find(wanted) != std::string::npos) return true;
  }
  return false;
}

int run_models(const ModelsOptions& options) {
  ModelRegistry registry;
  // Models of one's own need no dataset.
  if (options.run.models_file.empty() || !options.run.dataset.empty() || DatasetDir::is_here()) {
    DatasetDir dataset(options.run.dataset);
    if (const Status status = dataset.load_models(registry); !status.ok()) {
      throw UsageError(dataset.place() + "/models.json: " + status.error().message);
    }
  }
  add_models_file(options.run, registry);
  const std::string wanted = lower_ascii(options.search);
  std::vector<const Model*> found;
  for (const Model& model : registry.models()) {
    if (matches(model, wanted)) found.push_back(&model);
  }
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const Model& model : registry.models()) names.push_back(model.name);
    const std::string hint = did_you_mean(options.search, names);
    say("no model matches \"" + options.search + "\" (" + counted(names.size(), "model", "models") +
        " searched)" + (hint.empty() ? "" : "." + hint));
    return kSomeUnusable;
  }
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kWrap},
                   {"decoder"},
                   {"dots", Align::kLeft, Fit::kDrop},
                   {"as on the leaderboard", Align::kLeft, Fit::kWrap}};
  for (const Model* model : found) {
    const Decoder* decoder = find_decoder_for_handler(model->decode_ast_class, model->is_fc_model);
    table.rows.push_back({{model->name, decoder != nullptr ? std::string(decoder->name) : "auto",
                           model->underscore_to_dot ? "to _" : "stay", model->display_name}});
  }
  return show_list("table", {table}, {});
}

void add_list_format(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "List format")
      ->type_name("table|json")
      ->check(one_of({"table", "json"}))
      ->capture_default_str();
}

// A list that takes no option but its format. `more`: below the examples.
Command add_list(CLI::App& app, const std::string& name, const char* description,
                 int (*run)(const std::string& format), const char* more = "") {
  auto format = std::make_shared<std::string>("table");
  CLI::App* command = app.add_subcommand(name, description);
  command->footer("Examples:\n  bfclx list " + name + "\n  bfclx list " + name + " --format json" +
                  more);
  add_list_format(*command, *format);
  return [format, run](Kept&) { return run(*format); };
}

}  // namespace

Command add_categories(CLI::App& app) {
  auto options = std::make_shared<CategoriesOptions>();
  CLI::App* command =
      app.add_subcommand("categories", "List the categories and how each is judged");
  command->footer(
      "Examples:\n"
      "  bfclx list categories\n"
      "  bfclx list categories --cassette cassette.jsonl --format json");
  command
      ->add_option("--dataset", options->dataset, "Dataset to check for each category, or `sample`")
      ->type_name("DIR|sample");
  command
      ->add_option("--cassette", options->cassette,
                   "Recorded responses: their services count as available")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--embeddings", options->embeddings, "Server that embeds texts")
      ->type_name("URL");
  command
      ->add_option("--search", options->search,
                   "Search service to use instead of the one "
                   "with a key")
      ->type_name("URL");
  command->add_flag("--enable-network", options->enable_network,
                    "Treat network services as allowed (sends nothing)");
  add_list_format(*command, options->format);
  return [options](Kept&) { return run_categories(*options); };
}

Command add_decoders(CLI::App& app) {
  return add_list(app, "decoders", "List the decoders and the responses that each parses",
                  run_decoders);
}

Command add_formats(CLI::App& app) {
  return add_list(app, "formats", "List the response formats that `score` reads", run_formats,
                  "\n\nA file holds one response, a JSON array or JSON lines, and may be gzipped.");
}

Command add_findings(CLI::App& app) {
  return add_list(app, "findings", "List the findings of `doctor` and `dataset validate`",
                  run_findings);
}

Command add_providers(CLI::App& app) {
  return add_list(app, "providers", "List the providers of `generate --provider`", run_providers);
}

Command add_thinking(CLI::App& app) {
  return add_list(app, "thinking", "List the families of models of `generate --thinking`",
                  run_thinking);
}

Command add_models(CLI::App& app) {
  auto options = std::make_shared<ModelsOptions>();
  CLI::App* command = app.add_subcommand("models", "List the models of the registry");
  command->footer(
      "Examples:\n"
      "  bfclx models --search qwen\n"
      "  bfclx models --models my_models.json --search my-model");
  command
      ->add_option(
          "--search", options->search,
          "Only models with this text in name, display name, organisation, handler or licence")
      ->type_name("TEXT");
  add_models_option(*command, options->run);
  add_dataset_option(*command, options->run);
  return [options](Kept&) { return run_models(*options); };
}

}  // namespace bfclx::tools
