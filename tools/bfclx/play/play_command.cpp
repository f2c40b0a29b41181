// `bfclx play`: the simulated services of the multi-turn categories, to try calls on.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/dataset/own_turns.h"
#include "core/run/model_run.h"
#include "core/simulators/apis/cassette.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/play/line_editor.h"
#include "tools/bfclx/play/line_reader.h"
#include "tools/bfclx/play/play_jsonl.h"
#include "tools/bfclx/play/play_session.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr const char* kPlayExamples = R"TEXT(Examples:
  bfclx play --class GorillaFileSystem           one service, in its default state
  bfclx play --class MemoryAPI_kv                a memory; also _vector and _rec_sum
  bfclx play --class WebSearchAPI --cassette web.jsonl
  bfclx play --class ExecutableFunctions         functions of the executable categories
  bfclx play --entry multi_turn_base_17          services of an entry, in its initial state
  echo 'get_stock_info("NVDA")' | bfclx play --class TradingBot
  bfclx play --jsonl < sequences.jsonl           other programs drive the services

Without --entry and --class, all services are available. At the prompt, type a call such as
mkdir(dir_name='a'), or a command: :state, :diff, :reset, :methods, :doc NAME, :help, :quit.

--jsonl reads lines of this form from the files or standard input:
  {"id": "a", "involved_classes": ["MathAPI"], "initial_config": {},
   "long_context": false, "calls": ["add(a=1, b=2)"]}
initial_config and long_context may be omitted; other members are ignored. For each line it writes
  {"id": "a", "results": ["{\"result\": 3}"], "final_state": {"MathAPI": {}}}

Exit codes: 0 done; 1 some lines could not be run; 2 wrong usage.)TEXT";

struct PlayOptions {
  RunOptions run;
  std::string entry;
  std::vector<std::string> classes;
  std::vector<std::string> files;
  std::string cassette;
  bool long_context = false;
  bool jsonl = false;
};

// The dataset that is named; without a name the one below the current folder, or none and why.
std::unique_ptr<DatasetDir> open_dataset(const std::string& place, std::string& why_none) {
  if (!place.empty()) return std::make_unique<DatasetDir>(place);
  try {
    return std::make_unique<DatasetDir>(place);
  } catch (const UsageError& error) {
    why_none = error.what();
    return nullptr;
  }
}

void check(const Status& status) {
  if (!status.ok()) throw UsageError(status.error().message);
}

const Entry& find_entry(DatasetDir& dataset, const std::string& id) {
  const Category* category = category_of_id(id);
  if (category == nullptr || !is_simulated(*category)) {
    throw UsageError(
        "`" + id +
        "` is not the id of a multi-turn entry, expected one such as multi_turn_base_17");
  }
  check(dataset.load(*category));
  if (const Entry* entry = dataset.dataset().find(id)) return *entry;
  if (const MalformedEntry* malformed = dataset.dataset().find_malformed(id)) {
    throw UsageError(malformed->message());
  }
  std::vector<std::string_view> ids;
  for (const Entry& entry : dataset.dataset().entries(*category)) ids.push_back(entry.id);
  throw UsageError("the dataset has no entry `" + id + "`." + did_you_mean(id, ids));
}

// What the services are built from; the entry's configuration, or classes in their default state.
EpisodeSetup setup_of(const PlayOptions& options, DatasetDir* dataset,
                      const std::string& why_none) {
  EpisodeSetup setup;
  setup.model_name = folder_spelling(options.run.model);
  setup.long_context = options.long_context;
  setup.initial_config = Value::dict();
  if (options.entry.empty()) {
    setup.id = "play";
    List names;
    for (const std::string& name : options.classes) {
      if (find_class_table(name) == nullptr) throw UsageError(unknown_class(name));
      names.push_back(Value::str(name));
    }
    if (names.empty()) {
      for (const std::string_view name : simulator_classes()) names.push_back(Value::str(name));
    }
    setup.involved_classes = Value::list(std::move(names));
  } else {
    if (dataset == nullptr) throw UsageError(why_none);
    const Entry& entry = find_entry(*dataset, options.entry);
    setup.id = entry.id;
    if (const Value* config = find_member(entry.data, "initial_config"))
      setup.initial_config = *config;
    if (const Value* classes = find_member(entry.data, "involved_classes")) {
      setup.involved_classes = *classes;
    }
    setup.long_context |= uses_long_context(*entry.category);
  }
  if (setup.long_context) {
    if (dataset == nullptr) throw UsageError("--long-context needs a dataset; " + why_none);
    check(dataset->load_long_context());
  }
  return setup;
}

void load_docs(DatasetDir& dataset, const Playground& playground) {
  for (const auto& instance : playground.episode().instances()) {
    // Without documentation `:doc` says so.
    static_cast<void>(dataset.load_function_docs(instance->table().name).ok());
  }
}

std::string greeting(const EpisodeSetup& setup, const Terminal& terminal) {
  std::string names;
  if (setup.involved_classes.is_list()) {
    for (const Value& name : setup.involved_classes.items()) {
      if (name.is_str()) names += (names.empty() ? "" : ", ") + std::string(name.as_str());
    }
  }
  return terminal.styled(Style::kBold, printable_line(setup.id)) + "  " + printable_line(names) +
         "\n" + terminal.styled(Style::kDim, ":help lists the commands, :quit leaves") + "\n";
}

// Prints; where it cannot the session is over.
class Output {
 public:
  bool add(const std::string& text) {
    const Written written = show(STDOUT_FILENO, text);
    if (written == Written::kFailed) code_ = kSomeUnusable;
    return written == Written::kAll;
  }
  int code() const { return code_; }

 private:
  int code_ = kDone;
};

int converse_with_editor(LineEditor& editor, PlaySession& session) {
  Output output;
  while (!session.ended()) {
    const std::optional<std::string> line = editor.next();
    if (!line) {
      output.add("\n");
      break;
    }
    if (!output.add(session.answer(*line))) break;
  }
  return output.code();
}

int converse_plainly(const std::string& prompt, PlaySession& session) {
  LineReader reader(STDIN_FILENO);
  Output output;
  std::string line;
  while (!session.ended() && output.add(prompt)) {
    const LineReader::State state = reader.next(line);
    if (state == LineReader::State::kEnd) break;
    if (state == LineReader::State::kError) {
      throw UsageError(std::string("standard input cannot be read: ") + std::strerror(errno));
    }
    if (state == LineReader::State::kTooLong) {
      say("the line is too long");
    } else if (!output.add(session.answer(line))) {
      break;
    }
  }
  return output.code();
}

// The recorded answers of services; nullptr without a cassette.
std::shared_ptr<EffectStore> open_cassette(const std::string& path) {
  if (path.empty()) return nullptr;
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  auto recorded = std::make_shared<EffectStore>();
  if (const Status read = read_cassette(file.bytes, *recorded); !read.ok()) {
    throw UsageError(path + ": " + read.error().message);
  }
  return recorded;
}

int run_session(const PlayOptions& options, DatasetDir* dataset, const std::string& why_none) {
  const EpisodeSetup setup = setup_of(options, dataset, why_none);
  Result<Playground> playground =
      Playground::open(setup, dataset != nullptr ? dataset->long_context() : nullptr,
                       chosen_today(options.run), open_cassette(options.cassette));
  if (!playground.ok()) throw UsageError(playground.error().message);
  if (dataset != nullptr) load_docs(*dataset, playground.value());
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  PlaySession session(std::move(playground).value(),
                      dataset != nullptr ? &dataset->dataset() : nullptr, why_none, terminal);
  const bool typed = isatty(STDIN_FILENO) == 1;
  constexpr const char* kPrompt = "bfclx> ";
  if (!typed || !terminal.interactive()) return converse_plainly(typed ? kPrompt : "", session);
  print(STDOUT_FILENO, greeting(setup, terminal));
  const auto editor =
      LineEditor::open(kPrompt, [&](std::string_view before, std::size_t& word_begin) {
        return session.completions(before, word_begin);
      });
  return editor != nullptr ? converse_with_editor(*editor, session)
                           : converse_plainly(kPrompt, session);
}

int run_lines(const PlayOptions& options, DatasetDir* dataset, std::string why_none) {
  JsonlSettings settings;
  settings.model_name = folder_spelling(options.run.model);
  settings.today = chosen_today(options.run);
  settings.recorded = open_cassette(options.cassette);
  settings.no_tables = std::move(why_none);
  if (dataset != nullptr) {
    const Status status = dataset->load_long_context();
    if (status.ok()) {
      settings.tables = dataset->long_context();
    } else {
      settings.no_tables = status.error().message;
    }
  }
  return run_jsonl(options.files, settings);
}

int run_play(const PlayOptions& options) {
  if (options.jsonl) {
    if (!options.entry.empty() || !options.classes.empty() || options.long_context) {
      throw UsageError(
          "--jsonl cannot be used with --entry, --class or --long-context: each line names its "
          "classes");
    }
  } else if (!options.files.empty()) {
    throw UsageError(
        "files need --jsonl; without it `bfclx play` reads calls from a terminal or standard "
        "input");
  }
  std::string why_none;
  const std::unique_ptr<DatasetDir> dataset = open_dataset(options.run.dataset, why_none);
  return options.jsonl ? run_lines(options, dataset.get(), why_none)
                       : run_session(options, dataset.get(), why_none);
}

}  // namespace

Command add_play(CLI::App& app) {
  auto options = std::make_shared<PlayOptions>();
  options->run.model = "oracle";
  CLI::App* command =
      app.add_subcommand("play", "Call the simulated services of the multi-turn categories");
  command->footer(kPlayExamples);
  command->add_option("FILE", options->files, "With --jsonl: JSON lines; - is standard input")
      ->type_name("");
  CLI::Option* entry = command->add_option("--entry", options->entry,
                                           "Services of this entry, in its initial state");
  entry->type_name("ID");
  command->add_option("--class", options->classes, "These services, in their default state")
      ->type_name("NAME...")
      ->delimiter(',')
      ->excludes(entry);
  command->add_flag("--long-context", options->long_context,
                    "Add the tables of the long-context category");
  command
      ->add_option("--cassette", options->cassette,
                   "Recorded responses for services that use the network: web search, executable "
                   "functions")
      ->type_name("FILE");
  command->add_flag("--jsonl", options->jsonl, "Read JSON lines and write one for each; see below");
  add_entry_options(*command, options->run);
  return [options](Kept&) { return run_play(*options); };
}

}  // namespace bfclx::tools
