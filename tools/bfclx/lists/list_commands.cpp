// `bfclx categories`, `bfclx models`, `bfclx decoders`: what there is to choose from.
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/suggest.h"
#include "core/dataset/names.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

int finish(const std::string& text) {
  if (print(STDOUT_FILENO, text)) return kDone;
  say("standard output cannot be written");
  return kSomeUnusable;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

int run_categories() {
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string out = terminal.styled(
      Style::kDim, pad_right("category", 26) + pad_right("group", 20) + "judged by\n");
  bool apart = false;
  for (const Category& category : categories()) {
    if (!category.scored && !apart) {
      out += terminal.styled(Style::kDim, "reported apart, in no overall score\n");
      apart = true;
    }
    out += pad_right(category.name, 26) + pad_right(category.group, 20) +
           std::string(judging_text(category)) + "\n";
  }
  out += "\n" + terminal.styled(Style::kDim, "groups that --category takes\n");
  for (const std::string_view group : category_group_names()) {
    std::string names;
    for (const Category* category : category_group(group)) {
      names += (names.empty() ? "" : ", ") + std::string(category->name);
    }
    const std::string rows = wrapped(names, 26, terminal.width());
    out += pad_right(group, 26) + rows.substr(26);
  }
  return finish(out);
}

int run_decoders() {
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string out =
      terminal.styled(Style::kDim, pad_right("decoder", 24) + pad_right("official handler", 34) +
                                       "what a reply looks like\n");
  for (const Decoder& decoder : decoders()) {
    std::string handler(decoder.handler);
    if (decoder.mode == Decoder::Mode::kFunctionCalling) handler += " (FC)";
    if (decoder.mode == Decoder::Mode::kPrompting) handler += " (prompt)";
    const std::string rows =
        wrapped(decoder.reply_form, 58, std::max<std::size_t>(terminal.width(), 90));
    out += pad_right(decoder.name, 24) + pad_right(handler, 34) +
           rows.substr(std::min<std::size_t>(58, rows.size() - 1));
  }
  return finish(out);
}

struct ModelsOptions {
  RunOptions run;
  std::string search;
};

bool matches(const Model& model, const std::string& wanted) {
  for (const std::string* text :
       {&model.name, &model.display_name, &model.organisation, &model.handler, &model.license}) {
    if (lowered(*text).find(wanted) != std::string::npos) return true;
  }
  return false;
}

int run_models(const ModelsOptions& options) {
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  ModelRegistry registry;
  // Models of one's own need no dataset.
  if (options.run.models_file.empty() || !options.run.dataset.empty() || DatasetDir::is_here()) {
    const DatasetDir dataset(options.run.dataset);
    if (const Status status = dataset.load_models(registry); !status.ok()) {
      throw UsageError(dataset.place() + "/models.json: " + status.error().message);
    }
  }
  add_models_file(options.run, registry);
  const std::string wanted = lowered(options.search);
  std::vector<const Model*> found;
  std::size_t width = 5;
  for (const Model& model : registry.models()) {
    if (!matches(model, wanted)) continue;
    found.push_back(&model);
    width = std::max(width, display_width(printable_line(model.name)));
  }
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const Model& model : registry.models()) names.push_back(model.name);
    say("of " + std::to_string(names.size()) + " models none matches `" + options.search + "`." +
        did_you_mean(options.search, names));
    return kSomeUnusable;
  }
  std::string out =
      terminal.styled(Style::kDim, pad_right("model", width) + "  " + pad_right("decoder", 22) +
                                       "  dots  " + "as on the leaderboard\n");
  for (const Model* model : found) {
    const Decoder* decoder = find_decoder_for_handler(model->decode_ast_class, model->is_fc_model);
    out += pad_right(printable_line(model->name), width) + "  " +
           pad_right(decoder != nullptr ? decoder->name : std::string_view("auto"), 22) + "  " +
           (model->underscore_to_dot ? "to _  " : "stay  ") + printable_line(model->display_name) +
           "\n";
  }
  return finish(out);
}

}  // namespace

Command add_categories(CLI::App& app) {
  app.add_subcommand("categories", "List the categories, their groups and how each is judged")
      ->footer("Examples:\n  bfclx categories");
  return run_categories;
}

Command add_decoders(CLI::App& app) {
  app.add_subcommand("decoders", "List the decoders and what each reads")
      ->footer("Examples:\n  bfclx decoders");
  return run_decoders;
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
  return [options] { return run_models(*options); };
}

}  // namespace bfclx::tools
