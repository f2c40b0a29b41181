#include "tools/bfclx/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
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

#include "core/base/suggest.h"
#include "tools/bfclx/command_table.h"
#include "tools/bfclx/doing.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/help_formatter.h"
#include "tools/bfclx/input/unpack_budget.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kProgramExamples = R"(Examples:
  bfclx score result/my-model          score a model's result files
  bfclx show result/my-model           its failed entries; with an id, why one failed
  bfclx compare result/old result/new  is the new run significantly better?
  bfclx score sample --dataset sample  try it without any data of your own

`bfclx help COMMAND` shows the details of a command. The official dataset: tools/get-dataset.)";

constexpr const char* kVersion =
    "bfclx " BFCLX_VERSION
    "\nscores as the official BFCL v4 evaluator does (bfcl_eval at commit 6ea5797)";

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

// An argument that belongs to no option, of a command that takes none.
std::string unexpected(const CLI::App& command, const std::vector<std::string>& arguments) {
  const bool takes_some =
      !command.get_options([](const CLI::Option* option) { return option->get_positional(); })
           .empty();
  const std::vector<std::string> extras = command.remaining();
  if (takes_some || extras.empty()) return {};
  const auto first = std::find_if(arguments.begin(), arguments.end(), [&](const auto& argument) {
    return std::find(extras.begin(), extras.end(), argument) != extras.end();
  });
  const std::string& name = first == arguments.end() ? extras.front() : *first;
  if (name.rfind('-', 0) == 0) return {};
  return "unexpected argument " + shown_name(name) + ": `" + command.get_name() +
         "` takes options only." + suggested_option(command, name) + "\n";
}

// nullptr: there is none.
CLI::App* command_named(CLI::App& place, const std::string& name) {
  for (CLI::App* command : place.get_subcommands([](CLI::App*) { return true; })) {
    if (command->check_name(name)) return command;
  }
  return nullptr;
}

// What is wrong with the names of commands and options, with those that may have been meant; empty
// where they are known.
std::string wrong_name(CLI::App& app, const std::vector<std::string>& arguments) {
  CLI::App* place = &app;
  for (const std::string& argument : arguments) {
    const auto commands = place->get_subcommands([](CLI::App*) { return true; });
    if (!commands.empty() && argument.rfind('-', 0) != 0) {
      CLI::App* found = command_named(*place, argument);
      if (found == nullptr) {
        std::vector<std::string> names;
        for (const CLI::App* command : commands) {
          if (!command->get_group().empty()) names.push_back(command->get_name());
        }
        return "unknown command " + shown_name(argument) + "." + suggested(argument, names, "") +
               "\n";
      }
      place = found;
      continue;
    }
    const std::string name = argument.substr(0, argument.find('='));
    if (name == "--") break;
    if (name.rfind("--", 0) != 0 || place->get_option_no_throw(name) != nullptr) continue;
    return "unknown option " + shown_name(name) + "." + suggested_option(*place, name.substr(2)) +
           "\n";
  }
  return unexpected(*place, arguments);
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

bool is_dataset(const std::string& argument) {
  return argument == "--dataset" || argument.starts_with("--dataset=");
}

// The dataset that stands in front of the command, or that BFCLX_DATASET names, becomes the
// command's own option, unless that is given.
void take_dataset(CLI::App& app, std::vector<std::string>& arguments) {
  std::string place;
  bool in_front = false;
  while (!arguments.empty() && is_dataset(arguments.front())) {
    const bool joint = arguments.front() != "--dataset";
    if (!joint && arguments.size() < 2) return;  // the parser complains
    place = joint ? arguments.front().substr(arguments.front().find('=') + 1) : arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + (joint ? 1 : 2));
    in_front = true;
  }
  CLI::App* command = &app;
  std::size_t at = 0;
  for (; at < arguments.size(); ++at) {
    CLI::App* inner = command_named(*command, arguments[at]);
    if (inner == nullptr) break;
    command = inner;
  }
  const char* named = std::getenv("BFCLX_DATASET");
  if (!in_front && named != nullptr) place = named;
  const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(at);
  if (place.empty() || std::any_of(begin, arguments.end(), is_dataset)) return;
  if (command->get_option_no_throw("--dataset") == nullptr) {
    if (!in_front) return;
    throw UsageError("`" + command->get_name() + "` takes no --dataset");
  }
  if (command != &app) arguments.insert(begin, "--dataset=" + place);
}

// The command's own files are closed, and its output is written: what is left is memory.
void end_if_wanted(int code, Ending ending) {
  if (ending == Ending::kReturns) return;
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(code);
}

int run(int argc, char** argv, Ending ending) {
  CLI::App app(
      "Scores function calls of language models, with the verdicts of the official\n"
      "BFCL evaluator.",
      "bfclx");
  app.footer(kProgramExamples);
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(0, 1);
  std::string dataset;  // only for the help: take_dataset() moves it behind the command
  app.add_option("--dataset", dataset,
                 "Dataset of the command (default: the folder that BFCLX_DATASET names, or "
                 "data/bfcl)")
      ->type_name("DIR|sample");
  app.formatter(std::make_shared<HelpFormatter>());
  const std::vector<AddedCommand> commands = add_commands(app);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    const std::string name = wrong_name(app, arguments);
    if (!name.empty()) throw UsageError(name.substr(0, name.size() - 1));
    arguments.emplace_back("--help");
  }
  take_dataset(app, arguments);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream complaint;
    const bool wrong = app.exit(error, out, complaint) != 0;
    if (!complaint.str().empty()) {
      const std::string name = wrong_name(app, arguments);
      const std::string text =
          name.empty() ? complaint.str() : name + "Run with --help for more information.\n";
      print(STDERR_FILENO, "bfclx: " + printable(text));
    }
    print(STDOUT_FILENO, out.str());
    return wrong ? kWrongUsage : kDone;
  }
  for (const auto& [place, command] : commands) {
    if (!place->parsed()) continue;
    Kept kept;
    const int code = code_with_output(command(kept));
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
  // A limit on the size of files is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  say_out_of_memory_at_terminate(kSomeUnusable);
  UnpackPool::of_command().refill();  // a process with Python may run several commands
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
