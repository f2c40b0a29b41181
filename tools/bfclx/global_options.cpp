#include "tools/bfclx/global_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/help_formatter.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

bool is_dataset(const std::string& argument) {
  return argument == "--dataset" || argument.starts_with("--dataset=");
}

}  // namespace

void add_global_options(CLI::App& app, GlobalOptions& options) {
  const char* const group = app.get_parent() == nullptr ? "Options" : "Every command takes";
  app.add_flag("-q,--quiet", options.quiet, "Show only errors and the requested output")
      ->group(group);
  app.add_flag("-v,--verbose", options.verbose, "Show files read, decoders used and time taken")
      ->group(group);
  app.add_option("--color", options.color, "Colors; auto obeys NO_COLOR and CLICOLOR_FORCE")
      ->type_name("auto|always|never")
      ->check(one_of({"auto", "always", "never"}))
      ->group(group);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    add_global_options(*command, options);
  }
}

void apply(const GlobalOptions& options) {
  // The two may stand in different places, which no parser of one place sees.
  if (options.quiet && options.verbose) {
    throw UsageError("--quiet and --verbose cannot be used together");
  }
  set_verbosity(options.quiet     ? Verbosity::kQuiet
                : options.verbose ? Verbosity::kVerbose
                                  : Verbosity::kNormal);
  set_colours(options.color == "always"  ? Colours::kAlways
              : options.color == "never" ? Colours::kNever
                                         : Colours::kAuto);
}

CLI::App* command_named(CLI::App& place, const std::string& name) {
  for (CLI::App* command : place.get_subcommands([](CLI::App*) { return true; })) {
    if (command->check_name(name)) return command;
  }
  return nullptr;
}

bool takes_next(const CLI::App& place, const std::string& argument) {
  const CLI::Option* option = place.get_option_no_throw(argument);
  return option != nullptr && option->get_items_expected_max() > 0;
}

void refuse_empty_values(CLI::App& app, const std::vector<std::string>& arguments) {
  CLI::App* place = &app;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (CLI::App* inner = command_named(*place, argument)) place = inner;
    if (!argument.starts_with('-')) continue;
    const std::string name = argument.substr(0, argument.find('='));
    const bool behind = name == argument && i + 1 < arguments.size() && arguments[i + 1].empty();
    if (!takes_next(*place, name) || !(behind || argument.size() == name.size() + 1)) continue;
    const bool required = place->get_option_no_throw(name)->get_required();
    throw UsageError(name + ": no value is given" +
                     (required ? "" : "; leave the option out for its default"));
  }
}

void take_dataset(CLI::App& app, std::vector<std::string>& arguments) {
  std::string place;
  bool in_front = false;
  CLI::App* command = &app;
  std::size_t at = 0;  // where the options of the command begin
  while (at < arguments.size()) {
    const std::string argument = arguments[at];
    if (is_dataset(argument) && command == &app) {
      const bool joint = argument != "--dataset";
      if (!joint && at + 1 == arguments.size()) return;  // the parser complains
      place = joint ? argument.substr(argument.find('=') + 1) : arguments[at + 1];
      const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(at);
      arguments.erase(begin, begin + (joint ? 1 : 2));
      in_front = true;
    } else if (CLI::App* inner = command_named(*command, argument)) {
      command = inner;
      ++at;
    } else if (argument.starts_with('-') &&
               !command->get_subcommands([](CLI::App*) { return true; }).empty()) {
      at += takes_next(*command, argument) ? 2 : 1;
    } else {
      break;
    }
  }
  at = std::min(at, arguments.size());
  const char* named = std::getenv("BFCLX_DATASET");
  if (!in_front && named != nullptr) place = named;
  const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(at);
  if (place.empty() || std::any_of(begin, arguments.end(), is_dataset)) return;
  if (command->get_option_no_throw("--dataset") == nullptr) {
    if (!in_front) return;
    throw UsageError("`" + command_words(*command) + "` does not take --dataset");
  }
  if (command != &app) arguments.insert(begin, "--dataset=" + place);
}

}  // namespace bfclx::tools
