#include "tools/bfclx/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/command_table.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/global_options.h"
#include "tools/bfclx/help_formatter.h"
#include "tools/bfclx/input/unpack_budget.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kProgramExamples = R"(Examples:
  bfclx score result/my-model          score a model's result files
  bfclx score sample --dataset sample  try it without your own data

`bfclx help COMMAND` explains a command. tools/get-dataset gets the dataset.)";

constexpr const char* kVersion =
    "bfclx " BFCLX_VERSION
    "\nscores as the official BFCL v4 evaluator does (bfcl_eval at commit 6ea5797)";

constexpr const char* kMoreInformation = "Run with --help for more information.\n";
constexpr std::size_t kShownName = 100;

int say_wrong_usage(const std::string& message) {
  say(message);
  return kWrongUsage;
}

std::string suggested(std::string_view name, const std::vector<std::string>& known,
                      std::string_view before) {
  return did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end()), before);
}

// Long names of the options of a command.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  }
  return names;
}

// The values that an option takes, as its type in the help lists them: "TEXT:{table,json}".
std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

// " Did you mean --json?", or of a value that is given as an option: " Did you mean --format json?"
std::string suggested_option(const CLI::App& command, std::string_view name) {
  std::string text = suggested(name, option_names(command), "--");
  if (!text.empty()) return text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    text = suggested(name, values_of(*option), "--" + option->get_lnames().front() + " ");
    if (!text.empty()) return text;
  }
  return text;
}

std::string shown_name(std::string_view name) {
  return "`" + std::string(name.substr(0, kShownName)) + "`";
}

std::string unknown(const char* what, std::string_view name, const std::string& hint) {
  return std::string("unknown ") + what + " " + shown_name(name) + (hint.empty() ? "" : ".") +
         hint + "\n";
}

// "`-o` is --allow-overwrite, which takes no value": of a flag in front of what looks like one.
std::string flag_without_value(const CLI::App& command, const std::string& given) {
  const CLI::Option* option = given.starts_with('-') ? command.get_option_no_throw(given) : nullptr;
  if (option == nullptr || option->get_items_expected_max() > 0) return {};
  const std::string name = option->get_lnames().empty() ? "" : "--" + option->get_lnames().front();
  return "`" + given + "` " + (name.empty() || name == given ? "" : "is " + name + ", which ") +
         "takes no value.";
}

// An argument that belongs to no option.
std::string unexpected(const CLI::App& command, const std::vector<std::string>& arguments) {
  const bool takes_some =
      !command.get_options([](const CLI::Option* option) { return option->get_positional(); })
           .empty();
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return {};
  const auto first = std::find_if(arguments.begin(), arguments.end(), [&](const auto& argument) {
    return std::find(extras.begin(), extras.end(), argument) != extras.end();
  });
  const std::string& name = first == arguments.end() ? extras.front() : *first;
  if (name.rfind('-', 0) == 0) return {};
  const bool is_second = first != arguments.end() && first != arguments.begin();
  const std::string flag = is_second ? flag_without_value(command, *(first - 1)) : std::string();
  const std::string why = !flag.empty() ? flag
                          : takes_some  ? "`" + command.get_name() + "` takes no more arguments."
                                        : "`" + command.get_name() + "` takes options only.";
  return "unexpected argument " + shown_name(name) + ": " + why + suggested_option(command, name) +
         "\n";
}

// What is wrong with the names of commands and options, with those that may have been meant; empty
// where they are known.
std::string wrong_name(CLI::App& app, const std::vector<std::string>& arguments) {
  CLI::App* place = &app;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto commands = place->get_subcommands([](CLI::App*) { return true; });
    if (!commands.empty() && argument.rfind('-', 0) != 0) {
      CLI::App* found = command_named(*place, argument);
      if (found == nullptr) {
        std::vector<std::string> names;
        for (const CLI::App* command : commands) {
          if (!command->get_group().empty()) names.push_back(command->get_name());
        }
        std::string hint = suggested(argument, names, "");
        if (hint.empty() && place != &app) hint = " Choose " + alternatives(std::move(names)) + ".";
        return unknown("command", argument, hint);
      }
      place = found;
      continue;
    }
    const std::string name = argument.substr(0, argument.find('='));
    if (name == "--") break;
    const bool is_value_next = i + 1 < arguments.size() && !arguments[i + 1].starts_with("--") &&
                               (!commands.empty() || arguments[i + 1].starts_with('-'));
    if (takes_next(*place, argument) && is_value_next) ++i;
    if (name.size() < 2 || !name.starts_with('-')) continue;
    const bool is_long = name.starts_with("--");
    const std::string known = is_long ? name : name.substr(0, 2);  // -ofile
    if (place->get_option_no_throw(known) != nullptr) continue;
    const bool is_letter = name.size() == 2;  // like too much
    return unknown("option", name,
                   is_letter ? "" : suggested_option(*place, name.substr(is_long ? 2 : 1)));
  }
  return unexpected(*place, arguments);
}

// Words of commands behind the one that help is asked for: after `help` any, and in front of or
// behind --help those that name a command, which are hardly files.
std::string extra_of_help(CLI::App& app, const std::vector<std::string>& arguments, bool asked) {
  CLI::App* place = &app;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (argument.starts_with('-')) {
      if (takes_next(*place, argument)) ++i;
    } else if (!place->get_subcommands([](CLI::App*) { return true; }).empty()) {
      place = command_named(*place, argument);
      if (place == nullptr) return {};  // unknown: wrong_name
    } else if (asked || command_named(app, argument) != nullptr) {
      return "unexpected argument " + shown_name(argument) + ": help is for one command at a time";
    }
  }
  return {};
}

// "0.2" of 0.1.0: a deprecated name works for one minor release.
std::string next_minor_release() {
  const std::string version = BFCLX_VERSION;
  const std::size_t minor = version.find('.') + 1;
  return version.substr(0, minor) + std::to_string(std::stoi(version.substr(minor)) + 1);
}

// The command was called by a name that will be removed.
void tell_old_name(CLI::App& app, const AddedCommand& called,
                   const std::vector<std::string>& arguments) {
  const auto typed = std::find_if(
      arguments.begin(), arguments.end(),
      [&](const std::string& argument) { return command_named(app, argument) == called.place; });
  if (called.old.empty() || typed == arguments.end() || *typed != called.old) return;
  note("`bfclx " + called.old + "` is an old name of `bfclx " + called.now +
       "` and will be removed in " + next_minor_release());
}

// Takes the words `help` in front of a command, options aside. Whether there were any.
bool take_help(const CLI::App& app, std::vector<std::string>& arguments) {
  bool taken = false;
  for (std::size_t i = 0; i < arguments.size();) {
    if (arguments[i] == "help") {
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
      taken = true;
    } else if (arguments[i].starts_with('-')) {
      i += takes_next(app, arguments[i]) ? 2 : 1;
    } else {
      break;
    }
  }
  return taken;
}

// Of all commands: nothing that was written to standard output is lost silently.
int code_with_output(int code) {
  if (output_error() == 0) return code;
  say("cannot write the output: " + std::string(std::strerror(output_error())));
  forget_output_error();
  return code == kDone ? kSomeUnusable : code;
}

// A file that is opened later would take the place of a stream that is closed.
void keep_streams_apart() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // Of the other direction, so that reading and writing still fail.
    ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

std::string seconds_since(std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", time.count());
  return text;
}

// The command's own files are closed, and its output is written: what is left is memory.
void end_if_wanted(int code, Ending ending) {
  if (ending == Ending::kReturns) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(code);
}

std::string with_small_letter(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1]));
  if (word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

const CLI::App& given_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// The option of the command line that help does not show; the parser gives it no name.
std::string hidden_option(const CLI::App& app) {
  for (const CLI::Option* option : given_command(app).get_options()) {
    if (option->count() > 0 && option->get_group().empty()) {
      return "--" + option->get_lnames().front();
    }
  }
  return {};
}

// "PATH is required: result files, ...", "--output is required: add -o FILE (...)".
std::string missing_argument(const CLI::App& app, const std::string& text) {
  for (const CLI::Option* option : given_command(app).get_options()) {
    if (text != option->get_name() + " is required") continue;
    const std::string meaning = with_small_letter(option->get_description());
    if (!option->nonpositional()) return text + ": " + meaning;
    const std::string name =
        option->get_snames().empty() ? option->get_name() : "-" + option->get_snames().front();
    return text + ": add " + name + " " + shown_type(*option) + " (" + meaning + ")";
  }
  return text;
}

// What the parser says, where it can be said better.
std::string complaint_of(const CLI::App& app, const CLI::Error& error) {
  std::string text = error.what();
  if (error.get_name() == "RequiredError") return missing_argument(app, text);
  constexpr std::string_view kRequired = ": 1 required ";
  constexpr std::string_view kMissing = " missing";
  const std::size_t at = text.find(kRequired);
  if (at != std::string::npos && text.ends_with(kMissing)) {
    const std::size_t type = at + kRequired.size();
    const std::size_t end = std::min(text.find(":{", type), text.size() - kMissing.size());
    return text.substr(0, at) + ": no value is given; expected " + text.substr(type, end - type);
  }
  constexpr std::string_view kOnce = ": At Most 1 required but received ";
  if (const std::size_t once = text.find(kOnce); once != std::string::npos) {
    return text.substr(0, once) + " is given " + text.substr(once + kOnce.size()) +
           " times; pass it once";
  }
  if (error.get_name() != "ExcludesError") return text;
  const bool forms = text == "--format excludes --output" || text == "--output excludes --format";
  if (text.starts_with(" excludes ")) text.insert(0, hidden_option(app));
  if (text.ends_with(" excludes ")) text += hidden_option(app);
  text = CLI::detail::find_and_replace(text, " excludes ", " and ") + " cannot be used together";
  if (forms) {
    text += ": the extension of --output FILE is the format; --format is for standard output";
  }
  return text;
}

// Help is for a command that there is.
void refuse_unknown_command(CLI::App& app, const std::vector<std::string>& arguments) {
  const std::string name = wrong_name(app, arguments);
  if (!name.starts_with("unknown command")) return;
  throw UsageError(name.substr(0, name.size() - 1) +
                   (name.ends_with("`\n") ? ". `bfclx --help` lists the commands" : ""));
}

// Of `help COMMAND`. Throws a UsageError for anything else.
void ask_for_help(CLI::App& app, std::vector<std::string>& arguments) {
  refuse_unknown_command(app, arguments);
  const std::string name = wrong_name(app, arguments);
  if (!name.empty()) throw UsageError(name.substr(0, name.size() - 1));
  if (const std::string extra = extra_of_help(app, arguments, true); !extra.empty()) {
    throw UsageError(extra);
  }
  arguments.emplace_back("--help");
}

// Help and version, or what is wrong; the exit code.
int end_of_parsing(CLI::App& app, const CLI::ParseError& error,
                   const std::vector<AddedCommand>& commands,
                   const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream complaint;
  const bool wrong = app.exit(error, out, complaint) != 0;
  if (!wrong) {
    refuse_unknown_command(app, arguments);
    const std::string extra = extra_of_help(app, arguments, false);
    if (!extra.empty()) throw UsageError(extra);
  }
  if (!complaint.str().empty()) {
    for (const AddedCommand& called : commands) {
      if (called.place->parsed()) tell_old_name(app, called, arguments);
    }
    const std::string name = wrong_name(app, arguments);
    const std::string text = name.empty() ? complaint.str() : name + kMoreInformation;
    print(STDERR_FILENO, "bfclx: " + printable(text));
  }
  print(STDOUT_FILENO, out.str());
  return wrong ? kWrongUsage : kDone;
}

int run(int argc, char** argv, Ending ending) {
  CLI::App app("Scores function calls of language models as the official BFCL evaluator does.",
               "bfclx");
  app.footer(kProgramExamples);
  app.set_help_flag("-h,--help", "Show common options and exit");
  app.set_help_all_flag("--help-all", "Show all options and exit");
  app.set_version_flag("--version", kVersion, "Show the version and exit");
  app.require_subcommand(0, 1);
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return complaint_of(*failed, error) + "\n" + kMoreInformation;
  });
  std::string dataset;  // only for the help: take_dataset() moves it behind the command
  app.add_option("--dataset", dataset, "Dataset (default: BFCLX_DATASET, or data/bfcl)")
      ->type_name("DIR|sample");
  app.formatter(std::make_shared<HelpFormatter>());
  GlobalOptions global;
  const std::vector<AddedCommand> commands = add_commands(app);
  add_global_options(app, global);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (take_help(app, arguments)) ask_for_help(app, arguments);
  refuse_empty_values(app, arguments);
  take_dataset(app, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error, commands, arguments);
  }
  apply(global);
  for (const AddedCommand& called : commands) {
    if (!called.place->parsed()) continue;
    tell_old_name(app, called, arguments);
    Kept kept;
    const auto start = std::chrono::steady_clock::now();
    const int code = code_with_output(called.run(kept));
    detail("done in " + seconds_since(start));
    end_if_wanted(code, ending);
    return code;
  }
  const auto groups = app.get_subcommands();
  print(STDERR_FILENO, groups.empty() ? app.help() : groups.front()->help("bfclx"));
  return kWrongUsage;
}

}  // namespace

std::string version_text() { return kVersion; }

int run_program(int argc, char** argv, Ending ending) {
  // A reader that goes away ends the output, not the program.
  std::signal(SIGPIPE, SIG_IGN);
  keep_streams_apart();
  forget_output_error();
  apply({});  // a process with Python may run several commands
  // A limit on the size of files is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  say_out_of_memory_at_terminate(kSomeUnusable);
  UnpackPool::of_command().refill();
  try {
    return code_with_output(run(argc, argv, ending));
  } catch (const UsageError& error) {
    return say_wrong_usage(error.what());
  } catch (const NothingUsable& error) {
    say(error.what());
    return kSomeUnusable;
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    return kSomeUnusable;
  } catch (const std::exception& error) {
    return say_wrong_usage(error.what());
  }
}

}  // namespace bfclx::tools
