// `bfclx errata check FILE`: whether corrections apply, and change what they say.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/audit/errata.h"
#include "core/audit/meaning.h"
#include "core/check/judge.h"
#include "core/findings/possible_calls.h"
#include "core/value/dict.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kExamples = R"(Examples:
  bfclx errata check errata.json
  bfclx errata check errata.json --dataset sample
  bfclx audit result --draft-errata draft.json     a draft for people to judge

Checked of each correction: its entry is there, its ground truth has the form of the category,
some answer passes by it, its verdict on some answer is not the official one, and it names a
reason, a link and an author. `--errata FILE` of check, compare, report and evaluate shows the
score by them beside the official one, which never moves. The form: errata/errata.schema.json.

Exit codes: 0 all can stand; 1 some cannot; 2 wrong usage.)";

bool passes(const Entry& entry, const Value& calls) {
  AstCheck check;
  check.language = entry.category->language;
  check.count = entry.category->count;
  return judge_calls(entry.functions(), entry.ground_truth, check, calls).valid;
}

// The calls, and these with every other value that their ground truth allows for one argument.
std::vector<Value> variants(const Value& calls, const Entry& entry) {
  constexpr std::size_t kMost = 20;
  std::vector<Value> out = {calls};
  const std::size_t count = std::min(calls.items().size(), entry.ground_truth.items().size());
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [name, arguments] : entry.ground_truth.items()[i].as_dict()) {
      for (const auto& [parameter, alternatives] : arguments.as_dict()) {
        for (const Value& value : candidates(alternatives, entry.category->language, kMost)) {
          const Value* old =
              calls.items()[i].is_dict() ? calls.items()[i].as_dict().find(name) : nullptr;
          if (old == nullptr || !old->is_dict()) continue;
          Dict changed = old->as_dict();
          changed.set(parameter, value);
          Dict call;
          call.set(name, Value::dict(std::move(changed)));
          List all(calls.items().begin(), calls.items().end());
          all[i] = Value::dict(std::move(call));
          out.push_back(Value::list(std::move(all)));
        }
      }
    }
  }
  return out;
}

// Why a correction of possible answers cannot stand; empty when it can.
std::string judge_calls_correction(const Correction& correction, const Entry& official) {
  const Entry corrected = corrected_entry(correction, official);
  const PossibleReply reply = possible_reply(corrected);
  if (!reply.passes) return "no answer passes by it: " + reply.reason;
  for (const Value& calls : variants(reply.calls, corrected)) {
    if (passes(corrected, calls) && !passes(official, calls)) return {};
  }
  if (correction.kind == Correction::Kind::kReplacement) {
    const PossibleReply before = possible_reply(official);
    if (before.passes) {
      for (const Value& calls : variants(before.calls, official)) {
        if (passes(official, calls) && !passes(corrected, calls)) return {};
      }
    }
  }
  return "it changes nothing: what it accepts passes already";
}

std::string fault_of(const Correction& correction, DatasetDir& dataset) {
  const Category* category = category_of_id(correction.id);
  if (category == nullptr) return "no category has such an entry";
  if (const Status status = dataset.load(*category); !status.ok()) return status.error().message;
  const Entry* entry = dataset.dataset().find(correction.id);
  if (entry == nullptr) return "the dataset has no such entry";
  if (std::string why = unfit_correction(correction, *entry); !why.empty()) return why;
  const auto begins = [&](std::string_view start) {
    return correction.source.compare(0, start.size(), start) == 0;
  };
  if (correction.author.empty()) return "it has no author: nobody has judged it";
  if (!begins("https://") && !begins("http://")) return "its source is no link";
  if (correction.kind == Correction::Kind::kVoid) return {};
  if (category->judging == Judging::kCalls && !category->varies_prompts) {
    return judge_calls_correction(correction, *entry);
  }
  if (canonical_value(correction.ground_truth) == canonical_value(entry->ground_truth)) {
    return "it changes nothing: it is the official truth";
  }
  return {};
}

int run_errata_check(const std::string& path, const RunOptions& options) {
  const Errata errata = read_errata(path);
  DatasetDir dataset(options.dataset);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string out;
  std::map<std::string_view, std::size_t> kinds;
  std::size_t faults = 0;
  for (const Correction& correction : errata.corrections) {
    ++kinds[correction_kind_name(correction.kind)];
    const std::string fault = fault_of(correction, dataset);
    if (fault.empty()) continue;
    ++faults;
    out += terminal.styled(Style::kBad, printable_line(correction.id)) + "  " +
           std::string(correction_kind_name(correction.kind)) + "\n" +
           wrapped(printable_line(fault), 4, terminal.width());
  }
  out += printable_line(errata.name) + ": " + std::to_string(errata.corrections.size()) +
         " corrections";
  for (const auto& [kind, count] : kinds) {
    out += ", " + std::string(kind) + " " + std::to_string(count);
  }
  out += faults == 0 ? "; all can stand.\n" : "; " + std::to_string(faults) + " cannot stand.\n";
  const bool told = print(STDOUT_FILENO, out);
  return faults == 0 && told ? kDone : kSomeUnusable;
}

}  // namespace

Command add_errata(CLI::App& app) {
  struct Options {
    RunOptions run;
    std::string path;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("errata", "Corrections of ground truth, kept beside it");
  command->require_subcommand(1);
  command->footer(kExamples);
  CLI::App* check = command->add_subcommand("check", "Whether they apply and change what they say");
  check->footer(kExamples);
  check->add_option("FILE", options->path, "The errata file")->required();
  add_dataset_option(*check, options->run);
  return [options] { return run_errata_check(options->path, options->run); };
}

}  // namespace bfclx::tools
