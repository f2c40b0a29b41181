// `bfclx show`: the failed entries, or one entry from question to verdict with its mismatch marked.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/checker/own_match.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/own_benchmark.h"
#include "core/findings/run_warnings.h"
#include "core/render/function_lines.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/show/failed_list.h"
#include "tools/bfclx/show/shown_episode.h"
#include "tools/bfclx/show/shown_executable.h"
#include "tools/bfclx/show/shown_verdict.h"
#include "tools/bfclx/view/call_view.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kProblemsShown = 20;

constexpr const char* kShowExamples = R"(Examples:
  bfclx show result/my-model                     the failed entries, each with its reason
  bfclx show result/my-model --category live --error value_error --limit 0
  bfclx show result/my-model live_simple_23-5-1  one entry, from question to verdict
  bfclx show responses.jsonl simple_python_17 --decoder prompting
  bfclx show result simple_java_3                the same entry of every model
  bfclx show result/my-model multi_turn_base_17  an episode, turn by turn
  bfclx show sample simple_python_90000 --dataset sample

Exit codes: 0 done; 1 some input was unusable; 2 wrong usage, or no response has the id.)";

struct ShowOptions {
  RunOptions run;
  std::string path;
  std::string id;
  FailedOptions failed;
};

// A single response as text.
class ResponseText {
 public:
  ResponseText(const Explanation& explanation, const Terminal& terminal)
      : explanation_(explanation), response_(*explanation.response), page_(terminal) {}

  std::string take() && {
    const Entry& entry = *response_.entry;
    add_question(entry.question());
    add_functions(entry, response_.verdict);
    add_response();
    add_decoded(response_.verdict);
    if (response_.executable != nullptr) {
      add_executed(page_, response_);
    } else {
      add_ground_truth(entry);
    }
    add_verdict();
    return std::move(page_).take();
  }

 private:
  void paragraph(std::string_view text, std::size_t indent, Style style = Style::kPlain) {
    page_.paragraph(text, indent, style);
  }

  void add_question(const Value& turns) {
    page_.section("Question");
    if (!turns.is_list()) return;
    for (const Value& turn : turns.items()) {
      if (!turn.is_list()) continue;
      for (const Value& message : turn.items()) {
        paragraph(printable_line(find_text(message, "role")), kIndent, Style::kDim);
        paragraph(shortened(message_text(message)), kIndent + 2);
      }
    }
  }

  // Those that were expected or called in full, the others by name.
  void add_functions(const Entry& entry, const Verdict& verdict) {
    page_.section("Functions");
    const OfferedFunctions offered = offered_functions(
        entry.functions(), verdict.decoded.value_or(Value()), entry.possible_answers());
    for (const FunctionLines& function : offered.concerned) {
      paragraph(function.name, kIndent, Style::kName);
      paragraph(function.description, kIndent + 2, Style::kDim);
      for (const std::string& parameter : function.parameters) paragraph(parameter, kIndent + 2);
    }
    if (offered.others.empty()) return;
    paragraph("also offered: " + joined(offered.others, ", "), kIndent, Style::kDim);
  }

  void add_response() {
    page_.section("Response");
    const std::string& text = explanation_.raw;
    paragraph(text.empty() ? "(empty)" : shortened(text), kIndent,
              text.empty() ? Style::kDim : Style::kPlain);
  }

  void add_decoded(const Verdict& verdict) {
    const RunSettings& settings = *explanation_.settings;
    page_.section("Decoded by " + std::string(settings.decoder->name) +
                  (settings.underscore_to_dot ? ", " + std::string(dots_text(true)) : ""));
    paragraph(printable_line(settings.decoder_reason), kIndent, Style::kDim);
    if (verdict.decoded) {
      const bool wrong = !verdict.valid && verdict.why.has_value();
      page_.add(print_lines(view_calls(*verdict.decoded, explanation_.marked), kIndent,
                            page_.terminal(),
                            wrong ? printable_line(verdict.why->text) : std::string()));
    } else if (verdict.decode_error) {
      paragraph(
          verdict.valid ? "no calls (as expected here): not parseable" : "no calls could be parsed",
          kIndent, verdict.valid ? Style::kPlain : Style::kBad);
      const std::string& message = verdict.decode_error->message;
      paragraph(std::string(verdict.decode_error->kind) +
                    (message.empty() ? "" : ": " + shortened(message)),
                kIndent);
    }
  }

  void add_ground_truth(const Entry& entry) {
    const std::string match =
        entry.own_match != nullptr ? match_text(entry.own_match->rules()) : std::string();
    page_.section("Ground truth" + (match.empty() ? "" : ", " + match));
    switch (entry.category->judging) {
      case Judging::kRelevance:
        return paragraph("passes with any call, fails without one", kIndent);
      case Judging::kIrrelevance:
        return paragraph("no call expected", kIndent);
      default:
        page_.add(
            print_lines(view_ground_truth(entry.shown_answers()), kIndent, page_.terminal(), {}));
    }
  }

  void add_verdict() {
    page_.section("Verdict");
    add_superseded(page_, explanation_);
    if (add_skip(page_, response_)) return;
    if (response_.verdict.valid) return paragraph("passed", kIndent, Style::kGood);
    add_wrong(page_, explanation_);
    add_reason(page_, explanation_);
  }

  const Explanation& explanation_;
  const ScoredResponse& response_;
  Page page_;
};

std::string text_of(const Explanation& explanation, const Terminal& terminal) {
  return explanation.episode ? episode_text(explanation, terminal)
                             : ResponseText(explanation, terminal).take();
}

std::string place_text(const std::string& file, std::size_t line) {
  const std::string number = std::to_string(line);
  return file == "-" ? "standard input, line " + number : printable_line(file) + ":" + number;
}

// That the author of a benchmark gave the entry.
std::string_view own_id(const ScoredResponse& response) {
  return response.entry != nullptr ? find_text(response.entry->data, kOwnId) : std::string_view();
}

std::string head(const ModelRun& model, const ScoredResponse& response, const Place& place,
                 const Terminal& terminal) {
  const bool right = response.verdict.valid;
  const std::string own(own_id(response));
  const std::string id = response.id + (own.empty() ? "" : " (" + own + ")");
  return terminal.styled(Style::kBold, printable_line(id)) + "  " +
         (response.skipped()
              ? terminal.styled(Style::kDim, "skipped")
              : terminal.styled(right ? Style::kGood : Style::kBad, right ? "passed" : "failed")) +
         "  " + printable_line(model.name) + "\n" +
         terminal.styled(Style::kDim, place_text(model.files[place.file], response.line)) + "\n";
}

bool is_of(const ScoredResponse& response, const std::string& id) {
  return response.id == id || (response.entry != nullptr && response.entry->id == id) ||
         (!id.empty() && own_id(response) == id);
}

// Everything about the entry in this model; empty when it has no such response.
std::string explain_in(ModelRun& model, const std::string& id, const Terminal& terminal) {
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = model.order[index];
    return place.scored && is_of(model.response(place), id);
  };
  score_run(model, Keep::kAll, 1, hooks);
  std::string out;
  for (const Place& place : model.order) {
    if (!place.scored) {
      const Unscored& unscored = model.unscored[place.part];
      if (unscored.ids[place.index] != id) continue;
      out += terminal.styled(Style::kBold, printable_line(id)) +
             "  not scored: " + printable_line(unscored.reason) + "\n\n";
      continue;
    }
    const ScoredResponse& response = model.response(place);
    if (!is_of(response, id)) continue;
    if (response.entry == nullptr) {
      out += terminal.styled(Style::kBold, printable_line(id)) +
             "  unknown id: the file has a response, but the dataset has no such entry\n\n";
      continue;
    }
    out += head(model, response, place, terminal) +
           text_of(explain(response, model.settings, Depth::kVerdict), terminal) + "\n";
  }
  return out;
}

// What of the input could not be read and may be the entry: lines of this id or of none, whole
// files.
std::vector<Problem> problems_about(const Session& session, const std::string& id) {
  std::vector<Problem> about;
  for (const ModelRun& model : session.models) {
    std::copy_if(model.problems.begin(), model.problems.end(), std::back_inserter(about),
                 [&](const Problem& problem) { return problem.id.empty() || problem.id == id; });
  }
  if (about.size() > kProblemsShown) about.resize(kProblemsShown);
  return about;
}

// The exit code where nothing could be read and that is told; otherwise throws a UsageError.
int fail_unknown(const Session& session, const std::string& id) {
  const std::vector<Problem> about = problems_about(session, id);
  tell_problems(about);
  std::vector<std::string_view> ids;
  for (const ModelRun& model : session.models) {
    for (const Place& place : model.order) {
      ids.push_back(place.scored ? std::string_view(model.response(place).id)
                                 : std::string_view(model.unscored[place.part].ids[place.index]));
    }
  }
  if (ids.empty() && (!about.empty() || !session.problems.empty())) return kWrongUsage;
  std::string missing;
  if (session.dataset.dataset().find(id) != nullptr) {
    missing = about.empty() && session.problems.empty()
                  ? " The dataset has it, so it is missing from the results."
                  : " It may be in one of the unreadable lines or files above.";
  }
  throw UsageError("unknown id \"" + id + "\": none of the " +
                   counted(ids.size(), "response", "responses") + " has it." + missing +
                   (missing.empty() ? did_you_mean(id, ids) : ""));
}

void tell_other_datasets(const Session& session) {
  for (const ModelRun& model : session.models) {
    if (model.dataset_problem.empty()) continue;
    note(model.name + ": " + dataset_warning(model.dataset_problem, model.benchmark));
  }
}

// The entry that a person names, by their own id too.
std::string entry_in(const ShowOptions& options) {
  if (category_of_id(options.id) != nullptr) return options.id;
  DatasetDir dataset(options.run.dataset);
  return named_entry(dataset, options.id);
}

int run_show(const ShowOptions& options, Kept& kept) {
  RunOptions run = options.run;
  const std::string id = entry_in(options);
  // A response that tells no entry is one to this.
  run.as_entry_implied = run.as_entry.empty() && category_of_id(id) != nullptr;
  if (run.as_entry_implied) run.as_entry = id;
  Session& session = kept.keep(open_session(run));
  tell_problems(session.problems);
  tell_other_datasets(session);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string out;
  bool whole = true;
  for (ModelRun& model : session.models) {
    out += explain_in(model, id, terminal);
    const std::size_t known = model.problems.size();
    name_out_of_memory(model);
    whole = whole && model.problems.size() == known;
    tell_problems(
        {model.problems.begin() + static_cast<std::ptrdiff_t>(known), model.problems.end()});
  }
  if (out.empty()) return fail_unknown(session, id);
  return print(STDOUT_FILENO, out) && whole ? kDone : kSomeUnusable;
}

}  // namespace

Command add_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Show failed entries, or why one failed");
  command->footer(kShowExamples);
  command->add_option("PATH", options->path, "Result file, model's folder or folder of models")
      ->required()
      ->type_name("");
  CLI::Option* id =
      command->add_option("ID", options->id, "Entry id; omit it to list the failed entries")
          ->type_name("")
          ->check([](const std::string& text) {
            return text.empty() ? "must not be empty; omit it to list the failed entries" : "";
          });
  command->add_flag("--failed")->group("")->excludes(id);  // what it does without an id
  command
      ->add_option("--error", options->failed.error,
                   "Only entries that failed with this error type; the part before\n`:` is enough")
      ->type_name("TYPE")
      ->excludes(id);
  command
      ->add_option("--limit", options->failed.limit,
                   "Show at most N failed entries per run; 0 for all")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str()
      ->excludes(id);
  command->add_option("--format", options->failed.format, "List format")
      ->type_name("table|csv|markdown")
      ->check(one_of({"table", "csv", "markdown"}))
      ->capture_default_str()
      ->excludes(id);
  add_run_options(*command, options->run);
  return [options](Kept& kept) {
    options->run.paths = {options->path};
    options->run.naming_advice = "add the entry's id to the command";
    if (!options->id.empty()) return run_show(*options, kept);
    Session& session = kept.keep(open_session(options->run));
    tell_other_datasets(session);
    return list_failed(session, options->failed, options->run);
  };
}

}  // namespace bfclx::tools
