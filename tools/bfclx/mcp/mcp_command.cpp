// `bfclx mcp`: an entry of the dataset as a server of the Model Context Protocol over stdio.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/run/model_run.h"
#include "core/run/scorer.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/mcp/entry_session.h"
#include "tools/bfclx/mcp/mcp_server.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/play/line_reader.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kMcpExamples = R"TEXT(Examples:
  bfclx mcp --entry multi_turn_base_17
  bfclx mcp --entry live_simple_23-5-1 --verdict verdict.json
  {"mcpServers": {"bfcl": {"command": "bfclx",
                           "args": ["mcp", "--entry", "multi_turn_base_17"]}}}

The functions of the entry are the server's tools. In a multi-turn entry they run on its simulated
services, which keep their state. In other entries the calls are only recorded. The user's message
is in the resource bfclx://turn, the state of the services in bfclx://state. The tool bfclx_end_turn
ends a turn of an episode and returns the next user message. When the client closes the connection,
the calls are scored. The verdict is printed to standard error as one sentence. --verdict also
writes it, in the format of `score --verdicts`. Supported versions of the protocol: 2024-11-05 to
2026-07-28. A message is one line of at most 4 MiB.

Exit codes: 0 done, whatever the verdict; 1 the verdict could not be written; 2 wrong usage.)TEXT";

struct McpOptions {
  RunOptions run;
  std::string entry;
  std::string verdict;
  bool offer_verdict = false;
};

void check(const Status& status) {
  if (!status.ok()) throw UsageError(status.error().message);
}

const Entry& find_entry(DatasetDir& dataset, const std::string& id) {
  const Category* category = category_of_id(id);
  if (category == nullptr) {
    throw UsageError("unknown id `" + id + "`, expected one such as simple_python_0");
  }
  if (!EntrySession::plays(*category)) {
    throw UsageError("entries of " + std::string(category->name) +
                     " are scored by more than their calls: `bfclx mcp` supports episodes and "
                     "categories whose calls are compared");
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

// Until the client closes the connection, or cannot be written to.
void serve(McpServer& server) {
  LineReader reader(STDIN_FILENO, McpServer::kMaxLineBytes);
  std::string line;
  while (true) {
    const LineReader::State state = reader.next(line);
    if (state == LineReader::State::kEnd) return;
    if (state == LineReader::State::kError) {
      say(std::string("standard input cannot be read: ") + std::strerror(errno));
      return;
    }
    const std::string answer =
        state == LineReader::State::kTooLong ? server.answer_too_long() : server.answer(line);
    if (!answer.empty() && write_for_programs(STDOUT_FILENO, answer) != Written::kAll) return;
  }
}

int tell_verdict(const EntrySession& session, OutputFile* file) {
  const ScoredResponse scored = session.judged();
  std::string sentence = scored.id + (scored.verdict.valid ? ": passed" : ": failed, ");
  if (!scored.verdict.valid) sentence += scored.verdict.error_type;
  if (scored.verdict.why) sentence += ": " + scored.verdict.why->text;
  say(sentence);
  if (file == nullptr) return kDone;
  file->write(verdict_json(scored) + "\n");
  if (file->close()) return kDone;
  say("--verdict: " + file->error());
  return kSomeUnusable;
}

int run_mcp(const McpOptions& options) {
  refuse_to_overwrite(options.run, "--verdict", options.verdict);
  if (options.verdict == "-") {
    throw UsageError("--verdict needs a file: standard output belongs to the client");
  }
  DatasetDir dataset(options.run.dataset);
  const Entry& entry = find_entry(dataset, options.entry);
  RunSettings settings;
  settings.decoder = find_decoder("openai_fc");
  settings.underscore_to_dot = true;
  settings.model_name = folder_spelling(options.run.model);
  settings.long_context = dataset.long_context();
  settings.today = chosen_today(options.run);
  Result<EntrySession> session = EntrySession::open(entry, std::move(settings));
  if (!session.ok()) throw UsageError(session.error().message);
  OutputFile file;
  if (!options.verdict.empty() && !file.open(options.verdict)) {
    throw UsageError("--verdict: " + file.error());
  }
  McpServer server(session.value(), options.offer_verdict);
  serve(server);
  return tell_verdict(session.value(), options.verdict.empty() ? nullptr : &file);
}

}  // namespace

Command add_mcp(CLI::App& app) {
  auto options = std::make_shared<McpOptions>();
  options->run.model = "model";
  CLI::App* command = app.add_subcommand("mcp", "Serve an entry's functions as tools (MCP)");
  command->footer(kMcpExamples);
  command->add_option("--entry", options->entry, "The entry whose functions are the tools")
      ->type_name("ID")
      ->required();
  command
      ->add_option("--verdict", options->verdict,
                   "Write the verdict as one JSON object when the client disconnects")
      ->type_name("FILE");
  command->add_flag("--offer-verdict", options->offer_verdict,
                    "Offer the current verdict as the resource bfclx://verdict. It contains the "
                    "expected calls, so do not show it to the model");
  add_entry_options(*command, options->run);
  return [options](Kept&) { return run_mcp(*options); };
}

}  // namespace bfclx::tools
