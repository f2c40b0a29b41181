// `bfclx self-check`: the ground truth as the reply; which entries cannot be passed, and why.
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scorer.h"
#include "tools/commands.h"
#include "tools/dataset_dir.h"
#include "tools/errors.h"
#include "tools/file_bytes.h"
#include "tools/options.h"
#include "tools/parallel.h"
#include "tools/possible_calls.h"
#include "tools/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kExamples = R"(Examples:
  bfclx self-check
  bfclx self-check --dataset sample
  bfclx self-check --category live_multiple,parallel

An entry cannot be passed when no value made from its possible answers satisfies the official
rules. Others pass, but not when the ground truth is taken at its word: it allows to leave out a
parameter that the function requires, say. Values are tried as structured calls, Python ones
also as text.)";

struct Finding {
  const Entry* entry = nullptr;
  PossibleReply reply;
  bool as_text = true;  // passes as Python text through the prompting decoder too
  std::string text_reason;
};

Finding examine(const Entry& entry, const Decoder* prompting) {
  Finding finding;
  finding.entry = &entry;
  finding.reply = possible_reply(entry);
  if (entry.category->language != Language::kPython || !finding.reply.passes) return finding;
  const Verdict verdict =
      score(entry, Value::str(python_text(finding.reply.calls)), *prompting, false);
  finding.as_text = verdict.valid;
  if (verdict.why) finding.text_reason = verdict.why->text;
  if (verdict.decode_error) {
    finding.text_reason =
        std::string(verdict.decode_error->kind) + ": " + verdict.decode_error->message;
  }
  return finding;
}

// How an entry fares; one list of the report each.
enum Outcome : std::size_t { kPasses, kAsText, kTrap, kImpossible };

Outcome outcome_of(const Finding& finding) {
  if (!finding.reply.passes) return kImpossible;
  if (!finding.reply.trap_rule.empty()) return kTrap;
  return finding.as_text ? kPasses : kAsText;
}

class SelfCheckReport {
 public:
  explicit SelfCheckReport(const Terminal& terminal) : terminal_(terminal) {
    table_ = terminal.styled(Style::kDim, pad_right("category", 26) +
                                              "entries  pass as written  pass otherwise  "
                                              "cannot be passed") +
             "\n";
  }

  void add(const Category& category, const std::vector<Finding>& findings) {
    std::size_t counts[4] = {};
    for (const Finding& finding : findings) {
      const Outcome outcome = outcome_of(finding);
      ++counts[outcome];
      const PossibleReply& reply = finding.reply;
      if (outcome == kImpossible) add_entry(outcome, finding, reply.rule, reply.reason);
      if (outcome == kTrap) add_entry(outcome, finding, reply.trap_rule, reply.trap);
      if (outcome == kAsText) add_entry(outcome, finding, "text", finding.text_reason);
    }
    const auto cell = [](std::size_t count, std::size_t width) {
      return pad_left(count > 0 ? std::to_string(count) : "-", width);
    };
    table_ += pad_right(category.name, 26) + cell(findings.size(), 7) + cell(counts[kPasses], 17) +
              cell(counts[kAsText] + counts[kTrap], 16) + cell(counts[kImpossible], 18) + "\n";
  }

  std::string text(const Dataset& dataset) const {
    static constexpr std::pair<Outcome, std::string_view> kTitles[] = {
        {kImpossible, "cannot be passed"},
        {kTrap, "pass, but not as the ground truth reads"},
        {kAsText, "pass as structured calls, not as Python text"},
    };
    std::string out = table_;
    for (const auto& [outcome, title] : kTitles) {
      if (lists_[outcome].empty()) continue;
      out += "\n" + terminal_.styled(Style::kBold, title) + "\n" + lists_[outcome];
    }
    return out + "\n" +
           terminal_.styled(Style::kDim, "dataset  " + dataset.version + "  " + dataset.hash) +
           "\n";
  }

 private:
  void add_entry(Outcome outcome, const Finding& finding, const std::string& rule,
                 const std::string& reason) {
    lists_[outcome] += "  " + pad_right(finding.entry->id, 28) + "  " +
                       terminal_.styled(Style::kBad, rule) + "\n" +
                       wrapped(printable_line(reason), 6, terminal_.width());
  }

  const Terminal& terminal_;
  std::string table_;
  std::string lists_[4];
};

std::vector<const Category*> wanted_categories(const RunOptions& options) {
  std::vector<const Category*> wanted = chosen_categories(options);
  const bool all = wanted.empty();
  if (all) {
    for (const Category& category : categories()) wanted.push_back(&category);
  }
  const auto unfit = [](const Category* category) {
    return category->judging != Judging::kCalls || category->answers.empty();
  };
  wanted.erase(std::remove_if(wanted.begin(), wanted.end(), unfit), wanted.end());
  if (wanted.empty()) {
    throw UsageError("none of these categories is judged by possible answers to one reply");
  }
  return wanted;
}

int run_self_check(const RunOptions& options) {
  DatasetDir dataset(options.dataset);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  if (prompting == nullptr) throw UsageError("there is no decoder for prompting models");
  SelfCheckReport report(terminal);
  int code = kDone;
  for (const Category* category : wanted_categories(options)) {
    if (const Status status = dataset.load(*category); !status.ok()) {
      write_all(STDERR_FILENO, "bfclx: " + printable_line(status.error().message) + "\n");
      code = kSomeUnusable;
      continue;
    }
    const std::vector<Entry>& entries = dataset.dataset().entries(*category);
    std::vector<Finding> findings(entries.size());
    parallel_for(entries.size(), chosen_jobs(options),
                 [&](std::size_t i) { findings[i] = examine(entries[i], prompting); });
    report.add(*category, findings);
  }
  dataset.identify();
  return write_all(STDOUT_FILENO, report.text(dataset.dataset())) ? code : kSomeUnusable;
}

}  // namespace

Command add_self_check(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("self-check", "List entries that even their ground truth cannot pass");
  command->footer(kExamples);
  add_dataset_option(*command, *options);
  command->add_option("--category", options->categories, "Only these categories or groups")
      ->type_name("C,...");
  command->add_option("--jobs", options->jobs, "Threads; all cores when not given")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  return [options] { return run_self_check(*options); };
}

}  // namespace bfclx::tools
